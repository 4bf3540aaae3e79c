// What words mean to a detector: a lexicon of concepts in many languages.
//
// A concept is a small set of meanings that attacks and honest texts are made of: getting hold of
// something, passing it on, the user, a secret, "not", "always". One word or phrase may have several.
// The lexicon is a constant table, hashed on first use; thread safe. English verbs are listed in their base
// form and found in all forms; other languages list the forms that matter, a trailing * stands for
// any ending. Chinese and Japanese entries match inside running text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mcpjury {

// More meanings than 64: the compiler's own wide integer.
__extension__ using Sense = unsigned __int128;

namespace sense {
// Acts
inline constexpr Sense kGet = 1ull << 0;       // read, open, collect
inline constexpr Sense kCarry = 1ull << 1;     // put into, attach, hand over
inline constexpr Sense kSend = 1ull << 2;      // send, upload, forward
inline constexpr Sense kChange = 1ull << 3;    // replace, redirect, set to
inline constexpr Sense kDelete = 1ull << 4;    // delete, wipe
inline constexpr Sense kRun = 1ull << 5;       // run, execute, install
inline constexpr Sense kGrant = 1ull << 6;     // grant, promote, mint
inline constexpr Sense kStore = 1ull << 7;     // write down to stay: save, remember
inline constexpr Sense kSay = 1ull << 8;       // tell, mention, disclose
inline constexpr Sense kAsk = 1ull << 9;       // ask, confirm with, wait for
inline constexpr Sense kApprove = 1ull << 10;  // approve, accept, tick
inline constexpr Sense kDisable = 1ull << 11;  // turn off, skip, bypass
inline constexpr Sense kObey = 1ull << 12;     // obey, carry out, act on
inline constexpr Sense kRepeat = 1ull << 13;   // again and again, in a loop
inline constexpr Sense kUse = 1ull << 14;      // use, call, choose
inline constexpr Sense kIgnore = 1ull << 15;   // ignore, disregard, forget
inline constexpr Sense kPortray = 1ull << 16;  // describe as, present as, call it
inline constexpr Sense kDeny = 1ull << 17;     // deny, pretend, make up
inline constexpr Sense kDecode = 1ull << 18;   // decode, reverse, join the parts
inline constexpr Sense kPromote = 1ull << 19;  // recommend, praise
// Things
inline constexpr Sense kSecret = 1ull << 20;   // passwords, keys
inline constexpr Sense kPrivate = 1ull << 21;  // what belongs to the user: mail, files, clipboard
inline constexpr Sense kContext = 1ull << 22;  // the conversation, the system prompt
inline constexpr Sense kRules = 1ull << 23;    // instructions in force
inline constexpr Sense kConsent = 1ull << 24;  // confirmation, approval
inline constexpr Sense kGuard = 1ull << 25;    // sandbox, certificate check, review
inline constexpr Sense kTarget = 1ull << 26;   // recipient, amount, account, host
inline constexpr Sense kLasting = 1ull << 27;  // memory and start-up files of agent and machine
inline constexpr Sense kPower = 1ull << 28;    // root, administrator
inline constexpr Sense kTool = 1ull << 29;
inline constexpr Sense kAnswer = 1ull << 30;  // answer, summary
inline constexpr Sense kCode = 1ull << 31;    // what the model writes for the user
// People
inline constexpr Sense kUser = 1ull << 32;
inline constexpr Sense kModel = 1ull << 33;
inline constexpr Sense kThird = 1ull << 34;  // partner, broker, external server
// Manner
inline constexpr Sense kNot = 1ull << 35;
inline constexpr Sense kCovert = 1ull << 36;  // silently
inline constexpr Sense kAlways = 1ull << 37;
inline constexpr Sense kWhole = 1ull << 38;  // full, verbatim, everything
inline constexpr Sense kOver = 1ull << 39;   // whatever the user says, even if
inline constexpr Sense kOther = 1ull << 40;  // other, competing
inline constexpr Sense kOnly = 1ull << 41;
inline constexpr Sense kHere = 1ull << 42;     // in this field
inline constexpr Sense kUnasked = 1ull << 43;  // on your own, unprompted
inline constexpr Sense kAsIf = 1ull << 44;     // as though, on behalf of
inline constexpr Sense kDefence = 1ull << 45;  // about attacks, or refusing something
inline constexpr Sense kVoid = 1ull << 46;     // void, lifted, no longer apply
inline constexpr Sense kRank = 1ull << 47;     // outranks, takes precedence
inline constexpr Sense kDead = 1ull << 48;     // compromised, forbidden: said of the tools of others
inline constexpr Sense kMust = 1ull << 49;     // must, shall, has to
inline constexpr Sense kHush = 1ull << 50;     // keep mum, leave it out of the summary
inline constexpr Sense kInstead = 1ull << 51;  // instead of, rather than
inline constexpr Sense kGiven = 1ull << 52;    // implied, deemed given, already agreed
inline constexpr Sense kAfter = 1ull << 53;    // only after, unless, until: a condition that protects
inline constexpr Sense kFine = 1ull << 54;     // clean, official, up to date: what a false picture says
inline constexpr Sense kEndless = 1ull << 55;  // forever, without stopping
inline constexpr Sense kLater = 1ull << 56;    // from now on, in later sessions
inline constexpr Sense kMine = 1ull << 57;     // of this server, our own
inline constexpr Sense kWish = 1ull << 58;     // the user's request or choice
inline constexpr Sense kAdverb = 1ull << 59;   // may stand before an imperative
inline constexpr Sense kJoin = 1ull << 60;     // and, then
inline constexpr Sense kBe = 1ull << 61;       // is, are, be
inline constexpr Sense kShown = 1ull << 62;    // ids, JSON: what honest advice on presentation is about
inline constexpr Sense kForeign = 1ull << 63;  // the word is not English

inline constexpr Sense kKnow = Sense{1} << 64;   // know, notice, find out: what hiding denies to the user
inline constexpr Sense kSpend = Sense{1} << 65;  // pay, buy, book

inline constexpr Sense kActs = ((1ull << 20) - 1) | kKnow | kSpend;
}  // namespace sense

struct ConceptList {
  Sense sense;
  std::string_view words;  // separated by blanks; _ joins the words of a phrase
};
// English: verbs, in their base form; things, people and manner.
std::span<const ConceptList> concept_words_english();
std::span<const ConceptList> concept_words_english_things();
std::span<const ConceptList> concept_words_english_more();
std::span<const ConceptList> concept_words_english_manner();
// German, French, Spanish, Portuguese, Italian, Russian, Turkish.
std::span<const ConceptList> concept_words_europe();
std::span<const ConceptList> concept_words_europe_more();
// Chinese, Japanese, Korean, Arabic, Hindi.
std::span<const ConceptList> concept_words_asia();
std::span<const ConceptList> concept_words_asia_more();

enum class WordForm : std::uint8_t { kBase, kThird, kIng, kPast };

struct WordMeaning {
  Sense sense = 0;
  WordForm form = WordForm::kBase;
  bool longer = false;  // some phrase begins with these words
};

// The English entry for words joined with single blanks, lower case, accents dropped; sense 0 when there is
// none. `base`, when given, receives the base form of an inflected single word.
WordMeaning meaning_of(std::string_view words, std::string* base = nullptr);
// The same, and what English does not have in every other language.
WordMeaning meaning_in_any_language(std::string_view words, std::string* base = nullptr);
// The longest entry that `text` begins with, for scripts without blanks between words; its bytes, 0 when
// there is none.
std::size_t meaning_at(std::string_view text, Sense& out);

}  // namespace mcpjury
