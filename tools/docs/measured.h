// The table of what was measured, as pages print it.
#pragma once

#include <span>
#include <string>

#include "catalog/catalog.h"

namespace mcpjury::docs {

// A table row for each corpus, under a head; "Not measured." when there is none.
std::string measured_table(std::span<const Detector* const> detectors);

}  // namespace mcpjury::docs
