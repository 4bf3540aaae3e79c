// A tool whose words try to steer a model, without its words: what is left is enough to call it and too
// little to carry an order. Pure.
#pragma once

#include "base/json.h"

namespace mcpjury {

// Name and the bare shape of its parameters: no title, description, default, example, comment, no long name
// or choice, nothing the server put beside them.
JsonObject without_words(const JsonObject& tool);

}  // namespace mcpjury
