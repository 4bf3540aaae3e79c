// Workflow commands of GitHub Actions: one annotation a finding, escaped by the rules of its toolkit.
//
// A step shows ten annotations of each level and drops the rest without a word, so ten are written, the worst
// first, and a plain line counts the others. Nothing of a server starts a line.
#include <fmt/format.h>

#include <array>

#include "base/escape.h"
#include "model/place_of.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostOfALevel = 10;
constexpr std::size_t kMostEvidence = 240;
constexpr std::array<std::string_view, 3> kLevels = {"error", "warning", "notice"};

// What fails the run is an error, whatever its severity.
std::size_t level_of(const ScanReport& report, const Finding& finding, const RenderOptions& options) {
  if (options.finding_fails && options.finding_fails(report, finding)) return 0;
  if (finding.severity >= Severity::kHigh) return 0;
  return finding.severity == Severity::kMedium ? 1 : 2;
}

// An address or stdin is no file of the repository.
bool is_file(std::string_view file) {
  return !file.empty() && file != "-" && file.find("://") == std::string_view::npos;
}

std::string annotation(const ScanReport& report, const Finding& finding, std::size_t level) {
  const Detector& detector = detector_of(finding);
  const Place place = place_of(report.evidence, finding.pointer);
  std::string out = fmt::format("::{} ", kLevels[level]);
  if (is_file(place.file)) {
    out += fmt::format("file={},line={},", escape_ci_property(place.file), place.line == 0 ? 1 : place.line);
  }
  out += fmt::format("title={}::",
                     escape_ci_property(fmt::format("mcpjury {}: {} {}", detector.id,
                                                    name_of(finding.severity), name_of(detector.kind))));
  out += escape_ci_data(
      escape_terminal(fmt::format("{} ({})", sentence_of(finding), clip(subject_text(finding), 120))));
  if (!finding.evidence.empty())
    out += "%0A> " + escape_ci_data(escape_terminal(clip(finding.evidence, kMostEvidence)));
  if (!detector.fix.empty()) out += "%0A" + escape_ci_data(escape_terminal(detector.fix));
  return out + "\n";
}

}  // namespace

std::string render_github(const Reports& reports, const RenderOptions& options) {
  std::array<std::size_t, 3> written{}, left_out{};
  std::string out;
  for (const auto& report : reports) {
    const Verdict verdict = verdict_of(*report, options);
    // Behind our own name a server's text can start no command.
    out += "mcpjury: " +
           escape_terminal(
               fmt::format("{}: {}: {}", title_of(*report), display_of(verdict.word), verdict.reason)) +
           "\n";
    if (!verdict.incomplete.empty()) {
      out += "::warning title=mcpjury incomplete::" +
             escape_ci_data(escape_terminal(fmt::format("{}: {}", title_of(*report), verdict.incomplete))) +
             "\n";
      ++written[1];
    }
    if (const std::size_t suppressed = count_findings(*report).suppressed; suppressed > 0)
      out += fmt::format("mcpjury: {} findings are suppressed\n", suppressed);
    for (const Finding& finding : report->findings) {
      // What the older report has too was shown when it was new.
      if (!is_open(*report, finding) || finding.baseline == BaselineState::kUnchanged) continue;
      const std::size_t level = level_of(*report, finding, options);
      if (written[level] >= kMostOfALevel) {
        ++left_out[level];
        continue;
      }
      ++written[level];
      out += annotation(*report, finding, level);
    }
  }
  for (std::size_t level = 0; level < kLevels.size(); ++level) {
    if (left_out[level] > 0) {
      out += fmt::format(
          "mcpjury: {} more findings of level {} are not annotated; write -o markdown or -o html for all\n",
          left_out[level], kLevels[level]);
    }
  }
  return out;
}

}  // namespace mcpjury
