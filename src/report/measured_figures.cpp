#include "report/measured_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace mcpjury {
namespace {

constexpr const char* kNotMeasured = "not measured";

// Four digits are more than any sample here bears.
double rounded(double value) { return std::round(value * 10'000) / 10'000; }

Json share_json(Share share) {
  if (share.all <= 0) return kNotMeasured;
  const Interval interval = wilson(share.hits, share.all);
  return JsonObject{{"value", rounded(static_cast<double>(share.hits) / share.all)},
                    {"low", rounded(interval.low)},
                    {"high", rounded(interval.high)},
                    {"sample", share.all}};
}

Json figure_string(std::string_view value) {
  return Json(boost::json::string_view(value.data(), value.size()));
}

Json count_json(int count) { return count < 0 ? Json(kNotMeasured) : Json(count); }

std::string count_text(int count, const char* word) {
  return count < 0 ? std::string() : fmt::format("{} {}", count, word);
}

}  // namespace

Interval wilson(int hits, int all) {
  if (all <= 0) return {};
  constexpr double kZ = 1.96;
  const double n = all;
  const double share = hits / n;
  const double middle = share + kZ * kZ / (2 * n);
  const double half = kZ * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n));
  const double scale = 1 + kZ * kZ / n;
  // At the ends the interval touches 0 and 1 exactly; the arithmetic may miss by a last bit.
  return {hits == 0 ? 0 : (middle - half) / scale, hits == all ? 1 : (middle + half) / scale};
}

Share precision_of(const Measured& measured) {
  if (measured.true_positives < 0 || measured.false_positives < 0) return {};
  return {measured.true_positives, measured.true_positives + measured.false_positives};
}

Share recall_of(const Measured& measured) {
  if (measured.true_positives < 0 || measured.false_negatives < 0) return {};
  return {measured.true_positives, measured.true_positives + measured.false_negatives};
}

std::string share_text(Share share) {
  if (share.all <= 0) return kNotMeasured;
  const Interval interval = wilson(share.hits, share.all);
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100.0 * share.hits / share.all, 100 * interval.low,
                     100 * interval.high);
}

std::string measured_text(const Detector& detector) {
  std::string out;
  for (const Measured& measured : detector.measured) {
    std::string counts;
    for (const std::string& part :
         {count_text(measured.true_positives, "right"), count_text(measured.false_positives, "wrong"),
          count_text(measured.false_negatives, "missed")}) {
      if (!part.empty()) counts += fmt::format("{}{}", counts.empty() ? "" : ", ", part);
    }
    if (counts.empty()) continue;
    out += fmt::format("{}{} on {}, {}: precision {}, recall {}", out.empty() ? "" : "; ", counts,
                       measured.corpus, measured.date, share_text(precision_of(measured)),
                       share_text(recall_of(measured)));
  }
  return out.empty() ? kNotMeasured : out;
}

Json measured_json(const Detector& detector) {
  JsonArray out;
  for (const Measured& measured : detector.measured) {
    out.push_back(JsonObject{{"corpus", figure_string(measured.corpus)},
                             {"date", figure_string(measured.date)},
                             {"true_positives", count_json(measured.true_positives)},
                             {"false_positives", count_json(measured.false_positives)},
                             {"misses", count_json(measured.false_negatives)},
                             {"precision", share_json(precision_of(measured))},
                             {"recall", share_json(recall_of(measured))}});
  }
  return out;
}

}  // namespace mcpjury
