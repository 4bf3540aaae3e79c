#include "judge/embedded/reading.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "text/normal_view.h"
#include "text/obfuscation.h"
#include "text/tokens.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

constexpr int kDeepest = 24;
constexpr std::size_t kMostPrefixes = 8;

bool is_plain_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\t' || c == '\r'; });
}

std::optional<bool> flag(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_bool()) return std::nullopt;
  return value->get_bool();
}

// At a line break, or a blank before what begins a sentence, an object or a tag. "the system's. Only": the
// splitter takes a single letter with a full stop for an abbreviation.
bool may_begin_anew(std::string_view text, std::size_t i) {
  if (text[i] == '\n') return true;
  if (text[i] != ' ' || text[i - 1] == ' ') return false;
  const char c = text[i + 1];
  const bool other_script =
      static_cast<unsigned char>(c) >= 0xE3 && static_cast<unsigned char>(text[i - 1]) < 0x80;
  return ascii::is_upper(c) || c == '{' || c == '[' || c == '<' || other_script;
}

// A single letter of another script inside a Latin word.
bool mixes_letters(std::string_view original, std::string_view normal) {
  std::size_t foreign = 0, ascii_letters = 0;
  for (const char c : original) {
    foreign += (static_cast<unsigned char>(c) & 0xC0) == 0xC0;
    ascii_letters += ascii::is_letter(c);
  }
  std::size_t normal_foreign = 0;
  for (const char c : normal) normal_foreign += (static_cast<unsigned char>(c) & 0xC0) == 0xC0;
  return foreign > normal_foreign && ascii_letters > foreign;
}

}  // namespace

bool shares_word(std::string_view words, std::string_view with) {
  std::size_t at = 0;
  while (at < words.size()) {
    std::size_t end = words.find(' ', at);
    if (end == std::string_view::npos) end = words.size();
    const std::string_view word = words.substr(at, end - at);
    // Plural and singular are one word.
    const std::string_view stem =
        word.size() > 4 && word.back() == 's' ? word.substr(0, word.size() - 1) : word;
    if (stem.size() >= 3 && with.find(stem) != std::string_view::npos) return true;
    at = end + 1;
  }
  return false;
}

const ToolReading& ReadingDesk::read(const JudgedUnit& unit) {
  gather(unit);
  if (any_ && key_ == last_key_) return reading_;
  last_key_ = key_;
  any_ = true;
  kept_.clear();
  used_ = 0;
  reading_.sentences.clear();
  for (const RawText& raw : raw_)
    parse_text(std::string_view(last_key_).substr(raw.begin, raw.size), raw.place);
  return reading_;
}

void ReadingDesk::add(std::string_view text, ReadPlace place) {
  if (text.empty() || gathered_ + text.size() > kMostText) return;
  gathered_ += text.size();
  key_ += static_cast<char>('0' + static_cast<int>(place));
  raw_.push_back({key_.size(), text.size(), place});
  key_ += text;
  key_ += '\0';
}

void ReadingDesk::gather(const JudgedUnit& unit) {
  key_.clear();
  raw_.clear();
  gathered_ = 0;
  reading_.parameters.clear();
  reading_.name_words.clear();
  append_name_words(reading_.name_words, unit.tool_name);
  reading_.title = {};
  reading_.description = {};
  reading_.has_schema = false;
  reading_.read_only = reading_.destructive = reading_.open_world = std::nullopt;
  key_ += unit.tool_name;
  key_ += '\0';
  if (unit.tool == nullptr) return;
  const JsonObject& tool = *unit.tool;
  reading_.title = find_string(tool, "title");
  reading_.description = find_string(tool, "description");
  add(reading_.description, ReadPlace::kDescription);
  add(reading_.title, ReadPlace::kTitle);
  for (const auto& [name, value] : tool) {
    const std::string_view key(name.data(), name.size());
    if (key == "name" || key == "title" || key == "description" || key == "icons") continue;
    if ((key == "inputSchema" || key == "outputSchema") && value.is_object()) {
      if (key == "inputSchema") reading_.has_schema = true;
      schema(value.get_object(), 0, key == "outputSchema");
    } else if (key == "annotations" && value.is_object()) {
      const JsonObject& hints = value.get_object();
      reading_.read_only = flag(hints, "readOnlyHint");
      reading_.destructive = flag(hints, "destructiveHint");
      reading_.open_world = flag(hints, "openWorldHint");
      for (const auto& [hint, said] : hints) {
        foreign(said, hint == "title" ? ReadPlace::kTitle : ReadPlace::kOther, 1);
      }
    } else {
      foreign(value, ReadPlace::kOther, 0);
    }
  }
}

void ReadingDesk::foreign(const Json& value, ReadPlace place, int depth) {
  if (depth > kDeepest) return;
  if (value.is_string()) {
    add(view(value.get_string()), place);
  } else if (value.is_array()) {
    for (const Json& member : value.get_array()) foreign(member, place, depth + 1);
  } else if (value.is_object()) {
    for (const auto& [name, member] : value.get_object()) {
      if (name.size() >= 16) add({name.data(), name.size()}, place);
      foreign(member, place, depth + 1);
    }
  }
}

