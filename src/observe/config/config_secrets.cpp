#include "observe/config/config_secrets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/redact.h"
#include "base/secret_shape.h"
#include "base/sha256.h"
#include "net/url.h"
#include "observe/config/command_words.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxJudged = 64u << 10;  // of one value; the rest is hidden with it
constexpr int kMaxNested = 3;                  // scripts inside of scripts
constexpr std::size_t kShortest = 6;           // of a password that is worth the name

std::string tag_of(std::string_view value) { return sha256_hex(value).substr(0, 6); }

std::string hidden(std::string_view kind, std::string_view value) {
  return fmt::format("[{}:{}]", kind, tag_of(value));
}

bool is_name_char(char c) { return ascii::is_alnum(c) || c == '_'; }

// Takes the references out of a value; what they fall back to ("${X:-default}") stays.
struct Literal {
  std::string text;
  bool referred = false;
};
Literal literal_part(std::string_view value) {
  Literal out;
  for (std::size_t i = 0; i < value.size();) {
    const std::string_view rest = value.substr(i);
    std::string_view close;
    if (rest.starts_with("${{") || rest.starts_with("{{")) {
      close = "}}";
    } else if (rest.starts_with("${") || rest.starts_with("{env:") || rest.starts_with("{file:")) {
      close = "}";
    } else if (rest.starts_with("$(")) {
      close = ")";
    }
    if (!close.empty()) {
      const std::size_t end = rest.find(close);
      if (end == std::string_view::npos) break;
      const std::string_view inside = rest.substr(0, end);
      if (const std::size_t fallback = inside.find(":-"); fallback != std::string_view::npos)
        out.text += inside.substr(fallback + 2);
      out.referred = true;
      i += end + close.size();
      continue;
    }
    if (rest.size() > 1 && rest[0] == '$' && (ascii::is_letter(rest[1]) || rest[1] == '_') &&
        (i == 0 || !is_name_char(value[i - 1]))) {
      std::size_t end = 1;
      while (end < rest.size() && is_name_char(rest[end])) ++end;
      out.referred = true;
      i += end;
      continue;
    }
    if (rest[0] == '%') {
      const std::size_t end = rest.find('%', 1);
      if (end != std::string_view::npos && end > 2 &&
          std::all_of(rest.begin() + 1, rest.begin() + static_cast<std::ptrdiff_t>(end), is_name_char) &&
          !ascii::is_digit(rest[1])) {
        out.referred = true;
        i += end + 1;
        continue;
      }
    }
    out.text += value[i++];
  }
  return out;
}

bool is_store_reference(std::string_view value) {
  for (const std::string_view start :
       {"op://", "vault:", "vault://", "keychain:", "keyring:", "aws-sm:", "gcp-sm:", "secret:", "secrets.",
        "env:", "env.", "input:", "process.env."}) {
    if (value.starts_with(start)) return true;
  }
  return false;
}

std::string_view without_scheme(std::string_view value) {
  for (const std::string_view scheme :
       {"Bearer ", "bearer ", "Basic ", "Token ", "token ", "Api-Key ", "ApiKey "}) {
    if (value.starts_with(scheme)) return ascii::trimmed(value.substr(scheme.size()));
  }
  return value;
}

// The name of an option, variable or header.
bool is_key(std::string_view name) {
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return is_name_char(c) || c == '-' || c == '.';
  });
}

bool is_address(std::string_view value) { return value.find("://") != std::string_view::npos; }

// Whether a value whose name says credential can be one.
bool can_be_credential(std::string_view value) {
  if (value.size() < kShortest || is_sample(value) || is_sample_password("", value)) return false;
  if (value.find_first_of("<>{}*") != std::string_view::npos || value.find("...") != std::string_view::npos)
    return false;
  const std::string lower = ascii::lowered(value);
  for (const std::string_view word :
       {"true", "false", "none", "null", "undefined", "not-needed", "not_needed", "unused", "disabled",
        "enabled", "optional", "default", "anonymous"}) {
    if (lower == word) return false;
  }
  const bool path = value[0] == '/' || value[0] == '~' || value.starts_with("./") || value.find(":\\") == 1;
  if (path || is_address(value)) return false;
  const auto words = std::count(value.begin(), value.end(), ' ');
  // "paste the key here", "_API_KEY_": words of a template.
  if (words > 3) return false;
  return !std::all_of(value.begin(), value.end(),
                      [](char c) { return ascii::is_upper(c) || c == '_' || c == '-'; });
}

