#include "detect/order_reader.h"

#include "base/one_of.h"

namespace mcpjury {
namespace {

using namespace sense;

constexpr std::size_t kStem = 6;

bool like_tool(std::string_view name) {
  return name.size() >= 6 && name.find('_') != std::string_view::npos &&
         std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool OrderReader::thing(Sense mask) const {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const WordToken& token = s_.tokens[i];
    const bool file = token.kind == TokenKind::kSecretPath && (mask & kSecret) != 0;
    if (((token.sense & mask) != 0 || file) && !ruled_out(i) && (file || !own(token.text))) return true;
  }
  return false;
}

bool OrderReader::secret_file_taken(bool projects_too) const {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if (s_.tokens[i].kind != TokenKind::kSecretPath) continue;
    if (!projects_too && s_.tokens[i].text.substr(0, 4) == ".env") continue;
    bool set_up = false;
    for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
      set_up = set_up || one_of_any_case(s_.tokens[i - back].text,
                                         {"to", "in", "into", "at", "create", "edit", "default", "defaults",
                                          "configure", "under", "sure", "unless", "e.g.", "example"});
    }
    if (!set_up) return true;
  }
  return false;
}

bool OrderReader::plain_thing(Sense mask) const {
  for (const WordToken& token : s_.tokens) {
    if ((token.sense & mask) == 0 || own(token.text)) continue;
    const bool negated = std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& other) {
      return other.clause == token.clause && (other.sense & kNot) != 0;
    });
    if (!negated) return true;
  }
  return false;
}

bool OrderReader::kept_from_user() const {
  if (!has(kUser) || !has(kKnow)) return false;
  for (const Act& act : s_.acts) {
    if ((act.sense & kKnow) == 0 || !act.negated) continue;
    bool asks_when = false;
    for (std::size_t i = 0; i < act.token; ++i) {
      asks_when = asks_when ||
                  one_of_any_case(s_.tokens[i].text, {"if", "when", "whether", "where", "whenever", "you",
                                                      "what", "case", "until", "unless", "can't", "cannot"});
    }
    if (!asks_when) return true;
  }
  return false;
}

bool OrderReader::quoted() const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
    return token.quoted && !scope_.properties->contains(token.text) && !scope_.tools->contains(token.text);
  });
}

bool OrderReader::any_kind(std::initializer_list<TokenKind> kinds) const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
    return std::find(kinds.begin(), kinds.end(), token.kind) != kinds.end();
  });
}

bool OrderReader::into_parameter() const {
  if (has(kHere)) return true;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const WordToken& token = s_.tokens[i];
    const bool named = token.quoted || token.kind == TokenKind::kName || behind_preposition(i);
    if (named && scope_.properties->contains(token.text)) return true;
    if (one_of_any_case(token.text, {"parameter", "param", "argument", "field", "campo", "feld", "champ"}))
      return true;
  }
  return false;
}

bool OrderReader::foreign_tool() const {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const WordToken& token = s_.tokens[i];
    if (token.kind == TokenKind::kName && like_tool(token.text) && !scope_.tools->contains(token.text) &&
        !scope_.properties->contains(token.text)) {
      return true;
    }
    if (i == 0 || !one_of_any_case(token.text, {"tool", "tools", "tool's"})) continue;
    const WordToken& before = s_.tokens[i - 1];
    const bool noun = before.kind == TokenKind::kWord && before.text.size() > 3 &&
                      (before.sense == 0 || (before.sense & (kPrivate | kGuard | kTarget)) != 0);
    if (noun && !own(before.text) &&
        !one_of_any_case(before.text,
                         {"this",     "that",          "these",      "same",      "each",     "which",
                          "another",  "other",         "such",       "following", "right",    "appropriate",
                          "relevant", "corresponding", "associated", "dedicated", "specific", "available",
                          "language", "remote",        "different",  "related",   "single"})) {
      return true;
    }
  }
  return false;
}

bool OrderReader::other_tools() const {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if ((s_.tokens[i].sense & kOther) == 0) continue;
    for (std::size_t next = i; next < s_.tokens.size() && next <= i + 3; ++next) {
      if ((s_.tokens[next].sense & kTool) != 0 || s_.foreign) return has(kTool);
    }
  }
  return false;
}

bool OrderReader::word(std::initializer_list<std::string_view> words) const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(),
                     [&](const WordToken& token) { return one_of_any_case(token.text, words); });
}

bool OrderReader::names_like(std::initializer_list<std::string_view> starts) const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
    return token.kind == TokenKind::kName && std::any_of(starts.begin(), starts.end(), [&](auto start) {
             return token.text.substr(0, start.size()) == start;
           });
  });
}

bool OrderReader::names_own_tool() const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
    return token.kind == TokenKind::kName && scope_.tools->contains(token.text);
  });
}

bool OrderReader::joins_parts() const {
  for (std::size_t i = 0; i + 1 < s_.tokens.size(); ++i) {
    const WordToken& token = s_.tokens[i];
    const bool one_mark_apart = s_.tokens[i + 1].begin == token.end + 1;
    if (one_mark_apart && token.text.size() == 1 && token.text.data()[1] == '+') return true;
  }
  return word({"a+b", "a+b+c", "1+2", "1+2+3"});
}

bool OrderReader::rules_in_data() const {
  for (std::size_t i = 0; i + 2 < s_.tokens.size(); ++i) {
    if ((s_.tokens[i].sense & kRules) == 0 ||
        !one_of_any_case(s_.tokens[i + 1].text,
                         {"in", "inside", "within", "from", "found", "contained", "embedded", "on"}))
      continue;
    const Sense next =
        s_.tokens[i + 2].sense | (i + 3 < s_.tokens.size() ? s_.tokens[i + 3].sense : Sense{0});
    if ((next & (kUser | kModel | kRules)) == 0 &&
        !one_of_any_case(s_.tokens[i + 2].text, {"your", "force", "place"}))
      return true;
  }
  return false;
}

std::size_t OrderReader::hosts() const {
  return static_cast<std::size_t>(
      std::count_if(s_.tokens.begin(), s_.tokens.end(), [](const WordToken& token) {
        return token.kind == TokenKind::kHost || token.kind == TokenKind::kUrl;
      }));
}

bool OrderReader::ruled_out(std::size_t i) const {
  for (std::size_t back = 1; back <= 2 && back <= i && !s_.foreign; ++back) {
    if (s_.tokens[i - back + 1].opens) return false;
    if ((s_.tokens[i - back].sense & kNot) != 0) return true;
  }
  return false;
}

bool OrderReader::own(std::string_view text) const {
  std::string stem;
  for (const char c : text.substr(0, kStem)) stem += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return stem.size() >= 3 && scope_.business.find(stem) != std::string::npos;
}

// "in seed", "as text", "to dish": a plain word that is the name of a parameter.
bool OrderReader::behind_preposition(std::size_t i) const {
  return i > 0 &&
         one_of_any_case(s_.tokens[i - 1].text, {"in", "into", "as", "to", "via", "through", "with", "campo",
                                                 "im", "feld", "dans", "en", "no", "param", "parametre"});
}

}  // namespace mcpjury
