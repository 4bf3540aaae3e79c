// convert: a saved JSON report in another format. Nothing is looked at and nothing is judged: the exit code
// is 0, or 1 when --fail-on is given and the saved result reaches it.
#include <algorithm>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/rendering.h"
#include "report/report_read.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

// Methodologies that were left out when the report was written cannot be shown now.
Status keep_known(const SavedReports& saved, RenderOptions& rendering) {
  if (rendering.methodologies.empty()) {
    if (saved.methodologies.size() < 5) rendering.methodologies = saved.methodologies;
    return Ok{};
  }
  for (const std::string_view id : rendering.methodologies) {
    if (std::find(saved.methodologies.begin(), saved.methodologies.end(), id) == saved.methodologies.end())
      return Error{ErrorCode::kUsage, "--methodology: the report has no assessment by " + std::string(id)};
  }
  return Ok{};
}

}  // namespace

int convert_command(const CliOptions& options) {
  auto outputs = parse_outputs(options.outputs);
  if (!outputs) return complain(outputs.error());
  for (const Output& output : *outputs) {
    if (output.format == "record") {
      complain("convert: a report does not hold the raw parts of a scan record; scan -o record writes one");
      return 2;
    }
  }
  auto rendering = make_rendering(options);
  if (!rendering) return complain(rendering.error());
  FailOn fail_on;
  if (!options.fail_on.empty()) {
    auto parsed = parse_fail_on(options.fail_on);
    if (!parsed) return complain(parsed.error());
    fail_on = std::move(*parsed);
    show_failing(*rendering, fail_on);
  }
  const std::string& name = options.targets.front();
  auto text = read_text(name, ScanOptions{});
  if (!text) return complain(text.error());
  auto document = parse_json(*text, name, {});
  if (!document) return complain(document.error());
  auto saved = read_reports(std::move(document->value), name);
  if (!saved) return complain(saved.error());
  if (auto known = keep_known(*saved, *rendering); !known) return complain(known.error());
  rendering->failed = saved->failed;
  if (!saved->note.empty()) complain("note: " + saved->note);
  const bool fails = std::any_of(saved->reports.begin(), saved->reports.end(),
                                 [&](const auto& report) { return reached(fail_on, *report); });
  return write_reports(*outputs, *rendering, options, saved->reports, fails ? 1 : 0);
}

}  // namespace mcpjury
