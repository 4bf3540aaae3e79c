// Private to base: a light pass over JSON text that parse_json() accepted, with the pointer of each value.
//
// On other text the calls are meaningless but the pass still ends and stays inside the text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpjury {

// Views are valid during the call only; `pointer` is an RFC 6901 pointer, offsets count bytes of the text.
class JsonSink {
 public:
  virtual ~JsonSink() = default;
  virtual void on_object_begin(std::string_view /*pointer*/, std::size_t /*offset*/) {}
  virtual void on_object_end(std::string_view /*pointer*/) {}
  // `raw` is the text between the quotes, escapes as written; it lives as long as the text.
  virtual void on_key(std::string_view /*raw*/, std::size_t /*offset*/) {}
  virtual void on_string(std::string_view /*pointer*/, std::size_t /*offset*/) {}
};

void walk_json(std::string_view text, JsonSink& sink);

// The characters that the inside of a string literal stands for.
void append_unescaped(std::string& out, std::string_view raw);
void append_pointer_token(std::string& out, std::string_view token);

}  // namespace mcpjury
