// A file's summary as JSON: how the parsing child tells the parent what it read.
//
// The writer keeps to the bounds of summary.h and sets `cut` when it left something out. The reader trusts
// nothing: the child held a stranger's file, so unknown members are ignored, members of another type count as
// absent, and every list and string is cut to its bound again. Pure; thread safe.
#pragma once

#include "base/json.h"
#include "base/result.h"
#include "code/summary.h"

namespace mcpjury {

JsonObject summary_to_json(const FileSummary& summary);
// kNotJson when it is no object.
Result<FileSummary> summary_from_json(const Json& json);

}  // namespace mcpjury
