#include "observe/package/registry_client.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.h"
#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxAnswers = 300;
constexpr Milliseconds kRequestTime{60'000};

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

bool same_machine(const Resolution& a, const Resolution& b) {
  if (a.addresses.empty() || b.addresses.empty()) return false;
  return std::all_of(a.addresses.begin(), a.addresses.end(), [&](const IpAddress& address) {
    return std::find(b.addresses.begin(), b.addresses.end(), address) != b.addresses.end();
  });
}

std::string problem_of(const HttpResponse& response) {
  if (response.failure != HttpFailure::kNone) {
    return fmt::format("{}{}{}", name_of(response.failure), response.failure_detail.empty() ? "" : ": ",
                       response.failure_detail);
  }
  if (response.status != 200) return fmt::format("status {}", response.status);
  return {};
}

}  // namespace

Resolution PinnedResolver::resolve(const std::string& host, TimePoint deadline) {
  const auto found = pinned_.find(host);
  return found != pinned_.end() ? found->second : behind_.resolve(host, deadline);
}

Result<RegistryClient> RegistryClient::make(Loop& loop, Resolver& resolver, const TrustStore& trust,
                                            RequestLog& log, Options options) {
  RegistryClient out(loop, resolver, trust, log);
  std::string base = options.base;
  // Credentials travel in a header; the guarded client refuses them in an address.
  const std::size_t scheme = base.find("://"), authority = scheme == std::string::npos ? 0 : scheme + 3;
  const std::size_t slash = std::min(base.find('/', authority), base.size());
  if (const std::size_t at = base.rfind('@', slash);
      scheme != std::string::npos && at != std::string::npos && at > authority && at < slash) {
    options.authorization =
        "Basic " + base64_encode(percent_decoded(std::string_view(base).substr(authority, at - authority)));
    base.erase(authority, at + 1 - authority);
  }
  while (base.ends_with('/')) base.pop_back();
  auto url = parse_url(base + "/");
  if (!url) return Error{ErrorCode::kUsage, "the configured package registry is no http or https address"};
  out.base_ = *url;
  options.base.clear();
  out.options_ = std::move(options);
  return out;
}

std::vector<std::string> RegistryClient::hosts_for(const Url& url, PinnedResolver& pinned) {
  std::vector<std::string> hosts = options_.allowed_hosts;
  hosts.push_back(base_.host);
  if (url.host == base_.host || url.is_ipv4 || url.is_ipv6 || base_.is_ipv4 || base_.is_ipv6 ||
      url.port != base_.port)
    return hosts;
  const Resolution files = resolver_.resolve(url.host, options_.deadline);
  const bool private_files = std::any_of(files.addresses.begin(), files.addresses.end(),
                                         [](const IpAddress& address) { return !is_public(address); });
  if (!private_files) return hosts;
  if (!same_machine(files, resolver_.resolve(base_.host, options_.deadline))) return hosts;
  pinned.pin(url.host, files);
  hosts.push_back(url.host);
  return hosts;
}

RegistryAnswer RegistryClient::get(std::string_view reference, std::string_view accept,
                                   std::size_t body_bytes, std::string_view shown) {
  RegistryAnswer out;
  auto url = resolve_url(base_, reference);
  if (!url) {
    out.problem = "the registry names an address that cannot be read";
    return out;
  }
  PinnedResolver pinned(resolver_);
  GuardedClientOptions guarded;
  guarded.policy = AddressPolicy(hosts_for(*url, pinned));
  guarded.deadline = options_.deadline;
  guarded.user_agent = options_.user_agent;
  guarded.offer_old_tls = false;
  GuardedClient client(loop_, pinned, trust_, log_, std::move(guarded));
  HttpRequest request;
  request.url = *url;
  request.headers = {{"Accept", std::string(accept)}};
  if (!options_.authorization.empty() && url->same_origin(base_)) {
    request.headers.push_back({"Authorization", options_.authorization});
    request.carries_secret = true;
  }
  request.purpose = Purpose::kRegistry;
  request.label = std::string(shown);
  request.limits.total = kRequestTime;
  request.limits.body_bytes = body_bytes;
  out.response = client.send(std::move(request));
  out.problem = escape_terminal(redact(problem_of(out.response)));
  JsonObject answer{
      {"registry", clip(shown, 300)}, {"url", redact(shown_url(*url))}, {"status", out.response.status}};
  if (out.response.failure != HttpFailure::kNone) answer["error"] = out.problem;
  if (answers_.size() < kMaxAnswers) answers_.push_back(std::move(answer));
  return out;
}

}  // namespace mcpjury
