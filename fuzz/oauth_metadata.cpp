// discover_authorization over a client whose answers are the input: total, bounded, guarded, and what it
// keeps is a record we can write.
#include <boost/json/serialize.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "check.h"
#include "observe/remote/auth_discovery.h"

using namespace mcpjury;

namespace {

class Stream : public HttpStream {
 public:
  Stream(std::string body, const HttpRequest& request) : body_(std::move(body)) {
    head_.final_url = request.url;
    head_.status = 200;
    // A body that begins with a digit brings its status: "404 …".
    if (body_.size() >= 3 && body_[0] >= '1' && body_[0] <= '5') {
      const auto digit = [&](std::size_t at) {
        return body_[at] >= '0' && body_[at] <= '9' ? body_[at] - '0' : 0;
      };
      head_.status = digit(0) * 100 + digit(1) * 10 + digit(2);
      body_.erase(0, 3);
    }
    head_.headers.push_back({"Content-Type", body_.substr(0, 20)});
  }
  const HttpHead& head() const override { return head_; }
  std::string read(TimePoint) override { return std::exchange(body_, {}); }
  HttpFailure failure() const override { return HttpFailure::kNone; }
  bool at_end() const override { return body_.empty(); }
  std::size_t received_bytes() const override { return 0; }

 private:
  std::string body_;
  HttpHead head_;
};

class Client : public HttpClient {
 public:
  Client(const AddressPolicy& policy, std::vector<std::string> bodies)
      : policy_(policy), bodies_(std::move(bodies)) {}

  std::unique_ptr<HttpStream> open(HttpRequest request) override {
    fuzz::check(++asked <= kWellKnownFetches, "fetches are bounded");
    fuzz::check(request.method == "GET" && request.body.empty(), "metadata is only read");
    fuzz::check(!policy_.check(request.url) && request.url.scheme == "https", "every URL passes the guard");
    std::string body =
        bodies_.empty() ? "404" : bodies_[static_cast<std::size_t>(asked - 1) % bodies_.size()];
    return std::make_unique<Stream>(std::move(body), request);
  }
  Loop& loop() override { std::abort(); }

  int asked = 0;

 private:
  const AddressPolicy& policy_;
  std::vector<std::string> bodies_;
};

}  // namespace

// The first line is the challenge; each further one is the body of one answer, in turn.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  std::string_view text = fuzz::as_text(data, size);
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  AuthTrigger trigger{"initialize", 401, false, {}};
  if (!lines.empty()) {
    trigger.www_authenticate.push_back(std::move(lines.front()));
    lines.erase(lines.begin());
  }
  const AddressPolicy policy;
  static const Url kEndpoint = *parse_url("https://h.example/a/b/");
  Client client(policy, std::move(lines));
  const AuthDiscovery found = discover_authorization(client, policy, kEndpoint, &trigger);
  const std::string kept = boost::json::serialize(found.auth);
  fuzz::check(is_valid_utf8(kept), "what is kept is UTF-8");
  const JsonArray* issuers = find_array(found.auth, "issuers");
  fuzz::check(issuers == nullptr || issuers->size() <= kIssuers, "issuers are bounded");
  const JsonArray* guarded = find_array(found.auth, "guarded");
  fuzz::check(guarded == nullptr || guarded->size() <= 50, "guarded URLs are bounded");
  fuzz::check(!found.offer.advertised || !found.offer.registration_endpoint.empty(),
              "an offer has an address");
  return 0;
}
