// Runs discover_tools() in a limited child; private to this folder.
#pragma once

#include <string>
#include <vector>

#include "code/interpret/discover.h"
#include "code/project/project.h"

namespace mcpjury {

struct NamedText {
  std::string path, text;
};

// A file the parser dies on is left out and the rest tried again; a child that ends otherwise gives nothing
// and sets `spent`.
Discovery discover_in_child(std::vector<NamedText> files, const std::vector<std::string>& entries,
                            const ProjectOptions& options);

}  // namespace mcpjury
