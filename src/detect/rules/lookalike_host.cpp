// A host that is taken for that of another server with much the same tools (MCPB-X001).
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "detect/rules/facet_help.h"
#include "detect/rules/neighbour_help.h"

namespace mcpjury {
namespace {

constexpr std::size_t kOneEditFrom = 5, kTwoEditsFromLabel = 9;

// Only digits differ: numbered hosts of one owner (mcp1, mcp2).
bool numbered(std::string_view left, std::string_view right) {
  const auto letters = [](std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](char c) { return !ascii::is_digit(c) && c != '-'; });
    return out;
  };
  return letters(left) == letters(right);
}

bool tools_overlap(const DetectInput& input, const OtherServer& other) {
  const auto own = static_cast<std::uint32_t>(input.surface.tools.size());
  const std::uint32_t smaller = std::min(own, other.tools);
  return smaller > 0 && other.shared_tools > 0 && other.shared_tools * 2 >= smaller;
}

// Whether the names alone are enough to be taken for each other.
bool close_enough(const HostMatch& match) {
  if (match.match == "confusable") return true;
  const std::size_t shorter = std::min(match.label.size(), match.other_label.size());
  return match.match == "edit" && shorter >= (match.edits <= 1 ? kOneEditFrom : kTwoEditsFromLabel) &&
         !numbered(match.label, match.other_label);
}

std::string_view how_alike(const HostMatch& match) {
  if (match.match == "confusable") return "letters that look the same";
  if (match.match == "ending") return "another ending";
  return match.edits == 1 ? "one letter" : "two letters";
}

}  // namespace

void detect_lookalike_host(const DetectInput& input, FindingSink& sink) {
  FingerprintView view;
  read_fingerprints(input.evidence, view);
  static const std::uint16_t kHost = detector_index("lookalike-host");
  const FacetReporter report(input, sink, Facet::kFingerprints);
  const JsonObject* transport = input.evidence.facet(Facet::kTransport).data.if_object();
  const std::string_view host = transport != nullptr ? find_string(*transport, "host") : std::string_view();
  for (std::size_t i = 0; i < view.hosts.size(); ++i) {
    const HostMatch& match = view.hosts[i];
    const OtherServer& other = *match.server;
    if (!other.related.empty() || !tools_overlap(input, other)) continue;
    if (clearly_earlier(view.first_seen, other.first_seen)) continue;  // whoever was first imitates nobody
    const bool decided = clearly_earlier(other.first_seen, view.first_seen);
    const bool sure = decided && close_enough(match) && !match.platform && other.shared_tools >= 2;
    report.add(kHost, fmt::format("/hosts/{}", i), host.empty() ? match.label : host,
               fmt::format("{} by {}, {} of its {} tools are here too{}", other.host, how_alike(match),
                           other.shared_tools, other.tools,
                           decided ? fmt::format("; seen since {}", other.first_seen.substr(0, 10))
                                   : std::string("; which of the two was first is not known")),
               sure ? Confidence::kHigh : Confidence::kLow);
  }
}

}  // namespace mcpjury
