// A YAML text as a tree that knows where each key and value stands. Read strictly and within bounds: one
// document, no key twice in a map, keys are texts, at most kMaxSettingsBytes, kMaxSettingsDepth and
// kMaxSettingsNodes, what aliases stand for counted in. Every scalar stays the text it is; the sections know
// what they want of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace mcpjury {

inline constexpr std::size_t kMaxSettingsBytes = 1u << 20;
inline constexpr std::size_t kMaxSettingsDepth = 16;
inline constexpr std::size_t kMaxSettingsNodes = 50'000;

struct SettingsPlace {
  std::uint32_t line = 0, column = 0;  // from 1; 0: nowhere
};

struct SettingsNode;
struct SettingsEntry;

struct SettingsNode {
  enum class Type : std::uint8_t { kNull, kText, kList, kMap };
  Type type = Type::kNull;
  bool quoted = false;  // of a text: "true" in quotes is no boolean
  SettingsPlace place;
  std::string text;
  std::vector<SettingsNode> items;
  std::vector<SettingsEntry> entries;
};

struct SettingsEntry {
  std::string key;
  SettingsPlace place;
  SettingsNode value;
};

// kUsage with "file:line:column: reason".
Result<SettingsNode> parse_settings_yaml(std::string_view text, const std::string& file);

// The same for all messages about a place in a file. Escaped for a terminal.
std::string settings_message(const std::string& file, SettingsPlace place, std::string_view reason);

}  // namespace mcpjury
