// Reads TlsFacts from an OpenSSL session, for the HTTP client. The certificate is hostile input: every text
// is bounded, and lists are cut.
#pragma once

#include <openssl/ssl.h>

#include "net/tls_facts.h"
#include "net/url.h"

namespace mcpjury {

// After a handshake, on the session itself. Names are judged apart from the chain, so that a report can say
// which of the two is wrong; the common name is never taken as a host name (RFC 9525).
TlsFacts read_tls_facts(const SSL* session, const Url& url);

// The same, read once a connection and kept with its session: digests and names of a chain cost more than a
// small request on a connection that stands already.
TlsFacts known_tls_facts(SSL* session, const Url& url);

CertificateFacts read_certificate(const X509* certificate);
bool certificate_matches(X509* certificate, const Url& url);

}  // namespace mcpjury
