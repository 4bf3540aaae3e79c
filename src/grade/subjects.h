// From the subject of a finding to the tool it is about. Pure, no ownership, thread safe.
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/finding.h"
#include "model/surface.h"

namespace mcpjury {

// Position in surface.tools, or -1 when the finding is tied to no tool that was seen. The subject's
// index is the tool's place in the array that was read; entries that were no tools leave gaps there.
inline std::int32_t tool_position(const Surface& surface, const FindingSubject& subject) {
  if (subject.type != SubjectType::kTool || subject.index < 0) return -1;
  const auto wanted = static_cast<std::uint32_t>(subject.index);
  if (wanted < surface.tools.size() && surface.tools[wanted].index == wanted) return subject.index;
  const auto found =
      std::lower_bound(surface.tools.begin(), surface.tools.end(), wanted,
                       [](const ToolView& tool, std::uint32_t index) { return tool.index < index; });
  if (found == surface.tools.end() || found->index != wanted) return -1;
  return static_cast<std::int32_t>(found - surface.tools.begin());
}

}  // namespace mcpjury
