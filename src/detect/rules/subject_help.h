// Small look-ups the structural detectors share. Used when something was found, not on the quiet path.
#pragma once

#include <cstdint>
#include <string_view>

#include "detect/sink.h"

namespace mcpjury {

// Where a member of the subject ("inputSchema", "annotations") stands; the subject itself when the text
// index has no such place.
std::uint32_t member_path(const TextIndex& text, const SubjectUnit& subject, std::string_view key);
// Where the first string of that role stands; the subject itself when there is none.
std::uint32_t role_path(const TextIndex& text, const SubjectUnit& subject, TextRole role);
// The subject of the server as a whole; always the last one.
const SubjectUnit& server_subject(const TextIndex& text);

inline bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
std::string_view trimmed(std::string_view text);

}  // namespace mcpjury
