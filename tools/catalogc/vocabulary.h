// The words of the YAML files and what they mean in the table.
#pragma once

#include <optional>
#include <string>

#include "catalog/catalog.h"

namespace catalogc {

std::optional<mcpjury::Per> per_from(const std::string& name);
std::optional<mcpjury::Scope> scope_from(const std::string& name);
// "description", "prose", or several joined with '+'.
std::optional<mcpjury::RoleMask> roles_from(const std::string& names);
// "signal@roles" or "signal".
void split_atom(const std::string& atom, std::string& signal, std::string& roles);

}  // namespace catalogc
