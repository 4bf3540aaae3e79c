#include "mcpserver/quoted.h"

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

// Marks that open or close something for a reader of Markdown, XML-like tags or chat templates.
std::string without_fences(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '`') {
      out += '\'';
    } else if (c == '<') {
      out += "‹";
    } else if (c == '>') {
      out += "›";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string plain_quote(std::string_view text, std::size_t chars) {
  // Cut first, so that megabytes cost nothing; what is cut in two there is cut away by the clip.
  return clip(without_fences(escape_terminal(redact(text.substr(0, chars * 8)))), chars);
}

std::string in_quotes(std::string_view text, std::size_t chars) {
  std::string out;
  append_json_string(out, plain_quote(text, chars));
  return out;
}

void quote_all(Json& document, std::size_t chars) {
  if (document.is_string()) {
    document = plain_quote(view(document.get_string()), chars);
  } else if (document.is_array()) {
    for (Json& entry : document.get_array()) quote_all(entry, chars);
  } else if (document.is_object()) {
    JsonObject out;
    for (auto& [key, value] : document.get_object()) {
      quote_all(value, chars);
      out.insert_or_assign(plain_quote({key.data(), key.size()}, chars), std::move(value));
    }
    document = std::move(out);
  }
}

}  // namespace mcpjury
