// A scan by the name the API gives it: a job of this service ("s_…") or the number of a stored scan. What the
// caller may not see is as if it were not there.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "report/report_read.h"
#include "serve/api.h"

namespace mcpjury {

struct FoundScan {
  std::string id;             // as asked for
  std::optional<JobRow> job;  // null: only stored
  std::optional<ScanRow> stored;
  std::string state;  // of the job; "done" for a stored scan
  bool is_private() const { return job && job->is_private; }
};

enum class ScanParts : std::uint8_t { kHead, kReport };
std::variant<FoundScan, HttpdResponse> find_scan(ApiCall& call, const std::string& id, ScanParts parts);
// The report as it was stored.
Result<Json> report_of(ApiCall& call, FoundScan& scan);
Result<Json> evidence_of(ApiCall& call, FoundScan& scan);
// Methodologies of ?methodology=a,b; false: one of them is none.
bool chosen_methodologies(std::string_view words, std::vector<std::string_view>& out);
// The same when the question names none: what the scan was asked for; empty: all.
std::vector<std::string_view> methodologies_of(const FoundScan& scan);
std::string server_link(std::string_view target_key);

}  // namespace mcpjury
