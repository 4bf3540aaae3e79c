// Where in a JSON text each value begins. The JSON library keeps no places, so a light pass does.
//
// The text must have been accepted by parse_json(). Linear time; memory is one entry an open bracket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

// Calls `visit(pointer, line)` for every object and every string value, in document order.
// `pointer` is only valid during the call.
void walk_places(std::string_view json_text,
                 const std::function<void(std::string_view pointer, std::uint32_t line)>& visit);

}  // namespace mcpjury
