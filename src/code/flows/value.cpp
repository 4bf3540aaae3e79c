#include "code/flows/value.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace mcpjury::flow {
namespace {

constexpr std::string_view kShapes[] = {"whole", "start", "host", "part"};
constexpr std::string_view kLetters = "cqebjspf";
constexpr int kMaxNesting = 6;

void collect(const Value& value, std::vector<Taint>& into, bool part, int depth) {
  for (Taint taint : value.taints) {
    if (part) taint.shape = Shape::kPart;
    add_taint(into, taint);
  }
  if (!value.fields || depth > kMaxNesting) return;
  for (const auto& [name, inner] : *value.fields) collect(inner, into, true, depth + 1);
}

bool is_scheme(std::string_view text) {
  if (!text.ends_with("://")) return false;
  text.remove_suffix(3);
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '+';
  });
}

// The text before a hole ends where a shell expects a command.
bool command_place(std::string_view before) {
  while (!before.empty() && (before.back() == ' ' || before.back() == '"' || before.back() == '\'')) {
    before.remove_suffix(1);
  }
  for (const std::string_view end : {"&&", ";", "|", " -c", " -lc", " /c", " /C", "-Command"}) {
    if (before.ends_with(end)) return true;
  }
  return false;
}

}  // namespace

const Value* Value::member(std::string_view name) const {
  if (!fields) return nullptr;
  for (auto field = fields->rbegin(); field != fields->rend(); ++field) {
    if (field->first == name) return &field->second;
  }
  return nullptr;
}

void Value::set(const std::string& name, Value value) {
  auto copy = fields ? std::make_shared<std::vector<std::pair<std::string, Value>>>(*fields)
                     : std::make_shared<std::vector<std::pair<std::string, Value>>>();
  const auto found =
      std::find_if(copy->begin(), copy->end(), [&](const auto& field) { return field.first == name; });
  if (found != copy->end()) {
    found->second = std::move(value);
  } else if (copy->size() < kMaxFields) {
    copy->emplace_back(name, std::move(value));
  }
  fields = std::move(copy);
}

bool Value::clean() const { return all_taints(*this).empty(); }

void add_taint(std::vector<Taint>& into, const Taint& taint) {
  for (Taint& old : into) {
    if (old.parameter != taint.parameter || old.member != taint.member || old.shape != taint.shape) continue;
    old.marks &= taint.marks;  // the less protected one counts
    return;
  }
  if (into.size() < kMaxTaints) into.push_back(taint);
}

Value joined(Value a, const Value& b) {
  for (const Taint& taint : b.taints) add_taint(a.taints, taint);
  if (!a.fields) {
    a.fields = b.fields;
  } else if (b.fields) {
    for (const auto& [name, inner] : *b.fields) {
      const Value* mine = a.member(name);
      if (mine == nullptr) {
        a.set(name, inner);
      } else if (!inner.taints.empty()) {
        Value both = *mine;
        for (const Taint& taint : inner.taints) add_taint(both.taints, taint);
        a.set(name, std::move(both));
      }
    }
  }
  if (a.text.empty()) a.text = b.text;
  a.literal = a.literal && b.literal && a.text == b.text;
  a.list = a.list || b.list;
  if (a.function == kNone) a.function = b.function;
  return a;
}

std::vector<Taint> all_taints(const Value& value) {
  std::vector<Taint> found;
  collect(value, found, false, 0);
  return found;
}

Value literal(std::string text) {
  Value value;
  if (text.size() > kMaxKnownText) text.resize(kMaxKnownText);
  value.text = std::move(text);
  value.literal = true;
  return value;
}

Value concat(const std::vector<Value>& parts) {
  Value out;
  out.literal = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Value& part = parts[i];
    const bool first = out.text.empty();
    const bool opaque = out.text.find(kHole) != std::string::npos;
    bool alone = first;
    for (std::size_t j = i + 1; j < parts.size() && alone; ++j)
      alone = parts[j].literal && parts[j].text.empty();
    const std::string_view after =
        i + 1 < parts.size() ? std::string_view(parts[i + 1].text) : std::string_view();
    for (Taint taint : all_taints(part)) {
      if (first) {
        if (!alone && taint.shape == Shape::kWhole) taint.shape = Shape::kStart;
      } else if (!opaque && is_scheme(out.text) && taint.shape < Shape::kPart) {
        taint.shape = Shape::kHost;
      } else {
        taint.shape = Shape::kPart;
      }
      // "https://{shop}.example.com": the owner of the suffix is meant to be fixed.
      if (taint.shape == Shape::kHost && after.starts_with('.') && after.size() > 2) taint.marks |= kChecked;
      if (command_place(out.text)) taint.marks |= kCommandPlace;
      add_taint(out.taints, taint);
    }
    out.literal = out.literal && part.literal;
    if (out.text.size() < kMaxKnownText) {
      if (part.literal || !part.text.empty()) {
        out.text += part.text;
      } else {
        out.text += kHole;
      }
    }
  }
  if (out.text.size() > kMaxKnownText) out.text.resize(kMaxKnownText);
  if (!out.taints.empty() && reads_as_sql(out.text)) {
    for (Taint& taint : out.taints) taint.marks |= kSqlText;
  }
  return out;
}

