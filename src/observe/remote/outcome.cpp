#include "observe/remote/outcome.h"

#include <fmt/format.h>

#include <array>

#include "base/escape.h"
#include "mcp/failure.h"

namespace mcpjury {
namespace {

bool says(std::string_view detail, std::string_view word) {
  return detail.find(word) != std::string_view::npos;
}

bool begins(std::string_view detail, std::string_view word) {
  return detail == word || (detail.starts_with(word) && detail[word.size()] == ':');
}

std::string bad_http(std::string_view detail) {
  if (says(detail, "framing") || says(detail, "chunk")) return "protocol-error:framing";
  if (says(detail, "length")) return "protocol-error:length";
  return "protocol-error:http";
}

// Names a conversation ends with that are no HttpFailure.
struct Named {
  std::string_view failure, ended;
};
constexpr std::array kNamed = {
    Named{failure::kResponseTimeout, "timeout:mcp-response"},
    Named{failure::kNoReply, "protocol-error:no-reply"},
    Named{failure::kNotJson, "protocol-error:not-mcp"},
    Named{failure::kMediaType, "protocol-error:not-mcp"},
    Named{failure::kBadFrame, "protocol-error:jsonrpc"},
    Named{failure::kWrongId, "protocol-error:jsonrpc"},
    Named{failure::kBadResult, "protocol-error:jsonrpc"},
    Named{failure::kRpcError, "protocol-error:jsonrpc"},
    Named{failure::kJsonLimit, "limit:json-depth"},
    Named{failure::kTooLarge, "limit:body-bytes"},
    Named{failure::kSseLine, "limit:sse-line"},
    Named{failure::kSseEvent, "limit:sse-line"},
    Named{failure::kFlood, "limit:unexpected-messages"},
    Named{failure::kNoEndpoint, "timeout:mcp-response"},
    Named{failure::kCrossOrigin, "refused:cross-origin-endpoint"},
    Named{failure::kExited, "protocol-error:exited"},
    Named{failure::kNotStarted, "unreachable:not-started"},
    Named{failure::kClosed, "protocol-error:closed"},
};

HttpFailure failure_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(HttpFailure::kStopped); ++i) {
    const auto failure = static_cast<HttpFailure>(i);
    if (failure != HttpFailure::kNone && name_of(failure) == name) return failure;
  }
  return HttpFailure::kNone;
}

}  // namespace

std::string ended_as(HttpFailure failure, std::string_view detail, bool any_head) {
  switch (failure) {
    case HttpFailure::kNone:
      return "ok";
    case HttpFailure::kRefused:
      // The detail begins with the reason's name; what follows is partly the server's own text.
      if (begins(detail, name_of(Refusal::kScheme))) return "refused:scheme";
      if (begins(detail, name_of(Refusal::kDowngrade))) return "refused:scheme";
      if (begins(detail, name_of(Refusal::kUserinfo))) return "refused:userinfo";
      if (begins(detail, name_of(Refusal::kUrl))) return "refused:url";
      return "refused:address-policy";
    case HttpFailure::kDns:
      return "unreachable:dns";
    case HttpFailure::kDnsTimeout:
      return "timeout:dns";
    case HttpFailure::kConnect:
      return "unreachable:refused";
    case HttpFailure::kConnectTimeout:
      return "timeout:connect";
    case HttpFailure::kTls:
      return "protocol-error:tls";
    case HttpFailure::kTlsTimeout:
      return "timeout:tls";
    case HttpFailure::kTimeout:
      if (detail.starts_with("headers")) return "timeout:headers";
      if (detail.starts_with("body")) return "timeout:body";
      if (!any_head) return "timeout:headers";
      return says(detail, "total") ? "timeout:total" : "timeout:body";
    case HttpFailure::kClosedEarly:
      return any_head ? "protocol-error:truncated" : "protocol-error:closed-early";
    case HttpFailure::kBadHttp:
      return bad_http(detail);
    case HttpFailure::kHeadersTooLarge:
      return says(detail, "lines") || says(detail, "count") ? "limit:header-count" : "limit:header-bytes";
    case HttpFailure::kTooLarge:
      return "limit:body-bytes";
    case HttpFailure::kBadEncoding:
      return says(detail, "layers") ? "limit:encoding-layers" : "protocol-error:encoding";
    case HttpFailure::kRatio:
      return "limit:expanded-bytes";
    case HttpFailure::kRedirectLimit:
      return "limit:redirects";
    case HttpFailure::kRedirectLoop:
      return "limit:redirect-loop";
    case HttpFailure::kStopped:
      return "timeout:total";
  }
  return "ok";
}

