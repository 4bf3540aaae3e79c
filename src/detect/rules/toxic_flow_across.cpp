// toxic-flow-across-servers: what toxic-flow finds on one server, spread over the servers of one client
// (mcp-scan TF001). Reads the capability findings of this server and what `configured.siblings` says of those
// of the others. Silent when one server has all three parts: then toxic-flow speaks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "detect/rules/facet_help.h"
#include "detect/rules/subject_help.h"
#include "detect/sink.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

struct FlowPart {
  std::string_view member = {}, does = {};
  std::string own, other;  // tool; tool and server
};

void find_other(const JsonArray& siblings, FlowPart& part) {
  for (const Json& item : siblings) {
    const JsonObject* sibling = item.if_object();
    const JsonArray* tools = sibling != nullptr ? find_array(*sibling, part.member) : nullptr;
    if (tools == nullptr || tools->empty() || !tools->front().is_string()) continue;
    part.other = fmt::format("{} of {}", view(tools->front().get_string()), find_string(*sibling, "server"));
    return;
  }
}

}  // namespace

void detect_toxic_flow_across(const DetectInput& input, FindingSink& sink) {
  const JsonObject* transport = facet_data(input.evidence, Facet::kTransport);
  const JsonObject* configured = transport == nullptr ? nullptr : find_object(*transport, "configured");
  const JsonArray* siblings = configured == nullptr ? nullptr : find_array(*configured, "siblings");
  if (siblings == nullptr || siblings->empty()) return;
  static const std::uint16_t kAcross = detector_index("toxic-flow-across-servers");
  static const std::uint16_t kUntrusted = detector_index("returns-untrusted-content");
  static const std::uint16_t kPrivate = detector_index("returns-sensitive-data");
  static const std::uint16_t kSends = detector_index("sends-messages");
  static const std::uint16_t kNetwork = detector_index("reaches-network");
  static const std::uint16_t kHttp = detector_index("makes-http-requests");
  std::array<FlowPart, 3> parts = {{{"untrusted_content", "brings in text of others", {}, {}},
                                    {"private_data", "returns private data", {}, {}},
                                    {"public_sink", "sends data out", {}, {}}}};
  Confidence confidence = Confidence::kHigh;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Finding& finding = entry.finding;
    if (finding.confidence == Confidence::kLow || finding.subject.type != SubjectType::kTool) continue;
    const std::uint16_t which = finding.detector;
    FlowPart* part = which == kUntrusted                                      ? &parts[0]
                     : which == kPrivate                                      ? &parts[1]
                     : which == kSends || which == kNetwork || which == kHttp ? &parts[2]
                                                                              : nullptr;
    if (part == nullptr || !part->own.empty()) continue;
    part->own = finding.subject.name;
    confidence = std::min(confidence, finding.confidence);
  }
  const auto own =
      std::count_if(parts.begin(), parts.end(), [](const FlowPart& part) { return !part.own.empty(); });
  if (own == 0 || own == 3) return;
  std::string detail, quote;
  for (FlowPart& part : parts) {
    if (part.own.empty()) find_other(*siblings, part);
    const std::string& who = part.own.empty() ? part.other : part.own;
    if (who.empty()) return;
    detail += fmt::format("{}{} {}", detail.empty() ? "" : ", ", who, part.does);
    quote += (quote.empty() ? "" : ", ") + who;
  }
  const FacetReporter report(input, sink, Facet::kTransport);
  report.add(kAcross, "/configured/siblings", quote, detail, std::min(confidence, Confidence::kMedium));
}

}  // namespace mcpjury
