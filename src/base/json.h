// Reading JSON that somebody else wrote.
//
// parse_json() accepts exactly RFC 8259 in UTF-8 (a leading BOM is skipped), refuses nesting beyond
// the limit, numbers that are not finite as doubles, and lone surrogates; it notes duplicate keys
// (the last one wins, as in most readers, and the note says so). Integers of 64 bits stay integers, all
// other numbers are the nearest double; an exponent beyond 32 bits is refused. Thread safe. Each thread keeps
// one parser for small texts.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/storage_ptr.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

using Json = boost::json::value;
using JsonObject = boost::json::object;
using JsonArray = boost::json::array;

struct TextPlace {
  std::size_t line = 1;    // counted from 1
  std::size_t column = 1;  // bytes, counted from 1; a leading BOM is not counted
};

TextPlace place_of_offset(std::string_view text, std::size_t offset);

struct DuplicateKey {
  std::string pointer;  // RFC 6901, of the member that occurs twice
  TextPlace place;      // of the later occurrence
};

struct ParsedJson {
  Json value;
  std::vector<DuplicateKey> duplicate_keys;  // in document order; at most 100, 1 MiB of pointers
};

struct JsonReadOptions {
  std::size_t max_depth = 128;       // 1,024 at most: reading and freeing recurse
  bool note_duplicate_keys = true;   // off in batch lines, where nobody would read them
  boost::json::storage_ptr storage;  // must outlive the value; moving into other storage copies
};

// `name` stands in front of error messages ("tools.json:3:14: …"). kNotJson when the text is refused,
// kLimit when it is nested too deeply or the storage is full.
Result<ParsedJson> parse_json(std::string_view text, std::string_view name, const JsonReadOptions& options);

// Total look-ups: nullptr or an empty view when the member is missing or of another type.
const Json* find(const Json& value, std::string_view key);
const Json* find(const JsonObject& object, std::string_view key);
const JsonObject* find_object(const JsonObject& object, std::string_view key);
const JsonArray* find_array(const JsonObject& object, std::string_view key);
std::string_view find_string(const JsonObject& object, std::string_view key);

// RFC 6901.
std::string pointer_escape(std::string_view token);
const Json* resolve_pointer(const Json& root, std::string_view pointer);

inline std::string_view view(const boost::json::string& text) { return {text.data(), text.size()}; }

}  // namespace mcpjury
