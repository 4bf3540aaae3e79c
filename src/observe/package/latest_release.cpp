#include "observe/package/latest_release.h"

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxKnown = 256;
constexpr Milliseconds kTime{10'000};

// "@scope/name" is one segment of the path.
std::string escaped_name(const std::string& package) {
  std::string out;
  for (const char c : package) {
    if (c == '/') {
      out += "%2f";
    } else {
      out += c;
    }
  }
  return out;
}

bool is_package_name(const std::string& name) {
  for (const char c : name) {
    const bool fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_' || c == '.' || c == '@' || c == '/';
    if (!fine) return false;
  }
  return !name.empty() && name.size() <= 214;
}

}  // namespace

LatestRelease ReleaseLookup::npm(const std::string& registry, const std::string& package, RequestLog& log) {
  if (const auto found = known_.find(package); found != known_.end()) return found->second;
  LatestRelease release;
  std::string base = registry;
  while (base.ends_with('/')) base.pop_back();
  auto url = parse_url(base + "/" + escaped_name(package) + "/latest");
  if (!url || !is_package_name(package)) {
    release.answer = {{"error", "no address can be made for this package"}};
    return release;
  }
  GuardedClientOptions options;
  options.policy = AddressPolicy({url->host});
  options.deadline = Loop::now() + kTime;
  GuardedClient client(loop_, resolver_, trust_, log, std::move(options));
  HttpRequest request;
  request.url = *url;
  request.headers = {{"Accept", "application/json"}};
  request.purpose = Purpose::kRegistry;
  request.label = package;
  const HttpResponse response = client.send(std::move(request));
  release.answer = {{"registry", "npm"}, {"url", shown_url(*url)}, {"status", response.status}};
  if (response.failure != HttpFailure::kNone) release.answer["error"] = name_of(response.failure);
  JsonReadOptions reading;
  reading.max_depth = 64;
  auto json = parse_json(response.body, "registry", reading);
  const JsonObject* document = json.ok() ? json->value.if_object() : nullptr;
  if (response.status == 200 && document != nullptr) {
    release.version = redact(clip(find_string(*document, "version"), 100));
    release.answer["document"] =
        JsonObject{{"name", clip(find_string(*document, "name"), 214)}, {"version", release.version}};
  }
  if (known_.size() < kMaxKnown) known_.emplace(package, release);
  return release;
}

}  // namespace mcpjury
