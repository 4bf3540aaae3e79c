// Names: repeated, odd, written with look-alike characters, close to well-known ones, or at odds with
// the title. The quiet path is is_plain_name ASCII and allocates nothing per name.
#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "detect/name_distance.h"
#include "detect/rules/subject_help.h"
#include "detect/tool_class.h"
#include "text/tokens.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

bool is_plain_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

// Reports a name that is not what it looks like; is_plain_name ASCII never is.
void deceptive(const SubjectUnit& subject, std::uint32_t path, std::string_view name, FindingSink& sink) {
  if (is_plain_name(name)) return;
  static const std::uint16_t kHomoglyph = detector_index("homoglyph-name");
  const std::vector<HiddenChars> hidden = find_hidden(name);
  const auto unseen = std::find_if(hidden.begin(), hidden.end(), [](const HiddenChars& run) {
    return run.kind != HiddenKind::kPrivateUse;
  });
  if (unseen != hidden.end()) {
    sink.add(
        kHomoglyph, subject, path, escape_terminal(name), Confidence::kHigh,
        {.detail = std::string("it holds characters that cannot be seen (") + name_of(unseen->kind) + ")"});
    return;
  }
  const NameFacts facts = name_facts(name);
  if (facts.confusable_with_ascii) {
    sink.add(kHomoglyph, subject, path, name, Confidence::kHigh,
             {.detail = "its letters are of another script and read as \"" + facts.skeleton + "\""});
  } else if (facts.mixed_script) {
    sink.add(kHomoglyph, subject, path, name, Confidence::kHigh, {.detail = "it mixes scripts"});
  }
}

void odd(const DetectInput& input, FindingSink& sink, std::size_t i) {
  static const std::uint16_t kOdd = detector_index("odd-tool-name");
  const std::string_view name = input.surface.tools[i].name;
  const char* why = nullptr;
  Confidence confidence = Confidence::kMedium;
  bool blank = false, non_ascii = false, sign = false, path_like = false;
  for (char c : name) {
    if (ascii::is_letter(c) || ascii::is_digit(c) || c == '_' || c == '-' || c == '.') continue;
    blank = blank || is_blank(c);
    non_ascii = non_ascii || static_cast<unsigned char>(c) >= 0x80;
    path_like = path_like || c == '/' || c == ':';
    sign = sign || (!is_blank(c) && c != '/' && c != ':');
  }
  if (name.empty()) {
    why = "it is empty";
  } else if (blank) {
    why = "it contains blanks";
  } else if (non_ascii) {
    why = "it is not ASCII";
  } else if (sign) {
    why = "it contains signs";
  } else if (name.size() > 64) {
    why = "it is longer than 64 characters";
    if (name.size() <= 128) confidence = Confidence::kLow;
  } else if (path_like) {
    why = "it contains slashes or colons";
    confidence = Confidence::kLow;
  } else if (!ascii::is_letter(name[0])) {
    why = "it does not begin with a letter";
    confidence = Confidence::kLow;
  }
  if (!why) return;
  const SubjectUnit& subject = input.text.tool(i);
  sink.add(kOdd, subject, role_path(input.text, subject, TextRole::kName), name, confidence, {.detail = why});
}

struct Known {
  FoldedName folded;
  std::string_view name;
};

const std::vector<Known>& known_names() {
  static const std::vector<Known> kKnown = [] {
    std::vector<Known> known;
    for (std::string_view name : catalog().known_tool_names) known.push_back({fold(name), name});
    return known;
  }();
  return kKnown;
}

void lookalike(const DetectInput& input, FindingSink& sink, std::size_t i) {
  static const std::uint16_t kLookalike = detector_index("lookalike-tool-name");
  const std::string_view name = input.surface.tools[i].name;
  const FoldedName folded = fold(name);
  const Known* near = nullptr;
  for (const Known& known : known_names()) {
    const bool both_long = std::min(folded.size, known.folded.size) >= kTwoEditsFrom;
    if (!may_be_near(folded, known.folded, both_long ? 2 : 1)) continue;
    if (folded.view() == known.folded.view()) return;
    if (!near && looks_misspelt(name, known.name)) near = &known;
  }
  if (!near) return;
  const SubjectUnit& subject = input.text.tool(i);
  sink.add(kLookalike, subject, role_path(input.text, subject, TextRole::kName), name, Confidence::kMedium,
           {.detail = near->name});
}

std::string_view title_of(const ToolView& tool) {
  return !tool.title.empty() ? tool.title : tool.annotations.title;
}

