// JUnit XML, as test reports of CI services read it: one suite for the grades of a server, one for each
// subject with findings, and one for the tools without any.
//
// A finding is a failure when it reaches what --fail-on asks for (severity high and above when nothing was
// asked), skipped when it is suppressed, and passes with its text in system-out otherwise. What could not be
// seen is an error: it was not tested.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/escape.h"
#include "report/marks.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

struct Suite {
  std::string name, cases;
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  // `inside` is XML already; `outcome` says which counter it moves.
  enum class Outcome { kPassed, kFailed, kError, kSkipped };
  void add(std::string_view class_name, std::string_view test_name, Outcome outcome,
           const std::string& inside) {
    ++tests;
    failures += outcome == Outcome::kFailed ? 1 : 0;
    errors += outcome == Outcome::kError ? 1 : 0;
    skipped += outcome == Outcome::kSkipped ? 1 : 0;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", escape_html(class_name),
                         escape_html(test_name));
    cases += inside.empty() ? std::string("/>\n") : fmt::format(">{}</testcase>\n", inside);
  }
};

using Outcome = Suite::Outcome;

bool fails(const ScanReport& report, const Finding& finding, const RenderOptions& options) {
  if (!is_open(report, finding)) return false;
  if (finding.baseline == BaselineState::kUnchanged) return false;
  return options.finding_fails ? options.finding_fails(report, finding) : finding.severity >= Severity::kHigh;
}

std::string finding_body(const ScanReport& report, const Finding& finding) {
  const Detector& detector = detector_of(finding);
  std::string out = escape_html(fmt::format("{} {}, {} confidence", name_of(finding.severity),
                                            name_of(detector.kind), name_of(finding.confidence)));
  const auto line = [&](std::string_view lead, std::string_view text) {
    if (!text.empty()) out += "\n" + std::string(lead) + escape_html(text);
  };
  line("Where: ", file_place(report, finding));
  line("Pointer: ", finding.pointer);
  line("Evidence: ", finding.evidence);
  line("Why: ", detector.why);
  line("Do: ", detector.fix);
  return out;
}

void add_finding(Suite& suite, const ScanReport& report, std::size_t index, const RenderOptions& options) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  const std::string name = fmt::format("{} {}", finding_id(index), detector.id);
  const std::string message = escape_html(sentence_of(finding));
  const std::string body = finding_body(report, finding);
  if (finding.suppressed) {
    suite.add(suite.name, name, Outcome::kSkipped,
              fmt::format("<skipped message=\"suppressed{}: {}\"/>",
                          escape_html(suppressed_because(report, finding)), message));
  } else if (fails(report, finding, options)) {
    suite.add(suite.name, name, Outcome::kFailed,
              fmt::format("<failure message=\"{}\" type=\"{}\">{}</failure>", message,
                          escape_html(detector.id), body));
  } else {
    const std::string_view lead = finding.baseline == BaselineState::kUnchanged ? "in the baseline too"
                                  : is_open(report, finding)                    ? "below the threshold"
                                                                                : "does not count here";
    suite.add(suite.name, name, Outcome::kPassed,
              fmt::format("<system-out>{}: {}\n{}</system-out>", lead, message, body));
  }
}

Suite grades_suite(const ScanReport& report, const RenderOptions& options, const std::string& server) {
  Suite suite{server + ": grades", {}};
  for (const GradeRow& row : grade_rows(report, options)) {
    const std::string text =
        escape_html(fmt::format("{}, {}, {}{}{}", row.mark.says, row.mark.score, row.mark.state,
                                row.driver.empty() ? "" : ", driven most by ", row.driver));
    const std::string name = fmt::format("{} {}", row.title, row.version);
    if (row.state == RunState::kNotRun) {
      suite.add(suite.name, name, Outcome::kSkipped,
                fmt::format("<skipped message=\"not run: {}\"/>", escape_html(row.reason)));
    } else if (options.mark_fails && options.mark_fails(report, row.id)) {
      suite.add(suite.name, name, Outcome::kFailed,
                fmt::format("<failure message=\"{}\" type=\"grade\"/>", text));
    } else {
      suite.add(suite.name, name, Outcome::kPassed, fmt::format("<system-out>{}</system-out>", text));
    }
  }
  const Verdict verdict = verdict_of(report, options);
  std::string unseen = escape_html(coverage_text(report));
  for (const std::string& part : unseen_parts(report)) unseen += "\n" + escape_html(part);
  if (verdict.incomplete.empty()) {
    suite.add(suite.name, "coverage", Outcome::kPassed, fmt::format("<system-out>{}</system-out>", unseen));
  } else {
    suite.add(suite.name, "coverage", Outcome::kError,
              fmt::format("<error message=\"incomplete: {}\" type=\"incomplete\">{}</error>",
                          escape_html(verdict.incomplete), unseen));
  }
  return suite;
}

std::vector<Suite> suites_of(const ScanReport& report, const RenderOptions& options) {
  const std::string server = title_of(report);
  std::vector<Suite> suites;
  suites.push_back(grades_suite(report, options, server));
  std::map<std::pair<SubjectType, std::string_view>, std::size_t> at;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const FindingSubject& subject = report.findings[i].subject;
    const auto [place, is_new] = at.try_emplace({subject.type, subject.name}, suites.size());
    if (is_new)
      suites.push_back({fmt::format("{}: {}", server, clip(subject_text(report.findings[i]), 200)), {}});
    add_finding(suites[place->second], report, i, options);
  }
  Suite quiet{server + ": tools without findings", {}};
  for (const ToolView& tool : report.surface.tools) {
    if (at.count({SubjectType::kTool, tool.name}) == 0)
      quiet.add(quiet.name, clip(tool.name, 200), Outcome::kPassed, "");
  }
  if (quiet.tests > 0) suites.push_back(std::move(quiet));
  return suites;
}

}  // namespace

std::string render_junit(const Reports& reports, const RenderOptions& options) {
  std::string inside;
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  for (const auto& report : reports) {
    for (const Suite& suite : suites_of(*report, options)) {
      tests += suite.tests;
      failures += suite.failures;
      errors += suite.errors;
      skipped += suite.skipped;
      inside += fmt::format(
          "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"0\" "
          "timestamp=\"{}\">\n{}  </testsuite>\n",
          escape_html(suite.name), suite.tests, suite.failures, suite.errors, suite.skipped,
          escape_html(report->evidence.observed_at), suite.cases);
    }
  }
  if (!options.failed.empty()) {
    Suite suite{"targets that could not be looked at", {}};
    for (const FailedTarget& failed : options.failed)
      suite.add(suite.name, failed.target, Outcome::kError,
                fmt::format("<error message=\"{}\" type=\"{}\"/>", escape_html(failed.message),
                            escape_html(failed.error)));
    tests += suite.tests;
    errors += suite.errors;
    inside += fmt::format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"0\" errors=\"{}\" skipped=\"0\" time=\"0\">\n{}  "
        "</testsuite>\n",
        suite.name, suite.tests, suite.errors, suite.cases);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mcpjury\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" skipped=\"{}\" time=\"0\">\n{}</testsuites>\n",
      tests, failures, errors, skipped, inside);
}

}  // namespace mcpjury
