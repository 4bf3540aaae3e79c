// Policy, look-up, transfer, redirect: the order in which every request passes them, and nothing around them.
#include "net/guarded_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <unordered_map>

#include "net/client_parts.h"
#include "net/redirect.h"
#include "net/transfer_failure.h"

namespace mcpjury {
namespace {

constexpr std::size_t kPinnedHosts = 64;
// A redirect's body is read for so long and no longer, only so that the connection can serve the next hop.
constexpr Milliseconds kRedirectBody{20};

bool fit_for_the_wire(const HttpRequest& request) {
  const auto plain = [](std::string_view text) {
    return std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
  };
  return plain(request.method) && !request.method.empty() &&
         std::all_of(request.headers.begin(), request.headers.end(), [&](const HttpHeader& each) {
           return !each.name.empty() && plain(each.name) && plain(each.value) &&
                  each.name.find(':') == std::string::npos && each.name.find(' ') == std::string::npos;
         });
}

}  // namespace

GuardedClient::Parts::Parts(Loop& a_loop, Resolver& a_resolver, const TrustStore& a_trust, RequestLog& a_log,
                            GuardedClientOptions an_options)
    : loop(a_loop), resolver(a_resolver), trust(a_trust), log(a_log), options(std::move(an_options)) {
  share = curl_share_init();
  // Never the cookies, never the sessions; used on one thread, so no locks.
  curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_CONNECT);
  curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
}

GuardedClient::Parts::~Parts() {
  for (CURL* easy : handles) curl_easy_cleanup(easy);
  curl_share_cleanup(share);
}

CURL* GuardedClient::Parts::take_handle() {
  if (handles.empty()) return curl_easy_init();
  CURL* easy = handles.back();
  handles.pop_back();
  return easy;
}

void GuardedClient::Parts::give_back(CURL* easy) {
  curl_easy_reset(easy);
  handles.push_back(easy);
}

// The first answer of a host serves the whole scan: a name that answers differently later (rebinding) is not
// asked a second time, not even by two fibers at once.
Resolution GuardedClient::Parts::look_up(const std::string& host, TimePoint deadline) {
  if (const auto asked = asking.find(host); asked != asking.end()) {
    Loop::Signal answered(loop);
    asked->second.push_back(&answered);
    if (!answered.wait_until(deadline)) {
      if (const auto still = asking.find(host); still != asking.end()) std::erase(still->second, &answered);
    }
  }
  if (const auto known = pinned.find(host); known != pinned.end()) {
    return {Resolution::State::kOk, known->second, {}};
  }
  asking.try_emplace(host);
  Resolution answer = resolver.resolve(host, deadline);
  if (answer.state == Resolution::State::kOk && pinned.size() < kPinnedHosts) {
    pinned.emplace(host, answer.addresses);
  }
  const auto waiting = asking.extract(host);
  if (!waiting.empty()) {
    for (Loop::Signal* each : waiting.mapped()) each->raise();
  }
  return answer;
}

std::optional<HttpHead> GuardedClient::Parts::vet(const HttpRequest& request, TimePoint deadline,
                                                  std::vector<IpAddress>& addresses) {
  HttpHead head;
  const auto refuse = [&head](Refusal why, const std::string& detail) {
    head.failure = HttpFailure::kRefused;
    head.refusal = why;
    head.failure_detail = std::string(name_of(why)) + ": " + detail;
    return head;
  };
  if (!fit_for_the_wire(request)) return refuse(Refusal::kUrl, "a header with control characters");
  if (const auto refused = options.policy.check(request.url)) return refuse(refused->why, refused->detail);
  const Url& url = request.url;
  // Over plain HTTP everyone on the way reads it; only the operator's own machine is excepted.
  if (request.carries_secret && url.scheme == "http" && !options.policy.lifted_for(url.host)) {
    return refuse(Refusal::kScheme, "a credential is not sent over http");
  }
  if (const auto literal = url.is_ipv4 || url.is_ipv6 ? parse_ip(url.host) : std::nullopt) {
    addresses = {*literal};
  } else {
    auto answer = look_up(url.host, deadline);
    if (answer.state != Resolution::State::kOk || answer.addresses.empty()) {
      const bool late = answer.state == Resolution::State::kTimeout;
      head.failure = late ? HttpFailure::kDnsTimeout : HttpFailure::kDns;
      if (late && ended()) head.failure = HttpFailure::kStopped;
      head.failure_detail = shown_detail(answer.detail.empty() ? "no such name" : answer.detail);
      return head;
    }
    addresses = std::move(answer.addresses);
  }
  for (const auto& each : addresses) head.addresses.push_back(to_string(each));
  if (const auto refused = options.policy.check(url, addresses)) return refuse(refused->why, refused->detail);
  return std::nullopt;
}

bool GuardedClient::Parts::ended() const { return loop.stopped() || Loop::now() >= options.deadline; }

GuardedClient::GuardedClient(Loop& loop, Resolver& resolver, const TrustStore& trust, RequestLog& log,
                             GuardedClientOptions options)
    : parts_(std::make_shared<Parts>(loop, resolver, trust, log, std::move(options))) {}

GuardedClient::~GuardedClient() = default;

Loop& GuardedClient::loop() { return parts_->loop; }
const AddressPolicy& GuardedClient::policy() const { return parts_->options.policy; }

std::unique_ptr<HttpStream> GuardedClient::open(HttpRequest request) {
  Parts& parts = *parts_;
  // Before the clock starts: loading the authorities, once a process, is not the server's time.
  if (request.url.scheme == "https") parts.trust.x509_store();
  const auto deadline = std::min(Loop::now() + request.limits.total, parts.options.deadline);
  std::vector<std::string> seen;
  std::vector<RedirectHop> hops;
  HttpHead previous;
  for (;;) {
    seen.push_back(request.url.dial());
    auto stream = std::make_unique<GuardedStream>(parts_, std::move(request), deadline);
    stream->start();
    HttpHead& head = stream->mutable_head();
    if (head.failure == HttpFailure::kRefused && head.status == 0 && !hops.empty()) {
      // The redirect was not followed after all: the answer that led here is what the caller sees.
      hops.back().followed = false;
      hops.back().reason = head.failure_detail;
      previous.failure = head.failure;
      previous.refusal = head.refusal;
      previous.failure_detail = head.failure_detail;
      head = std::move(previous);
    }
    if (head.failure != HttpFailure::kNone || !is_redirect(head)) {
      head.hops = std::move(hops);
      return stream;
    }
    RedirectStep step = next_step(stream->request(), head, seen);
    hops.push_back(step.hop);
    if (!step.next) {
      head.hops = std::move(hops);
      if (step.failure != HttpFailure::kNone) {
        head.refusal = step.refusal;
        stream->fail(step.failure, step.refusal ? std::string(name_of(*step.refusal)) + ": " + step.hop.reason
                                                : step.hop.reason);
      }
      return stream;
    }
    stream->drain(std::min(deadline, Loop::now() + kRedirectBody));
    previous = head;
    request = std::move(*step.next);
  }
}

}  // namespace mcpjury
