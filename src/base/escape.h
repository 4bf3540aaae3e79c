// Text from a server is hostile everywhere it is shown. One escaper for each place.
//
// All are total on any bytes: invalid UTF-8 becomes U+FFFD.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpjury {

// Terminal: C0 and C1 controls, bidi controls, zero-width and tag characters, and other default
// ignorables are shown as <U+XXXX>; newline (also CR LF) and tab become a single blank.
std::string escape_terminal(std::string_view text);
// HTML text and attribute values (both quotes escaped), after escape_terminal's replacements.
std::string escape_html(std::string_view text);
// The same, with the characters nobody would see in <span class="unseen">U+XXXX</span>: a reader can tell
// them from a server that writes "<U+200B>". Text only, not for attributes.
std::string escape_html_marked(std::string_view text);
// One CSV cell: quoted when needed, formula starters (= + - @, their full-width forms, tab CR LF) prefixed
// with an apostrophe. Line breaks and tabs stay; the other characters that escape_terminal shows by number
// are shown so too.
std::string escape_csv(std::string_view text);
// Inline Markdown text: all punctuation with meaning is backslash-escaped, no line breaks.
std::string escape_markdown(std::string_view text);
// Data part and property part of a CI log command (% CR LF, and : , in properties); CR and LF become
// %0D and %0A, other controls are shown as in escape_terminal.
std::string escape_ci_data(std::string_view text);
std::string escape_ci_property(std::string_view text);

// Cut to at most `max_chars` code points on a character edge; when something was cut, the last of them
// is "…".
std::string clip(std::string_view text, std::size_t max_chars);

}  // namespace mcpjury
