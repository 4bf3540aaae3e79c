#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "base/json_walk.h"

namespace mcpjury {
namespace {

// False for "~" not followed by 0 or 1 (RFC 6901, section 3).
bool decode_token(std::string_view token, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      out.push_back(token[i]);
      continue;
    }
    ++i;
    if (i == token.size() || (token[i] != '0' && token[i] != '1')) return false;
    out.push_back(token[i] == '0' ? '~' : '/');
  }
  return true;
}

const Json* element(const JsonArray& array, std::string_view token) {
  if (token.empty() || (token.size() > 1 && token[0] == '0')) return nullptr;
  std::size_t index = 0;
  const char* end = token.data() + token.size();
  const auto read = std::from_chars(token.data(), end, index);
  if (read.ec != std::errc() || read.ptr != end || index >= array.size()) return nullptr;
  return &array[index];
}

}  // namespace

const Json* find(const JsonObject& object, std::string_view key) {
  return object.if_contains(boost::json::string_view(key.data(), key.size()));
}

const Json* find(const Json& value, std::string_view key) {
  const JsonObject* object = value.if_object();
  return object != nullptr ? find(*object, key) : nullptr;
}

const JsonObject* find_object(const JsonObject& object, std::string_view key) {
  const Json* member = find(object, key);
  return member != nullptr ? member->if_object() : nullptr;
}

const JsonArray* find_array(const JsonObject& object, std::string_view key) {
  const Json* member = find(object, key);
  return member != nullptr ? member->if_array() : nullptr;
}

std::string_view find_string(const JsonObject& object, std::string_view key) {
  const Json* member = find(object, key);
  const boost::json::string* text = member != nullptr ? member->if_string() : nullptr;
  return text != nullptr ? view(*text) : std::string_view();
}

std::string pointer_escape(std::string_view token) {
  std::string out;
  append_pointer_token(out, token);
  return out;
}

const Json* resolve_pointer(const Json& root, std::string_view pointer) {
  const Json* at = &root;
  std::string token;
  while (!pointer.empty()) {
    if (pointer[0] != '/') return nullptr;
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    if (!decode_token(pointer.substr(0, end), token)) return nullptr;
    pointer.remove_prefix(end);
    if (const JsonArray* array = at->if_array()) {
      at = element(*array, token);
    } else {
      at = find(*at, token);
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

}  // namespace mcpjury