Value path_join(const std::vector<Value>& parts) {
  Value out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (Taint taint : all_taints(parts[i])) {
      if (i > 0) taint.shape = Shape::kPart;
      if (i == 0 && parts.size() > 1) taint.shape = std::max(taint.shape, Shape::kStart);
      add_taint(out.taints, taint);
    }
    out.text += (i > 0 ? "/" : "") + (parts[i].text.empty() ? std::string(1, kHole) : parts[i].text);
    if (out.text.size() > kMaxKnownText) break;
  }
  return out;
}

Value format_text(std::string_view format, const std::vector<Value>& arguments) {
  std::vector<Value> parts;
  std::size_t used = 0;
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    bool hole = false;
    bool number = false;
    if (format[i] == '%' && i + 1 < format.size() && format[i + 1] != '%') {
      std::size_t end = i + 1;
      while (end < format.size() && std::isalpha(static_cast<unsigned char>(format[end])) == 0 && end < i + 8)
        ++end;
      if (end < format.size() && std::isalpha(static_cast<unsigned char>(format[end])) != 0) {
        hole = true;
        number = format[end] == 'd' || format[end] == 'f' || format[end] == 'x' || format[end] == 't';
        i = end;
      }
    } else if (format[i] == '{') {
      const std::size_t end = format.find('}', i);
      if (end != std::string_view::npos && end - i < 40) {
        hole = true;
        i = end;
      }
    }
    if (!hole) {
      text += format[i];
      continue;
    }
    parts.push_back(literal(std::move(text)));
    text.clear();
    Value filled;
    if (used < arguments.size() && !number) filled = arguments[used];
    ++used;
    parts.push_back(std::move(filled));
  }
  parts.push_back(literal(std::move(text)));
  Value out = concat(parts);
  // Named or repeated holes: whatever found no place still goes in somewhere.
  for (std::size_t i = used; i < arguments.size(); ++i) {
    for (Taint taint : all_taints(arguments[i])) {
      taint.shape = Shape::kPart;
      if (reads_as_sql(out.text)) taint.marks |= kSqlText;
      add_taint(out.taints, taint);
    }
  }
  return out;
}

void mark(Value& value, std::uint16_t marks) {
  for (Taint& taint : value.taints) taint.marks |= marks;
}

std::string shape_text(Shape shape, std::uint16_t marks) {
  std::string text(kShapes[static_cast<std::size_t>(shape)]);
  if (marks == 0) return text;
  text += '+';
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    if ((marks >> i & 1) != 0) text += kLetters[i];
  }
  return text;
}

std::pair<Shape, std::uint16_t> read_shape(std::string_view text) {
  const std::size_t plus = text.find('+');
  const std::string_view name = text.substr(0, plus);
  Shape shape = Shape::kPart;
  for (std::size_t i = 0; i < std::size(kShapes); ++i) {
    if (kShapes[i] == name) shape = static_cast<Shape>(i);
  }
  unsigned marks = 0;
  if (plus != std::string_view::npos) {
    for (const char c : text.substr(plus + 1)) {
      const std::size_t bit = kLetters.find(c);
      if (bit != std::string_view::npos) marks |= 1U << bit;
    }
  }
  return {shape, static_cast<std::uint16_t>(marks)};
}

// Only the shape of a statement: "Select the best" in a prompt is none.
bool reads_as_sql(std::string_view text) {
  std::string upper;
  for (const char c : text.substr(0, kMaxKnownText)) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (space && (upper.empty() || upper.back() == ' ')) continue;
    upper += space ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  static constexpr std::pair<std::string_view, std::string_view> kForms[] = {
      {"SELECT ", " FROM "},   {"INSERT INTO ", ""},  {"INSERT OR ", " INTO "}, {"UPDATE ", " SET "},
      {"DELETE FROM ", ""},    {"DROP TABLE ", ""},   {"DROP VIEW ", ""},       {"DROP INDEX ", ""},
      {"CREATE TABLE ", ""},   {"CREATE INDEX ", ""}, {"CREATE VIEW ", ""},     {"ALTER TABLE ", ""},
      {"TRUNCATE TABLE ", ""}, {"PRAGMA ", ""},       {"WITH ", " AS ("},       {"REPLACE INTO ", ""},
      {"DESCRIBE ", ""},       {"SHOW ", " FROM "},   {"EXPLAIN ", ""},         {"CREATE DATABASE ", ""},
      {"DROP DATABASE ", ""},  {"SHOW CREATE ", ""},  {"COPY ", " FROM "},      {"GRANT ", " TO "},
      {"CREATE USER ", ""},    {"DROP USER ", ""},    {"EXECUTE ", ""},
  };
  for (const auto& [head, later] : kForms) {
    if (upper.starts_with(head) && (later.empty() || upper.find(later) != std::string::npos)) return true;
  }
  return false;
}

}  // namespace mcpjury::flow
