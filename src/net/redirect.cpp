#include "net/redirect.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShownLocation = 300;

// Which header holds a credential cannot be known (API keys have any name): what may cross an origin is
// listed when the request has one, and what never may is listed for all.
bool may_cross(std::string_view name, bool carries_secret) {
  static constexpr std::array<std::string_view, 5> kNever = {"authorization", "proxy-authorization", "cookie",
                                                             "mcp-session-id", "host"};
  static constexpr std::array<std::string_view, 9> kHarmless = {
      "accept",     "accept-encoding",      "accept-language", "content-type", "user-agent",
      "mcp-method", "mcp-protocol-version", "mcp-name",        "origin"};
  const std::string plain = ascii::lowered(name);
  if (carries_secret) return std::find(kHarmless.begin(), kHarmless.end(), plain) != kHarmless.end();
  return std::find(kNever.begin(), kNever.end(), plain) == kNever.end();
}

RedirectStep ended(RedirectStep step, HttpFailure failure, std::string reason,
                   std::optional<Refusal> refusal = std::nullopt) {
  step.hop.reason = std::move(reason);
  step.failure = failure;
  step.refusal = refusal;
  return step;
}

}  // namespace

bool is_redirect(const HttpHead& head) {
  switch (head.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return !head.header("location").empty();
    default:
      return false;
  }
}

RedirectStep next_step(const HttpRequest& request, const HttpHead& head,
                       const std::vector<std::string>& seen) {
  RedirectStep step;
  step.hop.from = shown_url(request.url);
  step.hop.status = head.status;
  const std::string_view location = head.header("location");
  const auto target = resolve_url(request.url, location);
  if (!target) {
    step.hop.to = escape_terminal(clip(redact(location), kShownLocation));
    const bool scheme = target.error().code == ErrorCode::kUnknownScheme;
    if (!request.follow_redirects) return ended(std::move(step), HttpFailure::kNone, "not asked to follow");
    return ended(std::move(step), HttpFailure::kRefused, scheme ? "scheme" : "not a URL",
                 scheme ? Refusal::kScheme : Refusal::kUrl);
  }
  step.hop.to = shown_url(*target);
  if (!request.follow_redirects) return ended(std::move(step), HttpFailure::kNone, "not asked to follow");

  const bool same_origin = request.url.same_origin(*target);
  const bool reading = request.method == "GET" || request.method == "HEAD";
  const bool keeps_method = head.status == 307 || head.status == 308;
  if (!reading && !keeps_method && !same_origin) {
    return ended(std::move(step), HttpFailure::kNone, request.method + " is not repeated on another origin");
  }
  if (request.carries_secret && request.url.scheme == "https" && target->scheme == "http") {
    return ended(std::move(step), HttpFailure::kRefused, "https to http with a credential",
                 Refusal::kDowngrade);
  }
  // The body of these is the credential itself.
  const bool secret_body = request.purpose == Purpose::kToken || request.purpose == Purpose::kRegistration;
  if (request.carries_secret && secret_body && !same_origin && !reading) {
    return ended(std::move(step), HttpFailure::kNone, "a credential is not sent to another origin");
  }
  if (std::find(seen.begin(), seen.end(), target->dial()) != seen.end()) {
    return ended(std::move(step), HttpFailure::kRedirectLoop, "redirect loop");
  }
  if (static_cast<int>(seen.size()) > request.limits.redirects) {
    return ended(std::move(step), HttpFailure::kRedirectLimit, "more redirects than allowed");
  }

  step.hop.followed = true;
  HttpRequest next = request;
  next.url = *target;
  if (!same_origin) {
    std::erase_if(next.headers,
                  [&](const HttpHeader& each) { return !may_cross(each.name, request.carries_secret); });
    if (request.carries_secret) step.hop.reason = "credentials dropped";
    next.carries_secret = false;
  }
  if (!reading && !keeps_method) step.hop.reason = request.method + " repeated on the same origin";
  step.next = std::move(next);
  return step;
}

}  // namespace mcpjury
