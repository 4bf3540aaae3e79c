// Private to secrets: what has the form of a secret and is none. Samples of documentation, placeholders,
// references to the environment, hashes, UUIDs, names. For the rules that are built in; a pack of the user
// says itself what it lets pass.
//
// Pure and linear in the length of the match and its line.
#pragma once

#include <string_view>

#include "secrets/allow.h"

namespace mcpjury {

bool is_harmless(std::string_view kind, const SecretMatch& match);

}  // namespace mcpjury
