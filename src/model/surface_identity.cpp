#include "model/surface_identity.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "base/canonical_json.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kSurfaceMembers = {"name"sv, "description"sv, "inputSchema"sv, "annotations"sv};
constexpr std::array kRestMembers = {"name"sv, "title"sv, "icons"sv, "outputSchema"sv, "_meta"sv};
constexpr std::array kRestLists = {"prompts"sv, "resources"sv, "templates"sv};

template <std::size_t N>
JsonObject with_members(const JsonObject& from, const std::array<std::string_view, N>& names) {
  JsonObject out;
  for (const std::string_view name : names) {
    if (const Json* member = find(from, name)) out[name] = *member;
  }
  return out;
}

std::string hash_of(const JsonObject& tool, std::string_view name) {
  const Json* member = find(tool, name);
  return member != nullptr ? sha256_hex(canonical_json(*member)) : std::string();
}

// SHA-256 of the tag, a newline and the array of the texts, which are JSON already.
std::string hash_of_list(std::string_view tag, const std::vector<std::string_view>& texts) {
  std::string bytes(tag);
  bytes += "\n[";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i != 0) bytes += ',';
    bytes += texts[i];
  }
  bytes += ']';
  return sha256_hex(bytes);
}

std::string rest_hash(const Surface& surface, const JsonObject& definition) {
  std::vector<std::string> tools;
  tools.reserve(surface.tools.size());
  for (const ToolView& tool : surface.tools) {
    tools.push_back(canonical_json(with_members(*tool.object, kRestMembers)));
  }
  std::sort(tools.begin(), tools.end());
  JsonObject rest;
  for (const std::string_view name : kRestLists) {
    if (const Json* list = find(definition, name)) rest[name] = *list;
  }
  if (const Json* instructions = find(definition, "instructions")) rest["instructions"] = *instructions;
  tools.push_back(canonical_json(rest));
  return hash_of_list("tool-surface-rest/1", {tools.begin(), tools.end()});
}

}  // namespace

JsonObject canonical_tool(const JsonObject& tool) { return with_members(tool, kSurfaceMembers); }

SurfaceIdentity surface_identity(const Surface& surface, const JsonObject& definition) {
  struct Entry {
    std::string text;
    ToolIdentity identity;
  };
  std::vector<Entry> entries;
  entries.reserve(surface.tools.size());
  for (const ToolView& tool : surface.tools) {
    std::string text = canonical_json(canonical_tool(*tool.object));
    ToolIdentity identity{std::string(tool.name), sha256_hex(text), hash_of(*tool.object, "description"),
                          hash_of(*tool.object, "inputSchema"), hash_of(*tool.object, "annotations")};
    entries.push_back({std::move(text), std::move(identity)});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.identity.name, a.text) < std::tie(b.identity.name, b.text);
  });
  SurfaceIdentity out;
  out.truncated = surface.truncated;
  std::vector<std::string_view> texts;
  for (Entry& entry : entries) {
    texts.push_back(entry.text);
    out.tools.push_back(std::move(entry.identity));
  }
  out.surface_sha256 = hash_of_list("tool-surface/1", texts);
  out.rest_sha256 = rest_hash(surface, definition);
  return out;
}

}  // namespace mcpjury
