#include "code/interpret/discover.h"

#include <algorithm>
#include <map>
#include <utility>

#include "code/interpret/interpreter.h"

namespace mcpjury {
namespace {

// The same tool may be registered again for each session or transport; the fullest telling of it is kept.
void settle(Discovery& found) {
  std::map<std::string, std::size_t, std::less<>> places;
  std::vector<FoundTool> kept;
  for (FoundTool& tool : found.tools) {
    const std::string name(find_string(tool.definition, "name"));
    const auto [at, fresh] = places.emplace(name, kept.size());
    if (fresh) {
      kept.push_back(std::move(tool));
    } else if (tool.definition.size() > kept[at->second].definition.size()) {
      kept[at->second] = std::move(tool);
    }
  }
  found.tools = std::move(kept);
}

}  // namespace

Discovery discover_tools(const std::vector<const ParsedFile*>& files,
                         const std::vector<std::string>& entries) {
  Discovery found;
  interpret::Interpreter interpreter(found);
  for (const ParsedFile* file : files) interpreter.add(*file);
  for (const std::string& entry : entries) interpreter.run(entry);
  // Python has no one place that names where it starts: whatever speaks of MCP was handed to us.
  for (const ParsedFile* file : files) {
    if (file->language() == CodeLanguage::kPython) interpreter.run(file->path());
  }
  if (found.tools.empty()) interpreter.call_the_uncalled();
  if (found.tools.empty()) {
    for (const ParsedFile* file : files) interpreter.run(file->path());
    if (found.tools.empty()) interpreter.call_the_uncalled();
  }
  interpreter.finish();
  settle(found);
  return found;
}

}  // namespace mcpjury
