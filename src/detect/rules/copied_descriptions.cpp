// The same descriptions, or the same whole tool list, on a server of another publisher (AgentReserve's rule
// of unique descriptions). Facts, not accusations: forks and second deployments are honest.
#include <fmt/format.h>

#include <map>
#include <string>

#include "detect/rules/facet_help.h"
#include "detect/rules/neighbour_help.h"

namespace mcpjury {
namespace {

struct CopiedFrom {
  std::uint32_t descriptions = 0, rare = 0;  // rare: not a sentence several publishers share
  std::string_view tool;
};

}  // namespace

void detect_copied_descriptions(const DetectInput& input, FindingSink& sink) {
  FingerprintView view;
  read_fingerprints(input.evidence, view);
  if (view.servers.empty()) return;
  static const std::uint16_t kElsewhere = detector_index("description-seen-elsewhere");
  static const std::uint16_t kSameSurface = detector_index("same-surface-elsewhere");
  const FacetReporter report(input, sink, Facet::kFingerprints);
  std::map<std::uint32_t, CopiedFrom> copied;
  for (const SeenTool& seen : view.descriptions) {
    for (const OtherTool& other : seen.others) {
      CopiedFrom& from = copied[other.server_index];
      ++from.descriptions;
      if (seen.publishers < kCommonName) ++from.rare;
      if (from.tool.empty()) from.tool = seen.tool;
    }
  }
  for (const auto& [index, from] : copied) {
    const OtherServer& other = view.servers[index];
    const bool named = !input.surface.server_name.empty() && !other.name.empty();
    const bool other_name = named && !same_server_name(input.surface.server_name, other.name);
    // Whoever had it first copied from nobody.
    const bool first = clearly_earlier(view.first_seen, other.first_seen);
    const std::string which = from.descriptions > 1
                                  ? fmt::format("{} and {} more", from.tool, from.descriptions - 1)
                                  : std::string(from.tool);
    report.add(kElsewhere, fmt::format("/servers/{}", index), which, who_is(other),
               other_name && other.related.empty() && from.rare > 0 && !first ? Confidence::kMedium
                                                                              : Confidence::kLow);
  }
  for (std::uint32_t i = 0; i < view.servers.size(); ++i) {
    const OtherServer& other = view.servers[i];
    const bool strangers = other.related.empty() && !view.publisher.empty() && !other.publisher.empty() &&
                           view.publisher != other.publisher;
    if (!strangers || !same_product(input, other) || other.tools < 3) continue;
    const std::string shared = fmt::format("{} of {} tools", other.shared_tools, input.surface.tools.size());
    report.add(kSameSurface, fmt::format("/servers/{}", i), shared, who_is(other), Confidence::kMedium);
  }
}

}  // namespace mcpjury
