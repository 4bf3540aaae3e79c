// What the first characters of a line say about its place in a text: list item, heading, table row,
// docstring field, tag. Private to split_sentences(). Pure; each function reads a line at most once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct LineShape {
  bool blank = false;
  bool starts = false;      // the line begins a new sentence
  bool ends = false;        // the sentence ends with the line
  bool section = false;     // "Args:" and its like: indented fields follow
  std::size_t indent = 0;   // columns of white space
  std::size_t text_at = 0;  // first byte after indentation and list mark
};

// `line` without its line break. `section_indent`: columns of the docstring section we are in, or npos.
LineShape shape_of_line(std::string_view line, std::size_t section_indent);

// `<name attributes>`, `</name>` or `<name/>` at the start of `text`: its length, or 0. At most 120 bytes.
std::size_t tag_length(std::string_view text);
// The name in the tag, as written.
std::string_view tag_name(std::string_view tag);

// The names of all closing tags of a text. An opening tag in running prose counts as a tag only when
// something closes it: "<id>" is a place holder, "<IMPORTANT> … </IMPORTANT>" is not.
class ClosingTags {
 public:
  explicit ClosingTags(std::string_view text);
  // Is `tag` a boundary? Inline HTML formatting (b, code, a, …) never is.
  bool separates(std::string_view tag) const;

 private:
  std::vector<std::string> names_;  // sorted, lower case; at most 64
};

}  // namespace mcpjury
