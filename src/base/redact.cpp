#include "base/redact.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/secret_shape.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_in(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

// Keys known by their first characters. `extra` are the characters besides letters and digits that may
// follow; a key never begins behind one of them, which also makes each run be looked at once.
struct Format {
  std::string_view kind;
  std::string_view prefix;
  std::string_view extra;
  std::size_t min_body;
  std::size_t max_body;
  int min_digits;  // kUpperOnly: capitals and digits, which need not change often
};

constexpr int kUpperOnly = -1;

constexpr std::size_t kAny = static_cast<std::size_t>(-1);

// Longer prefixes stand before those they begin with.
constexpr Format kFormats[] = {
    {"anthropic-key", "sk-ant-", "_-", 20, kAny, 1},   {"openai-key", "sk-", "_-", 20, kAny, 1},
    {"stripe-key", "sk_live_", "_", 16, kAny, 0},      {"stripe-key", "rk_live_", "_", 16, kAny, 0},
    {"github-token", "github_pat_", "_", 22, kAny, 1}, {"github-token", "ghp_", "_", 36, kAny, 1},
    {"github-token", "gho_", "_", 36, kAny, 1},        {"github-token", "ghu_", "_", 36, kAny, 1},
    {"github-token", "ghs_", "_", 36, kAny, 1},        {"github-token", "ghr_", "_", 36, kAny, 1},
    {"gitlab-token", "glpat-", "_-", 20, kAny, 0},     {"aws-key-id", "AKIA", "_", 16, 16, kUpperOnly},
    {"aws-key-id", "ASIA", "_", 16, 16, kUpperOnly},   {"google-api-key", "AIza", "_-", 35, 35, 0},
    {"slack-token", "xoxa-", "_-", 16, kAny, 1},       {"slack-token", "xoxb-", "_-", 16, kAny, 1},
    {"slack-token", "xoxp-", "_-", 16, kAny, 1},       {"slack-token", "xoxr-", "_-", 16, kAny, 1},
    {"slack-token", "xoxs-", "_-", 16, kAny, 1},       {"npm-token", "npm_", "_", 36, 36, 1},
};

// Endings of a name whose value is a secret; compared in lower case with "-" read as "_".
constexpr std::string_view kSecretNames[] = {
    "api_key",    "apikey",     "secret",    "token",      "password",  "passwd",      "pwd",
    "passphrase", "access_key", "accesskey", "secret_key", "secretkey", "private_key", "privatekey"};

// The characters any_at() does something about.
constexpr std::array<bool, 256> kStarts = [] {
  std::array<bool, 256> starts{};
  for (char c : std::string_view("-:=ebBAgnrsx")) starts[static_cast<unsigned char>(c)] = true;
  return starts;
}();

class Scan {
 public:
  explicit Scan(std::string_view text) : text_(text) {}

  std::vector<SecretHit> run() {
    std::vector<SecretHit> hits;
    for (std::size_t at = 0; at < text_.size();) {
      if (!kStarts[static_cast<unsigned char>(text_[at])]) {
        ++at;
        continue;
      }
      const std::optional<SecretHit> hit = any_at(at);
      if (hit) hits.push_back(*hit);
      at = hit ? std::max(hit->end, at + 1) : at + 1;
    }
    return hits;
  }

 private:
  using Hit = std::optional<SecretHit>;

  std::optional<SecretHit> any_at(std::size_t at) const {
    switch (text_[at]) {
      case '-':
        return pem(at);
      case ':':
        if (Hit hit = userinfo(at)) return hit;
        return assignment(at);
      case '=':
        return assignment(at);
      default:
        return token(at);
    }
  }

  Hit token(std::size_t at) const {
    switch (text_[at]) {
      case 'e':
        return jwt(at);
      case 'b':
      case 'B':
        return authorization(at);
      case 'A':
      case 'g':
      case 'n':
      case 'r':
      case 's':
      case 'x':
        return begins_word(at, "") ? key(at) : std::nullopt;  // most letters stand inside a word
      default:
        return std::nullopt;
    }
  }