// Hidden when in doubt: long, without blanks, letters and digits mixed as in a key.
bool may_be_key(std::string_view word) {
  return word.size() >= 16 && word.find_first_of(" /\\") == std::string_view::npos && looks_random(word, 2);
}

}  // namespace

ConfigSecrets::ConfigSecrets() {
  if (auto pack = default_secret_pack()) {
    pack_.emplace(std::move(*pack));
    scanner_ = std::make_unique<SecretScanner>(*pack_);
  }
}
ConfigSecrets::~ConfigSecrets() = default;

std::optional<ConfigSecret> ConfigSecrets::judge(std::string_view where, std::string_view name,
                                                 std::string_view value) {
  value = ascii::trimmed(value.substr(0, kMaxJudged));
  if (is_store_reference(value)) return std::nullopt;
  const Literal literal = literal_part(value);
  const std::string_view text = without_scheme(ascii::trimmed(literal.text));
  if (text.empty()) return std::nullopt;
  ConfigSecret out{std::string(where), std::string(name), {}, {}, Confidence::kHigh};
  if (const auto hits = find_secrets(literal.text); !hits.empty()) {
    out.kind = hits.front().kind;
    out.tag = tag_of(
        std::string_view(literal.text).substr(hits.front().begin, hits.front().end - hits.front().begin));
    return out;
  }
  if (scanner_ != nullptr) {
    const std::string line = fmt::format("{} = \"{}\"\n", name.empty() ? "value" : name, text);
    for (const FoundSecret& found : scanner_->scan("settings", line)) {
      if (found.confidence == Confidence::kLow) continue;
      out.kind = found.kind;
      out.tag = found.tag;
      out.confidence = found.confidence;
      return out;
    }
  }
  if (literal.referred || !names_secret(name) || !can_be_credential(text)) return std::nullopt;
  out.kind = "credential";
  out.tag = tag_of(text);
  out.confidence = Confidence::kMedium;
  return out;
}

std::string_view value_state(std::string_view name, std::string_view value, bool is_secret) {
  if (ascii::trimmed(value).empty()) return "empty";
  if (is_secret) return "secret";
  if (is_store_reference(ascii::trimmed(value)) || literal_part(value).referred) return "reference";
  return names_secret(name) || may_be_key(value) ? "hidden" : "plain";
}

std::string ConfigSecrets::shown_address(std::string_view url, std::vector<ConfigSecret>& found) {
  const Literal literal = literal_part(url);
  if (auto secret = judge("url", {}, url)) found.push_back(std::move(*secret));
  const std::string_view whole = url.substr(0, kMaxUrlLength);
  // Query and fragment are only named; user information is only told.
  const std::size_t query = std::min(whole.find_first_of("?#"), whole.size());
  std::string_view base = whole.substr(0, query);
  std::string out;
  const std::size_t scheme = base.find("://");
  if (scheme != std::string_view::npos) {
    const std::size_t begin = scheme + 3, slash = std::min(base.find('/', begin), base.size());
    const std::size_t at = base.substr(begin, slash - begin).rfind('@');
    out = base.substr(0, begin);
    if (at != std::string_view::npos) {
      const std::string_view user = base.substr(begin, at);
      if (user.find(':') != std::string_view::npos && !literal.referred)
        found.push_back({"url", {}, "url-credentials", tag_of(user), Confidence::kHigh});
      out += "[credentials]@";
      base.remove_prefix(begin + at + 1);
    } else {
      base.remove_prefix(begin);
    }
  }
  // A key that stands as a part of the path gives access like any other.
  std::size_t part = 0;
  while (part <= base.size()) {
    const std::size_t end = std::min(base.find('/', part), base.size());
    const std::string_view one = base.substr(part, end - part);
    if (part > 0 && (may_be_key(one) || !find_secrets(one).empty())) {
      if (looks_random(one, 3) && one.size() >= 20 && !literal.referred)
        found.push_back({"url", {}, "key-in-path", tag_of(one), Confidence::kMedium});
      out += hidden("part", one);
    } else {
      out += one;
    }
    if (end < base.size()) out += '/';
    part = end + 1;
  }
  std::string_view rest = whole.substr(query);
  if (!rest.empty() && rest[0] == '?') {
    rest.remove_prefix(1);
    char mark = '?';
    for (std::size_t count = 0; !rest.empty() && rest[0] != '#' && count < 64; ++count) {
      const std::size_t end = std::min(rest.find_first_of("&#"), rest.size());
      const std::size_t equals = std::min(rest.find('='), end);
      const std::string_view key = rest.substr(0, equals);
      const std::string_view value =
          equals < end ? rest.substr(equals + 1, end - equals - 1) : std::string_view();
      if (auto secret = judge("url", key, value)) found.push_back(std::move(*secret));
      out += mark;
      out += may_be_key(key) ? hidden("part", key) : std::string(key.substr(0, 100));
      if (equals < end) out += "=[value]";
      mark = '&';
      rest.remove_prefix(std::min(end + (end < rest.size() && rest[end] == '&' ? 1 : 0), rest.size()));
    }
  }
  return redact(out);
}

