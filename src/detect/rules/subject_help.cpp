#include "detect/rules/subject_help.h"

namespace mcpjury {

std::uint32_t member_path(const TextIndex& text, const SubjectUnit& subject, std::string_view key) {
  // Paths of a subject were made in one go, behind its own.
  for (std::size_t i = subject.path + 1; i < text.paths.size(); ++i) {
    const PathNode& node = text.paths[i];
    if (node.parent == static_cast<std::int32_t>(subject.path) && node.key == key)
      return static_cast<std::uint32_t>(i);
  }
  return subject.path;
}

std::uint32_t role_path(const TextIndex& text, const SubjectUnit& subject, TextRole role) {
  for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
    const Field& field = text.fields[f];
    if (field.role == role && field.pieces > 0) return text.pieces[field.first_piece].path;
  }
  return subject.path;
}

const SubjectUnit& server_subject(const TextIndex& text) { return text.subjects.back(); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace mcpjury
