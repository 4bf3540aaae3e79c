// Which findings the operator's suppressions cover. They never change a finding or a raw score: they mark,
// and the methodologies then give a second result without what is marked.
//
// apply() is thread safe: the list is fixed, and what was used is kept in atomic flags. The only clock is the
// time the evidence was taken.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "model/report.h"
#include "model/suppression.h"

namespace mcpjury {

class SuppressionBook {
 public:
  explicit SuppressionBook(std::vector<Suppression> suppressions);

  // Marks the findings of a report and notes in report.suppressions what did so. The first suppression in the
  // file that covers a finding and is not expired takes it.
  void apply(ScanReport& report) const;

  // After all reports: a sentence about each that expired and would have covered something, and about each
  // that covered nothing although its target was looked at. Escaped for a terminal.
  std::vector<std::string> expired() const;
  std::vector<std::string> unused() const;
  bool used() const;  // any of them marked anything

 private:
  std::string named(std::size_t which) const;
  bool covers(const Suppression& suppression, const ScanReport& report, const Finding& finding) const;

  std::vector<Suppression> suppressions_;
  std::vector<std::vector<std::uint16_t>> of_detector_;  // detector -> suppressions, in the order of the file
  std::unique_ptr<std::atomic<bool>[]> used_, expired_, looked_at_;
};

// Whether the last day ("2027-06-30") is over at a time of evidence. True when the time cannot be read: what
// nobody can date is not suppressed.
bool suppression_expired(std::string_view last_day, std::string_view observed_at);

}  // namespace mcpjury