void ReadingDesk::schema(const JsonObject& object, int depth, bool output) {
  if (depth > kDeepest) return;
  const JsonArray* required = find_array(object, "required");
  for (const auto& [name, value] : object) {
    const std::string_view key(name.data(), name.size());
    if (key == "description" || key == "title" || key == "$comment") {
      foreign(value, output ? ReadPlace::kOther : ReadPlace::kParameter, depth);
    } else if (key == "default" || key == "enum" || key == "const" || key == "examples" || key == "example") {
      foreign(value, output ? ReadPlace::kOther : ReadPlace::kValue, depth);
    } else if ((key == "properties" || key == "$defs" || key == "definitions" ||
                key == "patternProperties") &&
               value.is_object()) {
      for (const auto& [member, inner] : value.get_object()) {
        const std::string_view member_name(member.data(), member.size());
        const bool needed = required != nullptr && key == "properties" &&
                            std::any_of(required->begin(), required->end(), [&](const Json& entry) {
                              return entry.is_string() && view(entry.get_string()) == member_name;
                            });
        property(member_name, inner, depth + 1, needed, output);
      }
    } else if (value.is_object()) {
      schema(value.get_object(), depth + 1, output);
    } else if (value.is_array()) {
      for (const Json& member : value.get_array()) {
        if (member.is_object()) schema(member.get_object(), depth + 1, output);
      }
    } else if (value.is_string() && key != "type" && key != "format" && key != "$ref" && key != "$schema" &&
               key != "pattern" && key != "$id") {
      foreign(value, ReadPlace::kOther, depth);
    }
  }
}

void ReadingDesk::property(std::string_view name, const Json& value, int depth, bool required, bool output) {
  if (!output) {
    ReadParameter parameter;
    parameter.name = name;
    append_name_words(parameter.words, name);
    parameter.required = required;
    if (value.is_object()) {
      const JsonObject& object = value.get_object();
      parameter.description = find_string(object, "description");
      parameter.value = find_string(object, "default");
      const std::string_view type = find_string(object, "type");
      parameter.text = type.empty() || type == "string";
      parameter.closed = find(object, "enum") != nullptr || find(object, "const") != nullptr ||
                         find(object, "pattern") != nullptr || find(object, "format") != nullptr;
    }
    key_ += parameter.required ? 'R' : 'r';
    key_ += parameter.closed ? 'C' : 'c';
    key_ += parameter.text ? 'T' : 't';
    add(name, ReadPlace::kParameterName);
    reading_.parameters.push_back(std::move(parameter));
  }
  if (value.is_object()) schema(value.get_object(), depth, output);
}

void ReadingDesk::parse_text(std::string_view raw, ReadPlace place) {
  TextMarks marks;
  std::string_view text = raw;
  if (place == ReadPlace::kParameterName) {
    std::string& words = kept_.emplace_back();
    append_name_words(words, text);
    sentence(words, place, marks, false);
    return;
  }
  if (!is_plain_ascii(text)) {
    for (const HiddenChars& run : find_hidden(text)) {
      (run.kind == HiddenKind::kPrivateUse ? marks.private_use : marks.hidden) = true;
      const std::string message = decode_hidden_message(text.substr(run.begin, run.end - run.begin));
      if (message.size() < 4) continue;
      TextMarks inner;
      inner.hidden = true;
      sentences_of(kept_.emplace_back(message), place, inner, false);
    }
  }
  if (needs_normal_view(text)) {
    std::string& normal = kept_.emplace_back(make_normal_view(text).text);
    marks.look_alike = mixes_letters(text, normal);
    text = normal;
  }
  sentences_of(text, place, marks, place == ReadPlace::kDescription);
  for (DecodedBlob& blob : decode_blobs(raw)) {
    TextMarks inner;
    inner.decoded = true;
    sentences_of(kept_.emplace_back(std::move(blob.text)), place, inner, false);
  }
  for (Unhidden& undone : undo_obfuscation(raw)) {
    TextMarks inner;
    inner.guessed = true;
    sentences_of(kept_.emplace_back(std::move(undone.text)), place, inner, false);
  }
}

// Besides whole sentences their beginnings up to where somebody may have written on without a full stop: what
// stands behind must not become part of the only reading of a sentence. The last few such places are enough,
// because what is written on comes last.
void ReadingDesk::sentences_of(std::string_view text, ReadPlace place, TextMarks marks, bool first) {
  for (const ByteRange& range : split_sentences(text)) {
    const std::string_view whole = text.substr(range.begin, range.end - range.begin);
    const std::string_view shown = ascii::trimmed(whole);
    if (shown.size() < 3) continue;
    std::array<std::size_t, kMostPrefixes> cuts{};
    std::size_t found = 0;
    for (std::size_t i = 12; i + 4 < shown.size(); ++i) {
      if (may_begin_anew(shown, i)) cuts[found++ % kMostPrefixes] = i;
    }
    for (std::size_t i = found > kMostPrefixes ? found - kMostPrefixes : 0; i < found; ++i) {
      sentence(ascii::trimmed(shown.substr(0, cuts[i % kMostPrefixes])), place, marks, first);
    }
    sentence(shown, place, marks, first);
    first = false;
  }
}

void ReadingDesk::sentence(std::string_view text, ReadPlace place, TextMarks marks, bool opening) {
  if (used_ >= kMostSentences) return;
  // One or two words are a name; only what is more can say something.
  if (place == ReadPlace::kValue && std::count(text.begin(), text.end(), ' ') < 2 &&
      text.find_first_of(":/$|") == std::string_view::npos) {
    return;
  }
  if (used_ == sentences_.size()) sentences_.emplace_back();
  ReadSentence& next = sentences_[used_++];
  next.text = text;
  next.place = place;
  next.marks = marks;
  next.opening = opening;
  parse_sentence(text, opening, next.parsed);
  reading_.sentences.push_back(&next);
}

}  // namespace mcpjury
