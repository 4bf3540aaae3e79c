// The only file that includes toml++.
#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <stdexcept>

#include "packages/document.h"

namespace mcpjury {
namespace {

[[noreturn]] void broken_assumption() { throw std::logic_error("not TOML: the reader gave up"); }

}  // namespace
}  // namespace mcpjury

// With NDEBUG toml++ 3.3 tells the compiler that its assertions hold, and hostile text breaks one of them
// (a header without a key): undefined behaviour. Here they are checked always, and throw.
#undef NDEBUG
#define TOML_ASSERT(expr) (static_cast<bool>(expr) ? static_cast<void>(0) : mcpjury::broken_assumption())
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
// Together with kMaxKeyParts this bounds the depth of the tables, whose destructor recurses.
#define TOML_MAX_NESTED_VALUES 48
#include <toml++/toml.h>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxKeyParts = 24;
// toml++ looks at every element of an array of tables for each header that names it.
constexpr std::size_t kMaxHeaders = 20'000;

// toml++ bounds brackets but not dotted keys: "a.a.a.…" of a million parts is a million nested tables.
// Reads strings and comments as TOML does, so that nothing can be hidden in them.
struct TomlFault {
  std::string_view reason;
  std::uint32_t line;
};
std::optional<TomlFault> find_costly(std::string_view text) {
  std::uint32_t line = 1;
  std::size_t dots = 0, headers = 0;
  bool blank = true;  // so far on this line
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '[' && blank && ++headers > kMaxHeaders) return TomlFault{"too many tables", line};
    if (c > ' ' && c < 0x7F) blank = false;  // other blanks of Unicode may stand before a header too
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      if (i == text.size()) break;
      ++line, dots = 0, blank = true;
    } else if (c == '"' || c == '\'') {
      const bool many = text.substr(i, 3) == std::string(3, c);
      std::size_t at = i + (many ? 3 : 1);
      for (; at < text.size(); ++at) {
        if (text[at] == '\\' && c == '"') {
          ++at;
          if (at < text.size() && text[at] == '\n') ++line;
        } else if (text[at] == '\n') {
          ++line;
          if (!many) break;
        } else if (text[at] == c && (!many || text.substr(at, 3) == std::string(3, c))) {
          break;
        }
      }
      if (many) {
        // Up to two quotes may stand directly before the closing three.
        at += 2;
        for (int extra = 0; extra < 2 && at + 1 < text.size() && text[at + 1] == c; ++extra) ++at;
      }
      i = at;
    } else if (c == '\n') {
      ++line, dots = 0, blank = true;
    } else if (c == '.') {
      if (++dots >= kMaxKeyParts) return TomlFault{"a key of too many parts", line};
    } else if (c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') {
      dots = 0;
    }
  }
  return std::nullopt;
}

class Converter {
 public:
  explicit Converter(DocumentLines& lines) : lines_(lines) {}

  Json convert(const toml::node& node, std::size_t depth) {
    if (depth > kMaxDocumentDepth) {
      too_deep_ = true;
      return nullptr;
    }
    lines_.offer(pointer_, static_cast<std::uint32_t>(node.source().begin.line));
    if (const auto* table = node.as_table()) return convert_table(*table, depth);
    if (const auto* array = node.as_array()) return convert_array(*array, depth);
    if (const auto* text = node.as_string()) return Json(boost::json::string(text->get()));
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* real = node.as_floating_point()) {
      return std::isfinite(real->get()) ? Json(real->get()) : Json(nullptr);
    }
    if (const auto* truth = node.as_boolean()) return truth->get();
    return nullptr;  // dates and times, which no reader asks for
  }
  bool too_deep() const { return too_deep_; }

 private:
  Json convert_table(const toml::table& table, std::size_t depth) {
    JsonObject out;
    const std::size_t length = pointer_.size();
    for (const auto& [key, child] : table) {
      pointer_ += '/';
      pointer_ += pointer_escape(key.str());
      out[boost::json::string_view(key.str().data(), key.str().size())] = convert(child, depth + 1);
      pointer_.resize(length);
    }
    return out;
  }
  Json convert_array(const toml::array& array, std::size_t depth) {
    JsonArray out;
    const std::size_t length = pointer_.size();
    std::size_t index = 0;
    for (const auto& child : array) {
      pointer_ += '/';
      pointer_ += std::to_string(index++);
      out.push_back(convert(child, depth + 1));
      pointer_.resize(length);
    }
    return out;
  }

  DocumentLines& lines_;
  std::string pointer_;
  bool too_deep_ = false;
};

}  // namespace

Result<Document> read_toml_document(const InventorySource& source, WantLine want, InventoryBuilder&) {
  if (const auto fault = find_costly(source.text)) {
    return inventory_error(ErrorCode::kLimit, source.path, fault->reason, fault->line);
  }
  toml::table parsed;
  try {
    parsed = toml::parse(source.text);
  } catch (const toml::parse_error& fault) {
    return inventory_error(ErrorCode::kNotJson, source.path, fmt::format("not TOML: {}", fault.description()),
                           static_cast<std::uint32_t>(fault.source().begin.line));
  } catch (const std::logic_error& fault) {
    return inventory_error(ErrorCode::kNotJson, source.path, fault.what());
  }
  Document document;
  document.lines = DocumentLines(want);
  Converter converter(document.lines);
  document.values.push_back(converter.convert(parsed, 0));
  if (converter.too_deep()) return inventory_error(ErrorCode::kLimit, source.path, "nested too deeply");
  document.lines.sort();
  return document;
}

}  // namespace mcpjury
