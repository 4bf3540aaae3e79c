#include "guard/remote_guard.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <deque>
#include <mutex>

#include "base/ascii.h"
#include "guard/remote_serve.h"
#include "mcp/server_frames.h"
#include "net/guarded_client.h"

namespace mcpjury {
namespace {

// "localhost:80", "127.0.0.1", "[::1]:8080": names of this machine only, so that no web site that points its
// own name here is served.
bool is_loopback_authority(std::string_view text) {
  if (text.starts_with("[::1]")) {
    text.remove_prefix(5);
  } else {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string host = ascii::lowered(text.substr(0, colon));
    if (host != "localhost" && host != "127.0.0.1") return false;
    text.remove_prefix(colon);
  }
  if (text.empty()) return true;
  return text.size() > 1 && text[0] == ':' && std::all_of(text.begin() + 1, text.end(), ascii::is_digit);
}

bool is_loopback_origin(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return is_loopback_authority(origin.substr(scheme.size()));
  }
  return false;
}

HttpdResponse refusal_answer(int status, std::string_view why) {
  HttpdResponse response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.body = std::make_shared<const std::string>(
      make_error(nullptr, rpc::kServerError, fmt::format("mcpjury guard: {}", why)));
  return response;
}

// From the threads of the HTTP server to the loop.
class Inbox {
 public:
  explicit Inbox(std::size_t most) : most_(most), woken_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
  ~Inbox() { ::close(woken_); }
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  bool push(std::shared_ptr<HttpdExchange> exchange) {
    {
      const std::lock_guard lock(mutex_);
      if (queue_.size() >= most_) return false;
      queue_.push_back(std::move(exchange));
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(woken_, &one, sizeof one);
    return true;
  }
  std::shared_ptr<HttpdExchange> pop() {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) return nullptr;
    auto first = std::move(queue_.front());
    queue_.pop_front();
    return first;
  }
  int descriptor() const { return woken_; }
  void clear() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(woken_, &count, sizeof count);
  }

 private:
  const std::size_t most_;
  const int woken_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<HttpdExchange>> queue_;
};

// Blocked before any thread is started, so that none of them gets one.
class EndingSignals {
 public:
  EndingSignals() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&wanted, number);
    ::pthread_sigmask(SIG_BLOCK, &wanted, nullptr);
    descriptor_ = ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
  }
  ~EndingSignals() { ::close(descriptor_); }
  EndingSignals(const EndingSignals&) = delete;
  EndingSignals& operator=(const EndingSignals&) = delete;
  int descriptor() const { return descriptor_; }
  int take() const {
    signalfd_siginfo info{};
    return ::read(descriptor_, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo) : 0;
  }

 private:
  int descriptor_ = -1;
};

Result<Url> checked_url(const RemoteGuardOptions& options) {
  auto url = parse_url(options.url);
  if (!url) return url.error();
  const AddressPolicy policy(options.allowed_hosts);
  if (const auto refused = policy.check(*url))
    return Error{ErrorCode::kRefused, fmt::format("{}: refused: {}", shown_url(*url), refused->detail)};
  if (url->scheme == "http" && !options.credential.empty() && !policy.lifted_for(url->host)) {
    return Error{ErrorCode::kRefused,
                 fmt::format("{}: a credential is not sent without TLS", shown_url(*url))};
  }
  return url;
}

}  // namespace

std::optional<std::string> host_of_url(const std::string& url) {
  auto parsed = parse_url(url);
  return parsed ? std::optional<std::string>(parsed->host) : std::nullopt;
}

Result<int> guard_remote(const RemoteGuardOptions& options, GuardLog& log) {
  auto url = checked_url(options);
  if (!url) return url.error();
  if (!is_loopback_authority(options.listen == "::1" ? "[::1]" : options.listen))
    return Error{ErrorCode::kUsage, "guard listens on a loopback address only"};
  const EndingSignals signals;
  Inbox inbox(options.at_once);
  HttpdOptions server;
  server.address = options.listen == "localhost" ? "127.0.0.1" : options.listen;
  server.port = options.port;
  server.threads = 1;
  server.body_bytes = options.limits.frame_bytes;
  const auto handler = [&](const std::shared_ptr<HttpdExchange>& exchange) {
    const HttpdRequest& request = exchange->request();
    const std::string_view origin = request.header("origin");
    if (!is_loopback_authority(request.header("host")) || (!origin.empty() && !is_loopback_origin(origin)))
      return exchange->answer(refusal_answer(403, "Host and Origin must be of this machine"));
    if (request.path != "/mcp") return exchange->answer(refusal_answer(404, "the endpoint is /mcp"));
    if (!inbox.push(exchange)) exchange->answer(refusal_answer(503, "too many requests at once"));
  };
  auto httpd = Httpd::start(server, handler, [](int status, std::string_view, std::string_view message) {
    return refusal_answer(status, message);
  });
  if (!httpd) return httpd.error();
  Loop loop;
  const TrustStore trust;
  const auto resolver = make_ares_resolver(loop, options.resolver);
  Upstream upstream(loop, *resolver, trust, std::move(*url), options);
  RemoteServer remote(loop, upstream, options, log);
  std::size_t running = 0;
  loop.spawn([&] {
    while (!loop.stopped()) {
      if (!loop.wait(inbox.descriptor(), POLLIN, Loop::now() + std::chrono::minutes(1))) continue;
      inbox.clear();
      while (auto exchange = inbox.pop()) {
        if (running >= options.at_once) {
          exchange->answer(refusal_answer(503, "too many requests at once"));
          continue;
        }
        ++running;
        loop.spawn([&, mine = std::move(exchange)] {
          remote.serve(*mine);
          --running;
        });
      }
    }
  });
  int code = 0;
  loop.spawn([&] {
    while (!loop.wait(signals.descriptor(), POLLIN, Loop::now() + std::chrono::minutes(1))) {
      if (loop.stopped()) return;
    }
    code = 128 + signals.take();
    log.say("signal", {{"number", code - 128}});
    loop.stop();
  });
  log.say("listening", {{"port", (*httpd)->port()}});
  if (options.listening) options.listening((*httpd)->port());
  loop.run();
  (*httpd)->stop(std::chrono::milliseconds(500));
  return code;
}

}  // namespace mcpjury
