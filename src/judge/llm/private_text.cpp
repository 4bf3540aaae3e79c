#include "judge/llm/private_text.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"
#include "base/redact.h"
#include "base/secret_shape.h"
#include "net/address_policy.h"

namespace mcpjury {
namespace {

constexpr std::string_view kHost = "[internal-host]";

bool is_slash(char c) { return c == '/' || c == '\\'; }
bool is_host_char(char c) { return ascii::is_alnum(c) || c == '-' || c == '.' || c == '_'; }
// Ends a path in prose and in code. A blank does not stand in most paths; what follows one is kept.
bool ends_path(char c) {
  return ascii::is_space(c) || std::string_view("\"'`<>|;,()[]{}*?").find(c) != std::string_view::npos;
}

bool same_at(std::string_view text, std::size_t at, std::string_view word) {
  return ascii::equal_ignoring_case(text.substr(at, word.size()), word);
}

// Past one separator; doubled ones come from text that is itself quoted.
std::size_t past_slashes(std::string_view text, std::size_t at) {
  while (at < text.size() && is_slash(text[at])) ++at;
  return at;
}
std::size_t part_end(std::string_view text, std::size_t at) {
  while (at < text.size() && !is_slash(text[at]) && !ends_path(text[at])) ++at;
  return at;
}
std::size_t path_end(std::string_view text, std::size_t at) {
  while (at < text.size() && !ends_path(text[at])) ++at;
  while (at > 0 && (text[at - 1] == '.' || text[at - 1] == ':')) --at;  // of the sentence
  return at;
}

// Folders whose children are people.
constexpr std::array<std::string_view, 6> kHomes = {"home",   "users", "documents and settings",
                                                    "export", "var",   "usr"};

// Behind the folder of a person when one begins at `at`, which is a separator.
std::optional<std::size_t> home_end(std::string_view text, std::size_t at) {
  const std::size_t first = past_slashes(text, at);
  for (const std::string_view folder : kHomes) {
    if (!same_at(text, first, folder)) continue;
    // "/users/me" is a path of many web interfaces; the folder of macOS has a capital.
    if (folder == "users" && text[at] == '/' && text[first] == 'u') continue;
    std::size_t next = first + folder.size();
    if (next >= text.size() || !is_slash(text[next])) continue;
    next = past_slashes(text, next);
    if (folder == "export" || folder == "var" || folder == "usr") {  // "/export/home/…"
      if (!same_at(text, next, "home") || next + 4 >= text.size() || !is_slash(text[next + 4])) continue;
      next = past_slashes(text, next + 4);
    }
    const std::size_t end = part_end(text, next);
    if (end > next) return end;
  }
  return std::nullopt;
}

// "C:" before a separator belongs to the path.
std::size_t with_drive(std::string_view out) {
  const std::size_t size = out.size();
  if (size >= 2 && out[size - 1] == ':' && ascii::is_letter(out[size - 2]) &&
      (size == 2 || !ascii::is_alnum(out[size - 3])))
    return 2;
  return 0;
}

bool names_a_secret(std::string_view name) {
  static constexpr std::array<std::string_view, 11> kEndings = {
      "password", "passwd",    "pwd",       "passphrase", "secret",    "token",
      "apikey",   "accesskey", "secretkey", "privatekey", "credential"};
  std::string plain;
  for (const char c : name) {
    if (ascii::is_alnum(c)) plain += ascii::lower(c);
  }
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view each) { return plain.ends_with(each); });
}

// base/redact.h wants sixteen random characters, so that reports stay readable; what leaves the machine is
// held to less.
bool may_be_password(std::string_view value) {
  const bool digit = std::any_of(value.begin(), value.end(), ascii::is_digit);
  const bool letter = std::any_of(value.begin(), value.end(), ascii::is_letter);
  return value.size() >= 6 && digit && letter && !is_sample(value) && !is_sample_password("", value);
}

class Cleaner {
 public:
  Cleaner(std::string_view text, const PrivateWords& words) : text_(text), words_(words) {}

