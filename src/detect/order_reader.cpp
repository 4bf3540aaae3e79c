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

bool OrderReader::asks_for_input(const Act& act) const {
  const std::string_view verb = s_.tokens[act.token].text;
  if (verb.find("ask") == std::string_view::npos && !one_of_any_case(verb, {"prompt", "prompting", "bother"}))
    return false;
  std::size_t at = act.token + 1;
  const auto more = [&] { return at < s_.tokens.size() && !s_.tokens[at].opens; };
  bool asked_for = verb.size() > 4 && verb.substr(verb.size() - 4) == " for";
  while (
      more() && !asked_for &&
      ((s_.tokens[at].sense & kUser) != 0 || one_of_any_case(s_.tokens[at].text, {"the", "them", "your"}))) {
    ++at;
  }
  if (!asked_for && !more()) return false;
  if (!asked_for && one_of_any_case(s_.tokens[at].text, {"which", "what", "where", "who", "how"}))
    return true;
  const bool to_do = !asked_for && one_of_any_case(s_.tokens[at].text, {"to"});
  if (!asked_for && !to_do && !one_of_any_case(s_.tokens[at].text, {"for"})) return false;
  if (!asked_for) ++at;
  constexpr std::size_t kObject = 5;
  for (std::size_t n = 0; n < kObject && more(); ++n, ++at) {
    if ((s_.tokens[at].sense & (kConsent | kAsk | kApprove | kGuard)) != 0 ||
        one_of_any_case(s_.tokens[at].text, {"verify", "check", "review", "validate", "ok", "okay", "yes",
                                             "decision", "sign", "look", "inspect"}))
      return false;
    if (to_do) break;
  }
  return true;
}

bool OrderReader::refused_twice(const Act& act) const {
  if (s_.foreign || (s_.tokens[act.token].sense & kNot) == 0) return false;
  for (std::size_t i = act.token; i-- > 0 && !s_.tokens[i + 1].opens;) {
    if ((s_.tokens[i].sense & kNot) != 0) return true;
  }
  return false;
}

bool OrderReader::not_supported(const Act& act) const {
  return act.passive && one_of_any_case(s_.tokens[act.token].text, {"permitted", "allowed", "accepted"});
}

bool OrderReader::says_what_as(const Act& act) const {
  for (std::size_t i = act.token + 1; !s_.foreign && i + 1 < s_.tokens.size() && !s_.tokens[i].opens; ++i) {
    if (one_of_any_case(s_.tokens[i].text, {"as"}) &&
        one_of_any_case(s_.tokens[i + 1].text,
                        {"a", "an", "the", "if", "fact", "facts", "final", "confirmed", "complete", "proof",
                         "evidence", "done", "failed", "successful"}))
      return true;
  }
  return false;
}

bool OrderReader::only_source_addresses() const {
  constexpr std::size_t kNear = 2;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const TokenKind kind = s_.tokens[i].kind;
    if (kind != TokenKind::kUrl && kind != TokenKind::kMail && kind != TokenKind::kHost) continue;
    bool source = false;
    for (std::size_t back = 1; back <= kNear && back <= i; ++back) {
      source = source ||
               one_of_any_case(s_.tokens[i - back].text, {"at", "from", "on", "see", "visit", "under", "docs",
                                                          "documentation", "via", "in", "by", "powered"});
    }
    if (!source) return false;
  }
  return true;
}

bool OrderReader::address_outside_query() const {
  static constexpr std::size_t kNear = 3;
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [](const WordToken& token) {
    if (token.kind != TokenKind::kUrl && token.kind != TokenKind::kMail && token.kind != TokenKind::kHost)
      return false;
    const std::size_t back = std::min<std::size_t>(kNear, token.begin);
    return std::string_view(token.text.data() - back, back).find('=') == std::string_view::npos;
  });
}

bool OrderReader::waits_for_user() const {
  if (s_.foreign || ordered(kActs) || left_out(kSay | kAsk | kApprove) || !has(kNot)) return false;
  constexpr std::size_t kReach = 8;
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    if (!one_of_any_case(s_.tokens[i].text, {"until", "unless", "before", "without"})) continue;
    for (std::size_t next = i + 1; next < s_.tokens.size() && next <= i + kReach; ++next) {
      if ((s_.tokens[next].sense & (kUser | kWish)) != 0) return true;
    }
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

// "read order_codes from list_orders": a member of what a tool of this server returns.
bool OrderReader::comes_from_own_tool(std::size_t i) const {
  constexpr std::size_t kNear = 4;
  if (i + 2 >= s_.tokens.size() || !one_of_any_case(s_.tokens[i + 1].text, {"from", "of", "in", "returned"}))
    return false;
  for (std::size_t next = i + 2; next < s_.tokens.size() && next <= i + kNear; ++next) {
    if (scope_.tools->contains(s_.tokens[next].text)) return true;
  }
  return false;
}

bool OrderReader::foreign_tool() const {
  for (std::size_t i = 0; i < s_.tokens.size(); ++i) {
    const WordToken& token = s_.tokens[i];
    if (token.kind == TokenKind::kName && like_tool(token.text) && !scope_.tools->contains(token.text) &&
        !scope_.properties->contains(token.text) && !comes_from_own_tool(i)) {
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

bool OrderReader::names_the_user() const {
  return std::any_of(s_.tokens.begin(), s_.tokens.end(), [](const WordToken& token) {
    return (token.sense & kUser) != 0 &&
           !one_of_any_case(token.text,
                            {"customer", "customers", "subscriber", "subscribers", "member",    "members",
                             "visitor",  "visitors",  "guest",      "student",     "students",  "buyer",
                             "buyers",   "shopper",   "shoppers",   "patient",     "consumers", "employee",
                             "reviewer", "reviewers", "tenant",     "tenants"});
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

bool OrderReader::rules_of_data() const {
  if (has(kModel | kWish | kLater | kOver) || word({"your", "previous", "earlier", "prior"})) return false;
  return std::all_of(s_.tokens.begin(), s_.tokens.end(), [](const WordToken& token) {
    return (token.sense & kRules) == 0 ||
           one_of_any_case(token.text, {"constraint", "constraints", "restriction", "restrictions", "limits",
                                        "limit", "limitations", "policies", "rules", "training", "alignment",
                                        "boundaries", "guidelines", "norms", "principles"});
  });
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
