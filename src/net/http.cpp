#include "net/http.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return ascii::lower(x) == ascii::lower(y); });
}

}  // namespace

std::string_view name_of(Purpose purpose) {
  switch (purpose) {
    case Purpose::kTransport:
      return "transport";
    case Purpose::kMcp:
      return "mcp";
    case Purpose::kOriginProbe:
      return "origin_probe";
    case Purpose::kHostProbe:
      return "host_probe";
    case Purpose::kDiscovery:
      return "discovery";
    case Purpose::kRegistration:
      return "registration";
    case Purpose::kToken:
      return "token";
    case Purpose::kRegistry:
      return "registry";
    case Purpose::kCard:
      return "card";
    case Purpose::kPackage:
      return "package";
    case Purpose::kJudge:
      return "judge";
  }
  return "";
}

std::string_view name_of(HttpFailure failure) {
  switch (failure) {
    case HttpFailure::kNone:
      return "";
    case HttpFailure::kRefused:
      return "refused";
    case HttpFailure::kDns:
      return "dns";
    case HttpFailure::kDnsTimeout:
      return "dns_timeout";
    case HttpFailure::kConnect:
      return "connect";
    case HttpFailure::kConnectTimeout:
      return "connect_timeout";
    case HttpFailure::kTls:
      return "tls";
    case HttpFailure::kTlsTimeout:
      return "tls_timeout";
    case HttpFailure::kTimeout:
      return "timeout";
    case HttpFailure::kClosedEarly:
      return "closed_early";
    case HttpFailure::kBadHttp:
      return "bad_http";
    case HttpFailure::kHeadersTooLarge:
      return "headers_too_large";
    case HttpFailure::kTooLarge:
      return "too_large";
    case HttpFailure::kBadEncoding:
      return "bad_encoding";
    case HttpFailure::kRatio:
      return "ratio";
    case HttpFailure::kRedirectLimit:
      return "redirect_limit";
    case HttpFailure::kRedirectLoop:
      return "redirect_loop";
    case HttpFailure::kStopped:
      return "stopped";
  }
  return "";
}

std::string_view HttpHead::header(std::string_view name) const {
  for (const auto& each : headers) {
    if (same_name(each.name, name)) return each.value;
  }
  return {};
}

std::vector<std::string_view> HttpHead::header_lines(std::string_view name) const {
  std::vector<std::string_view> lines;
  for (const auto& each : headers) {
    if (same_name(each.name, name)) lines.push_back(each.value);
  }
  return lines;
}

std::string_view HttpHead::media_type() const {
  std::string_view type = header("content-type");
  type = type.substr(0, type.find(';'));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.remove_suffix(1);
  return type;
}

HttpResponse HttpClient::send(HttpRequest request) {
  const auto begin = Loop::now();
  HttpResponse response;
  auto stream = open(std::move(request));
  for (;;) {
    std::string piece = stream->read(TimePoint::max());
    if (piece.empty()) break;
    if (response.body.empty()) {
      response.body = std::move(piece);
    } else {
      response.body += piece;
    }
  }
  static_cast<HttpHead&>(response) = stream->head();
  if (response.failure == HttpFailure::kNone) response.failure = stream->failure();
  response.received_bytes = stream->received_bytes();
  response.duration = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin);
  return response;
}

}  // namespace mcpjury
