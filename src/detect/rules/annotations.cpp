// What a tool's annotations leave out, deny or contradict.
//
// The verb of the name decides what a tool does (tool_class.h). A verb is taken at its word only where
// it leads the name, or follows a prefix that is no verb, and nothing in the name says that the action is
// only shown, checked or prepared: `get_sending_status` reads, `preview_delete` deletes nothing.
#include <algorithm>
#include <iterator>
#include <string>

#include "base/one_of.h"
#include "detect/rules/subject_help.h"
#include "detect/tool_class.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

// Words that turn an action into a look at it, a rehearsal or a text about it.
bool tempers(std::string_view word) {
  return one_of(
      word,
      {"preview",      "dry",     "simulate", "simulation", "validate",    "validation", "check",   "plan",
       "estimate",     "draft",   "suggest",  "suggestion", "suggestions", "diff",       "status",  "history",
       "log",          "logs",    "example",  "examples",   "template",    "help",       "guide",   "docs",
       "info",         "schema",  "prompt",   "options",    "can",         "quote",      "details", "report",
       "reports",      "stats",   "metrics",  "events",     "requests",    "methods",    "fees",    "rates",
       "instructions", "command", "reader",   "viewer",     "snippet",     "url",        "link",    "local",
       "session",      "memory",  "cache",    "context",    "progress",    "state",      "result",  "results",
       "count",        "summary"});
}

// Writing words that on their own leave little doubt that something kept is changed.
bool plain_write(std::string_view word) {
  return one_of(word, {"update", "insert", "write", "upload", "rename", "patch", "edit", "modify", "upsert",
                       "deploy", "install", "enable", "disable", "assign"});
}

// Deleting words after which what was there is gone; the others also undo a link, an order or a running
// program, and "not destructive" is then an honest answer.
bool plain_delete(std::string_view word) {
  return one_of(
      word, {"delete", "drop", "purge", "wipe", "destroy", "truncate", "erase", "uninstall", "del", "rm"});
}

bool about_money(std::string_view text) {
  constexpr std::string_view kWords[] = {"money",  "fund",     "payment", "balance", "payout",  "wallet",
                                         "crypto", "usd",      "bank",    "amount",  "invoice", "refund",
                                         "card",   "currency", "eth",     "btc",     "sol",     "token"};
  std::string word;
  const auto known = [&] {
    if (word.size() > 3 && word.back() == 's') word.pop_back();
    return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
  };
  for (char c : text.substr(0, 600)) {
    const char low = static_cast<char>(c | 0x20);
    if (low >= 'a' && low <= 'z') {
      word += low;
      continue;
    }
    if (known()) return true;
    word.clear();
  }
  return known();
}

struct Action {
  std::string_view word;  // the verb as it stands in the name
  Verb verb = Verb::kNone;
  bool certain = false;
};

// Only called for tools whose class came from a mutating verb in the name.
Action action_of(std::string_view name, std::string& words) {
  words.clear();
  append_name_words(words, name);
  Action action;
  std::size_t position = 0, verb_at = 0;
  bool tempered = false, reads = false;
  for (std::size_t begin = 0; begin < words.size(); ++position) {
    const std::size_t end = std::min(words.find(' ', begin), words.size());
    const std::string_view word = std::string_view(words).substr(begin, end - begin);
    begin = end + 1;
    const Verb verb = verb_of(word);
    tempered = tempered || tempers(word);
    if (action.verb == Verb::kNone && verb != Verb::kNone) {
      action.word = word;
      action.verb = verb;
      verb_at = position;
    } else if (verb == Verb::kRead) {
      reads = true;
    }
  }
  // A verb at the very end of a longer name is as often a noun ("daily_charge", "page_move").
  const bool leads = verb_at == 0 || (verb_at <= 2 && verb_at + 1 < position);
  action.certain = leads && !tempered && !reads;
  return action;
}

// "Creates a user" on create_user: the text stands by the name.
bool description_agrees(std::string_view description, std::string_view word) {
  description = trimmed(description);
  if (word.empty() || description.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((description[i] | 0x20) != word[i]) return false;
  }
  return true;
}

// "add" of two numbers is a sum: what takes nothing but numbers has nothing to write down.
bool takes_only_numbers(const ToolView& tool) {
  const JsonObject* properties =
      tool.input_schema != nullptr ? find_object(*tool.input_schema, "properties") : nullptr;
  if (properties == nullptr || properties->empty()) return false;
  return std::all_of(properties->begin(), properties->end(), [](const auto& member) {
    const JsonObject* schema = member.value().if_object();
    if (schema == nullptr) return false;
    if (find_string(*schema, "type") == "array") schema = find_object(*schema, "items");
    return schema != nullptr && one_of(find_string(*schema, "type"), {"number", "integer"});
  });
}

