#include "scan/package_presence.h"

#include <map>
#include <optional>

#include "net/guarded_client.h"
#include "net/resolver.h"
#include "observe/package/latest_release.h"
#include "observe/package/npm_registry.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxAsked = 256;

JsonObject* package_of(Evidence& evidence) {
  JsonObject* data = evidence.facet(Facet::kTransport).data.if_object();
  Json* configured = data != nullptr ? data->if_contains("configured") : nullptr;
  Json* package = configured != nullptr && configured->is_object()
                      ? configured->get_object().if_contains("package")
                      : nullptr;
  return package != nullptr ? package->if_object() : nullptr;
}

std::optional<bool> answer_of(const LatestRelease& release) {
  const Json* status = find(release.answer, "status");
  const std::int64_t code = status != nullptr && status->is_int64() ? status->get_int64() : 0;
  if (code == 200 && !release.version.empty()) return true;
  if (code == 404) return false;
  return std::nullopt;
}

}  // namespace

void add_package_presence(const LiveOptions& live, std::vector<Evidence>& evidence) {
  std::map<std::string, std::optional<bool>> answers;
  Loop loop;
  const TrustStore trust;
  const auto resolver = make_ares_resolver(loop, live.resolver);
  ReleaseLookup lookup(loop, *resolver, trust);
  loop.spawn([&] {
    for (Evidence& one : evidence) {
      JsonObject* package = package_of(one);
      if (package == nullptr || find_string(*package, "ecosystem") != "npm" || looking_was_stopped())
        continue;
      const std::string name(find_string(*package, "name"));
      auto known = answers.find(name);
      if (known == answers.end()) {
        if (answers.size() == kMaxAsked) return;
        std::optional<bool> answer;
        if (const auto registry = npm_registry_for(name)) {
          RequestLog log;
          answer = answer_of(lookup.npm(*registry, name, log));
          for (Json& entry : log.to_json()) one.request_log.push_back(std::move(entry));
        }
        known = answers.emplace(name, answer).first;
      }
      if (known->second) (*package)["in_registry"] = *known->second;
    }
  });
  loop.run();
}

}  // namespace mcpjury
