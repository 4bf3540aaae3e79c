#include "base/secret_shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/json.h"

namespace mcpjury {
namespace {

enum class Class { kDigit, kUpper, kLower, kOther };

Class class_of(char c) {
  if (c >= '0' && c <= '9') return Class::kDigit;
  if (c >= 'A' && c <= 'Z') return Class::kUpper;
  if (c >= 'a' && c <= 'z') return Class::kLower;
  return Class::kOther;
}

// The longest stretch in which each character is the one before plus `step`; "90" counts as a step up.
std::size_t longest_run(std::string_view text, int step) {
  std::size_t best = text.empty() ? 0 : 1;
  std::size_t run = 1;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool wraps = step == 1 && text[i - 1] == '9' && text[i] == '0';
    const bool goes_on = text[i] - text[i - 1] == step && class_of(text[i]) != Class::kOther;
    run = goes_on || wraps ? run + 1 : 1;
    best = std::max(best, run);
  }
  return best;
}

}  // namespace

bool is_sample(std::string_view body) {
  static constexpr std::string_view kWords[] = {
      "example",  "your",   "placeholder", "xxxx",    "dummy",        "changeme",
      "redacted", "sample", "insert",      "replace", "foobar",       "qwerty",
      "deadbeef", "hidden", "my-token",    "mytoken", "123e4567-e89b"};
  const std::string text = ascii::lowered(body);
  for (std::string_view word : kWords)
    if (text.find(word) != std::string::npos) return true;
  // 0123456, abcdefg: six in a row are once in 10^5 random keys, and in every second sample.
  if (longest_run(text, 1) >= 6) return true;
  const std::size_t same = longest_run(text, 0);
  return same >= 6 && same * 4 >= text.size();
}

bool is_sample_password(std::string_view user, std::string_view password) {
  static constexpr std::string_view kWords[] = {"password", "passwd", "pass",   "pwd", "pw",
                                                "secret",   "token",  "key",    "xxx", "test",
                                                "db",       "dbpass", "api_key"};
  if (password.empty() || password == user) return true;
  if (password.find_first_of("<>{}$*[]") != std::string_view::npos) return true;
  if (password.find("...") != std::string_view::npos ||
      password.find("\xE2\x80\xA6") != std::string_view::npos)
    return true;
  const std::string text = ascii::lowered(password);
  for (std::string_view word : kWords)
    if (text == word) return true;
  return longest_run(text, 0) == text.size() || is_sample(password);
}

bool looks_random(std::string_view body, int min_digits) {
  std::array<std::size_t, 256> seen{};
  int digits = 0;
  std::size_t letters = 0;
  std::size_t changes = 0;
  std::size_t counted = 0;
  Class last = Class::kOther;
  for (char c : body) {
    ++seen[static_cast<unsigned char>(c)];
    const Class now = class_of(c);
    if (now == Class::kOther) continue;
    if (now == Class::kDigit) {
      ++digits;
    } else {
      ++letters;
    }
    if (counted > 0 && now != last) ++changes;
    last = now;
    ++counted;
  }
  std::size_t distinct = 0;
  double entropy = 0;
  for (std::size_t n : seen) {
    if (n == 0) continue;
    ++distinct;
    const double share = static_cast<double>(n) / static_cast<double>(body.size());
    entropy -= share * std::log2(share);
  }
  return digits >= min_digits && letters >= 2 && distinct >= 8 && entropy >= 2.8 && changes * 6 >= counted;
}

bool is_upper_key(std::string_view body) {
  std::array<bool, 256> seen{};
  std::size_t distinct = 0;
  for (char c : body) {
    const Class now = class_of(c);
    if (now != Class::kUpper && now != Class::kDigit) return false;
    bool& known = seen[static_cast<unsigned char>(c)];
    if (!known) ++distinct;
    known = true;
  }
  return distinct >= 8;
}

bool is_jwt_header(std::string_view part) {
  constexpr std::size_t kLongest = 8192;  // a header with an embedded certificate chain stays below this
  if (part.size() > kLongest) return false;
  const std::optional<std::string> text = base64_decode(part, Base64Alphabet::kBoth);
  if (!text) return false;
  JsonReadOptions options;
  options.note_duplicate_keys = false;
  const Result<ParsedJson> header = parse_json(*text, "jwt", options);
  return header.ok() && find(header.value().value, "alg") != nullptr;
}

bool is_basic_credentials(std::string_view token) {
  const std::optional<std::string> text = base64_decode(token.substr(0, 4096), Base64Alphabet::kBoth);
  if (!text || std::any_of(text->begin(), text->end(), [](char c) { return c < 0x20 || c > 0x7E; }))
    return false;
  const std::size_t colon = text->find(':');
  if (colon == std::string::npos) return false;
  return !is_sample_password(std::string_view(*text).substr(0, colon),
                             std::string_view(*text).substr(colon + 1));
}

}  // namespace mcpjury
