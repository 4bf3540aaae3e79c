// Pieces of Markdown from text that may hold anything: examples of attacks stand in the catalogue.
//
// No character that a reader cannot see reaches a page: prose and code spans show it as <U+XXXX>, JSON
// as an escape. Pure functions.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace mcpjury::docs {

// Prose on one line, every mark escaped.
std::string prose(std::string_view text);
// `text` as a code span; a table cell asks for its bars to be escaped, as GitHub's tables need it.
std::string code(std::string_view text, bool in_table = false);
// A fenced block; the fence is longer than any run of backticks inside.
std::string json_block(std::string_view json);
// The JSON text laid out for people, long strings and long lists cut with a remark on how much is left
// out; unchanged when it does not parse.
std::string laid_out(std::string_view json);
// [text](<url>), or the text alone when the address is no http or https one.
std::string link(std::string_view text, std::string_view url);
// | a | b | and a line break; the cells are Markdown already.
std::string row(std::initializer_list<std::string> cells);
std::string table_head(std::initializer_list<std::string_view> names);
// "## Heading", the text as prose and an empty line; nothing when the text is empty.
std::string section(std::string_view heading, std::string_view text);
// The comment every generated page opens with.
std::string opening(std::string_view edit);

}  // namespace mcpjury::docs
