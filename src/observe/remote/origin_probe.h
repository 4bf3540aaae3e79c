// Does the server refuse a browser page of somebody else? One more opening request with a foreign Origin and,
// for servers on this machine or network, one with a foreign Host.
//
// Used from a fiber, after the conversation. Only the head of the answer is read; a session that was opened
// is deleted; nothing follows the opening request, and no credential is sent.
#pragma once

#include <string>

#include "base/json.h"
#include "mcp/channel.h"
#include "net/http.h"

namespace mcpjury {

struct OriginProbe {
  JsonObject origin;           // member origin_probe of the transport facet
  JsonObject host;             // member host_probe; empty when it was not asked
  JsonObject cors;             // member cors; empty when the answer has none of its headers
  std::string second_session;  // for judging session ids; never stored
};

// The request a client opens with, as the conversation showed it.
struct OpeningProbe {
  Url url;
  Era era = Era::kLegacy;
  std::string version;  // agreed on; empty: our newest of the era
  std::string client_version;
  bool http_sse = false;  // the old transport opens with a GET
};
OriginProbe probe_origin(HttpClient& client, const OpeningProbe& opening, bool foreign_host_too);

}  // namespace mcpjury
