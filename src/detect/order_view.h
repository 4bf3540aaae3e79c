// What several order rules ask of a sentence, found out once. Private to the order rules.
#pragma once

#include <optional>
#include <span>

#include "detect/order_reader.h"

namespace mcpjury {

inline constexpr Sense kMoves = sense::kGet | sense::kCarry | sense::kSend;
inline constexpr Sense kHarm = sense::kGet | sense::kCarry | sense::kSend | sense::kChange | sense::kDelete |
                               sense::kRun | sense::kGrant | sense::kStore | sense::kDisable;
// Longer ones are tables and lists of options that lost their line breaks.
inline constexpr std::size_t kLongestProse = 64;
inline constexpr std::size_t kShortestLabel = 4;

// The sentence, what stood before it, and what several rules ask for.
struct OrderView {
  OrderView(const ParsedSentence& sentence, const ParsedSentence* before, const OrderScope& the_scope)
      : r(sentence, the_scope), scope(the_scope) {
    if (before != nullptr && before->tokens.size() <= kLongestProse) earlier.emplace(*before, the_scope);
    const std::size_t words = sentence.tokens.size();
    param = (scope.of_parameter || scope.of_value) && words >= kShortestLabel;
    label = (scope.of_title || scope.of_value) && words >= kShortestLabel;
    addressed = sentence.addressed;
    ordered = r.ordered(sense::kActs);
    outside = r.outside_address() &&
              (label || r.ordered(sense::kSend | sense::kCarry) || !r.only_source_addresses());
    fixed = outside || r.any_kind({TokenKind::kValue});
    moves = r.ordered(kMoves);
    changes = r.ordered(sense::kChange | sense::kDelete | sense::kGrant);
    secrets = r.thing(sense::kSecret | sense::kContext);
    things = secrets || r.thing(sense::kPrivate);
    foreign_tool = r.foreign_tool();
    into = r.into_parameter();
    // "until" and "if you" do not soften what goes on forever or is meant for the model alone.
    const bool softened = r.has(sense::kAfter) && !addressed && !r.has(sense::kEndless | sense::kLater);
    defended = r.has(sense::kDefence) || r.waits_for_user();
    guarded = defended || softened || (sentence.foreign && r.denied(kMoves));
    pressed = r.has(sense::kOver | sense::kHush | sense::kCovert | sense::kUnasked | sense::kLater);
    against = (r.has(sense::kOver) && r.has(sense::kUser | sense::kWish)) ||
              (r.has(sense::kInstead) && r.has(sense::kWish));
    hushed =
        r.has(sense::kHush) || (r.silence() && r.has(sense::kUser | sense::kAnswer)) || r.kept_from_user();
    unasked = r.consent_left_out();
    harm_before = earlier && earlier->happens(kHarm);
  }

  OrderReader r;
  std::optional<OrderReader> earlier;
  const OrderScope& scope;
  bool param, label, addressed, ordered, outside, fixed, moves, changes, secrets, things, foreign_tool, into,
      defended, guarded, pressed, against, hushed, unasked, harm_before;
};

// How much a rule proves when no other one holds in the sentence.
enum class Standing : std::uint8_t {
  kAlone,
  // Was wrong on an honest server. Every sentence is another chance to be misread, so that it convicts alone
  // in a short definition only (weigh_doubtful.h, decision 0021).
  kInShortText,
  // Stands on manner or on an address, which documentation has too; no known attack shows it alone.
  kInCompany,
};
inline constexpr Standing kInShortText = Standing::kInShortText;
inline constexpr Standing kInCompany = Standing::kInCompany;

struct OrderRule {
  const char* name;
  Charge charge;
  bool (*holds)(const OrderView& v);
  Standing standing = Standing::kAlone;
};
// Rules that stand on few but rare signs; the others are in order_rules.cpp.
std::span<const OrderRule> rules_of_effects();
std::span<const OrderRule> rules_of_signs();
std::span<const OrderRule> rules_of_statements();

}  // namespace mcpjury
