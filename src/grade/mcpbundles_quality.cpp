#include "grade/mcpbundles_quality.h"

#include <algorithm>
#include <cassert>

namespace mcpjury {
namespace {

constexpr std::int64_t kDescription = 30, kTypedSchema = 25, kDescribedParameters = 20, kAnnotations = 20,
                       kDistinctName = 5;

// A tool without parameters has all of them typed and described, provided it says so with a schema.
bool says_its_input(const ToolView& tool, const ToolFacts& facts) {
  return facts.has_schema || (tool.input_schema != nullptr && !tool.input_schema->empty());
}

std::int64_t distinct_names(const Surface& surface) {
  std::vector<std::string_view> names;
  names.reserve(surface.tools.size());
  for (const ToolView& tool : surface.tools) names.push_back(display_name(tool));
  std::sort(names.begin(), names.end());
  std::int64_t distinct = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool like_last = i > 0 && names[i] == names[i - 1];
    const bool like_next = i + 1 < names.size() && names[i] == names[i + 1];
    distinct += like_last || like_next ? 0 : 1;
  }
  return distinct;
}

}  // namespace

bool annotations_complete(const ToolView& tool) {
  const Annotations& hints = tool.annotations;
  const bool titled = !tool.title.empty() || !hints.title.empty();
  if (!titled || !hints.read_only || !hints.open_world) return false;
  return *hints.read_only || (hints.destructive && hints.idempotent);
}

std::string_view display_name(const ToolView& tool) {
  if (!tool.title.empty()) return tool.title;
  return tool.annotations.title.empty() ? tool.name : tool.annotations.title;
}

int mcpbundles_quality(const GradeInput& input) {
  const std::vector<ToolView>& tools = input.surface.tools;
  assert(input.tools.size() == tools.size());
  if (tools.empty() || input.tools.size() != tools.size()) return 0;
  std::int64_t sum = kDistinctName * distinct_names(input.surface);
  for (std::size_t i = 0; i < tools.size(); ++i) {
    const ToolFacts& facts = input.tools[i];
    const bool schema = says_its_input(tools[i], facts);
    if (!tools[i].description.empty()) sum += kDescription;
    if (schema && facts.typed_properties) sum += kTypedSchema;
    if (schema && facts.described_properties >= facts.properties) sum += kDescribedParameters;
    if (annotations_complete(tools[i])) sum += kAnnotations;
  }
  const auto count = static_cast<std::int64_t>(tools.size());
  return static_cast<int>((2 * sum + count) / (2 * count));
}

}  // namespace mcpjury
