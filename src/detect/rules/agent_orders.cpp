// The attacks that need grammar: who is ordered to do what with which thing. Reports to the detectors
// whose matter it is; the rules are in detect/order_rules.h.
#include <algorithm>

#include "base/utf8.h"
#include "detect/joined_parts.h"
#include "detect/order_rules.h"
#include "detect/signals.h"
#include "detect/sink.h"
#include "text/obfuscation.h"
#include "text/tokens.h"
#include "text/undo_codes.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLongestSentence = 1200;
constexpr std::size_t kQuote = 400;
constexpr std::size_t kLeadIn = 12;
// Shorter texts hold no order.
constexpr std::size_t kShortestText = 12;

std::uint16_t detector_of(Charge charge) {
  static const std::uint16_t kDetectors[] = {
      0,
      detector_index("orders-secret-access"),
      detector_index("out-of-scope-parameter"),
      detector_index("hides-from-user"),
      detector_index("bypasses-consent"),
      detector_index("overrides-instructions"),
      detector_index("prefers-itself"),
      detector_index("orders-about-other-tools"),
      detector_index("tampers-with-actions"),
      detector_index("redirects-data"),
      detector_index("plants-lasting-orders"),
      detector_index("weakens-safeguards"),
      detector_index("exhausts-resources"),
      detector_index("encoded-instructions"),
  };
  return kDetectors[static_cast<std::size_t>(charge)];
}

void append_lower(std::string& out, std::string_view text) {
  for (const char c : text) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  out += ' ';
}

// From the first word that orders, hides or names a thing to the last: what somebody has to read to agree.
std::string_view decisive_words(std::string_view text, const ParsedSentence& sentence) {
  using namespace sense;
  constexpr Sense kSigns = kSecret | kPrivate | kContext | kRules | kConsent | kGuard | kTarget | kLasting |
                           kPower | kThird | kNot | kCovert | kOver | kUnasked | kAsIf | kVoid | kRank |
                           kHush | kInstead | kGiven | kEndless | kLater | kWish | kUser | kModel | kFine |
                           kOther;
  std::size_t begin = text.size(), end = 0;
  for (const WordToken& token : sentence.tokens) {
    const bool special = token.kind != TokenKind::kWord && token.kind != TokenKind::kNumber;
    if ((token.sense & (kActs | kSigns)) == 0 && !special) continue;
    begin = std::min<std::size_t>(begin, token.begin);
    end = std::max<std::size_t>(end, token.end);
  }
  if (begin >= end) begin = 0, end = text.size();
  // A word or two that lead in are cheaper to show than to miss.
  if (begin < kLeadIn) begin = 0;
  text = text.substr(begin, end - begin);
  return text.substr(0, char_edge(text, std::min(text.size(), kQuote)));
}

class Judge {
 public:
  Judge(const DetectInput& input, FindingSink& sink) : input_(input), sink_(sink) {
    for (const ToolView& tool : input.surface.tools) tools_.insert(tool.name);
    for (const PropertyInfo& property : input.text.properties) properties_.insert(property.name);
  }

  void subject(const SubjectUnit& unit) {
    static const std::uint16_t kTalk = signal_index("mal-llm-business");
    scope_ = OrderScope();
    scope_.tools = &tools_;
    scope_.properties = &properties_;
    for (std::uint32_t f = unit.first_field; f < unit.first_field + unit.fields; ++f) {
      const Field& field = input_.text.fields[f];
      if (field.view != ViewKind::kRaw) continue;
      if (field.role == TextRole::kName) {
        append_lower(scope_.business, field.text);
        scope_.talks_business = has_signal(input_.text, field, kTalk);
      } else if (field.role == TextRole::kDescription) {
        const auto sentences = split_sentences(field.text);
        if (!sentences.empty()) append_lower(scope_.business, field.text.substr(0, sentences.front().end));
      }
    }
    for (std::uint32_t f = unit.first_field; f < unit.first_field + unit.fields; ++f) {
      const Field& field = input_.text.fields[f];
      if (field.split_names || field.role == TextRole::kUri || field.role == TextRole::kServerName) continue;
      if (field.view == ViewKind::kRaw) note_parts(unit, field);
      if (field.text.size() >= kShortestText) judge(unit, field);
    }
  }

  // Reads what several strings say together, where none of them said it alone.
  void together() {
    const std::vector<JoinedText> texts = join_parts(parts_);
    for (const JoinedText& joined : texts) {
      const bool known = std::any_of(
          joined.from.begin(), joined.from.end(),
          [&](const JoinedText::From& from) { return charged_.contains(parts_[from.part].path); });
      if (!known) judge_joined(joined);
    }
  }

 private:
  void note_parts(const SubjectUnit& unit, const Field& field) {
    const auto subject = static_cast<std::uint32_t>(&unit - input_.text.subjects.data());
    for (std::uint32_t p = field.first_piece; p < field.first_piece + field.pieces; ++p) {
      const Piece& piece = input_.text.pieces[p];
      parts_.push_back({piece.raw, subject, piece.path, field.role == TextRole::kSchemaValue});
    }
  }

