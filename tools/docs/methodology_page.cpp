#include <fmt/format.h>

#include <algorithm>

#include "markdown.h"
#include "pages.h"
#include "report/catalog_views.h"

namespace mcpjury::docs {
namespace {

struct Recompute {
  std::string_view id, text;
};
// What a reader does with assessments.<id> of a JSON report; tests do the same from the JSON alone.
constexpr Recompute kRecompute[] = {
    {"tooltrust",
     "risk_score is the sum of points over contributions. The grade is the band risk_score falls into; the "
     "same holds "
     "for each entry of tools. With block_override the grade is F whatever the sum. In precise the "
     "contributions are "
     "those of the worst tool and of what is tied to no tool; in published those of everything."},
    {"agentreserve",
     "points are weights lost. possible is the weight of the rules in state pass or fail; earned is possible "
     "minus the "
     "sum of points over contributions; score is (200 * earned + possible) / (2 * possible) in whole "
     "numbers, capped "
     "at 87 where the tier is perimeter. The grade is the band of the score."},
    {"ampel",
     "points are weight_bp times the sub-score in tenths, one contribution for each engine in state ok. The "
     "score in "
     "tenths is the sum of points over coverage_bp, half up; score is that divided by ten. The low end of "
     "the interval "
     "is (sum + 5000) / 10000 with missing engines at 0, the high end with missing engines at 100 tenths. "
     "Any entry in "
     "criticals makes the score 0.0; score_before_floor keeps the other."},
    {"aivss",
     "points are the AIVSS-O number of the worst finding of a detector; aivss_score is the largest of them, "
     "safety_score is 100 minus ten times that. The grade is the band of aivss_score in tenths."},
    {"mcpbundles",
     "security_score is 100 minus the sum of points over contributions, not below 0. The posture is the band "
     "of the "
     "worst severity among the rules that contributed: clean (0 info, 1 low), caution (2), risky (3), "
     "dangerous (4)."},
};

std::string bands_table(const Methodology& method) {
  std::string out = "## Bands\n\n" + table_head({"band", "from", "below", "action", "meaning"});
  for (std::size_t i = 0; i < method.bands.size(); ++i) {
    const Band& band = method.bands[i];
    const bool last = i + 1 == method.bands.size();
    out += row({prose(band.name), std::to_string(band.from),
                last ? std::string() : std::to_string(method.bands[i + 1].from), prose(band.action),
                prose(band.meaning)});
  }
  return out + "\n";
}

std::string weights_table(const Methodology& method) {
  if (method.severity_weights.empty()) return {};
  std::string out = "## Points for each severity\n\n" + table_head({"severity", "points"});
  for (std::size_t i = 0; i < method.severity_weights.size(); ++i) {
    out += row({std::string(name_of(static_cast<Severity>(i))), std::to_string(method.severity_weights[i])});
  }
  return out + "\n";
}

std::string rules_table(const Methodology& method) {
  const bool weighted =
      std::any_of(method.rules.begin(), method.rules.end(), [](const auto& r) { return r.weight != 0; });
  std::string out = fmt::format("## The {} rules at a glance\n\n", method.rules.size());
  out += table_head({"rule", "title", "category", "severity", weighted ? "weight" : "counted once for each"});
  for (const MethodologyRule& rule : method.rules) {
    std::string weight = weighted ? std::to_string(rule.weight) : std::string(name_of(rule.per));
    if (rule.hard_fail) weight += ", hard fail";
    out += row({fmt::format("{}{}", code(rule.id, true), rule.pack.empty() ? "" : " (ours)"),
                prose(rule.title), prose(rule.category), std::string(name_of(rule.severity)), weight});
  }
  return out + "\n";
}

std::string row_line(const RuleRow& one) {
  std::string names;
  for (const std::uint16_t index : one.detectors) {
    names +=
        fmt::format("{0}[{1}](../rules/{1}.md)", names.empty() ? "" : ", ", catalog().detectors[index].id);
  }
  std::string out = fmt::format("- {}: {}", name_of(one.severity), names);
  if (one.min_confidence != Confidence::kLow)
    out += fmt::format("; from {} confidence", name_of(one.min_confidence));
  if (!one.in_precise) out += "; in published only";
  if (!one.in_published) out += "; in precise only";
  if (one.subjects != 0xFF) {
    std::string subjects;
    for (unsigned i = 0; i < 7; ++i) {
      if ((one.subjects & (1u << i)) == 0) continue;
      subjects += fmt::format("{}{}", subjects.empty() ? "" : ", ", name_of(static_cast<SubjectType>(i)));
    }
    out += fmt::format("; about: {}", subjects);
  }
  return out + "\n";
}

std::string rule_detail(const Methodology& method, const MethodologyRule& rule) {
  std::string out = fmt::format("### {}: {}\n\n{}\n\n", prose(rule.id), prose(rule.title), prose(rule.text));
  std::string facts = fmt::format("Counted once for each {}.", name_of(rule.per));
  if (rule.weight != 0)
    facts += fmt::format(" Weight {}{}.", rule.weight, rule.hard_fail ? ", hard fail" : "");
  if (!rule.rule_class.empty()) facts += fmt::format(" Class {}.", prose(rule.rule_class));
  if (rule.layer != 0) facts += fmt::format(" Layer {}.", rule.layer);
  if (!rule.normaliser.empty()) facts += fmt::format(" Normaliser {}.", prose(rule.normaliser));
  if (rule.needs != 0) facts += fmt::format(" Needs {}.", facets_text(rule.needs));
  if (!rule.applies.empty()) facts += fmt::format(" Applies: {}.", prose(rule.applies));
  if (!rule.pack.empty()) facts += " Not published by the source: of our own pack.";
  out += facts + "\n\n";
  if (method.id == "ampel" && is_engine(rule))
    out += fmt::format("[Page of the engine](../engines/{}.md)\n\n", rule.id);
  if (!rule.pending.empty()) out += fmt::format("No detector feeds it: {}.\n\n", prose(rule.pending));
  for (const RuleRow& one : rule.rows) out += row_line(one);
  if (!rule.rows.empty()) out += "\n";
  if (!rule.citations.empty()) out += "Citations:\n\n" + citations_list(rule.citations) + "\n";
  return out;
}

std::string named_list(std::string_view heading, std::span<const NamedText> texts) {
  if (texts.empty()) return {};
  std::string out = fmt::format("## {}\n\n", heading);
  for (const NamedText& one : texts) out += fmt::format("- **{}**: {}\n", prose(one.name), prose(one.text));
  return out + "\n";
}

}  // namespace

std::string methodology_page(const Methodology& method) {
  std::string out = opening(fmt::format("catalog/methodologies/{}/{}.yaml", method.id, method.version));
  out += fmt::format("# {}\n\n{}\n\n", prose(method.title), prose(method.summary));
  out += table_head({"", ""}) + row({"id", code(method.id, true)}) + row({"version", prose(method.version)}) +
         row({"released", prose(method.released)}) + row({"source", prose(method.source)}) +
         row({"direction", prose(method.direction)}) + "\n";
  out += "## What it is not\n\n";
  for (const std::string_view limit : method.limits) out += fmt::format("- {}\n", prose(limit));
  out += "\n" + bands_table(method) + weights_table(method);
  for (const Recompute& one : kRecompute) {
    if (one.id == method.id) out += section("How to recompute the score", one.text);
  }
  out += rules_table(method) + named_list("Decisions", method.decisions) +
         named_list("Changelog", method.changelog);
  out += "## The rules\n\n";
  for (const MethodologyRule& rule : method.rules) out += rule_detail(method, rule);
  out.pop_back();
  return out;
}

}  // namespace mcpjury::docs
