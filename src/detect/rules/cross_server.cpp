// Tools of the same or nearly the same name on another server of one client configuration or one --cross
// command (AS-013). What the store says of other servers is judged in established_names.cpp.
#include <fmt/format.h>

#include <map>

#include "detect/name_distance.h"
#include "detect/rules/facet_help.h"
#include "detect/rules/neighbour_help.h"
#include "detect/rules/subject_help.h"

namespace mcpjury {
namespace {

constexpr std::size_t kNamedTools = 4;

// Names that both sides have and nobody can be blamed for, by the other server.
using SharedNames = std::map<std::uint32_t, std::vector<std::string_view>>;

std::string names_in_words(const std::vector<std::string_view>& names) {
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < kNamedTools; ++i) {
    out += fmt::format("{}{}", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > kNamedTools) out += fmt::format(" and {} more", names.size() - kNamedTools);
  return out;
}

struct TogetherLook {
  const DetectInput& input;
  FindingSink& sink;
  const FingerprintView& view;
  SharedNames& shared;

  void exact(const ToolView& tool, const SubjectUnit& subject, const SeenTool& seen,
             const OtherTool& other) const {
    static const std::uint16_t kExact = detector_index("shadowed-tool-name");
    const bool foreign = foreign_publisher(input, view, *other.server);
    const bool taken = foreign && other.same_description && seen.publishers < kCommonName &&
                       other_subject(input, *other.server) &&
                       clearly_earlier(other.first_seen, seen.first_seen);
    sink.add(kExact, subject, role_path(input.text, subject, TextRole::kName), tool.name,
             taken ? Confidence::kMedium : Confidence::kLow,
             {.detail = who_is(*other.server, taken ? other.first_seen : std::string_view())});
    const bool of_one_hand = !other.server->related.empty() || same_product(input, *other.server);
    if (!taken && !of_one_hand && seen.publishers < kCommonName && other.tool == tool.name)
      shared[other.server_index].push_back(tool.name);
  }

  void near(const ToolView& tool, const SubjectUnit& subject, const OtherTool& other) const {
    static const std::uint16_t kNear = detector_index("near-shadowed-tool-name");
    if (!one_edit_apart(tool.name, other.tool).near) return;
    const bool imitates = other.server->related.empty() && !same_product(input, *other.server) &&
                          misspelt_by_own_words(tool, other.tool);
    sink.add(kNear, subject, role_path(input.text, subject, TextRole::kName), tool.name,
             imitates ? Confidence::kMedium : Confidence::kLow,
             {.detail = fmt::format("{} of {}", other.tool, who_is(*other.server, {}))});
  }
};

}  // namespace

void detect_cross_server(const DetectInput& input, FindingSink& sink) {
  FingerprintView view;
  read_fingerprints(input.evidence, view);
  if (view.names.empty()) return;
  SharedNames shared;
  const TogetherLook look{input, sink, view, shared};
  std::map<std::string_view, const SeenTool*> by_name;
  for (const SeenTool& seen : view.names) by_name.emplace(seen.tool, &seen);
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const ToolView& tool = input.surface.tools[i];
    const auto found = by_name.find(tool.name);
    if (found == by_name.end()) continue;
    for (const OtherTool& other : found->second->others) {
      if (!other.server->together) continue;
      if (other.near) {
        look.near(tool, input.text.tool(i), other);
      } else {
        look.exact(tool, input.text.tool(i), *found->second, other);
      }
    }
  }
  static const std::uint16_t kShared = detector_index("shared-tool-name");
  const FacetReporter report(input, sink, Facet::kFingerprints);
  for (const auto& [server, names] : shared) {
    report.add(kShared, fmt::format("/servers/{}", server), names_in_words(names),
               who_is(view.servers[server], {}), Confidence::kMedium);
  }
}

}  // namespace mcpjury
