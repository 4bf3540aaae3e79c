#include "grade/rule_findings.h"

#include <algorithm>
#include <compare>

namespace mcpjury {
namespace {

// Index first: it tells two tools of the same name apart. Only server and package have none.
std::strong_ordering compare_subjects(const FindingSubject& a, const FindingSubject& b) {
  if (const auto order = a.type <=> b.type; order != 0) return order;
  if (const auto order = a.index <=> b.index; order != 0) return order;
  if (a.index >= 0) return std::strong_ordering::equal;
  return a.name <=> b.name;
}

std::strong_ordering compare_groups(const Finding& a, const Finding& b, Per per) {
  if (per == Per::kServer) return std::strong_ordering::equal;
  const auto order = compare_subjects(a.subject, b.subject);
  if (order != 0 || per == Per::kSubject) return order;
  return a.pointer <=> b.pointer;
}

void add_hits(const RuleIndex& index, std::uint32_t at, const Finding& finding, Strictness strictness,
              std::vector<RuleHit>& out) {
  const std::size_t before = out.size();
  for (const RuleIndex::Feed& feed : index.feeds(finding.detector)) {
    const RuleRow& row = index.methodology().rules[feed.rule].rows[feed.row];
    if (!row_takes(row, finding, strictness)) continue;
    if (out.size() > before && out.back().rule == feed.rule) {
      if (row.severity > out.back().severity) {
        out.back().row = feed.row;
        out.back().severity = row.severity;
      }
      continue;
    }
    out.push_back({feed.rule, feed.row, row.severity, 0, at});
  }
}

}  // namespace

bool row_takes(const RuleRow& row, const Finding& finding, Strictness strictness) {
  const bool in = strictness == Strictness::kPublished ? row.in_published : row.in_precise;
  return in && finding.confidence >= row.min_confidence &&
         ((row.subjects >> static_cast<unsigned>(finding.subject.type)) & 1u) != 0;
}

RuleIndex::RuleIndex(const Methodology& methodology, std::size_t detector_count)
    : methodology_(&methodology) {
  struct Entry {
    std::uint16_t detector;
    Feed feed;
  };
  std::vector<Entry> entries;
  for (std::size_t rule = 0; rule < methodology.rules.size(); ++rule) {
    const auto rows = methodology.rules[rule].rows;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      for (const std::uint16_t detector : rows[row].detectors) {
        if (detector >= detector_count) continue;
        entries.push_back({detector, {static_cast<std::uint16_t>(rule), static_cast<std::uint16_t>(row)}});
      }
    }
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.detector < b.detector; });
  starts_.assign(detector_count + 1, 0);
  feeds_.reserve(entries.size());
  for (const Entry& entry : entries) {
    ++starts_[entry.detector + std::size_t{1}];
    feeds_.push_back(entry.feed);
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

void collect_hits(const RuleIndex& index, const GradeInput& input, Strictness strictness,
                  std::vector<RuleHit>& out) {
  out.clear();
  out.reserve(input.findings.size() * 2);
  for_each_counted(input, strictness, [&](std::uint32_t at, const Finding& finding) {
    add_hits(index, at, finding, strictness, out);
  });
  const auto rules = index.methodology().rules;
  const auto& findings = input.findings;
  std::sort(out.begin(), out.end(), [&](const RuleHit& a, const RuleHit& b) {
    if (a.rule != b.rule) return a.rule < b.rule;
    const auto order = compare_groups(findings[a.finding], findings[b.finding], rules[a.rule].per);
    return order != 0 ? order < 0 : a.finding < b.finding;
  });
  for (std::size_t i = 1; i < out.size(); ++i) {
    if (out[i].rule != out[i - 1].rule) continue;
    const bool same =
        compare_groups(findings[out[i].finding], findings[out[i - 1].finding], rules[out[i].rule].per) == 0;
    out[i].group = out[i - 1].group + (same ? 0 : 1);
  }
}

bool inside_schema(std::string_view pointer) {
  for (const std::string_view member : {"/inputSchema/", "/outputSchema/"}) {
    if (pointer.find(member) != std::string_view::npos) return true;
  }
  return false;
}

void divide_by_place(const RuleIndex& index, const GradeInput& input, std::uint16_t prose_rule,
                     std::uint16_t schema_rule, std::vector<RuleHit>& hits) {
  const auto misplaced = [&](const RuleHit& hit) {
    if (hit.rule != prose_rule && hit.rule != schema_rule) return false;
    const Finding& finding = input.findings[hit.finding];
    const bool in_schema = inside_schema(finding.pointer);
    if (hit.rule == prose_rule) return in_schema;
    if (in_schema) return false;
    const auto feeds = index.feeds(finding.detector);
    return std::any_of(feeds.begin(), feeds.end(),
                       [&](const RuleIndex::Feed& feed) { return feed.rule == prose_rule; });
  };
  hits.erase(std::remove_if(hits.begin(), hits.end(), misplaced), hits.end());
}

std::span<const RuleHit> same_rule(std::span<const RuleHit> hits, std::size_t from) {
  std::size_t end = from;
  while (end < hits.size() && hits[end].rule == hits[from].rule) ++end;
  return hits.subspan(from, end - from);
}

std::span<const RuleHit> same_group(std::span<const RuleHit> hits, std::size_t from) {
  std::size_t end = from;
  while (end < hits.size() && hits[end].rule == hits[from].rule && hits[end].group == hits[from].group) ++end;
  return hits.subspan(from, end - from);
}

std::vector<std::uint32_t> finding_indices(std::span<const RuleHit> hits) {
  std::vector<std::uint32_t> indices;
  indices.reserve(hits.size());
  for (const RuleHit& hit : hits) indices.push_back(hit.finding);
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
  return indices;
}

Severity worst_severity(std::span<const RuleHit> hits) {
  Severity worst = Severity::kInfo;
  for (const RuleHit& hit : hits) worst = std::max(worst, hit.severity);
  return worst;
}

}  // namespace mcpjury