  std::string run() {
    out_.reserve(text_.size());
    std::size_t at = 0;
    while (at < text_.size()) {
      if (const std::size_t next = special(at); next > at) {
        at = next;
      } else {
        out_ += text_[at++];
      }
    }
    return std::move(out_);
  }

 private:
  // Where to go on after something private was replaced; `at` when nothing stands there.
  std::size_t special(std::size_t at) {
    const char c = text_[at];
    if (!words_.home.empty() && words_.home[0] == c) {
      if (const std::size_t next = own_home(at); next > at) return next;
    }
    if (is_slash(c)) {
      if (const auto end = starts_path(at) ? home_end(text_, at) : std::nullopt) {
        out_.resize(out_.size() - with_drive(out_));
        return in_home(*end);
      }
      return user_part(at);
    }
    // Words are taken whole, so whatever letter is met here begins one.
    if (ascii::is_alnum(c)) return host(at);
    return at;
  }

  // "/home" of "https://host/home/x" is a path of that host; a file URL and a drive are of this machine.
  bool starts_path(std::size_t at) const {
    if (at == 0) return true;
    const char before = text_[at - 1];
    if (before == ':') {  // "C:\Users", "/bin:/home/alice/bin", "file:///home"
      const bool authority = at + 1 < text_.size() && text_[at] == '/' && text_[at + 1] == '/';
      return !authority || (at >= 5 && same_at(text_, at - 5, "file"));
    }
    if (is_slash(before)) return false;
    return !is_host_char(before) && before != '~' && before != '%';
  }

  std::size_t own_home(std::size_t at) {
    if (words_.home.size() < 4 || text_.substr(at, words_.home.size()) != words_.home) return at;
    const std::size_t end = at + words_.home.size();
    if (end < text_.size() && !is_slash(text_[end]) && !ends_path(text_[end])) return at;
    return in_home(end);
  }

  // Well-known hidden folders are what attacks ask for and say nothing of the user; the rest is his own.
  std::size_t in_home(std::size_t at) {
    out_ += '~';
    if (at >= text_.size() || !is_slash(text_[at])) return at;
    const std::size_t next = past_slashes(text_, at);
    if (next < text_.size() && text_[next] == '.') return at;
    const std::size_t end = path_end(text_, next);
    if (end > next) {
      out_ += text_[at];
      out_ += "[path]";
      return end;
    }
    return at;
  }

  std::size_t user_part(std::size_t at) {
    static constexpr std::array<std::string_view, 8> kCommon = {"root", "user", "admin", "app",
                                                                "node", "test", "guest", "home"};
    const std::string& user = words_.user;
    if (user.size() < 3 || std::find(kCommon.begin(), kCommon.end(), user) != kCommon.end()) return at;
    const std::size_t begin = at + 1;
    if (text_.substr(begin, user.size()) != user) return at;
    const std::size_t end = begin + user.size();
    if (end < text_.size() && !is_slash(text_[end]) && !ends_path(text_[end])) return at;
    out_ += text_[at];
    out_ += "[user]";
    return end;
  }

  std::size_t host(std::size_t at) {
    std::size_t end = at;
    while (end < text_.size() && is_host_char(text_[end])) ++end;
    if (end - at > 253) {
      out_.append(text_.substr(at, end - at));
      return end;
    }
    std::string_view word = text_.substr(at, end - at);
    while (word.ends_with('.') || word.ends_with('-')) word.remove_suffix(1);
    const bool hidden_file = at > 0 && text_[at - 1] == '.' && word.ends_with(".local");  // ".env.local"
    if (!hidden_file && is_private(word)) {
      out_ += kHost;
    } else {
      out_.append(word);
      if (names_a_secret(word)) return assigned(at + word.size());
    }
    return at + word.size();
  }

