// Which package registry the user's own npm asks. No address of a registry is written into this program.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace mcpjury {

// The value of `registry` in the text of an npmrc file; empty when it sets none. Scoped registries
// ("@scope:registry") are taken for packages of that scope.
std::string registry_in_npmrc(std::string_view text, std::string_view package);

// The environment, ~/.npmrc, /etc/npmrc, and at last what `npm config get registry` says. kNothingToGrade
// when nothing names one.
Result<std::string> npm_registry_for(std::string_view package);

// The value of an Authorization header for this registry in the text of an npmrc file
// ("//host/:_authToken=…",
// "${VARIABLE}" replaced); empty when it holds none.
std::string authorization_in_npmrc(std::string_view text, std::string_view registry);
std::string npm_authorization_for(std::string_view registry);

}  // namespace mcpjury