std::string ConfigSecrets::shown_pair(std::string_view name, std::string_view between, std::string_view value,
                                      std::vector<ConfigSecret>& found, int depth) {
  std::string shown = redact(name);
  shown += between;
  if (auto secret = judge("argument", name, value)) {
    shown += fmt::format("[{}:{}]", secret->kind, secret->tag);
    found.push_back(std::move(*secret));
  } else if (value_state(name, value, false) == "hidden") {
    shown += hidden("value", value);
  } else if (is_address(value)) {
    shown += shown_address(value, found);
  } else if (const std::size_t equals = value.find('=');
             depth < kMaxNested && is_key(value.substr(0, equals))) {
    // "--env=NAME=value": the inner name says what it is.
    shown += equals == std::string_view::npos
                 ? redact(value)
                 : shown_pair(value.substr(0, equals), "=", value.substr(equals + 1), found, depth + 1);
  } else {
    shown += redact(value);
  }
  return shown;
}

std::string ConfigSecrets::shown_word(std::string_view word, std::vector<ConfigSecret>& found, int depth) {
  if (word.size() > 4096) return hidden("long", word);
  const std::size_t equals = word.find('='), colon = word.find(": ");
  if (equals != std::string_view::npos && is_key(word.substr(0, equals)) &&
      !is_address(word.substr(0, equals)))
    return shown_pair(word.substr(0, equals), "=", word.substr(equals + 1), found, depth);
  if (is_address(word) && word.find(' ') == std::string_view::npos) return shown_address(word, found);
  // A header as an argument. "Name:${VALUE}" without a blank is how bridges want it.
  const std::size_t mark = word.find(':');
  if (mark != std::string_view::npos && is_key(word.substr(0, mark)) && mark > 1 &&
      (colon == mark || names_secret(word.substr(0, mark))))
    return shown_pair(word.substr(0, mark), ": ", ascii::trimmed(word.substr(mark + 1)), found, depth);
  if (depth < kMaxNested && word.find_first_of(" \t\n") != std::string_view::npos) {
    std::string line;
    for (const std::string& one : shown_all(split_words(word), found, depth + 1))
      line += (line.empty() ? "" : " ") + one;
    return line;
  }
  if (auto secret = judge("argument", {}, word)) {
    std::string shown = secret->kind == "credential" ? hidden("value", word) : redact(word);
    // A rule may know what the shape alone does not show.
    if (shown == word) shown = fmt::format("[{}:{}]", secret->kind, secret->tag);
    found.push_back(std::move(*secret));
    return shown;
  }
  return may_be_key(word) ? hidden("value", word) : redact(word);
}

std::vector<std::string> ConfigSecrets::shown_words(const std::vector<std::string>& words,
                                                    std::vector<ConfigSecret>& found) {
  return shown_all(words, found, 0);
}

std::vector<std::string> ConfigSecrets::shown_all(const std::vector<std::string>& words,
                                                  std::vector<ConfigSecret>& found, int depth) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool value = i > 0 && words[i - 1].starts_with('-') &&
                       words[i - 1].find('=') == std::string::npos && names_secret(words[i - 1]) &&
                       !word.starts_with('-');
    if (!value) {
      out.push_back(shown_word(word, found, depth));
      continue;
    }
    // The name is shown by the word before.
    std::string pair = shown_pair(words[i - 1], "\n", word, found, depth);
    out.push_back(pair.substr(pair.find('\n') + 1));
  }
  return out;
}

}  // namespace mcpjury
