// Names into words, texts into sentences, distances between names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/normal_view.h"

namespace mcpjury {

// snake_case, kebab-case, dotted.names, camelCase, PascalCase, HTTPServer, v2Name: lower-case words.
// "getHTTPUrl2" -> get http url 2. A single letter stays with its digits (v2, s3, k8s) and a plural s with
// its capitals (URLs). ASCII rules; other scripts stay whole. At most 64 words.
std::vector<std::string> split_name(std::string_view name);
// The same joined with single blanks, appended to `out` without other allocation: the hot path.
void append_name_words(std::string& out, std::string_view name);

// Sentences of prose, list items, table rows and lines of a docstring. A boundary is: . ! ? … and
// their CJK forms before white space or the end (not after "e.g", "i.e", "vs", "Dr", a single letter, "etc"
// before a small letter, and not inside `code`); an empty line; a line that starts with a bullet, a number
// with a dot, a heading mark, a label ("Returns: x"), a field of a docstring section ("Args:") or a tag; a
// line that ends with a colon; a tag of its own. A single newline inside a paragraph is none.
// Ranges cover the text without gaps or overlap; white space belongs to the sentence before. Linear.
std::vector<ByteRange> split_sentences(std::string_view text);

// Optimal string alignment distance over bytes (transposition costs 1), bounded: returns `limit + 1` when
// larger.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

}  // namespace mcpjury