  void judge_joined(const JoinedText& joined) {
    OrderScope scope;
    scope.tools = &tools_;
    scope.properties = &properties_;
    const ParsedSentence* before = nullptr;
    for (const ByteRange& range : split_sentences(joined.text)) {
      ParsedSentence& now = parsed_[before == &parsed_[0] ? 1 : 0];
      const std::string_view text =
          std::string_view(joined.text).substr(range.begin, range.end - range.begin);
      parse_sentence(text, false, now);
      const Verdict verdict = judge_sentence(now, before, scope);
      before = &now;
      if (verdict.charge == Charge::kNone) continue;
      const std::string_view words = decisive_words(text, now);
      const PartOfText& part = parts_[joined.part_at(
          static_cast<std::size_t>(words.data() - joined.text.data()) + words.size() / 2)];
      FindingSink::Extra extra;
      extra.in_description_only = true;
      sink_.add(detector_of(verdict.charge), input_.text.subjects[part.subject], part.path, words,
                Confidence::kMedium, extra);
      return;
    }
  }

  // Whether one of these readings of a text is an attack.
  bool any_order(const std::vector<Unhidden>& readings) {
    for (const Unhidden& undone : readings) {
      for (const ByteRange& range : split_sentences(undone.text)) {
        parse_sentence(std::string_view(undone.text).substr(range.begin, range.end - range.begin), false,
                       undone_);
        if (judge_sentence(undone_, nullptr, scope_).charge != Charge::kNone) return true;
        if (orders_something(undone_, scope_)) return true;
      }
    }
    return false;
  }

  void odd_spelling(const SubjectUnit& unit, const Field& field, std::size_t at, std::string_view text) {
    FindingSink::Extra odd;
    odd.in_description_only = true;
    odd.from_hidden_view = true;
    sink_.add(detector_of(Charge::kEncoded), unit, input_.text.piece_at(field, at).path,
              text.substr(0, char_edge(text, std::min(text.size(), kQuote))), Confidence::kMedium, odd);
  }

  // The strings of a joined field are its sentences.
  static std::vector<ByteRange> sentences_of(const Field& field) {
    if (!field.joined()) return split_sentences(field.text);
    std::vector<ByteRange> out;
    for (std::size_t begin = 0; begin < field.text.size();) {
      const std::size_t found = field.text.find(kPieceSeparator, begin);
      const std::size_t end = found == std::string_view::npos ? field.text.size() : found;
      out.push_back({begin, end});
      begin = end + kPieceSeparator.size();
    }
    return out;
  }

  void judge(const SubjectUnit& unit, const Field& field) {
    scope_.of_value = field.role == TextRole::kSchemaValue;
    scope_.of_parameter = field.role == TextRole::kParamText;
    scope_.of_title = field.role == TextRole::kTitle;
    scope_.of_output = field.role == TextRole::kOutputText;
    const bool describes = field.role == TextRole::kDescription;
    if (field.view == ViewKind::kRaw && any_order(undo_codes(field.text)))
      odd_spelling(unit, field, 0, field.text);
    bool first = true;
    const ParsedSentence* before = nullptr;
    for (const ByteRange& range : sentences_of(field)) {
      ParsedSentence& now = parsed_[before == &parsed_[0] ? 1 : 0];
      const std::string_view text =
          field.text.substr(range.begin, std::min(range.end - range.begin, kLongestSentence));
      parse_sentence(text, first && describes && field.view == ViewKind::kRaw, now);
      first = false;
      const Verdict verdict = judge_sentence(now, before, scope_);
      before = &now;
      if (verdict.charge == Charge::kNone) {
        if (field.view == ViewKind::kRaw && any_order(undo_obfuscation(text))) {
          odd_spelling(unit, field, range.begin, text);
        }
        continue;
      }
      charged_.insert(input_.text.piece_at(field, range.begin).path);
      FindingSink::Extra extra;
      extra.in_description_only = true;
      extra.from_hidden_view = field.view != ViewKind::kRaw;
      extra.doubtful = !verdict.firm && !extra.from_hidden_view;
      for (unsigned charge = 1; charge <= static_cast<unsigned>(Charge::kEncoded); ++charge) {
        if ((verdict.charges & 1u << charge) == 0) continue;
        sink_.add(detector_of(static_cast<Charge>(charge)), unit,
                  input_.text.piece_at(field, range.begin).path, decisive_words(text, now),
                  Confidence::kMedium, extra);
      }
    }
  }

  const DetectInput& input_;
  FindingSink& sink_;
  std::unordered_set<std::string_view> tools_, properties_;
  OrderScope scope_;
  ParsedSentence parsed_[2], undone_;
  std::vector<PartOfText> parts_;              // every string, in order
  std::unordered_set<std::uint32_t> charged_;  // paths of strings that were charged alone
};

}  // namespace

void detect_agent_orders(const DetectInput& input, FindingSink& sink) {
  Judge judge(input, sink);
  for (const SubjectUnit& unit : input.text.subjects) judge.subject(unit);
  judge.together();
}

}  // namespace mcpjury
