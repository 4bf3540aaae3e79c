// injection-in-resource: the technical injection set over the few resource bodies that were read.
#include <fmt/format.h>

#include "detect/rules/facet_help.h"
#include "detect/rules/markup_scan.h"
#include "model/live_view.h"

namespace mcpjury {

void detect_resource_samples(const DetectInput& input, FindingSink& sink) {
  const ProtocolView seen = protocol_view(input.evidence);
  if (seen.samples == nullptr) return;
  static const std::uint16_t kInjection = detector_index("injection-in-resource");
  const FacetReporter report(input, sink, Facet::kProtocol);
  std::vector<MarkupHit> hits;
  for (std::size_t i = 0; i < seen.samples->size(); ++i) {
    const JsonObject* sample = (*seen.samples)[i].if_object();
    if (sample == nullptr) continue;
    const std::string_view text = find_string(*sample, "text");
    hits.clear();
    scan_markup(text, {}, hits);
    const std::string_view type = find_string(*sample, "mime_type");
    // A page may hold what pages hold; in plain text a tag has no business.
    const bool page = type.starts_with("text/html") || type.starts_with("image/svg") ||
                      type.find("xml") != std::string_view::npos;
    for (const MarkupHit& hit : hits) {
      report.add(kInjection, fmt::format("/resource_samples/{}/text", i), text.substr(hit.begin, hit.size),
                 hit.address ? std::string_view("an address that is not https") : hit.detail,
                 page ? Confidence::kLow : hit.confidence);
    }
  }
}

}  // namespace mcpjury