std::string ended_as(const Conversation& conversation) {
  const std::string& failure = conversation.failure;
  if (failure.empty()) {
    for (const auto& [what, limit] : conversation.limits) {
      if (what == "pages" || what == "items") return "limit:" + what;
      if (what == "cursor_loop") return "limit:cursor-loop";
    }
    return "ok";
  }
  for (const Named& named : kNamed) {
    if (failure == named.failure) return std::string(named.ended);
  }
  const HttpFailure http = failure_named(failure);
  if (http != HttpFailure::kNone) {
    return ended_as(http, conversation.failure_detail, conversation.opening.http_status != 0);
  }
  if (failure.starts_with("http_")) return "http:" + failure.substr(5);
  if (failure.starts_with("limit_")) return "limit:" + failure.substr(6);
  return "protocol-error:" + failure;
}

namespace {

std::string in_words(std::string_view ended, std::string_view detail, std::string_view shown_url) {
  const std::string where = escape_terminal(shown_url);
  const std::string why =
      detail.empty() ? std::string() : fmt::format(" ({})", escape_terminal(clip(detail, 200)));
  if (ended == "unreachable:dns") return fmt::format("{}: no such host{}", where, why);
  if (ended == "timeout:dns") return fmt::format("{}: the name could not be looked up in time{}", where, why);
  if (ended == "unreachable:refused")
    return fmt::format("{}: nothing accepts connections there{}", where, why);
  if (ended.starts_with("refused:scheme"))
    return fmt::format("{}: the scheme does not allow it{}", where, why);
  if (ended.starts_with("refused:url")) return fmt::format("{}: not a URL that can be asked{}", where, why);
  if (ended.starts_with("refused:cross-origin-endpoint")) {
    return fmt::format("{}: names an endpoint of another origin, which is not followed{}", where, why);
  }
  if (ended.starts_with("refused:userinfo")) {
    return fmt::format("{}: credentials in a URL are not sent; use --bearer-env NAME{}", where, why);
  }
  if (ended.starts_with("refused:") && says(detail, "it redirects to ")) {
    return fmt::format("{}: refused{}", where, why);
  }
  if (ended == "refused:url")
    return fmt::format("{}: refused{}; write the address in its usual form", where, why);
  if (ended.starts_with("refused:")) {
    return fmt::format("{}: refused, not a public address{}; --allow-private reaches a server of your own",
                       where, why);
  }
  if (ended.starts_with("timeout:"))
    return fmt::format("{}: no answer in time, {}{}", where, ended.substr(8), why);
  if (ended == "protocol-error:tls" && says(detail, "wrong version number")) {
    return fmt::format("{}: speaks no TLS there; is it http:// instead?", where);
  }
  if (ended == "protocol-error:tls") return fmt::format("{}: no TLS connection came about{}", where, why);
  if (ended == "protocol-error:closed-early" && shown_url.starts_with("http:")) {
    return fmt::format("{}: closed the connection without an answer{}; is it https:// instead?", where, why);
  }
  if (ended == "protocol-error:not-mcp") {
    return fmt::format("{}: answers, but not as an MCP server{}; is the path right (often /mcp or /sse)?",
                       where, why);
  }
  if (ended == "http:404" || ended == "http:405") {
    return fmt::format("{}: answers with HTTP {}{}; is the path right (often /mcp or /sse)?", where,
                       ended.substr(5), why);
  }
  if (ended.starts_with("http:"))
    return fmt::format("{}: answers with HTTP {}{}", where, ended.substr(5), why);
  if (ended.starts_with("limit:"))
    return fmt::format("{}: stopped at a limit, {}{}", where, ended.substr(6), why);
  return fmt::format("{}: {}{}", where, ended, why);
}

}  // namespace

std::string outcome_message(std::string_view ended, std::string_view detail, std::string_view shown_url) {
  // The code stands at the end, for scripts and for looking it up.
  return fmt::format("{} [{}]", in_words(ended, detail, shown_url), ended);
}

}  // namespace mcpjury
