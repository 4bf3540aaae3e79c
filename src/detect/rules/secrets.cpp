// secret-in-definition: a key, token or private key that stands in what the server says about itself.
#include "base/redact.h"
#include "detect/signals.h"
#include "detect/sink.h"

namespace mcpjury {

namespace {

// What the observer writes where a server repeats the credential that the scan carried.
constexpr std::string_view kEcho = "[credential]";

bool carried_credential(const Evidence& evidence) {
  const JsonObject* auth = evidence.facet(Facet::kAuth).data.if_object();
  const JsonObject* credential = auth != nullptr ? find_object(*auth, "credential") : nullptr;
  return credential != nullptr && find_string(*credential, "label") != "none";
}

}  // namespace

void detect_secrets(const DetectInput& input, FindingSink& sink) {
  const bool authenticated = carried_credential(input.evidence);
  static const std::uint16_t kSecret = detector_index("secret-in-definition");
  static const std::uint16_t kShape = signal_index("secret-shape");
  for (const SubjectUnit& subject : input.text.subjects) {
    if (!subject.any_hit) continue;
    for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
      const Field& field = input.text.fields[f];
      if (field.split_names || field.view == ViewKind::kNormal || !has_signal(input.text, field, kShape))
        continue;
      // The sink redacts the quote; kind and place are all that is kept.
      const auto add = [&](const SecretHit& hit) {
        sink.add(kSecret, subject, input.text.piece_at(field, hit.begin).path,
                 field.text.substr(hit.begin, hit.end - hit.begin), Confidence::kHigh, {.detail = hit.kind});
      };
      for (const SecretHit& hit : find_secrets(field.text)) add(hit);
      for (const SecretHit& hit : find_replaced(field.text)) add(hit);
      if (!authenticated) continue;
      const std::size_t echo = field.text.find(kEcho);
      if (echo != std::string_view::npos) add({"the credential it was sent", echo, echo + kEcho.size()});
    }
  }
}

}  // namespace mcpjury