  bool has(std::size_t at, std::string_view word) const { return text_.substr(at, word.size()) == word; }

  bool has_nocase(std::size_t at, std::string_view word) const {
    const std::string_view here = text_.substr(at, word.size());
    return std::equal(here.begin(), here.end(), word.begin(), word.end(),
                      [](char a, char b) { return ascii::lower(a) == b; });
  }

  // Nothing that could be part of the same word stands before `at`. The last character of an escape
  // ("\n", "\u0020", "%3D") in text that is itself encoded is no such part.
  bool begins_word(std::size_t at, std::string_view extra) const {
    if (at == 0) return true;
    const char before = text_[at - 1];
    if (!ascii::is_alnum(before) && !is_in(before, extra)) return true;
    if (at >= 2 && text_[at - 2] == '\\' && is_in(before, "nrtbf")) return true;
    if (at >= 3 && text_[at - 3] == '%' && ascii::is_hex(text_[at - 2]) && ascii::is_hex(before)) return true;
    return at >= 6 && text_[at - 6] == '\\' && text_[at - 5] == 'u' && ascii::is_hex(text_[at - 4]) &&
           ascii::is_hex(text_[at - 3]) && ascii::is_hex(text_[at - 2]) && ascii::is_hex(before);
  }

  std::size_t run_end(std::size_t at, std::string_view extra) const {
    while (at < text_.size() && (ascii::is_alnum(text_[at]) || is_in(text_[at], extra))) ++at;
    return at;
  }

  Hit key(std::size_t at) const {
    for (const Format& format : kFormats) {
      if (!has(at, format.prefix)) continue;
      if (!begins_word(at, format.extra)) return std::nullopt;
      const std::size_t begin = at + format.prefix.size();
      const std::size_t end = run_end(begin, format.extra);
      const std::string_view body = text_.substr(begin, end - begin);
      if (body.size() < format.min_body || body.size() > format.max_body) return std::nullopt;
      if (is_sample(body)) return std::nullopt;
      if (format.min_digits == kUpperOnly ? !is_upper_key(body) : !looks_random(body, format.min_digits))
        return std::nullopt;
      return SecretHit{format.kind, at, end};
    }
    return std::nullopt;
  }

  Hit jwt(std::size_t at) const {
    if (!has(at, "eyJ") || !begins_word(at, "_-")) return std::nullopt;
    const std::size_t header_end = run_end(at, "_-");
    if (header_end >= text_.size() || text_[header_end] != '.') return std::nullopt;
    const std::size_t payload_end = run_end(header_end + 1, "_-");
    if (payload_end == header_end + 1 || payload_end >= text_.size() || text_[payload_end] != '.')
      return std::nullopt;
    const std::size_t end = run_end(payload_end + 1, "_-");
    if (end == payload_end + 1 || !is_jwt_header(text_.substr(at, header_end - at))) return std::nullopt;
    return SecretHit{"jwt", at, end};
  }

  // "Bearer TOKEN" and "Basic TOKEN". Behind an Authorization header a shorter token is believed.
  Hit authorization(std::size_t at) const {
    const bool bearer = has_nocase(at, "bearer");
    if ((!bearer && !has_nocase(at, "basic")) || !begins_word(at, "_-")) return std::nullopt;
    const std::size_t word_end = at + (bearer ? 6 : 5);
    std::size_t begin = word_end;
    while (begin < text_.size() && begin < word_end + 4 && is_blank(text_[begin])) ++begin;
    if (begin == word_end) return std::nullopt;
    // A token with a known form keeps its own kind.
    if (begin < text_.size())
      if (Hit known = token_of_known_form(begin)) return known;
    const std::size_t end = trimmed(begin, run_end(begin, "._~+/=-"));
    const std::string_view body = text_.substr(begin, end - begin);
    if (!bearer) {
      if (body.size() < 8 || !is_basic_credentials(body)) return std::nullopt;
      return SecretHit{"basic-auth", begin, end};
    }
    const std::size_t least = in_header(at) ? 12 : 20;
    if (body.size() < least || is_sample(body) || !looks_random(body, 1)) return std::nullopt;
    return SecretHit{"bearer", begin, end};
  }

