// String literals of the languages, decoded as their compilers do.
#pragma once

#include <optional>
#include <string>

#include "code/parsed_file.h"

namespace mcpjury {

// nullopt when the node is no string literal or has holes ("${x}", f"{x}"). At most kMaxCodeText bytes, cut
// at a character's edge.
std::optional<std::string> string_literal(const ParsedFile& file, TSNode node);

// Backslash escapes: \n \t \r \0 \" \' \\ \b \f \v \xHH \uHHHH \u{H…} \UHHHHHHHH, and a backslash before a
// line's end, which joins the lines (in Rust also the blanks that follow).
std::string decode_escapes(std::string_view text, bool skip_blanks_after_join);

// Takes the common indentation away. With `closing_line` the last line counts although it is blank, as in
// Java text blocks and C# raw strings, where the closing quotes stand on it.
std::string dedent(std::string_view text, bool closing_line);
std::string trim_margin(std::string_view text);  // Kotlin: what stands before "|"
std::string_view trim(std::string_view text);

}  // namespace mcpjury
