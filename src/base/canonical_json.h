// RFC 8785 (JSON Canonicalization Scheme): one byte sequence for one value, on any machine.
//
// Integers beyond 2^53 are written as the double they round to, as the RFC demands. Pure functions;
// they recurse as deep as the value, which parse_json() limits. Strings are taken to be valid UTF-8.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

std::string canonical_json(const Json& value);
void append_canonical(std::string& out, const Json& value);

// The ECMAScript form of a number, and a JSON string literal with JCS escapes.
void append_number(std::string& out, double number);
void append_json_string(std::string& out, std::string_view text);

// Two-space indented JSON in the given member order, numbers as in append_number; for people.
// No line break at the end.
std::string pretty_json(const Json& value);

}  // namespace mcpjury
