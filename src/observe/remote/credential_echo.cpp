#include "observe/remote/credential_echo.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLongValue = 16;
constexpr std::array kSecretWords = {"auth"sv,   "cookie"sv,   "key"sv,       "token"sv,
                                     "secret"sv, "password"sv, "credential"sv};

bool echoes(std::string_view text, const std::vector<Secret>& secrets) {
  return std::any_of(secrets.begin(), secrets.end(), [&](const Secret& secret) {
    return secret.reveal().size() >= kShortestEcho && text.find(secret.reveal()) != std::string_view::npos;
  });
}

bool names_secret(std::string_view header) {
  std::string name(header);
  for (char& c : name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::any_of(kSecretWords.begin(), kSecretWords.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

}  // namespace

std::string without_echo(std::string_view text, const std::vector<Secret>& secrets) {
  std::string out(text);
  for (const Secret& secret : secrets) {
    const std::string_view value = secret.reveal();
    if (value.size() < kShortestEcho) continue;
    std::string clean;
    std::size_t begin = 0;
    for (std::size_t at; (at = out.find(value, begin)) != std::string::npos; begin = at + value.size()) {
      clean.append(out, begin, at - begin).append(kEchoMark);
    }
    if (begin > 0) out = clean.append(out, begin, std::string::npos);
  }
  return out;
}

void remove_echo(Json& value, const std::vector<Secret>& secrets) {
  if (auto* text = value.if_string()) {
    if (echoes(view(*text), secrets)) *text = without_echo(view(*text), secrets);
  } else if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) remove_echo(item, secrets);
  } else if (JsonObject* object = value.if_object()) {
    bool named = false;
    for (auto& member : *object) {
      const std::string_view key(member.key().data(), member.key().size());
      named = named || echoes(key, secrets);
      remove_echo(member.value(), secrets);
    }
    if (!named) return;
    JsonObject out;
    for (auto& member : *object) {
      const std::string_view key(member.key().data(), member.key().size());
      out[without_echo(key, secrets)] = std::move(member.value());
    }
    *object = std::move(out);
  }
}

void add_header_secret(std::string_view name, std::string_view value, std::vector<Secret>& secrets) {
  if (!names_secret(name) && value.size() < kLongValue) return;
  secrets.emplace_back(std::string(value));
  const std::size_t blank = value.find(' ');
  if (blank != std::string_view::npos) secrets.emplace_back(std::string(value.substr(blank + 1)));
}

}  // namespace mcpjury
