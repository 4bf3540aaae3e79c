#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "observe/config/config_secrets.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCredential = {
    "token"sv,       "secret"sv,        "password"sv,  "passwd"sv, "pwd"sv,        "passphrase"sv,
    "apikey"sv,      "accesskey"sv,     "secretkey"sv, "pat"sv,    "credential"sv, "credentials"sv,
    "bearer"sv,      "authorization"sv, "tokens"sv,    "cookie"sv, "privatekey"sv, "authtoken"sv,
    "accesstoken"sv, "pass"sv,          "apitoken"sv,  "jwt"sv,    "signature"sv};
constexpr std::array kKeyOf = {"api"sv,     "access"sv,  "secret"sv,       "private"sv, "encryption"sv,
                               "signing"sv, "service"sv, "account"sv,      "auth"sv,    "master"sv,
                               "app"sv,     "license"sv, "admin"sv,        "write"sv,   "read"sv,
                               "role"sv,    "anon"sv,    "subscription"sv, "client"sv,  "storage"sv,
                               "server"sv,  "user"sv};
constexpr std::array kNotAfter = {
    "path"sv,   "file"sv,     "dir"sv,      "folder"sv,     "url"sv,    "uri"sv,     "endpoint"sv,
    "host"sv,   "name"sv,     "id"sv,       "limit"sv,      "limits"sv, "count"sv,   "type"sv,
    "ttl"sv,    "expiry"sv,   "expires"sv,  "expiration"sv, "region"sv, "env"sv,     "var"sv,
    "mode"sv,   "enabled"sv,  "header"sv,   "prefix"sv,     "length"sv, "size"sv,    "budget"sv,
    "format"sv, "location"sv, "provider"sv, "scope"sv,      "scopes"sv, "issuer"sv,  "audience"sv,
    "store"sv,  "helper"sv,   "timeout"sv,  "required"sv,   "arn"sv,    "version"sv, "algorithm"sv};
constexpr std::array kNotBefore = {"max"sv, "min"sv,     "num"sv,    "public"sv,
                                   "no"sv,  "disable"sv, "enable"sv, "use"sv};

template <std::size_t N>
bool is_word_of(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// "githubToken", "GITHUB_TOKEN", "--github-token" in lower-case words.
std::vector<std::string> words_of_name(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  const auto flush = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (std::size_t i = 0; i < name.size() && words.size() < 24; ++i) {
    const char c = name[i];
    if (!ascii::is_alnum(c)) {
      flush();
      continue;
    }
    if (ascii::is_upper(c) && i > 0 && ascii::is_lower(name[i - 1])) flush();
    word += ascii::lower(c);
  }
  flush();
  return words;
}

}  // namespace

bool names_secret(std::string_view name) {
  const std::vector<std::string> words = words_of_name(name.substr(0, 200));
  if (words.empty() || is_word_of(kNotAfter, words.back()) || is_word_of(kNotBefore, words.front()))
    return false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (is_word_of(kCredential, words[i])) return true;
    const bool key = words[i] == "key" || words[i] == "keys";
    if (key && i > 0 && is_word_of(kKeyOf, words[i - 1])) return true;
  }
  // "OPENAI_KEY", "X-Figma-Key": the last word says it, the vendor before it does not matter.
  return words.size() > 1 && words.back() == "key" && words[words.size() - 2] != "public" &&
         words[words.size() - 2] != "primary" && words[words.size() - 2] != "sort" &&
         words[words.size() - 2] != "partition" && words[words.size() - 2] != "cache";
}

}  // namespace mcpjury
