// HTTP as the scanner needs it: one request, a head, a body that is read piece by piece under limits.
//
// HttpClient is the seam: the guarded client (guarded_client.h) is the only one that reaches the network;
// tests use fakes that record what was asked. Values otherwise.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/address_policy.h"
#include "net/loop.h"
#include "net/tls_facts.h"
#include "net/url.h"

namespace mcpjury {

struct HttpHeader {
  std::string name;  // as sent; compared without case
  std::string value;
};

struct HttpLimits {
  Milliseconds total{10'000};            // connect, TLS and body of one request, redirects included
  std::size_t body_bytes = 1u << 20;     // decoded
  std::size_t header_bytes = 64u << 10;  // all headers of one answer
  int redirects = 3;
  std::size_t ratio = 100;  // decoded to received, judged from the first 64 KiB on
};

// Why a request is made; stands in the request log.
enum class Purpose : std::uint8_t {
  kTransport,
  kMcp,
  kOriginProbe,
  kHostProbe,
  kDiscovery,
  kRegistration,
  kToken,
  kRegistry,
  kCard,
  kPackage,
  kJudge
};
std::string_view name_of(Purpose purpose);

struct HttpRequest {
  std::string method = "GET";
  Url url;
  std::vector<HttpHeader> headers;
  std::string body;
  Purpose purpose = Purpose::kMcp;
  std::string label;            // for the log: the JSON-RPC method, the kind of metadata
  bool carries_secret = false;  // never over an unverified chain, never to another origin
  bool follow_redirects = true;
  HttpLimits limits;
};

enum class HttpFailure : std::uint8_t {
  kNone,
  kRefused,  // by our own policy; `refusal` says which
  kDns,      // no such name, no address
  kDnsTimeout,
  kConnect,  // closed port, no route
  kConnectTimeout,
  kTls,  // handshake failed; with carries_secret also an untrusted chain
  kTlsTimeout,
  kTimeout,      // after the connection stood
  kClosedEarly,  // before a whole head or a whole body
  kBadHttp,      // what came is no HTTP
  kHeadersTooLarge,
  kTooLarge,       // RESPONSE_TOO_LARGE
  kBadEncoding,    // damaged gzip, unknown content coding
  kRatio,          // a decompression bomb
  kRedirectLimit,  // REDIRECT_LIMIT_EXCEEDED
  kRedirectLoop,
  kStopped,  // the scan ended before the answer
};
std::string_view name_of(HttpFailure failure);  // "dns", "connect_timeout", "too_large", …

struct RedirectHop {
  std::string from, to;  // shown_url form
  int status = 0;
  bool followed = false;
  std::string reason;  // why not
};

struct HttpHead {
  int status = 0;  // 0: none came
  std::string http_version;
  std::vector<HttpHeader> headers;
  Url final_url;
  std::vector<RedirectHop> hops;
  std::vector<std::string> addresses;  // what the host resolved to
  std::string dialled;                 // the address that was connected to
  std::optional<TlsFacts> tls;
  HttpFailure failure = HttpFailure::kNone;
  std::optional<Refusal> refusal;  // with kRefused
  // One line, escaped, no secrets. Begins with a fixed word where a caller may need the kind: "headers" or
  // "body" (kTimeout), "framing", "length" (kBadHttp), "count" or "bytes" (kHeadersTooLarge), "encoding
  // layers".
  std::string failure_detail;

  std::string_view header(std::string_view name) const;                     // first value; empty when none
  std::vector<std::string_view> header_lines(std::string_view name) const;  // every line
  std::string_view media_type() const;                                      // before ';', as sent
};

struct HttpResponse : HttpHead {
  std::string body;
  std::size_t received_bytes = 0;  // on the wire, encoded
  Milliseconds duration{0};
};

// An answer whose head has arrived. Destroying it closes the connection's transfer at once.
class HttpStream {
 public:
  virtual ~HttpStream() = default;
  virtual const HttpHead& head() const = 0;
  // The next decoded bytes; empty at the end, at the deadline, or on a failure (see failure()).
  virtual std::string read(TimePoint deadline) = 0;
  virtual HttpFailure failure() const = 0;
  virtual bool at_end() const = 0;  // the body ended as it should
  virtual std::size_t received_bytes() const = 0;
};

class HttpClient {
 public:
  virtual ~HttpClient() = default;
  // Never null. Follows redirects as HttpRequest says; returns when a final head or a failure is there.
  virtual std::unique_ptr<HttpStream> open(HttpRequest request) = 0;
  // open() and the whole body. A body that fails half way keeps what came, with the failure set.
  HttpResponse send(HttpRequest request);
  virtual Loop& loop() = 0;
};

}  // namespace mcpjury
