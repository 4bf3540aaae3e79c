// The code of a project: tools, facts, routes and servers, read by limited child processes.
//
// The files are a stranger's and the grammars are C: parsing happens in children that may only read, write
// and use memory. A child that dies or takes too long costs the file at hand. Blocks until done; the result
// depends on the files only, not on the number of children. Not thread safe with regard to `read`.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "code/summary.h"

namespace mcpjury {

// The text of a file; nothing when it cannot be read or is too large.
using ReadText = std::function<std::optional<std::string>(std::string_view path)>;

struct ProjectOptions {
  unsigned children = 0;                    // 0: as many as there are cores, at most 8
  int seconds_a_file = 10;                  // of processor time
  int seconds_to_discover = 30;             // of processor time
  std::size_t memory = 1u << 30;            // address space of a child
  std::size_t discovery_bytes = 16u << 20;  // text of the files that are run for their tools
  std::size_t discovery_files = 3'000;
};

struct ProjectCode {
  // Entries of the source facet.
  JsonArray tools, facts, routes, embedded_servers;
  std::vector<JsonObject> definitions;  // tools/list shaped, one for each entry of `tools`
  std::vector<FileSummary> files;       // in order of path; constants, imports and functions are let go
  std::size_t parsed = 0, skipped = 0;
  std::size_t unresolved = 0;  // registrations whose name could not be known
  bool cut = false;            // a bound was reached; there may be more tools or facts
};

// `paths`: files relative to the root with "/", also manifests (package.json names the entries). What is no
// source of a language we parse is not read. Tests, samples and documentation are the caller's to leave out.
ProjectCode analyse_project(const std::vector<std::string>& paths, const ReadText& read,
                            const ProjectOptions& options = {});

}  // namespace mcpjury
