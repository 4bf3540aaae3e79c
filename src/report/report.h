// The formats a report is written in: one file a format, all from the same model.
//
// Pure functions of the report and the catalogue. Everything that came from a server is escaped for
// the place it is shown in.
#pragma once

#include <functional>
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

// One of several targets that could not be looked at. Escaped for a terminal.
struct FailedTarget {
  std::string target, error, message;
};

struct RenderOptions {
  std::vector<std::string_view> methodologies;  // empty: all five
  bool verbose = false;
  bool quiet = false;  // the verdict line only
  bool color = false;
  bool utf8 = true;          // the terminal can show more than ASCII
  std::string next_command;  // shown last
  std::vector<FailedTarget> failed;
  // What --fail-on asks for, per finding and per mark; empty when nothing was asked for.
  std::function<bool(const ScanReport&, const Finding&)> finding_fails;
  std::function<bool(const ScanReport&, std::string_view methodology)> mark_fails;
};

using Reports = std::vector<std::unique_ptr<ScanReport>>;

std::string render_text(const Reports& reports, const RenderOptions& options);
std::string render_json(const Reports& reports, const RenderOptions& options);  // pretty, product.md's schema
std::string render_ndjson(const Reports& reports, const RenderOptions& options);  // one report a line
// The same bytes in pieces, one a report: a thousand reports as text are larger than as values.
using PieceWriter = std::function<void(std::string_view)>;
void write_json(const Reports& reports, const RenderOptions& options, const PieceWriter& write);
void write_ndjson(const Reports& reports, const RenderOptions& options, const PieceWriter& write);
std::string render_sarif(const Reports& reports, const RenderOptions& options);
// One page without scripts that fetches nothing.
std::string render_html(const Reports& reports, const RenderOptions& options);
// What stands in its <main>, for a page that brings head, style sheet and frame itself; and its title, plain
// text.
std::string render_html_body(const Reports& reports, const RenderOptions& options);
std::string html_title(const Reports& reports, const RenderOptions& options);
// A comment on a pull request, within the 65,536 characters such a comment may have.
std::string render_markdown(const Reports& reports, const RenderOptions& options);
// Failures are what --fail-on asks for; without it, findings of severity high and above.
std::string render_junit(const Reports& reports, const RenderOptions& options);
std::string render_csv(const Reports& reports, const RenderOptions& options);  // RFC 4180, one row a finding
std::string render_lines(const Reports& reports, const RenderOptions& options);   // file:line: error: message
std::string render_github(const Reports& reports, const RenderOptions& options);  // workflow commands
// The verdict, or the mark of the methodology when exactly one is chosen; the worst of several reports.
std::string render_badge(const Reports& reports, const RenderOptions& options);    // SVG
std::string render_shields(const Reports& reports, const RenderOptions& options);  // endpoint JSON of shields
std::string render_cyclonedx(const Reports& reports, const RenderOptions& options);  // 1.6

// The report of one target as a value (docs/schema/report.schema.json).
Json report_to_json(const ScanReport& report, const RenderOptions& options);
// One batch line with its line break; `id` is spliced in as it stood. Written without building a value:
// the hot path.
void append_batch_line(std::string& out, const ScanReport& report, std::string_view id_json,
                       const RenderOptions& options);

}  // namespace mcpjury