class AnnotationRules {
 public:
  AnnotationRules(const DetectInput& input, FindingSink& sink) : input_(input), sink_(sink) {}

  void tool(std::size_t i) {
    const Annotations& hints = input_.surface.tools[i].annotations;
    const ToolFacts& facts = input_.tools[i];
    completeness(i);
    const bool read_only = hints.read_only.value_or(false);
    if (read_only && hints.destructive.value_or(false)) {
      static const std::uint16_t kBoth = detector_index("annotations-contradict-each-other");
      add(kBoth, i, "readOnlyHint and destructiveHint are both true", Confidence::kHigh, {});
    }
    if (!facts.deletes && !facts.writes && !facts.financial && !facts.sends) return;
    if (read_only) return claims_read_only(i);
    if (facts.sends) return;  // the published rules about destructiveHint do not count sending
    if (!hints.destructive.has_value()) {
      silent(i);
    } else if (!*hints.destructive) {
      denied(i);
    }
  }

 private:
  void claims_read_only(std::size_t i) {
    static const std::uint16_t kClaim = detector_index("read-only-claim-contradicted");
    const ToolView& tool = input_.surface.tools[i];
    const Action action = action_in(i);
    Confidence confidence = Confidence::kLow;
    if (action.certain) {
      if (action.verb == Verb::kDelete || action.verb == Verb::kSend || moves_money(i, action)) {
        confidence = Confidence::kHigh;
      } else if (action.verb == Verb::kWrite && !takes_only_numbers(tool) &&
                 (plain_write(action.word) || description_agrees(tool.description, action.word))) {
        confidence = Confidence::kMedium;
      }
    }
    add(kClaim, i, "readOnlyHint: true", confidence, said(action));
  }

  void denied(std::size_t i) {
    static const std::uint16_t kDenied = detector_index("destructive-hint-denied");
    const Action action = action_in(i);
    const bool gone = action.certain && (plain_delete(action.word) || moves_money(i, action));
    add(kDenied, i, "destructiveHint: false", gone ? Confidence::kHigh : Confidence::kLow, said(action));
  }

  void silent(std::size_t i) {
    static const std::uint16_t kMissing = detector_index("destructive-hint-missing");
    const Action action = action_in(i);
    const bool counts = action.certain && (action.verb == Verb::kDelete || moves_money(i, action));
    add(kMissing, i, input_.surface.tools[i].name, counts ? Confidence::kMedium : Confidence::kLow,
        said(action));
  }

  // No verb when the class came from the description.
  Action action_in(std::size_t i) {
    if (!input_.tools[i].verb_in_name) return {};
    return action_of(input_.surface.tools[i].name, words_);
  }

  // An issue is transferred too, and a battery charged.
  bool moves_money(std::size_t i, const Action& action) const {
    if (action.verb != Verb::kMoney) return false;
    return action.word == "pay" || action.word == "refund" || about_money(words_) ||
           about_money(input_.surface.tools[i].description);
  }

  std::string_view said(const Action& action) {
    if (action.word.empty()) return "its description says otherwise";
    detail_ = "its name says \"";
    detail_ += action.word;
    detail_ += '"';
    return detail_;
  }

  void completeness(std::size_t i) {
    static const std::uint16_t kIncomplete = detector_index("incomplete-annotations");
    const ToolView& tool = input_.surface.tools[i];
    const Annotations& hints = tool.annotations;
    const bool titled = !tool.title.empty() || !hints.title.empty();
    const bool read_only = hints.read_only.value_or(false);
    const bool needed = titled && hints.read_only && hints.open_world;
    const bool rest = hints.destructive && hints.idempotent;
    if (needed && rest) return;
    detail_.clear();
    const auto miss = [&](bool there, const char* what) {
      if (there) return;
      if (!detail_.empty()) detail_ += ", ";
      detail_ += what;
    };
    miss(titled, "title");
    miss(hints.read_only.has_value(), "readOnlyHint");
    miss(hints.destructive.has_value(), "destructiveHint");
    miss(hints.idempotent.has_value(), "idempotentHint");
    miss(hints.open_world.has_value(), "openWorldHint");
    // The protocol gives the two hints no meaning on a read-only tool.
    const bool enough = needed && read_only;
    add(kIncomplete, i, {}, enough ? Confidence::kLow : Confidence::kHigh, detail_);
  }

  void add(std::uint16_t detector, std::size_t i, std::string_view quote, Confidence confidence,
           std::string_view detail) {
    const SubjectUnit& subject = input_.text.tool(i);
    sink_.add(detector, subject, subject.path, quote, confidence, {.detail = detail});
  }

  const DetectInput& input_;
  FindingSink& sink_;
  std::string words_, detail_;
};

}  // namespace

void detect_annotations(const DetectInput& input, FindingSink& sink) {
  AnnotationRules rules(input, sink);
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) rules.tool(i);
}

}  // namespace mcpjury
