// dangerous-markup and non-https-url: what a text makes a client load or run when it renders it.
#include "detect/rules/markup_scan.h"
#include "detect/rules/subject_help.h"

namespace mcpjury {

void detect_markup(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kMarkup = detector_index("dangerous-markup");
  static const std::uint16_t kPlain = detector_index("non-https-url");
  std::vector<MarkupHit> hits;
  for (const SubjectUnit& subject : input.text.subjects) {
    for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
      const Field& field = input.text.fields[f];
      if (field.split_names || field.view != ViewKind::kRaw || field.role == TextRole::kUri) continue;
      const bool prose = field.role == TextRole::kDescription || field.role == TextRole::kInstructions;
      hits.clear();
      scan_markup(field.text, {prose, field.role == TextRole::kSchemaValue}, hits);
      for (const MarkupHit& hit : hits) {
        sink.add(hit.address ? kPlain : kMarkup, subject, input.text.piece_at(field, hit.begin).path,
                 field.text.substr(hit.begin, hit.size), hit.confidence, {.detail = hit.detail});
      }
    }
  }
}

}  // namespace mcpjury
