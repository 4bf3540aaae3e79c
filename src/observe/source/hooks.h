// Private to observe/source: install hooks, one function an ecosystem. Each appends entries of
// source.install_hooks; a file that cannot be read gives none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/json.h"
#include "observe/source/script_behaviour.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

struct HookEntry {
  std::string_view ecosystem;
  std::string package;
  std::string_view hook, command;
  std::string file;
  std::size_t line = 0;
  std::string script;  // the file of the tree that the command runs
};
JsonObject hook_json(const HookEntry& entry, const Behaviours& behaviours);

// binding.gyp: npm builds it when no install script stands beside it; its commands run either way.
void gyp_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
               const std::string& package, bool implicit, JsonArray& out);
// setup.py that does more than call setup().
void setup_py_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                    JsonArray& out);
// A build backend that lies in the tree itself.
void pyproject_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                     JsonArray& out);
// Lines of a .pth file that begin with "import" run whenever Python starts.
void pth_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path, JsonArray& out);
void build_rs_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                    JsonArray& out);

}  // namespace mcpjury
