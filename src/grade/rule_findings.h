// Which findings feed which rules of a methodology.
//
// A RuleIndex is built once per methodology (keep it in a function-local static) and is immutable:
// thread safe. Collecting hits costs one look-up per finding and nothing per passed rule; there are
// no maps and no strings built, because a batch grades tens of thousands of servers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catalog/catalog.h"
#include "grade/grade.h"

namespace mcpjury {

// A finding counts unless it is too unsure for the strictness, or suppressed and to be left out.
inline bool counts(const GradeInput& input, const Finding& finding, Strictness strictness) {
  return finding.counts_in(strictness) && !(input.leave_out_suppressed && finding.suppressed);
}

// Calls visit(index, finding) for every finding that counts, in order.
template <class Visit>
void for_each_counted(const GradeInput& input, Strictness strictness, Visit visit) {
  for (std::size_t i = 0; i < input.findings.size(); ++i) {
    if (counts(input, input.findings[i], strictness)) visit(static_cast<std::uint32_t>(i), input.findings[i]);
  }
}

// Whether a row takes this finding, its detector apart.
bool row_takes(const RuleRow& row, const Finding& finding, Strictness strictness);

class RuleIndex {
 public:
  struct Feed {
    std::uint16_t rule = 0;  // into methodology().rules
    std::uint16_t row = 0;   // into that rule's rows
  };

  // `detector_count` is catalog().detectors.size(); tests pass their own.
  RuleIndex(const Methodology& methodology, std::size_t detector_count);

  const Methodology& methodology() const { return *methodology_; }
  // Ordered by rule, then row. Empty for a detector that feeds nothing.
  std::span<const Feed> feeds(std::uint16_t detector) const {
    if (detector + std::size_t{1} >= starts_.size()) return {};
    return std::span<const Feed>(feeds_).subspan(starts_[detector],
                                                 starts_[detector + 1] - starts_[detector]);
  }

 private:
  const Methodology* methodology_;
  std::vector<std::uint32_t> starts_;  // detector -> first of its feeds; one more at the end
  std::vector<Feed> feeds_;
};

// One finding that feeds one rule. Hits of one rule with the same `group` count once: same place,
// same subject or same server, as the rule's `per` says.
struct RuleHit {
  std::uint16_t rule = 0;
  std::uint16_t row = 0;                // of the rows that take the finding, the most severe
  Severity severity = Severity::kInfo;  // that row's
  std::uint32_t group = 0;              // counted from 0 in each rule
  std::uint32_t finding = 0;
};

// All hits, ordered by rule, group, finding; no (rule, finding) twice. Groups are ordered by subject,
// then pointer. `out` is cleared first and may be reused by the caller.
void collect_hits(const RuleIndex& index, const GradeInput& input, Strictness strictness,
                  std::vector<RuleHit>& out);

// Whether a place lies inside an input or output schema.
bool inside_schema(std::string_view pointer);

// For a pair of rules that share detectors and divide them by place: hits of `prose_rule` inside a
// schema go, and so do hits of `schema_rule` outside one whose detector also feeds `prose_rule`.
// A rule of kNoRule is none. Group numbers stay as they are, with gaps.
inline constexpr std::uint16_t kNoRule = 0xFFFF;
void divide_by_place(const RuleIndex& index, const GradeInput& input, std::uint16_t prose_rule,
                     std::uint16_t schema_rule, std::vector<RuleHit>& hits);

// The run of hits that belong to the same rule as hits[from], or to the same rule and group.
std::span<const RuleHit> same_rule(std::span<const RuleHit> hits, std::size_t from);
std::span<const RuleHit> same_group(std::span<const RuleHit> hits, std::size_t from);

// Sorted and unique finding indices of some hits, and the most severe row among them.
std::vector<std::uint32_t> finding_indices(std::span<const RuleHit> hits);
Severity worst_severity(std::span<const RuleHit> hits);

}  // namespace mcpjury
