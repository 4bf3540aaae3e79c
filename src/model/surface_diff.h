// What changed between two tool surfaces of one server, tool by tool and member by member. Pure.
//
// Values are shown as they stand, by writers that escape; a diff is made of hostile text on both sides.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

enum class ToolChangeKind { kAdded, kRemoved, kChanged };

// A member of a tool that differs; empty text: absent on that side. Schemas are compared by their canonical
// form, so that order of keys is no change.
struct MemberChange {
  std::string
      member;  // "description", "title", "inputSchema", "outputSchema", "annotations", "_meta", "icons"
  std::string before, after;
};

struct ToolChange {
  ToolChangeKind kind = ToolChangeKind::kChanged;
  std::string name;
  std::vector<MemberChange> members;  // of a changed tool
};

struct SurfaceDiff {
  // Empty: the two can be compared as whole. A list that was cut is never compared as whole: what is missing
  // may only not have been read.
  std::string not_comparable;
  std::vector<ToolChange> tools;  // by name
  bool instructions_changed = false;
  bool unchanged() const { return not_comparable.empty() && tools.empty() && !instructions_changed; }
};

struct SurfaceSide {
  const JsonArray* tools = nullptr;  // null: none was listed
  std::string_view instructions;
  bool truncated = false;
};

// Tools are matched by name; of several with one name, those with the same definition are matched first.
SurfaceDiff compare_surfaces(const SurfaceSide& before, const SurfaceSide& after);

// A line diff of two texts for people: lines marked ' ', '-', '+', unchanged stretches cut to `context`
// lines. Linear in the text for equal stretches; at most `limit` lines come out, a last one says what was
// left out.
std::vector<std::string> line_diff(std::string_view before, std::string_view after, std::size_t context = 2,
                                   std::size_t limit = 60);

}  // namespace mcpjury