  Hit token_of_known_form(std::size_t at) const { return text_[at] == 'e' ? jwt(at) : key(at); }

  // A full stop or slash at the end belongs to the sentence.
  std::size_t trimmed(std::size_t begin, std::size_t end) const {
    while (end > begin && is_in(text_[end - 1], ".-/~")) --end;
    return end;
  }

  bool in_header(std::size_t at) const {
    static constexpr std::string_view kName = "authorization";
    std::size_t end = at;
    while (end > 0 && at - end < 8 && is_in(text_[end - 1], ":= \t\"'\\")) --end;
    return end >= kName.size() && has_nocase(end - kName.size(), kName);
  }

  // scheme://user:PASSWORD@host, at its first colon. The user part ends where the path would begin.
  Hit userinfo(std::size_t at) const {
    if (!has(at, "://") || at == 0 || !ascii::is_alnum(text_[at - 1])) return std::nullopt;
    const std::size_t begin = at + 3;
    std::size_t end = begin;
    std::size_t sign = std::string_view::npos;
    while (end < text_.size() && !is_in(text_[end], "/?#\"'`<>\\ \t\r\n")) {
      if (text_[end] == '@') sign = end;
      ++end;
    }
    if (sign == std::string_view::npos || sign + 1 == end) return std::nullopt;
    if (has(sign + 1, "sha256:")) return std::nullopt;  // image:tag@sha256:DIGEST
    const std::string_view info = text_.substr(begin, sign - begin);
    const std::size_t colon = info.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    if (is_sample_password(info.substr(0, colon), info.substr(colon + 1))) return std::nullopt;
    return SecretHit{"url-userinfo", begin + colon + 1, sign};
  }

  bool names_secret(std::size_t end) const {
    if (end == 0 || !is_in(ascii::lower(text_[end - 1]), "detny")) return false;  // how the names end
    for (std::string_view name : kSecretNames) {
      if (end < name.size()) continue;
      const std::string_view here = text_.substr(end - name.size(), name.size());
      if (std::equal(here.begin(), here.end(), name.begin(),
                     [](char a, char b) { return (a == '-' ? '_' : ascii::lower(a)) == b; }))
        return true;
    }
    return false;
  }

  // NAME = VALUE in the notations of shells, JSON, YAML, code and query strings.
  Hit assignment(std::size_t at) const {
    static constexpr std::string_view kPadding = " \t\"'`\\";
    std::size_t name_end = at;
    while (name_end > 0 && at - name_end < 4 && is_in(text_[name_end - 1], kPadding)) --name_end;
    if (!names_secret(name_end)) return std::nullopt;
    std::size_t begin = at + 1;
    while (begin < text_.size() && begin < at + 8 && is_in(text_[begin], " \t\"'`\\=>")) ++begin;
    if (begin >= text_.size()) return std::nullopt;
    if (Hit known = token_of_known_form(begin)) return known;
    const std::size_t run = run_end(begin, "+/_-.~");
    std::size_t end = run;
    while (end < text_.size() && end < run + 2 && text_[end] == '=') ++end;
    if (end == run) end = trimmed(begin, end);
    const std::string_view body = text_.substr(begin, end - begin);
    if (body.size() < 16 || is_sample(body) || !looks_random(body, 1)) return std::nullopt;
    // A call or an index is code that fetches the value: token = getToken2(…)
    if (end < text_.size() && is_in(text_[end], "([{")) return std::nullopt;
    return SecretHit{"assigned-secret", begin, end};
  }

