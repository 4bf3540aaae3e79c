// orders-about-other-tools, the part that needs the server's own list: a sentence that names a tool this
// server does not have and gives an order about it. The name must look like a tool name (words joined
// by _ or -) and stand next to the word "tool", a call, or in quotes.
#include <algorithm>
#include <unordered_set>

#include "detect/signals.h"
#include "detect/sink.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

bool name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

bool joined_words(std::string_view word) {
  const std::size_t join = word.find_first_of("_-", 1);
  return word.size() >= 6 && word.size() <= 64 && join != std::string_view::npos && join + 1 < word.size() &&
         std::all_of(word.begin(), word.end(), name_char) && (word[0] | 0x20) >= 'a' &&
         (word[0] | 0x20) <= 'z';
}

// Text right before or after the name that makes it a tool.
bool says_tool(std::string_view before, std::string_view after) {
  const auto strip = [](std::string_view text, bool front) {
    while (!text.empty()) {
      const char c = front ? text.front() : text.back();
      if (c != ' ' && c != '`' && c != '\'' && c != '"' && c != '*' && c != '\n') break;
      front ? text.remove_prefix(1) : text.remove_suffix(1);
    }
    return text;
  };
  after = strip(after, true);
  before = strip(before, false);
  const auto starts = [&](std::string_view word) { return after.substr(0, word.size()) == word; };
  const auto ends = [&](std::string_view word) {
    return before.size() >= word.size() && before.substr(before.size() - word.size()) == word;
  };
  return starts("tool") || starts("function") || starts("is called") || starts("is used") ||
         starts("is invoked") || starts("()") || ends("tool") || ends("tool named") || ends("function") ||
         ends("the tool called") || ends("calling") || ends("invoking") || ends(" call") || ends("Call") ||
         ends(" use") || ends("Use") || ends("using") || ends(" invoke") || ends("before running") ||
         ends("when using");
}

// " with account_id='…'": the call is dictated down to its arguments.
bool fixed_argument(std::string_view after) {
  const std::size_t with = after.find("with ");
  if (with == std::string_view::npos || with > 12) return false;
  after.remove_prefix(with + 5);
  std::size_t name = 0;
  while (name < after.size() && name_char(after[name])) ++name;
  return name > 2 && name + 1 < after.size() && after[name] == '=' &&
         (after[name + 1] == '\'' || after[name + 1] == '"' || after[name + 1] == '$');
}

}  // namespace

void detect_foreign_tools(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kOrders = detector_index("orders-about-other-tools");
  static const std::uint16_t kStrong[] = {signal_index("mal-hide-user"),   signal_index("mal-covert-act"),
                                          signal_index("mal-secret-file"), signal_index("mal-supersede"),
                                          signal_index("mal-copy-to"),     signal_index("mal-shell"),
                                          signal_index("mal-tamper"),      signal_index("mal-fixed-mail")};
  static const std::uint16_t kOrder[] = {signal_index("mal-order"), signal_index("mal-before-use"),
                                         signal_index("mal-conditional")};
  static const std::uint16_t kDefensive = signal_index("mal-defensive");
  const auto any = [&](const Field& field, const auto& list) {
    return std::any_of(std::begin(list), std::end(list),
                       [&](std::uint16_t signal) { return has_signal(input.text, field, signal); });
  };
  std::unordered_set<std::string_view> own;
  for (const SubjectUnit& subject : input.text.subjects) {
    if (!subject.any_hit) continue;
    for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
      const Field& field = input.text.fields[f];
      if (field.split_names || field.hits < 2 || field.pieces > 1) continue;
      if (!any(field, kOrder) || has_signal(input.text, field, kDefensive)) continue;
      const bool strong = any(field, kStrong);
      if (own.empty()) {
        for (const ToolView& tool : input.surface.tools) own.insert(tool.name);
        for (const PropertyInfo& property : input.text.properties) own.insert(property.name);
      }
      for (std::size_t i = 0; i < field.text.size();) {
        if (!name_char(field.text[i])) {
          ++i;
          continue;
        }
        std::size_t end = i;
        while (end < field.text.size() && name_char(field.text[end])) ++end;
        const std::string_view word = field.text.substr(i, end - i);
        const std::size_t from = i > 24 ? i - 24 : 0;
        if (joined_words(word) && !own.contains(word) && word.find('_') != std::string_view::npos &&
            says_tool(field.text.substr(from, i - from), field.text.substr(end, 24)) &&
            (strong || fixed_argument(field.text.substr(end, 48)))) {
          const std::size_t begin = i > 60 ? i - 60 : 0;
          sink.add(kOrders, subject, input.text.piece_at(field, i).path, field.text.substr(begin, 200),
                   Confidence::kMedium);
          break;
        }
        i = end;
      }
    }
  }
}

}  // namespace mcpjury
