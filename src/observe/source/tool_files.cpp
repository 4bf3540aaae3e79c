#include "observe/source/tool_files.h"

#include <algorithm>
#include <array>

#include "observe/files/tool_list.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// The seed's order. Its testdata files are left out: they are samples.
constexpr std::array kUsual = {"tools.json"sv,       "mcp.json"sv,       "server.json"sv,
                               ".mcp/tools.json"sv,  "src/tools.json"sv, "src/mcp.json"sv,
                               "tools/tools.json"sv, "manifest.json"sv};

bool looks_like_tool(const Json& item) {
  const JsonObject* tool = item.if_object();
  if (tool == nullptr) return false;
  const Json* name = find(*tool, "name");
  return name != nullptr && name->is_string() && !name->get_string().empty() &&
         (find(*tool, "inputSchema") != nullptr || find(*tool, "input_schema") != nullptr ||
          !find_string(*tool, "description").empty());
}

// A list of tools in the document, every entry of which is one.
bool holds_tools(const Json& document) {
  const JsonArray* list = document.if_array();
  if (const JsonObject* object = document.if_object()) list = find_array(*object, "tools");
  if (list == nullptr || list->empty()) return false;
  return std::all_of(list->begin(), list->end(), looks_like_tool);
}

bool is_json(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (!name.ends_with(".json")) return false;
  return !name.starts_with("package") && !name.starts_with("tsconfig") && !name.starts_with("composer");
}

}  // namespace

std::optional<FoundToolFile> find_tool_file(const SourceTree& tree, const SourceLimits& limits,
                                            const Limits& reading, const std::string& observed_at) {
  std::vector<std::pair<std::string_view, int>> order;
  for (const std::string_view usual : kUsual) {
    const auto known = std::any_of(tree.files.begin(), tree.files.end(),
                                   [&](const SourceFile& file) { return file.path == usual; });
    if (known) order.emplace_back(usual, 1);
  }
  for (const SourceFile& file : tree.files) {
    const bool usual = std::find(kUsual.begin(), kUsual.end(), file.path) != kUsual.end();
    if (!usual && is_json(file.path) && !is_sample_path(file.path)) order.emplace_back(file.path, 2);
  }
  std::optional<FoundToolFile> best;
  for (const auto& [path, tier] : order) {
    const auto text = read_source(tree, path, limits.file_bytes);
    // Most JSON files of a repository hold no list: a look for the word is cheaper than reading them.
    if (!text || text->find("\"name\"") == std::string::npos) continue;
    JsonReadOptions options;
    options.max_depth = reading.json_depth;
    auto json = parse_json(*text, path, options);
    if (!json || !holds_tools(json->value)) continue;
    if (best) {
      ++best->candidates;
      continue;
    }
    auto evidence = observe_tool_list(std::move(*json), *text, {std::string(path), {}}, observed_at, reading);
    if (!evidence) continue;
    best.emplace();
    best->path = std::string(path);
    best->tier = tier;
    best->candidates = 1;
    best->evidence = std::move(*evidence);
  }
  return best;
}

}  // namespace mcpjury
