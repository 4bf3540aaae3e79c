#include "fleet/registry_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/escape.h"
#include "fleet/targets.h"
#include "net/guarded_client.h"
#include "report/report.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

constexpr std::size_t kCursorLength = 4096;
// An entry that was written while the last walk ran is read again rather than missed.
constexpr std::int64_t kOverlapSeconds = 600;
constexpr Milliseconds kLongestWait{300'000};

std::string percent(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    if (plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string base_of(std::string url) {
  while (url.ends_with("/")) url.pop_back();
  return url.ends_with("/servers") ? url : url + "/v0.1/servers";
}

class Walk {
 public:
  Walk(const RegistryOptions& options, HttpClient& client, FleetBook& book, std::int64_t now,
       const std::function<void(const RegistryWalk&)>& progress)
      : options_(options), client_(client), book_(book), now_(now), progress_(progress) {}

  Result<RegistryWalk> run() {
    auto known = book_.source(options_.url);
    if (!known) return known.error();
    SourceMark mark = std::move(*known);
    if (options_.full) mark = SourceMark{};
    out_.resumed = !mark.began.empty() && !mark.cursor.empty();
    if (!out_.resumed) {
      mark.cursor.clear();
      mark.began = format_time(std::max<std::int64_t>(now_ - kOverlapSeconds, 0));
    }
    out_.since = mark.since;
    for (std::size_t page = 0; page < options_.pages; ++page) {
      auto more = one_page(mark);
      if (!more) return more.error();
      if (progress_) progress_(out_);
      if (!*more) return out_;
    }
    return Error{
        ErrorCode::kLimit,
        fmt::format("registry: more than {} pages; submit again goes on from there", options_.pages)};
  }

 private:
  // False: it was the last.
  Result<bool> one_page(SourceMark& mark) {
    std::string address = fmt::format("{}?limit={}&version=latest", base_of(options_.url), options_.page);
    if (!mark.since.empty()) address += "&updated_since=" + percent(mark.since);
    if (!mark.cursor.empty()) address += "&cursor=" + percent(mark.cursor);
    const bool first = mark.cursor.empty();
    auto response = ask(address, first ? mark.etag : std::string());
    if (!response) return response.error();
    if (response->status == 304) {
      out_.unchanged = true;
      return finish(mark, {}, {}, mark.etag);
    }
    auto parsed = parse_json(response->body, "registry", {});
    const JsonObject* body = parsed ? parsed->value.if_object() : nullptr;
    const JsonArray* servers = body != nullptr ? find_array(*body, "servers") : nullptr;
    if (servers == nullptr || servers->size() > 1000)
      return Error{ErrorCode::kNothingToGrade, "registry: the answer is no page of servers"};
    Listed listed;
    for (const Json& entry : *servers) list_registry_entry(entry, listed);
    for (FleetTarget& target : listed.targets) target.source = options_.url;
    ++out_.pages;
    out_.entries += servers->size();
    out_.skipped += listed.skipped.size();
    for (const FleetTarget& target : listed.targets) ++(target.removed ? out_.removed : out_.targets);
    const JsonObject* metadata = find_object(*body, "metadata");
    std::string next;
    if (metadata != nullptr) {
      next = find_string(*metadata, "nextCursor");
      if (next.empty()) next = find_string(*metadata, "next_cursor");
    }
    if (first) mark.etag = clip(response->header("etag"), 200);
    if (next.size() > kCursorLength || (!next.empty() && next == mark.cursor))
      return Error{ErrorCode::kLimit, "registry: it leads to the same page again, or nowhere"};
    if (next.empty() || servers->empty()) return finish(mark, listed.targets, listed.skipped, mark.etag);
    mark.cursor = next;
    if (auto kept = book_.list(options_.url, listed.targets, listed.skipped, mark, now_); !kept)
      return kept.error();
    return true;
  }

  Result<bool> finish(SourceMark& mark, const std::vector<FleetTarget>& targets,
                      const std::vector<SkippedEntry>& skipped, const std::string& etag) {
    SourceMark next;
    next.walked_at = now_;
    // An answer's tag belongs to its question: when nothing was new, the next walk asks the same again, and
    // the registry may say that nothing changed.
    const bool nothing_new = out_.entries == 0 && !mark.since.empty();
    next.since = nothing_new ? mark.since : mark.began;
    next.etag = nothing_new ? etag : std::string();
    if (auto kept = book_.list(options_.url, targets, skipped, next, now_); !kept) return kept.error();
    return false;
  }

  Result<HttpResponse> ask(const std::string& address, const std::string& etag) {
    const auto url = parse_url(address);
    if (!url) return Error{ErrorCode::kUsage, fmt::format("--registry: {}", url.error().message)};
    auto wait = Milliseconds(static_cast<std::int64_t>(options_.first_wait_seconds * 1000));
    for (int attempt = 1;; ++attempt) {
      client_.loop().sleep_until(next_);
      next_ = Loop::now() + Milliseconds(static_cast<std::int64_t>(1000 / options_.per_second));
      HttpRequest request;
      request.url = *url;
      request.purpose = Purpose::kRegistry;
      request.label = "servers";
      request.headers = {{"Accept", "application/json"}};
      if (!etag.empty()) request.headers.push_back({"If-None-Match", etag});
      request.limits.total = Milliseconds(60'000);
      request.limits.body_bytes = options_.page_bytes;
      HttpResponse response = client_.send(std::move(request));
      const bool answered = response.failure == HttpFailure::kNone;
      if (answered && (response.status == 200 || (response.status == 304 && !etag.empty()))) return response;
      const bool passing = answered ? response.status == 429 || response.status >= 500
                                    : response.failure != HttpFailure::kRefused;
      const std::string why = answered
                                  ? fmt::format("it answered {}", response.status)
                                  : fmt::format("{} {}", name_of(response.failure), response.failure_detail);
      if (!passing || attempt >= options_.attempts) {
        return Error{
            response.failure == HttpFailure::kRefused ? ErrorCode::kRefused : ErrorCode::kNotReached,
            fmt::format("registry {}: {}; submit again goes on from there",
                        clip(escape_terminal(shown_url(*url)), 200), clip(escape_terminal(why), 200))};
      }
      next_ = std::max(next_, Loop::now() + std::min(retry_after(response).value_or(wait), kLongestWait));
      wait = std::min(wait * 2, kLongestWait);
    }
  }

  // Seconds only; a date is rare, and five minutes at most is waited anyway.
  static std::optional<Milliseconds> retry_after(const HttpResponse& response) {
    const std::string text(response.header("retry-after"));
    if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos)
      return std::nullopt;
    return Milliseconds(std::strtoll(text.c_str(), nullptr, 10) * 1000);
  }

  const RegistryOptions& options_;
  HttpClient& client_;
  FleetBook& book_;
  std::int64_t now_;
  const std::function<void(const RegistryWalk&)>& progress_;
  TimePoint next_ = Loop::now();
  RegistryWalk out_;
};

}  // namespace

Result<RegistryWalk> walk_registry(const RegistryOptions& options, const LiveOptions& live, FleetBook& book,
                                   std::int64_t now,
                                   const std::function<void(const RegistryWalk&)>& progress) {
  Result<RegistryWalk> out = Error{ErrorCode::kNotReached, "registry: interrupted"};
  Loop loop;
  loop.spawn([&] {
    const TrustStore trust;
    const auto resolver = make_ares_resolver(loop, live.resolver);
    RequestLog log;
    GuardedClientOptions guarded;
    guarded.policy = AddressPolicy(live.allowed_hosts);
    guarded.user_agent = fmt::format("mcpjury/{}", program_info().version);
    guarded.offer_old_tls = false;
    GuardedClient client(loop, *resolver, trust, log, std::move(guarded));
    out = Walk(options, client, book, now, progress).run();
  });
  loop.run();
  return out;
}

}  // namespace mcpjury
