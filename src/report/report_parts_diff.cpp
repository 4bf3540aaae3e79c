#include "report/report_parts_diff.h"

#include <fmt/format.h>

#include "base/escape.h"

namespace mcpjury {
namespace {

Json diff_part_json(const DiffPart& part) {
  if (part.diff) return report_diff_json(*part.diff);
  return JsonObject{{"not_known", part.not_known}};
}

}  // namespace

bool wants_middle(const ReportDiff& all) { return all.catalog_differs && all.evidence_differs; }

PartedDiff part_diff(const JsonObject& before, const JsonObject& after, const JsonObject* middle,
                     const std::string& without_middle) {
  PartedDiff out;
  out.all = compare_reports(before, after);
  if (!out.all.catalog_differs) {
    out.server.diff = out.all;
    out.method.not_known = "no, both were judged by the same catalogue";
  } else if (!out.all.evidence_differs) {
    out.server.not_known = "no, both saw the same";
    out.method.diff = out.all;
  } else if (middle != nullptr) {
    out.method.diff = compare_reports(before, *middle);
    out.server.diff = compare_reports(*middle, after);
  } else {
    out.server.not_known = out.method.not_known =
        fmt::format("both did (catalogue {} and {}); {}", escape_terminal(out.all.catalog_before),
                    escape_terminal(out.all.catalog_after), without_middle);
  }
  return out;
}

JsonObject parted_diff_json(const PartedDiff& diff) {
  return JsonObject{{"all", report_diff_json(diff.all)},
                    {"server", diff_part_json(diff.server)},
                    {"method", diff_part_json(diff.method)}};
}

}  // namespace mcpjury
