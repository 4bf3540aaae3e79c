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

// The words of grade/agreement.cpp, from what the store keeps.
Word word_of_mark(std::string_view methodology, const JsonObject& mark) {
  if (find_string(mark, "state") == "not_run") return Word::kUnknown;
  const std::string_view grade = find_string(mark, "grade");
  if (methodology == "agentreserve") {
    const std::string_view verdict = find_string(mark, "verdict");
    return verdict == "allow"    ? Word::kAllow
           : verdict == "review" ? Word::kCaution
           : verdict == "block"  ? Word::kStop
                                 : Word::kUnknown;
  }
  if (methodology == "ampel") {
    const std::string_view light = find_string(mark, "light");
    return light == "green"   ? Word::kAllow
           : light == "amber" ? Word::kCaution
           : light == "red"   ? Word::kStop
                              : Word::kUnknown;
  }
  if (methodology == "mcpbundles") {
    const std::string_view posture = find_string(mark, "posture");
    if (posture == "clean") return Word::kAllow;
    if (posture == "caution" || posture == "risky") return Word::kCaution;
    return posture == "dangerous" ? Word::kStop : Word::kUnknown;
  }
  if (grade == "A" || grade == "B") return Word::kAllow;
  if (grade == "C" || (grade == "D" && methodology == "tooltrust")) return Word::kCaution;
  return grade == "D" || grade == "F" ? Word::kStop : Word::kUnknown;
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

std::string_view word_of_marks(const Json& marks) {
  Word worst = Word::kUnknown;
  if (const JsonObject* object = marks.if_object()) {
    for (const auto& member : *object) {
      const JsonObject* mark = member.value().if_object();
      if (mark == nullptr) continue;
      worst =
          std::max(worst, word_of_mark(std::string_view(member.key().data(), member.key().size()), *mark));
    }
  }
  return summary_word(worst);
}

}  // namespace mcpjury
