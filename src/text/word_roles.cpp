#include "text/word_roles.h"

#include "base/one_of.h"

namespace mcpjury {
namespace {

using namespace sense;

}  // namespace

// agent_directives, note_to_llm, assistant_instructions
bool speaks_to_model(std::string_view name) {
  const auto holds = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  return (holds("agent") || holds("assistant") || holds("llm") || holds("model")) &&
         (holds("directive") || holds("instruction") || holds("order") || holds("rule") || holds("note"));
}

bool is_camel_case(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] >= 'A' && text[i] <= 'Z' && text[i - 1] >= 'a' && text[i - 1] <= 'z') return true;
  }
  return false;
}

bool is_determiner(std::string_view text) {
  return one_of_any_case(
      text, {"the",   "a",    "an",  "this",  "that",  "these",  "those", "my",   "your", "its", "their",
             "his",   "her",  "our", "each",  "every", "any",    "some",  "one",  "no",   "of",  "in",
             "with",  "by",   "for", "from",  "at",    "on",     "into",  "as",   "via",  "per", "last",
             "first", "next", "new", "whose", "than",  "user's", "whole", "full", "all"});
}

bool opened_by_preposition(const Tokens& tokens, std::size_t i) {
  while (i > 0 && !tokens[i].opens) --i;
  // "in every" is one entry of the lexicon.
  const std::string_view first = tokens[i].text.substr(0, tokens[i].text.find(' '));
  return one_of_any_case(
      first, {"in",      "into",      "for",   "on",    "at",     "upon",  "during",   "before", "after",
              "when",    "whenever",  "if",    "while", "once",   "as",    "with",     "to",     "from",
              "besides", "alongside", "under", "until", "should", "where", "wherever", "each",   "every"});
}

bool begins_object(const Tokens& tokens, std::size_t i) {
  if (i >= tokens.size()) return false;
  const WordToken& token = tokens[i];
  return token.quoted || token.kind != TokenKind::kWord || token.form == WordForm::kIng ||
         one_of_any_case(token.text,
                         {"the", "a",    "an",   "it",    "this", "that", "them",   "every", "each",
                          "all", "any",  "your", "their", "its",  "our",  "only",   "no",    "one",
                          "in",  "with", "as",   "to",    "on",   "for",  "user's", "his"}) ||
         (token.sense & (kWhole | kAlways | kSecret | kPrivate | kContext | kWish)) != 0;
}

// "left out of the request", "omitted from the query": hiding is what is kept from a person or an answer.
bool leaves_out_of_data(const Tokens& tokens, std::size_t i, bool foreign) {
  const std::string_view text = tokens[i].text;
  const std::string_view last = text.substr(text.rfind(' ') + 1);
  if (foreign) return false;
  if (one_of_any_case(text, {"keeps showing"})) return true;  // what a page does, not what somebody is told
  if (!one_of_any_case(last, {"from", "of", "the", "to"})) return false;
  constexpr std::size_t kObject = 4;
  for (std::size_t next = i + 1; next < tokens.size() && next <= i + kObject; ++next) {
    if (tokens[next].clause != tokens[i].clause) break;
    if ((tokens[next].sense & (kUser | kAnswer | kModel | kGuard | kShown)) != 0) return false;
    if (one_of_any_case(tokens[next].text, {"them", "him", "her", "everyone", "everybody", "others", "view",
                                            "sight", "history", "log", "logs", "record", "records",
                                            "documentation", "screen", "public", "world", "team"}))
      return false;
  }
  return true;
}

// "title, team, status", "remove deletes it": the word is a name here.
bool is_noun(const Tokens& tokens, std::size_t i) {
  if (!tokens[i].opens || i + 1 >= tokens.size()) return false;
  const WordToken& next = tokens[i + 1];
  if (!next.opens && next.form == WordForm::kThird && (next.sense & kActs) != 0) return true;
  // "post April", "set true": a preposition, a value of an option
  if (one_of_any_case(tokens[i].text, {"post"}) && !next.opens && next.text[0] >= 'A' && next.text[0] <= 'Z')
    return true;
  if (one_of_any_case(tokens[i].text, {"set"}) && one_of_any_case(next.text, {"true", "false", "null"}))
    return true;
  std::size_t words = 1, short_clauses = 0, length = 1;
  while (i + words < tokens.size() && !tokens[i + words].opens) ++words;
  const bool listed = tokens[i + words - 1].comma || (i > 0 && tokens[i - 1].comma);
  if (!listed || words > 3 ||
      (words > 1 && one_of_any_case(next.text, {"the", "a", "an", "it", "them", "this", "that", "all", "any",
                                                "every", "your", "their", "its", "no"})))
    return false;
  for (std::size_t at = 1; at <= tokens.size(); ++at, ++length) {
    if (at < tokens.size() && !tokens[at].opens) continue;
    if (length <= 3 && ++short_clauses == 4) return true;
    length = 0;
  }
  return false;
}

}  // namespace mcpjury
