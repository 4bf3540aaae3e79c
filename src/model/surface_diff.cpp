#include "model/surface_diff.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/canonical_json.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kMembers = {"title"sv,       "description"sv, "inputSchema"sv, "outputSchema"sv,
                                 "annotations"sv, "_meta"sv,       "icons"sv};

std::string shown(const JsonObject& tool, std::string_view member) {
  const Json* value = find(tool, member);
  if (value == nullptr) return {};
  if (value->is_string()) return std::string(view(value->get_string()));
  return pretty_json(*value);
}

std::string canonical(const JsonObject& tool, std::string_view member) {
  const Json* value = find(tool, member);
  return value != nullptr ? canonical_json(*value) : std::string();
}

struct Named {
  const JsonObject* tool;
  std::string text;  // canonical
};
using ByName = std::map<std::string, std::vector<Named>, std::less<>>;

ByName by_name(const JsonArray* tools) {
  ByName out;
  if (tools == nullptr) return out;
  for (const Json& item : *tools) {
    const JsonObject* tool = item.if_object();
    if (tool == nullptr) continue;
    out[std::string(find_string(*tool, "name"))].push_back({tool, canonical_json(item)});
  }
  return out;
}

ToolChange changed_tool(const std::string& name, const JsonObject& before, const JsonObject& after) {
  ToolChange change{ToolChangeKind::kChanged, name, {}};
  for (const std::string_view member : kMembers) {
    if (canonical(before, member) == canonical(after, member)) continue;
    change.members.push_back({std::string(member), shown(before, member), shown(after, member)});
  }
  return change;
}

// Takes out of both what is equal in both.
void drop_equal(std::vector<Named>& before, std::vector<Named>& after) {
  for (std::size_t i = before.size(); i-- > 0;) {
    const auto same = std::find_if(after.begin(), after.end(),
                                   [&](const Named& other) { return other.text == before[i].text; });
    if (same == after.end()) continue;
    after.erase(same);
    before.erase(before.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void compare_named(const std::string& name, std::vector<Named> before, std::vector<Named> after,
                   std::vector<ToolChange>& out) {
  drop_equal(before, after);
  const std::size_t both = std::min(before.size(), after.size());
  for (std::size_t i = 0; i < both; ++i) {
    ToolChange change = changed_tool(name, *before[i].tool, *after[i].tool);
    if (!change.members.empty()) out.push_back(std::move(change));
  }
  for (std::size_t i = both; i < before.size(); ++i) out.push_back({ToolChangeKind::kRemoved, name, {}});
  for (std::size_t i = both; i < after.size(); ++i) out.push_back({ToolChangeKind::kAdded, name, {}});
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

SurfaceDiff compare_surfaces(const SurfaceSide& before, const SurfaceSide& after) {
  SurfaceDiff out;
  if (before.tools == nullptr || after.tools == nullptr) {
    out.not_comparable = "one of the two has no tool list";
    return out;
  }
  // Two walks that stopped at the same count saw the same stretch of the list.
  if ((before.truncated || after.truncated) &&
      !(before.truncated && after.truncated && before.tools->size() == after.tools->size())) {
    out.not_comparable = "one of the two lists was cut";
    return out;
  }
  ByName old = by_name(before.tools), now = by_name(after.tools);
  for (auto& [name, tools] : old) {
    const auto other = now.find(name);
    compare_named(name, std::move(tools), other != now.end() ? other->second : std::vector<Named>{},
                  out.tools);
  }
  for (auto& [name, tools] : now) {
    if (!old.contains(name)) compare_named(name, {}, std::move(tools), out.tools);
  }
  std::stable_sort(out.tools.begin(), out.tools.end(),
                   [](const ToolChange& a, const ToolChange& b) { return a.name < b.name; });
  out.instructions_changed = before.instructions != after.instructions;
  return out;
}

std::vector<std::string> line_diff(std::string_view before, std::string_view after, std::size_t context,
                                   std::size_t limit) {
  const std::vector<std::string_view> old = lines_of(before), now = lines_of(after);
  std::size_t head = 0, tail = 0;
  while (head < old.size() && head < now.size() && old[head] == now[head]) ++head;
  while (tail + head < old.size() && tail + head < now.size() &&
         old[old.size() - 1 - tail] == now[now.size() - 1 - tail]) {
    ++tail;
  }
  std::vector<std::string> out;
  std::size_t left_out = 0;
  const auto put = [&](char mark, std::string_view line) {
    if (out.size() < limit) {
      out.push_back(std::string(1, mark) + " " + std::string(line));
    } else {
      ++left_out;
    }
  };
  for (std::size_t i = head - std::min(head, context); i < head; ++i) put(' ', old[i]);
  for (std::size_t i = head; i < old.size() - tail; ++i) put('-', old[i]);
  for (std::size_t i = head; i < now.size() - tail; ++i) put('+', now[i]);
  for (std::size_t i = old.size() - tail; i < old.size() && i < old.size() - tail + context; ++i)
    put(' ', old[i]);
  if (left_out != 0) out.push_back("  … " + std::to_string(left_out) + " more lines");
  return out;
}

}  // namespace mcpjury
