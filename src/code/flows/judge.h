// Whether a path from a parameter to a sink is a flaw, a capability by design, or nothing. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "code/flows/value.h"

namespace mcpjury::flow {

struct Verdict {
  std::string fact, severity, confidence;
};

// `argument` is the tool's argument the value comes from, by its last name.
std::optional<Verdict> judge(std::string_view fact, std::string_view severity, Shape shape,
                             std::uint16_t marks, std::string_view argument);

}  // namespace mcpjury::flow
