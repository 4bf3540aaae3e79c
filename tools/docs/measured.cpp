#include "measured.h"

#include "markdown.h"
#include "report/measured_figures.h"

namespace mcpjury::docs {
namespace {

std::string count(int value) { return value < 0 ? "not measured" : std::to_string(value); }

}  // namespace

std::string measured_table(std::span<const Detector* const> detectors) {
  std::string rows;
  for (const Detector* detector : detectors) {
    for (const Measured& one : detector->measured) {
      rows += row({code(detector->id, true), prose(one.corpus), prose(one.date), count(one.true_positives),
                   count(one.false_positives), count(one.false_negatives), share_text(precision_of(one)),
                   share_text(recall_of(one))});
    }
  }
  if (rows.empty()) return "Not measured.\n\n";
  return table_head({"detector", "corpus", "date", "right", "wrong", "missed", "precision, 95 % interval",
                     "recall, 95 % interval"}) +
         rows + "\n";
}

}  // namespace mcpjury::docs
