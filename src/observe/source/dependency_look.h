// What the lock files and manifests of a folder name, as the dependencies facet.
#pragma once

#include "model/evidence.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

FacetRecord look_at_dependencies(const SourceTree& tree, const SourceLimits& limits);

}  // namespace mcpjury