  // "password=…", "token: …", "the secret is …"; `at` is behind the name.
  std::size_t assigned(std::size_t at) {
    std::size_t from = at;
    const auto pass = [&](std::string_view set) {
      const std::size_t limit = std::min(text_.size(), from + 4);
      while (from < limit && set.find(text_[from]) != std::string_view::npos) ++from;
    };
    pass(" \"'`\\");
    if (same_at(text_, from, "is ")) {
      from += 3;
    } else if (from < text_.size() && (text_[from] == '=' || text_[from] == ':')) {
      ++from;
    } else {
      return at;
    }
    pass(" \"'`\\=");
    std::size_t end = from;
    while (end < text_.size() && !ends_path(text_[end])) ++end;
    while (end > from && (text_[end - 1] == '.' || text_[end - 1] == '\\')) --end;
    if (!may_be_password(text_.substr(from, end - from))) return at;
    out_.append(text_.substr(at, from - at)).append("[secret]");
    return end;
  }

  bool is_private(std::string_view word) const {
    const std::string name = ascii::lowered(word);
    if (std::find(words_.hosts.begin(), words_.hosts.end(), name) != words_.hosts.end()) return true;
    if (name.find('.') == std::string::npos) return false;
    if (const auto literal = parse_ip(name)) {
      const std::string_view kind = address_class(*literal);
      return kind == "private" || kind == "shared" || kind == "unique_local" || kind == "site_local";
    }
    static constexpr std::array<std::string_view, 7> kSuffixes = {
        ".internal", ".intranet", ".corp", ".lan", ".local", ".private", ".home.arpa"};
    static constexpr std::array<std::string_view, 3> kPublic = {
        "metadata.google.internal", "metadata.azure.internal", "host.docker.internal"};
    if (std::find(kPublic.begin(), kPublic.end(), name) != kPublic.end()) return false;
    return std::any_of(kSuffixes.begin(), kSuffixes.end(),
                       [&](std::string_view suffix) { return name.ends_with(suffix); });
  }

  std::string_view text_;
  const PrivateWords& words_;
  std::string out_;
};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  if (what.size() < 4) return;
  std::string out;
  std::size_t from = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, from)) {
    out.append(text, from, at - from).append(with);
    from = at + what.size();
  }
  if (from == 0) return;
  text = out.append(text, from);
}

// The value a schema proposes for something secret. Samples stay: they tell a judge what is meant.
Json without_value(const Json& value) {
  if (const auto* text = value.if_string()) {
    const std::string_view body = view(*text);
    if (body.size() < 6 || is_sample(body) || is_sample_password("", body)) return value;
    return "[secret]";
  }
  if (const JsonArray* list = value.if_array()) {
    JsonArray out;
    for (const Json& each : *list) out.push_back(without_value(each));
    return out;
  }
  return value;
}

JsonObject without_values(const JsonObject& schema) {
  static constexpr std::array<std::string_view, 5> kValues = {"default", "const", "enum", "examples",
                                                              "example"};
  JsonObject out = schema;
  for (const std::string_view key : kValues) {
    if (Json* value = out.if_contains(key)) *value = without_value(*value);
  }
  return out;
}

}  // namespace

std::string without_private(std::string_view text, const PrivateWords& words) {
  std::string clean(text);
  for (const std::string& value : words.values) replace_all(clean, value, "[key]");
  return Cleaner(redact(clean), words).run();
}

Json json_without_private(const Json& value, const PrivateWords& words) {
  if (const auto* text = value.if_string()) return Json(without_private(view(*text), words));
  if (const JsonArray* list = value.if_array()) {
    JsonArray out;
    out.reserve(list->size());
    for (const Json& each : *list) out.push_back(json_without_private(each, words));
    return out;
  }
  const JsonObject* object = value.if_object();
  if (object == nullptr) return value;
  JsonObject out;
  for (const auto& [key, member] : *object) {
    const std::string_view name(key.data(), key.size());
    const JsonObject* schema = names_a_secret(name) ? member.if_object() : nullptr;
    Json clean = schema != nullptr      ? json_without_private(Json(without_values(*schema)), words)
                 : names_a_secret(name) ? json_without_private(without_value(member), words)
                                        : json_without_private(member, words);
    out.insert_or_assign(without_private(name, words), std::move(clean));
  }
  return out;
}

}  // namespace mcpjury
