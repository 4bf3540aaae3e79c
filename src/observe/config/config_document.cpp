#include "observe/config/config_document.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/places.h"
#include "observe/config/jsonc.h"
#include "packages/settings.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxLines = 300'000;
constexpr std::size_t kMaxPointer = 400;
constexpr std::size_t kMaxDuplicates = 20;

std::size_t depth_of(std::string_view pointer) {
  std::size_t depth = 0;
  for (const char c : pointer) depth += c == '/' ? 1 : 0;
  return depth;
}

// Histories and caches of clients hold a hundred thousand strings that are no servers.
bool may_be_server(std::string_view pointer) {
  return depth_of(pointer) <= 3 || pointer.find("mcp") != std::string_view::npos ||
         pointer.find("ervers") != std::string_view::npos;
}

// "settings.json:3:14: …" without what stands behind the place.
std::string place_in(std::string_view message, std::string_view name) {
  const std::string shown = escape_terminal(name);
  if (!message.starts_with(shown)) return {};
  std::size_t end = shown.size();
  while (end < message.size() && (message[end] == ':' || ascii::is_digit(message[end]))) ++end;
  return std::string(message.substr(shown.size(), end - shown.size()));
}

Error unreadable(ErrorCode code, std::string_view name, std::string place, std::string_view reason) {
  while (place.ends_with(':')) place.pop_back();
  return {code, fmt::format("{}{}: {}", escape_terminal(name), place, reason)};
}

Result<ConfigDocument> read_json_config(std::string_view name, std::string_view text) {
  const std::string plain = without_comments(text);
  auto parsed = parse_json(plain, name, {});
  if (!parsed) return parsed.error();  // quotes one character at most
  ConfigDocument document;
  document.value = std::move(parsed->value);
  walk_places(plain, [&](std::string_view pointer, std::uint32_t line) {
    if (document.lines.size() >= kMaxLines || pointer.size() > kMaxPointer || !may_be_server(pointer)) return;
    document.lines.emplace(pointer, line);
  });
  for (const DuplicateKey& twice : parsed->duplicate_keys) {
    if (!may_be_server(twice.pointer)) continue;
    if (document.notes.size() == kMaxDuplicates) break;
    document.notes.push_back(fmt::format("{}:{}: a key stands twice; the last one is taken",
                                         escape_terminal(name), twice.place.line));
  }
  return document;
}

Result<ConfigDocument> read_settings(std::string_view name, std::string_view text, ConfigFormat format) {
  const bool toml = format == ConfigFormat::kToml;
  auto settings =
      toml ? read_toml_settings(name, text, may_be_server) : read_yaml_settings(name, text, may_be_server);
  if (!settings) {
    const Error& error = settings.error();
    return unreadable(error.code, name, place_in(error.message, name),
                      error.code == ErrorCode::kLimit ? "too large or nested too deeply"
                      : toml                          ? "not valid TOML"
                                                      : "not valid YAML");
  }
  ConfigDocument document;
  document.value = std::move(settings->value);
  for (auto& [pointer, line] : settings->lines) document.lines.emplace(std::move(pointer), line);
  if (settings->noted)
    document.notes.push_back(escape_terminal(name) + ": a key stands twice; the last one is taken");
  return document;
}

}  // namespace

ConfigFormat config_format(std::string_view name) {
  const std::string lower = ascii::lowered(name);
  if (lower.ends_with(".toml")) return ConfigFormat::kToml;
  return lower.ends_with(".yaml") || lower.ends_with(".yml") ? ConfigFormat::kYaml : ConfigFormat::kJson;
}

std::uint32_t ConfigDocument::line_of(std::string_view pointer) const {
  while (true) {
    const auto found = lines.find(pointer);
    if (found != lines.end()) return found->second;
    if (pointer.empty()) return 0;
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

Result<ConfigDocument> read_config_document(std::string_view name, std::string_view text) {
  const ConfigFormat format = config_format(name);
  if (text.size() > (format == ConfigFormat::kJson ? kMaxConfigBytes : kMaxSettingsBytes))
    return unreadable(ErrorCode::kLimit, name, {}, "larger than any client's configuration");
  if (format == ConfigFormat::kJson) return read_json_config(name, text);
  return read_settings(name, text, format);
}

}  // namespace mcpjury
