// The coarse class of a tool (read, write, destructive) and the counts quality scores need.
#pragma once

#include <string_view>
#include <vector>

#include "detect/text_index.h"
#include "model/surface.h"
#include "model/tool_facts.h"

namespace mcpjury {

enum class Verb : std::uint8_t { kNone, kRead, kWrite, kDelete, kSend, kMoney, kRun };

// The class of one word ("delete" -> kDelete); kNone for everything that is no verb we know.
Verb verb_of(std::string_view word);
// Only the name decides when one of its words is a known verb; the description decides otherwise.
ToolClass class_of(std::string_view name, std::string_view description);

std::vector<ToolFacts> class_tools(const Surface& surface, const TextIndex& text);

}  // namespace mcpjury
