#include "detect/rules/signal_hits.h"

#include <algorithm>

namespace mcpjury {

const Field* field_with(const TextIndex& text, const SubjectUnit& subject, std::uint16_t signal,
                        RoleMask roles) {
  if (!subject.any_hit) return nullptr;
  for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
    const Field& field = text.fields[f];
    if ((roles & role_bit(field.role)) == 0) continue;
    if (has_signal(text, field, signal)) return &field;
  }
  return nullptr;
}

const SubjectUnit* tool_subject(const TextIndex& text, std::size_t tools, std::int32_t index) {
  const auto end = text.subjects.begin() + static_cast<std::ptrdiff_t>(tools);
  const auto found =
      std::lower_bound(text.subjects.begin(), end, index,
                       [](const SubjectUnit& unit, std::int32_t wanted) { return unit.index < wanted; });
  return found != end && found->index == index ? &*found : nullptr;
}

}  // namespace mcpjury