// Only the first word of a title is compared, and only reading against changing: "View" on a tool that
// deletes. Everything else is choice of words.
void title(const DetectInput& input, FindingSink& sink, std::size_t i) {
  const ToolView& tool = input.surface.tools[i];
  const ToolFacts& facts = input.tools[i];
  const std::string_view text = trimmed(title_of(tool));
  if (text.empty() || !facts.verb_in_name) return;
  std::array<char, 16> word{};
  std::size_t size = 0;
  while (size < text.size() && size < word.size() && ascii::is_letter(text[size])) {
    word[size] = static_cast<char>(text[size] | 0x20);
    ++size;
  }
  if (size == word.size() || (size < text.size() && !is_blank(text[size]))) return;
  const Verb verb = verb_of({word.data(), size});
  const bool title_changes = verb == Verb::kDelete || verb == Verb::kSend || verb == Verb::kMoney;
  const bool name_changes = facts.deletes || facts.sends || facts.financial;
  const char* why = nullptr;
  if (verb == Verb::kRead && name_changes) why = "the title reads, the name acts";
  if (title_changes && facts.tool_class == ToolClass::kRead) why = "the title acts, the name reads";
  const bool writes = verb == Verb::kRead && facts.writes;
  if (!why && !writes) return;
  // "monitor_delete" has both verbs; the title then repeats one of them.
  for (const std::string& part : split_name(tool.name)) {
    const Verb own = verb_of(part);
    if (own == verb && verb != Verb::kNone) return;
  }
  static const std::uint16_t kTitle = detector_index("title-contradicts-name");
  const SubjectUnit& subject = input.text.tool(i);
  sink.add(kTitle, subject, role_path(input.text, subject, TextRole::kTitle), text,
           writes ? Confidence::kLow : Confidence::kMedium,
           {.detail = writes ? "the title reads, the name writes" : why});
}

struct Keyed {
  std::size_t hash;
  std::uint32_t tool;
};

// Reports tools whose key equals that of an earlier one. Keys are compared again behind the hash.
template <class Key, class Report>
void for_repeated(std::size_t count, const Key& key, const Report& report) {
  std::vector<Keyed> keys(count);
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i) {
    key(i, text);
    keys[i] = {std::hash<std::string_view>()(text), i};
  }
  std::sort(keys.begin(), keys.end(), [](const Keyed& a, const Keyed& b) {
    return a.hash != b.hash ? a.hash < b.hash : a.tool < b.tool;
  });
  std::string first_text;
  std::size_t first = 0;
  for (std::size_t k = 1; k < count; ++k) {
    if (keys[k].hash != keys[first].hash) {
      first = k;
      continue;
    }
    key(keys[first].tool, first_text);
    key(keys[k].tool, text);
    if (!text.empty() && text == first_text) report(keys[first].tool, keys[k].tool);
  }
}

void fold_case(std::string_view name, bool keep_blanks, std::string& out) {
  out.clear();
  for (char c : name) {
    if (!keep_blanks && is_blank(c)) continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
}

void repeated(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kName = detector_index("duplicate-tool-name");
  static const std::uint16_t kDisplay = detector_index("duplicate-display-name");
  const auto& tools = input.surface.tools;
  if (tools.size() < 2) return;
  const bool ascii =
      std::all_of(tools.begin(), tools.end(), [](const ToolView& tool) { return is_ascii(tool.name); });
  const auto name_key = [&](std::uint32_t i, std::string& out) {
    if (ascii) {
      fold_case(tools[i].name, true, out);
    } else {
      out = skeleton(tools[i].name);
    }
  };
  for_repeated(tools.size(), name_key, [&](std::uint32_t first, std::uint32_t again) {
    const bool same = tools[first].name == tools[again].name;
    const SubjectUnit& subject = input.text.tool(again);
    const std::string other = "the tool at position " + std::to_string(first + 1);
    sink.add(kName, subject, role_path(input.text, subject, TextRole::kName), tools[again].name,
             same ? Confidence::kHigh : Confidence::kMedium,
             {.detail = same ? std::string_view(other) : tools[first].name});
  });
  const auto display = [&](std::uint32_t i) {
    const std::string_view text = trimmed(title_of(tools[i]));
    return text.empty() ? tools[i].name : text;
  };
  const auto display_key = [&](std::uint32_t i, std::string& out) { fold_case(display(i), false, out); };
  for_repeated(tools.size(), display_key, [&](std::uint32_t first, std::uint32_t again) {
    const SubjectUnit& subject = input.text.tool(again);
    sink.add(kDisplay, subject, role_path(input.text, subject, TextRole::kTitle), display(again),
             Confidence::kHigh, {.detail = tools[first].name});
  });
}

}  // namespace

void detect_names(const DetectInput& input, FindingSink& sink) {
  for (std::size_t i = 0; i < input.surface.tools.size(); ++i) {
    odd(input, sink, i);
    lookalike(input, sink, i);
    title(input, sink, i);
  }
  for (const SubjectUnit& subject : input.text.subjects) {
    if (subject.type == SubjectType::kTool || subject.type == SubjectType::kPrompt) {
      if (!is_plain_name(subject.name)) {
        deceptive(subject, role_path(input.text, subject, TextRole::kName), subject.name, sink);
      }
    }
    for (std::uint32_t p = subject.first_property; p < subject.first_property + subject.properties; ++p) {
      const PropertyInfo& property = input.text.properties[p];
      if (!property.output) deceptive(subject, property.path, property.name, sink);
    }
  }
  repeated(input, sink);
}

}  // namespace mcpjury
