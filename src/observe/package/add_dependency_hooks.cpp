#include <algorithm>

#include "observe/package/dependency_hooks.h"
#include "observe/package/npm_registry.h"
#include "observe/package/package.h"

namespace mcpjury {

void add_dependency_hooks(const PackageNetwork& network, const PackageOptions& options, Evidence& evidence) {
  JsonObject* data = evidence.facet(Facet::kDependencies).data.if_object();
  const JsonArray* packages = data != nullptr ? find_array(*data, "packages") : nullptr;
  if (packages == nullptr) return;
  const bool any = std::any_of(packages->begin(), packages->end(), [](const Json& row) {
    return row.is_object() && find_string(row.get_object(), "ecosystem") == "npm";
  });
  if (!any) return;
  const auto base = options.registry.empty() ? npm_registry_for("") : Result<std::string>(options.registry);
  RequestLog log;
  const TimePoint deadline = Loop::now() + options.total;
  auto registry = base ? RegistryClient::make(network.loop, network.resolver, network.trust, log,
                                              {*base, npm_authorization_for(*base), options.allowed_hosts,
                                               deadline, options.user_agent})
                       : Result<RegistryClient>(base.error());
  if (!registry) {
    evidence.notes.push_back({"dependency_scripts_not_asked", {}, 0});
    return;
  }
  DependencyHooks found;
  network.loop.spawn([&] { found = npm_dependency_hooks(*registry, *packages, deadline); });
  network.loop.run();
  (*data)["install_hooks"] = std::move(found.hooks);
  if (found.not_asked != 0) evidence.limits.push_back({"dependency_scripts_asked", {}, kMaxAsked});
  if (found.failed != 0) evidence.notes.push_back({"dependency_scripts_not_had", {}, 0});
  for (Json& entry : log.to_json()) evidence.request_log.push_back(std::move(entry));
}

}  // namespace mcpjury
