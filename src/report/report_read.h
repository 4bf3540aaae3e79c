// A saved JSON report back into the model, so that every format renders one type.
//
// What a report does not carry stays empty: descriptions, schemas, the data of the facets. A report that this
// program wrote gives the same text, JSON, SARIF and so on as the scan did; tests/formats/convert.py shows
// it. Pure; total on any JSON: what does not fit docs/schema/report.schema.json is refused.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/report.h"

namespace mcpjury {

struct SavedReports {
  std::unique_ptr<Json> document;  // the reports hold views into it
  Reports reports;
  std::vector<std::string_view> methodologies;  // those the report has
  std::vector<FailedTarget> failed;
  std::string note;  // what the reader should know; empty: nothing
};

// kUsage when it is no report, was made with rules this program's catalogue does not have, or contradicts
// itself.
Result<SavedReports> read_reports(Json document, std::string_view name);

}  // namespace mcpjury
