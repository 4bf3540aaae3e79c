// Scan records of MCPAmpel: reading one, recomputing it, and looking at the same target again.
#pragma once

#include <string>

#include "grade/ampel_record.h"
#include "scan/live.h"
#include "scan/scan.h"

namespace mcpjury {

// Whether the file is a scan record; false also for what cannot be read, which others say better.
bool is_record_file(const std::string& file, const ScanOptions& options);
// kNothingToGrade when it is something else.
Result<Json> read_record(const std::string& file, const ScanOptions& options);

// Looks at the record's target again, judges it with the record's strictness, and gives the record of now.
// kNothingToGrade for a target that cannot be looked at again: standard input, or a local server, which is
// started by its command only.
Result<JsonObject> record_again(const JsonObject& record, const ScanOptions& options,
                                const LiveOptions& live);

}  // namespace mcpjury
