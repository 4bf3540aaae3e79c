// The tools that TypeScript, JavaScript and Python files register, found by running them as small programs.
//
// Meant for a limited child process: the files are a stranger's. Nothing of them is executed by an engine;
// the interpreter knows values, calls, classes and modules, and nothing of the world. Order and result depend
// on the arguments only. One thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "code/parsed_file.h"

namespace mcpjury {

struct FoundTool {
  JsonObject definition;  // as tools/list shows it: name, title, description, inputSchema …
  std::string form;       // "registerTool", "tools/list", "@mcp.tool" …
  std::string file;       // where it was registered, or where its definition stands
  std::uint32_t line = 0;
  std::string handler, handler_file;  // the name of the function that answers; empty: inline or not known
  std::uint32_t handler_line = 0;
};

struct Discovery {
  std::vector<FoundTool> tools;  // each name once, in order of file and line
  std::size_t unresolved = 0;    // registrations whose name could not be known
  bool spent = false;            // a bound was reached; there may be more
};

// `entries`: paths that are started, in this order; when they register nothing, every other file is started
// too. Files must outlive the call.
Discovery discover_tools(const std::vector<const ParsedFile*>& files,
                         const std::vector<std::string>& entries);

}  // namespace mcpjury