  // A PEM private key, also when its line breaks are written "\n". The mere mention of the first line,
  // without key material behind it, is no secret.
  Hit pem(std::size_t at) const {
    static constexpr std::string_view kBegin = "-----BEGIN ";
    static constexpr std::size_t kLongestLabel = 40;
    if (!has(at, kBegin)) return std::nullopt;
    const std::size_t label_at = at + kBegin.size();
    const std::string_view head = text_.substr(label_at, kLongestLabel);
    const std::string_view label = head.substr(0, head.find("-----"));
    if (label.size() == head.size() || label.find("PRIVATE KEY") == std::string_view::npos)
      return std::nullopt;
    if (!has_key_material(label_at + label.size() + 5)) return std::nullopt;
    std::size_t end = text_.size();
    const std::size_t tail = text_.find("-----END ", label_at);
    if (tail != std::string_view::npos) {
      const std::size_t close = text_.substr(tail + 9, kLongestLabel + 5).find("-----");
      end = close == std::string_view::npos ? text_.size() : tail + 9 + close + 5;
    }
    return SecretHit{"private-key", at, end};
  }

  // Looks past line breaks, the quotes and plus signs of code, and header lines (RFC 1421).
  bool has_key_material(std::size_t at) const {
    static constexpr std::size_t kLook = 1024;
    static constexpr std::size_t kLeast = 24;
    const std::size_t limit = std::min(text_.size(), at + kLook);
    while (at < limit) {
      if (has(at, "\\n") || has(at, "\\r")) {
        at += 2;
      } else if (is_in(text_[at], " \t\r\n\"'`+,\\")) {
        ++at;
      } else if (has(at, "Proc-Type:") || has(at, "DEK-Info:") || has(at, "Version:") ||
                 has(at, "Comment:")) {
        at = std::min(text_.find_first_of("\\\n", at), limit);
      } else {
        const std::size_t end = run_end(at, "+/=");
        return end - at >= kLeast && !is_sample(text_.substr(at, std::min<std::size_t>(end - at, 64)));
      }
    }
    return false;
  }

  std::string_view text_;
};

}  // namespace

std::vector<SecretHit> find_secrets(std::string_view text) { return Scan(text).run(); }

std::string redact(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  for (const SecretHit& hit : find_secrets(text)) {
    out.append(text, done, hit.begin - done);
    out.push_back('[');
    out.append(hit.kind);
    out.push_back(':');
    out.append(sha256_hex(text.substr(hit.begin, hit.end - hit.begin)), 0, 6);
    out.push_back(']');
    done = hit.end;
  }
  out.append(text, done);
  return out;
}

// "[kind:1a2b3c]".
std::vector<SecretHit> find_replaced(std::string_view text) {
  constexpr std::string_view kOtherKinds[] = {"bearer",       "basic-auth",      "jwt",
                                              "url-userinfo", "assigned-secret", "private-key"};
  constexpr std::size_t kTag = 6, kLongestKind = 20;
  std::vector<SecretHit> hits;
  for (std::size_t at = text.find('['); at != std::string_view::npos; at = text.find('[', at + 1)) {
    const std::string_view inside = text.substr(at + 1, kLongestKind + kTag + 2);
    const std::size_t colon = inside.find(':');
    if (colon == std::string_view::npos || inside.size() < colon + kTag + 2) continue;
    if (inside[colon + kTag + 1] != ']') continue;
    const std::string_view tag = inside.substr(colon + 1, kTag);
    if (!std::all_of(tag.begin(), tag.end(), ascii::is_hex)) continue;
    const std::string_view kind = inside.substr(0, colon);
    std::string_view known;
    for (const Format& format : kFormats) known = format.kind == kind ? format.kind : known;
    for (const std::string_view other : kOtherKinds) known = other == kind ? other : known;
    if (!known.empty()) hits.push_back({known, at, at + 1 + colon + kTag + 2});
  }
  return hits;
}

void redact_strings(Json& value) {
  if (auto* text = value.if_string()) {
    const std::string_view whole(text->data(), text->size());
    if (!find_secrets(whole).empty()) *text = redact(whole);
  } else if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) redact_strings(item);
  } else if (JsonObject* object = value.if_object()) {
    for (auto& member : *object) redact_strings(member.value());
  }
}

}  // namespace mcpjury
