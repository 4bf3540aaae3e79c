#include "measured.h"

#include <fmt/format.h>

#include <cmath>

#include "markdown.h"

namespace mcpjury::docs {

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

std::string share_text(int hits, int all) {
  if (all <= 0) return "not measured";
  const Interval interval = wilson(hits, all);
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100.0 * hits / all, 100 * interval.low,
                     100 * interval.high);
}

std::string measured_table(std::span<const Detector* const> detectors) {
  std::string rows;
  for (const Detector* detector : detectors) {
    for (const Measured& one : detector->measured) {
      if (one.true_positives < 0 || one.false_positives < 0) continue;
      const bool recall = one.false_negatives >= 0;
      rows += row({code(detector->id, true), prose(one.corpus), prose(one.date),
                   std::to_string(one.true_positives), std::to_string(one.false_positives),
                   recall ? std::to_string(one.false_negatives) : std::string("not measured"),
                   share_text(one.true_positives, one.true_positives + one.false_positives),
                   recall ? share_text(one.true_positives, one.true_positives + one.false_negatives)
                          : std::string("not measured")});
    }
  }
  if (rows.empty()) return "Not measured.\n\n";
  return table_head({"detector", "corpus", "date", "right", "wrong", "missed", "precision, 95 % interval",
                     "recall, 95 % interval"}) +
         rows + "\n";
}

}  // namespace mcpjury::docs
