// Install scripts of the packages that a lock file names, asked of the registry. Used from a fiber.
//
// Direct dependencies first; at most kMaxAsked questions, and until the deadline. How many were not asked is
// returned, so that it can be said.
#pragma once

#include "base/json.h"
#include "observe/package/registry_client.h"

namespace mcpjury {

struct DependencyHooks {
  JsonArray hooks;  // entries of dependencies.install_hooks
  std::size_t asked = 0, not_asked = 0, failed = 0;
};

inline constexpr std::size_t kMaxAsked = 120;

DependencyHooks npm_dependency_hooks(RegistryClient& registry, const JsonArray& packages, TimePoint deadline);

}  // namespace mcpjury
