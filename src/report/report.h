// The formats a report is written in: one file a format, all from the same model.
//
// Pure functions of the report and the catalogue. Everything that came from a server is escaped for
// the place it is shown in.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/report.h"

namespace mcpjury {

struct ProgramInfo {
  std::string_view name = "mcpjury";
  std::string_view version;
  std::string_view commit;
};
ProgramInfo program_info();

struct RenderOptions {
  std::vector<std::string_view> methodologies;  // empty: all five
  bool verbose = false;
  bool quiet = false;  // the verdict line only
  bool color = false;
  bool utf8 = true;          // the terminal can show more than ASCII
  std::string next_command;  // shown last
};

using Reports = std::vector<std::unique_ptr<ScanReport>>;

std::string render_text(const Reports& reports, const RenderOptions& options);
std::string render_json(const Reports& reports, const RenderOptions& options);  // pretty, product.md's schema
std::string render_ndjson(const Reports& reports, const RenderOptions& options);  // one report a line
std::string render_sarif(const Reports& reports, const RenderOptions& options);

// The report of one target as a value (docs/schema/report.schema.json).
Json report_to_json(const ScanReport& report, const RenderOptions& options);
// One batch line with its line break; `id` is spliced in as it stood. Written without building a value:
// the hot path.
void append_batch_line(std::string& out, const ScanReport& report, std::string_view id_json,
                       const RenderOptions& options);

}  // namespace mcpjury
