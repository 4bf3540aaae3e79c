// diff: two reports or records of one server; what the server changed and what the method changed, apart.
#include <fmt/format.h>

#include <optional>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "cli/terminal.h"
#include "model/prior_view.h"
#include "report/changes_text.h"
#include "report/report_diff.h"
#include "report/report_parts_diff.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

// One side: its report, and its evidence when the file holds that.
struct Side {
  std::unique_ptr<ScanReport> judged;  // of a record
  Json report;
};

Result<Side> judged_side(Evidence evidence) {
  ScanOptions options;
  Detective detective(options.limits);
  Side side;
  side.judged = judge(std::move(evidence), options, detective);
  side.report = report_to_json(*side.judged, {});
  return side;
}

// A record or anything that can be scanned from a file is judged by the catalogue of today; a saved report is
// taken as it stands.
Result<Side> load_side(const std::string& path) {
  ScanOptions options;
  auto input = read_text(path, options);
  if (!input) return input.error();
  auto parsed = parse_json(*input, path, {});
  if (parsed && looks_like_report(parsed->value)) {
    Side side;
    side.report = std::move(parsed->value);
    return side;
  }
  auto evidence = observe_file(path, options);
  if (!evidence) return evidence.error();
  return judged_side(std::move(*evidence));
}

SurfaceSide surface_side(const ScanReport& report) { return present_side(report.evidence, report.surface); }

std::string text_of(std::string_view title, const DiffPart& part, bool color) {
  std::string out = fmt::format("{}\n", title);
  if (!part.diff) return out + "  " + part.not_known + "\n";
  return out + (part.diff->empty() ? std::string("  nothing\n") : report_diff_text(*part.diff, color));
}

}  // namespace

int diff_command(const CliOptions& options) {
  auto before = load_side(options.targets[0]);
  if (!before) return complain(before.error());
  auto after = load_side(options.targets[1]);
  if (!after) return complain(after.error());
  const JsonObject& earlier = before->report.get_object();
  const JsonObject& later = after->report.get_object();
  Side middle;
  const bool told_apart = !options.old_evidence.empty() && wants_middle(compare_reports(earlier, later));
  if (told_apart) {
    auto evidence = replay_record(options.old_evidence, ScanOptions{});
    if (!evidence) return complain(evidence.error());
    auto judged = judged_side(std::move(*evidence));
    if (!judged) return complain(judged.error());
    middle = std::move(*judged);
  }
  const PartedDiff parts = part_diff(earlier, later, told_apart ? &middle.report.get_object() : nullptr,
                                     "give the record of the first with --old-evidence to tell them apart");
  std::optional<SurfaceDiff> tools;
  if (before->judged && after->judged) {
    tools = compare_surfaces(surface_side(*before->judged), surface_side(*after->judged));
  }
  const bool color = use_color(options.color);
  const bool differs = !parts.all.empty() || (tools && !tools->unchanged());
  const int code = differs && options.exit_code_on_change ? 1 : 0;
  if (options.format == "json") {
    return finish_with(pretty_json(parted_diff_json(parts)) + "\n", code);
  }
  std::string out;
  if (tools)
    out += "Tools:\n" +
           (tools->unchanged() ? std::string("  unchanged\n") : changes_text(*tools, {.color = color}));
  out += text_of("The server changed:", parts.server, color);
  out += text_of("The method changed:", parts.method, color);
  if (!parts.server.diff && !parts.method.diff) {
    out += "All together:\n" + report_diff_text(parts.all, color);
  }
  return finish_with(out, code);
}

}  // namespace mcpjury
