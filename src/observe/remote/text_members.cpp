#include "observe/remote/text_members.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// The published list of endpoint_no_credentials_in_url.
constexpr std::array kCredentialKeys = {"token"sv,         "api_key"sv,  "apikey"sv, "access_token"sv,
                                        "refresh_token"sv, "password"sv, "secret"sv, "client_secret"sv};
constexpr std::array kSessionKeys = {"session"sv, "sessionid"sv,      "session_id"sv,
                                     "sid"sv,     "mcp-session-id"sv, "jsessionid"sv};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

template <class Visit>
void each_key(std::string_view query, Visit visit) {
  for (std::size_t begin = 0; begin <= query.size();) {
    const std::size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view pair = query.substr(begin, end - begin);
    const std::string_view key = pair.substr(0, std::min(pair.find('='), pair.size()));
    if (!key.empty()) visit(key);
    begin = end + 1;
  }
}

// Headers are bytes; evidence is UTF-8.
std::string valid_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar decoded = decode_utf8(text, at);
    append_utf8(out, decoded.code);
    at += decoded.bytes;
  }
  return out;
}

}  // namespace

std::string kept_text(std::string_view text, std::size_t max_chars) {
  return clip(redact(valid_utf8(text)), max_chars);
}

std::vector<std::string_view> secret_query_keys(std::string_view query) {
  std::vector<std::string_view> found;
  each_key(query, [&](std::string_view key) {
    if (is_one_of(kCredentialKeys, ascii::lowered(key))) found.push_back(key);
  });
  return found;
}

bool has_session_key(const Url& url) {
  bool found = ascii::lowered(url.path).find(";jsessionid=") != std::string::npos;
  each_key(url.query,
           [&](std::string_view key) { found = found || is_one_of(kSessionKeys, ascii::lowered(key)); });
  return found;
}

}  // namespace mcpjury
