#include "packages/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/places.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxPointerBytes = 1'024;
constexpr std::size_t kMaxLines = 200'000;
constexpr std::size_t kMaxLineBytes = 32u << 20;

}  // namespace

void DocumentLines::offer(std::string_view pointer, std::uint32_t line) {
  // Length first: `want_` reads the whole pointer.
  if (want_ == nullptr || pointer.size() > kMaxPointerBytes || kept_.size() >= kMaxLines) return;
  if (bytes_ + pointer.size() > kMaxLineBytes || !want_(pointer)) return;
  bytes_ += pointer.size();
  kept_.emplace_back(pointer, line);
}

void DocumentLines::sort() {
  // Stable: of two members with one key the earlier line stands first and is found.
  std::stable_sort(kept_.begin(), kept_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
}

std::uint32_t DocumentLines::at(std::string_view pointer) const {
  const auto found = std::lower_bound(kept_.begin(), kept_.end(), pointer,
                                      [](const auto& a, std::string_view b) { return a.first < b; });
  return found != kept_.end() && found->first == pointer ? found->second : 0;
}

Result<Document> read_json_document(const InventorySource& source, WantLine want, InventoryBuilder& builder) {
  auto parsed = parse_json(source.text, source.path, {});
  if (!parsed) return parsed.error();
  for (const auto& twice : parsed->duplicate_keys) {
    builder.note(fmt::format("the key {} stands twice; the last one is taken", twice.pointer),
                 static_cast<std::uint32_t>(twice.place.line));
  }
  Document document;
  document.lines = DocumentLines(want);
  if (want != nullptr) {
    walk_places(source.text,
                [&](std::string_view pointer, std::uint32_t line) { document.lines.offer(pointer, line); });
    document.lines.sort();
  }
  document.values.push_back(std::move(parsed->value));
  return document;
}

std::size_t pointer_tokens(std::string_view pointer) {
  return static_cast<std::size_t>(std::count(pointer.begin(), pointer.end(), '/'));
}

std::string_view pointer_token(std::string_view pointer, std::size_t from_end) {
  for (;; --from_end) {
    const std::size_t slash = pointer.rfind('/');
    if (slash == std::string_view::npos) return {};
    if (from_end == 0) return pointer.substr(slash + 1);
    pointer = pointer.substr(0, slash);
  }
}

std::string pointer_to(std::initializer_list<std::string_view> tokens) {
  std::string out;
  for (const std::string_view token : tokens) {
    out += '/';
    // No line is kept for such a pointer; a short stand-in spares the copy.
    if (token.size() > kMaxPointerBytes) return "/";
    out += pointer_escape(token);
  }
  return out;
}

const JsonObject& object_or_empty(const Json* value) {
  static const JsonObject kEmpty;
  const JsonObject* object = value != nullptr ? value->if_object() : nullptr;
  return object != nullptr ? *object : kEmpty;
}

const JsonArray& array_or_empty(const Json* value) {
  static const JsonArray kEmpty;
  const JsonArray* array = value != nullptr ? value->if_array() : nullptr;
  return array != nullptr ? *array : kEmpty;
}

std::string_view string_or_empty(const Json* value) {
  const boost::json::string* text = value != nullptr ? value->if_string() : nullptr;
  return text != nullptr ? view(*text) : std::string_view();
}

bool is_true(const Json* value) {
  if (value == nullptr) return false;
  if (const bool* plain = value->if_bool()) return *plain;
  return string_or_empty(value) == "true";
}

}  // namespace mcpjury
