// Private to base: what is wrong with a text that is not JSON, and where.
//
// The JSON library tells neither the exact place nor a reason in plain words, so a text it refused is
// read once more by this strict scan. It keeps no value, only one byte for each open bracket.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

struct JsonFault {
  std::size_t offset = 0;
  std::string reason;  // printable, one line
  bool too_deep = false;
};

// Nothing when the text is JSON as parse_json() understands it. `begin` skips a BOM.
std::optional<JsonFault> find_json_fault(std::string_view text, std::size_t begin, std::size_t max_depth);

// The nearest double of a number literal of JSON grammar; nothing when it is beyond the largest double.
std::optional<double> read_json_number(std::string_view literal);

}  // namespace mcpjury
