// encoded-instructions: an attack that only shows after decoding. Runs after the pattern detectors and
// looks at what they found in decoded views.
#include "detect/sink.h"

namespace mcpjury {

void detect_encoded_text(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kEncoded = detector_index("encoded-instructions");
  struct Hidden {
    const SubjectUnit* subject;
    std::uint32_t path;
    std::string quote;
    Confidence confidence;
  };
  std::vector<Hidden> hidden;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Detector& detector = catalog().detectors[entry.finding.detector];
    if (!entry.from_hidden_view || detector.kind != Kind::kMalice) continue;
    if (entry.finding.confidence == Confidence::kLow || detector.severity < Severity::kMedium) continue;
    for (const SubjectUnit& subject : input.text.subjects) {
      if (subject.type == entry.finding.subject.type && subject.index == entry.finding.subject.index) {
        hidden.push_back({&subject, entry.path, entry.finding.evidence, entry.finding.confidence});
        break;
      }
    }
  }
  for (const Hidden& item : hidden) sink.add(kEncoded, *item.subject, item.path, item.quote, item.confidence);
}

}  // namespace mcpjury
