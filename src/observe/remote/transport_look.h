// The side look at how a server is reached: one plain GET without MCP headers, and what its head showed.
//
// Used from a fiber. The body is not waited for: a GET on an MCP endpoint may be an endless stream.
#pragma once

#include "base/json.h"
#include "net/address_policy.h"
#include "net/http.h"

namespace mcpjury {

struct TransportLook {
  JsonObject transport;  // members of the transport facet
  JsonObject tls;        // members of the tls facet; empty when there is none
  HttpHead head;
  bool answered = false;
};

// What is known before anything is sent: scheme, host, port, credentials in the URL.
JsonObject describe_url(const Url& url);
TransportLook look_at_transport(HttpClient& client, const Url& url);
JsonObject tls_json(const TlsFacts& facts);
// "max-age=…; includeSubDomains"; RFC 6797, first directive of a name wins.
JsonObject hsts_json(std::string_view header);

}  // namespace mcpjury
