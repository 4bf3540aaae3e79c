#include "form.h"

#include <algorithm>
#include <random>

#include "base/base64.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape =
        text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0;
    if (escape) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::string bytes_of_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
  }
  return out;
}

}  // namespace

std::string form_encode(std::string_view text) {
  static constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '-' || c == '.' || c == '_' || c == '~';
    if (plain) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  }
  return out;
}

std::string form_text(const FormFields& fields) {
  std::string out;
  for (const auto& [name, value] : fields) {
    if (!out.empty()) out += '&';
    out += form_encode(name) + "=" + form_encode(value);
  }
  return out;
}

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  std::optional<std::string> found;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    if (decoded(pair.substr(0, equals)) != name) continue;
    if (found) return std::nullopt;
    found = decoded(pair.substr(std::min(equals + 1, pair.size())));
  }
  return found;
}

std::string base64url(std::string_view bytes) {
  std::string out = base64_encode(bytes);
  while (out.ends_with('=')) out.pop_back();
  std::replace(out.begin(), out.end(), '+', '-');
  std::replace(out.begin(), out.end(), '/', '_');
  return out;
}

std::string random_text() {
  std::random_device device;
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes += static_cast<char>(device() & 0xFF);
  return base64url(bytes);
}

std::string s256_challenge(std::string_view verifier) {
  return base64url(bytes_of_hex(sha256_hex(verifier)));
}

std::vector<std::string> scope_list(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    if (!one.empty() && !contains(out, one)) out.emplace_back(one);
  }
  return out;
}

std::string scope_text(const std::vector<std::string>& scopes) {
  std::string out;
  for (const std::string& one : scopes) out += (out.empty() ? "" : " ") + one;
  return out;
}

bool contains(const std::vector<std::string>& list, std::string_view one) {
  return std::find(list.begin(), list.end(), one) != list.end();
}

}  // namespace mcpjury
