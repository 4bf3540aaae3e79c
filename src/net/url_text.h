// Private to net: the five parts of a reference, RFC 3986 appendix B, and which characters may stand in them.
//
// Pure; views into the text that was given.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

struct UrlParts {
  std::optional<std::string_view> scheme;     // only when it has the form of a scheme
  std::optional<std::string_view> authority;  // what stands behind "//"
  std::string_view path;
  std::optional<std::string_view> query;     // without "?"
  std::optional<std::string_view> fragment;  // without "#"
};
UrlParts split_reference(std::string_view text);

// Anywhere in a URL: blanks, controls and backslashes, which parsers repair in different ways. Empty when
// there are none; else the reason.
std::string_view common_fault(std::string_view text);
// Path, query and fragment: printable ASCII that RFC 3986 allows, and "[" "]", which real queries have.
// Everything else, also a "%" without two hex digits, has to be written as an escape.
std::string_view tail_fault(std::string_view text);
// RFC 3986 section 3.2.1.
std::string_view userinfo_fault(std::string_view text);

std::string percent_decoded(std::string_view text);  // what is no escape stays

}  // namespace mcpjury
