// Descriptions that are missing, too long, or the same twice.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "detect/rules/subject_help.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxDescriptionBytes = 4096;

struct Keyed {
  std::size_t hash;
  std::uint32_t tool;
};

void duplicates(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kDuplicate = detector_index("duplicate-description");
  const auto& tools = input.surface.tools;
  if (tools.size() < 2) return;
  std::vector<Keyed> keys;
  keys.reserve(tools.size());
  for (std::uint32_t i = 0; i < tools.size(); ++i) {
    const std::string_view text = trimmed(tools[i].description);
    if (!text.empty()) keys.push_back({std::hash<std::string_view>()(text), i});
  }
  std::sort(keys.begin(), keys.end(), [](const Keyed& a, const Keyed& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.tool < b.tool;
  });
  std::size_t first = 0;
  for (std::size_t k = 1; k < keys.size(); ++k) {
    if (keys[k].hash != keys[first].hash) {
      first = k;
      continue;
    }
    const ToolView& other = tools[keys[first].tool];
    const std::string_view text = trimmed(tools[keys[k].tool].description);
    if (trimmed(other.description) != text) continue;
    const SubjectUnit& subject = input.text.tool(keys[k].tool);
    sink.add(kDuplicate, subject, role_path(input.text, subject, TextRole::kDescription), text,
             Confidence::kHigh, {.detail = other.name});
  }
}

}  // namespace

void detect_descriptions(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kMissing = detector_index("missing-description");
  static const std::uint16_t kOversized = detector_index("oversized-description");
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const ToolView& tool = input.surface.tools[i];
    const SubjectUnit& subject = input.text.tool(i);
    if (trimmed(tool.description).empty()) {
      sink.add(kMissing, subject, subject.path, tool.name, Confidence::kHigh);
    } else if (tool.description.size() > kMaxDescriptionBytes) {
      sink.add(kOversized, subject, role_path(input.text, subject, TextRole::kDescription),
               tool.description.substr(0, 400), Confidence::kHigh,
               {.detail = fmt::format("{} bytes", tool.description.size())});
    }
  }
  duplicates(input, sink);
}

}  // namespace mcpjury
