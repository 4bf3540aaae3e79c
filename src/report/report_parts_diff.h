// Two reports of one server: what the server changed and what the method changed, apart. Shared by
// `mcpjury diff` and the service. Pure.
#pragma once

#include <optional>
#include <string>

#include "report/report_diff.h"

namespace mcpjury {

struct DiffPart {
  std::optional<ReportDiff> diff;
  std::string not_known;  // why there is none; not escaped for any place but a terminal
};

struct PartedDiff {
  ReportDiff all;
  DiffPart server, method;
};

// `middle` is what today's catalogue says of the evidence of `before`; null when that is not at hand.
// `without_middle` stands where both changed and cannot be told apart.
PartedDiff part_diff(const JsonObject& before, const JsonObject& after, const JsonObject* middle,
                     const std::string& without_middle);
// Whether a middle is of use.
bool wants_middle(const ReportDiff& all);
// {"all", "server", "method"}
JsonObject parted_diff_json(const PartedDiff& diff);

}  // namespace mcpjury
