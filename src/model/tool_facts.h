// How a tool is classed and what it can do, as the detectors found it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/enums.h"

namespace mcpjury {

struct ToolFacts {
  ToolClass tool_class = ToolClass::kUnknown;
  bool verb_in_name = false;  // the class comes from the name, not from the description
  bool deletes = false, writes = false, financial = false, sends = false;  // drive the annotation rules
  bool has_schema = false;        // a schema that describes its input
  bool typed_properties = false;  // every property has a type (or there are none)
  int properties = 0, described_properties = 0;
  std::vector<std::uint16_t>
      capabilities;  // detectors of kind capability that fired, at medium confidence or more
};

}  // namespace mcpjury
