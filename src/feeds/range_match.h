// Whether a record says something of what a manifest's range can install. Pure.
//
// A manifest without a lock file names no version. It is affected only when every version that the range
// lets in is affected; where some are and some are not, what will be installed is not known here, and the
// answer is kUnknown, never kYes. A version under "Go" stands for itself and everything newer, as in a
// go.mod. The set of affected versions changes only at the events and at the listed versions of a record, and
// the range only at the versions it names: it is enough to look at those, at what lies just above each, at
// nothing (0.0.0) and at a version above all.
#pragma once

#include <string_view>

#include "packages/osv.h"

namespace mcpjury {

Affected range_affected(const OsvRecord& record, std::string_view ecosystem, std::string_view name,
                        std::string_view range);

// The text is one version of the ecosystem, not a range.
bool is_exact_version(std::string_view ecosystem, std::string_view text);
// Every version of the package, whatever it is called.
bool affects_everything(const OsvRecord& record);

}  // namespace mcpjury
