// toxic-flow: text of others, private data and a way out, all on one server (mcp-scan TF001). Reads the
// findings of the capability detectors; words of low confidence do not count.
#include <algorithm>
#include <string>

#include "detect/sink.h"

namespace mcpjury {
namespace {

// The first tool, in the server's order, that has one of the capabilities.
struct Part {
  const FindingSink::Entry* entry = nullptr;

  void offer(const FindingSink::Entry& other) {
    if (!entry || other.finding.subject.index < entry->finding.subject.index) entry = &other;
  }
};

}  // namespace

void detect_toxic_flow(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kToxic = detector_index("toxic-flow");
  static const std::uint16_t kUntrusted = detector_index("returns-untrusted-content");
  static const std::uint16_t kPrivate = detector_index("returns-sensitive-data");
  static const std::uint16_t kSends = detector_index("sends-messages");
  static const std::uint16_t kNetwork = detector_index("reaches-network");
  static const std::uint16_t kHttp = detector_index("makes-http-requests");
  Part in, data, out;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Finding& finding = entry.finding;
    if (finding.confidence == Confidence::kLow || finding.subject.type != SubjectType::kTool) continue;
    if (finding.detector == kUntrusted) in.offer(entry);
    if (finding.detector == kPrivate) data.offer(entry);
    if (finding.detector == kSends || finding.detector == kNetwork || finding.detector == kHttp)
      out.offer(entry);
  }
  if (!in.entry || !data.entry || !out.entry) return;
  const std::string detail = in.entry->finding.subject.name + " brings in text of others, " +
                             data.entry->finding.subject.name + " returns private data, " +
                             out.entry->finding.subject.name + " sends data out";
  const std::string quote = in.entry->finding.subject.name + ", " + data.entry->finding.subject.name + ", " +
                            out.entry->finding.subject.name;
  const std::uint32_t path = out.entry->path;
  const Confidence confidence =
      std::min({in.entry->finding.confidence, data.entry->finding.confidence, out.entry->finding.confidence});
  // The server itself is the last subject.
  sink.add(kToxic, input.text.subjects.back(), path, quote, confidence, {.detail = detail});
}

}  // namespace mcpjury
