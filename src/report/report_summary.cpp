#include "report/report_summary.h"

#include "base/ascii.h"
#include "report/marks.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

std::string_view summary_word(Word word) {
  constexpr std::string_view kWords[] = {"unknown", "allow", "caution", "stop"};
  return kWords[static_cast<std::size_t>(word)];
}

}  // namespace

JsonObject summary_json(const ScanReport& report, const RenderOptions& options) {
  const Verdict verdict = verdict_of(report, options);
  JsonObject said{{"word", summary_word(verdict.word)},
                  {"methodology", nullptr},
                  {"finding_id", nullptr},
                  {"reason", verdict.reason},
                  {"incomplete", verdict.incomplete}};
  if (!verdict.methodology.empty()) said["methodology"] = verdict.methodology;
  if (verdict.finding) said["finding_id"] = finding_id(*verdict.finding);
  JsonArray grades;
  for (const GradeRow& row : grade_rows(report, options)) {
    JsonArray scale;
    for (const std::string_view step : scale_of(row.id)) scale.push_back(Json(step));
    grades.push_back(JsonObject{{"id", row.id},
                                {"title", row.title},
                                {"version", row.version},
                                {"word", row.word},
                                {"says", row.mark.says},
                                {"score", row.mark.score},
                                {"state", row.mark.state},
                                {"step", row.mark.step},
                                {"driver", row.driver},
                                {"reason", row.reason},
                                {"scale", std::move(scale)}});
  }
  JsonObject titles;
  for (const Finding& finding : report.findings) {
    const Detector& detector = detector_of(finding);
    titles[detector.id] = detector.title;
  }
  return {{"title", title_of(report)},
          {"verdict", std::move(said)},
          {"grades", std::move(grades)},
          {"titles", std::move(titles)}};
}

}  // namespace mcpjury
