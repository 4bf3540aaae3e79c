// Our tools as tools/list shows them: names, descriptions, schemas of input and output, annotations.
//
// One table, made on first use, never changed. Thread safe.
#pragma once

#include <span>
#include <string_view>

#include "base/json.h"
#include "mcpserver/tool_call.h"

namespace mcpjury {

struct ToolEntry {
  std::string_view name;
  ToolAnswer (*run)(const ToolCall& call, ToolBench& bench);
  JsonObject definition;  // whole, as listed
};

std::span<const ToolEntry> our_tools();
const ToolEntry* find_tool(std::string_view name);

}  // namespace mcpjury
