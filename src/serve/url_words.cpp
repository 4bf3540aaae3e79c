#include "serve/url_words.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/utf8.h"

namespace mcpjury {

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_blank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      if (i + 2 >= text.size() || !ascii::is_hex(text[i + 1]) || !ascii::is_hex(text[i + 2]))
        return std::nullopt;
      out += static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
      i += 2;
    }
  }
  if (!is_valid_utf8(out) || out.find('\0') != std::string::npos) return std::nullopt;
  return out;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (ascii::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      constexpr std::string_view kDigits = "0123456789ABCDEF";
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

std::optional<QueryWords> query_words(std::string_view query) {
  QueryWords out;
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view part = query.substr(0, end);
    query.remove_prefix(std::min(end + 1, query.size()));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    auto name = percent_decoded(part.substr(0, equals), true);
    auto value = percent_decoded(part.substr(std::min(equals + 1, part.size())), true);
    if (!name || !value || out.size() >= 32) return std::nullopt;
    if (std::any_of(out.begin(), out.end(), [&](const auto& word) { return word.first == *name; }))
      return std::nullopt;
    out.emplace_back(std::move(*name), std::move(*value));
  }
  return out;
}

std::string server_key_of(std::string_view target_key) {
  std::string out = base64_encode(target_key);
  while (out.ends_with('=')) out.pop_back();
  for (char& c : out) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return out;
}

std::optional<std::string> target_key_of(std::string_view server_key) {
  if (server_key.empty() || server_key.size() > 8'192) return std::nullopt;
  auto key = base64_decode(server_key, Base64Alphabet::kBoth);
  if (!key || key->empty() || !is_valid_utf8(*key) || key->find('\0') != std::string::npos)
    return std::nullopt;
  // One spelling for one server.
  if (server_key_of(*key) != server_key) return std::nullopt;
  return key;
}

}  // namespace mcpjury
