// Tools of the same or nearly the same name on another server of one client configuration or batch.
//
// Reads the facet `fingerprints`: {"sisters": [{"server": name, "tools": [name, …]}, …]}. Both sides are
// reported, each in its own scan, because nobody can know which came first.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "detect/name_distance.h"
#include "detect/rules/subject_help.h"

namespace mcpjury {
namespace {

// Pairs compared on one server: beyond this the near ones are no longer looked for.
constexpr std::size_t kMaxPairs = 50'000'000;
constexpr std::size_t kMaxNames = 100'000;

struct Foreign {
  FoldedName folded;
  std::string_view name, server;
};

std::vector<Foreign> foreign_tools(const JsonObject& data) {
  std::vector<Foreign> names;
  const JsonArray* sisters = find_array(data, "sisters");
  if (!sisters) return names;
  for (const Json& sister : *sisters) {
    if (!sister.is_object()) continue;
    const JsonArray* tools = find_array(sister.get_object(), "tools");
    if (!tools) continue;
    for (const Json& tool : *tools) {
      if (!tool.is_string() || names.size() == kMaxNames) continue;
      const std::string_view name = view(tool.get_string());
      names.push_back({fold(name), name, find_string(sister.get_object(), "server")});
    }
  }
  std::sort(names.begin(), names.end(), [](const Foreign& a, const Foreign& b) {
    return std::tuple(a.folded.view(), a.server, a.name) < std::tuple(b.folded.view(), b.server, b.name);
  });
  return names;
}

}  // namespace

void detect_cross_server(const DetectInput& input, FindingSink& sink) {
  const FacetRecord& facet = input.evidence.facet(Facet::kFingerprints);
  if (facet.state != FacetState::kSeen || !facet.data.is_object()) return;
  static const std::uint16_t kExact = detector_index("shadowed-tool-name");
  static const std::uint16_t kNear = detector_index("near-shadowed-tool-name");
  const std::vector<Foreign> names = foreign_tools(facet.data.get_object());
  const bool look_near = names.size() * input.surface.tools.size() <= kMaxPairs;
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    const std::string_view name = input.surface.tools[i].name;
    const FoldedName folded = fold(name);
    if (folded.size == 0) continue;
    const SubjectUnit& subject = input.text.tool(i);
    const auto same =
        std::lower_bound(names.begin(), names.end(), folded.view(),
                         [](const Foreign& a, std::string_view b) { return a.folded.view() < b; });
    if (same != names.end() && same->folded.view() == folded.view()) {
      sink.add(kExact, subject, role_path(input.text, subject, TextRole::kName), name, Confidence::kHigh,
               {.detail = same->server});
      continue;
    }
    if (!look_near) continue;
    for (const Foreign& other : names) {
      if (!may_be_near(folded, other.folded, 1)) continue;
      const NearName near = one_edit_apart(name, other.name);
      if (!near.near) continue;
      sink.add(kNear, subject, role_path(input.text, subject, TextRole::kName), name,
               near.ordinary ? Confidence::kLow : Confidence::kMedium,
               {.detail = fmt::format("{} of {}", other.name, other.server)});
    }
  }
}

}  // namespace mcpjury
