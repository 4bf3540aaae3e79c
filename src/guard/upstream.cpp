#include "guard/upstream.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/one_of.h"
#include "mcp/sse.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kRequestsOfAClient = 1'000;
constexpr std::array kSentOn = {"accept"sv,         "content-type"sv, "mcp-protocol-version"sv,
                                "mcp-session-id"sv, "mcp-method"sv,   "mcp-name"sv,
                                "last-event-id"sv,  "authorization"sv};
constexpr std::array kGivenBack = {"content-type"sv,     "mcp-session-id"sv, "mcp-protocol-version"sv,
                                   "www-authenticate"sv, "retry-after"sv,    "allow"sv,
                                   "cache-control"sv};

}  // namespace

// Keeps the client alive as long as its stream.
class KeptStream : public HttpStream {
 public:
  KeptStream(std::unique_ptr<HttpStream> stream, std::shared_ptr<Upstream::Generation> generation)
      : generation_(std::move(generation)), stream_(std::move(stream)) {}
  const HttpHead& head() const override { return stream_->head(); }
  std::string read(TimePoint deadline) override { return stream_->read(deadline); }
  HttpFailure failure() const override { return stream_->failure(); }
  bool at_end() const override { return stream_->at_end(); }
  std::size_t received_bytes() const override { return stream_->received_bytes(); }

 private:
  std::shared_ptr<Upstream::Generation> generation_;
  std::unique_ptr<HttpStream> stream_;  // goes first
};

Upstream::Upstream(Loop& loop, Resolver& resolver, const TrustStore& trust, Url url,
                   const RemoteGuardOptions& options)
    : loop_(loop), resolver_(resolver), trust_(trust), url_(std::move(url)), options_(options) {}

HttpRequest Upstream::request_like(const HttpdRequest& from, std::string method, std::string body) const {
  HttpRequest request;
  request.method = std::move(method);
  request.url = url_;
  request.body = std::move(body);
  request.headers = options_.credential;
  for (const auto& header : from.headers) {
    const auto& name = header.first;
    const auto& value = header.second;
    if (!one_of(name, kSentOn) && !name.starts_with("mcp-param-")) continue;
    // The operator's credential goes before the client's.
    const bool ours =
        std::any_of(options_.credential.begin(), options_.credential.end(),
                    [&](const auto& own) { return ascii::equal_ignoring_case(own.name, name); });
    if (ours) continue;
    request.carries_secret = request.carries_secret || name == "authorization";
    request.headers.push_back({name, value});
  }
  request.carries_secret = request.carries_secret || !options_.credential.empty();
  request.limits.total = options_.answer_time;
  // A stream may go on for hours; each of its messages is bounded where it is read.
  request.limits.body_bytes = std::size_t{1} << 40;
  return request;
}

std::unique_ptr<HttpStream> Upstream::open(HttpRequest request) {
  if (!current_ || current_->used >= kRequestsOfAClient) {
    current_ = std::make_shared<Generation>();
    GuardedClientOptions options;
    options.policy = AddressPolicy(options_.allowed_hosts);
    options.user_agent = "mcpjury-guard";
    options.offer_old_tls = false;
    current_->client =
        std::make_unique<GuardedClient>(loop_, resolver_, trust_, current_->log, std::move(options));
  }
  ++current_->used;
  const std::shared_ptr<Generation> mine = current_;  // others may replace it while we wait
  return std::make_unique<KeptStream>(mine->client->open(std::move(request)), mine);
}

std::vector<std::pair<std::string, std::string>> passed_headers(const HttpHead& head) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const HttpHeader& header : head.headers) {
    if (one_of_any_case(header.name, kGivenBack)) out.emplace_back(header.name, header.value);
  }
  return out;
}

std::optional<std::string> whole_body(HttpStream& stream, std::size_t most, TimePoint deadline) {
  std::string body;
  while (true) {
    const std::string piece = stream.read(deadline);
    if (piece.empty()) break;
    body += piece;
    if (body.size() > most) return std::nullopt;
  }
  if (!stream.at_end()) return std::nullopt;
  return body;
}

bool each_message(HttpStream& stream, std::size_t most, const std::function<bool()>& wanted,
                  const std::function<void(std::string_view)>& take) {
  const TimePoint deadline = Loop::now() + std::chrono::seconds(30);
  if (!ascii::equal_ignoring_case(stream.head().media_type(), "text/event-stream")) {
    const auto body = whole_body(stream, most, deadline);
    if (!body) return false;
    take(*body);
    return true;
  }
  SseParser parser(most, most);
  while (wanted()) {
    const std::string piece = stream.read(deadline);
    if (piece.empty()) return false;
    parser.feed(piece);
    while (auto event = parser.next()) take(event->data);
    if (parser.state() != SseParser::State::kGood) return false;
  }
  return true;
}

}  // namespace mcpjury
