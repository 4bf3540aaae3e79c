// A tool that takes the name of a tool which another publisher has had longer, by what the store remembers
// (MCPB-X002). Publisher and age decide; a name alone, shared by chance, counts in published only.
#include <map>

#include "detect/rules/neighbour_help.h"
#include "detect/rules/subject_help.h"

namespace mcpjury {

void detect_established_names(const DetectInput& input, FindingSink& sink) {
  FingerprintView view;
  read_fingerprints(input.evidence, view);
  if (view.names.empty()) return;
  static const std::uint16_t kTakes = detector_index("takes-established-name");
  std::map<std::string_view, const SeenTool*> by_name;
  for (const SeenTool& seen : view.names) by_name.emplace(seen.tool, &seen);
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const ToolView& tool = input.surface.tools[i];
    const auto found = by_name.find(tool.name);
    if (found == by_name.end()) continue;
    const SeenTool& seen = *found->second;
    for (const OtherTool& other : seen.others) {
      if (other.server->together || !foreign_publisher(input, view, *other.server) ||
          !clearly_earlier(other.first_seen, seen.first_seen))
        continue;
      const bool common = seen.publishers >= kCommonName;
      const bool misspelt = other.near && misspelt_by_own_words(tool, other.tool);
      if (other.near ? !misspelt : common) continue;
      const bool imitates = misspelt || (other.same_description && other_subject(input, *other.server));
      const SubjectUnit& subject = input.text.tool(i);
      sink.add(kTakes, subject, role_path(input.text, subject, TextRole::kName), tool.name,
               imitates ? Confidence::kMedium : Confidence::kLow,
               {.detail = std::string(other.tool) + " of " + who_is(*other.server, other.first_seen)});
    }
  }
}

}  // namespace mcpjury
