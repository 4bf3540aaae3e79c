// Five cards: what the methodology says, how the number came about, what it does not tell.
#include <fmt/format.h>

#include "base/escape.h"
#include "catalog/catalog.h"
#include "report/html_parts.h"
#include "report/json_text.h"
#include "report/marks.h"
#include "report/numbers.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostRows = 40;

std::string card_tenths(std::int64_t number) {
  std::string out;
  append_tenths(out, number);
  return out;
}

std::int64_t sum_of(const std::vector<Contribution>& contributions) {
  std::int64_t sum = 0;
  for (const Contribution& one : contributions) sum += one.points;
  return sum;
}

std::string how(const AgentReserveResult& r) {
  std::string out = fmt::format("Earned {} of {} points", r.earned, r.possible);
  if (r.score) out += fmt::format(", that is {} of 100", *r.score);
  out += fmt::format(". {}", r.verdict_reason);
  return out;
}
std::string how(const AmpelResult& r) {
  std::string out = fmt::format(
      "Weighted mean of the engines that had data, {}% of all weight. Whatever the others would say, the "
      "score lies "
      "between {} and {}.",
      r.coverage_bp / 100, card_tenths(r.low), card_tenths(r.high));
  if (!r.criticals.empty()) {
    out += fmt::format(
        " {} sets it to the floor{}.", r.criticals.front().rule,
        r.score_before_floor ? fmt::format("; without it {}", card_tenths(*r.score_before_floor)) : "");
  }
  return out;
}
std::string how(const AivssResult& r) {
  return fmt::format("The worst finding decides: risk {} of 10, safety {} of 100.", card_tenths(r.aivss),
                     r.safety);
}
std::string how(const McpBundlesResult& r) {
  return fmt::format("100 minus {} points, never below 0: security {}. Quality {} of 100, counted apart.",
                     sum_of(r.contributions), r.security_score, r.quality_score);
}
std::string how(const ToolTrustResult& r) {
  return fmt::format("The points add up: risk {}.{}", r.risk_score,
                     r.block_override ? " A known hostile package forces the last grade." : "");
}

template <class R>
std::string contributions_html(const R& result, const HtmlPlace& place) {
  if (result.contributions.empty()) return "<p class=\"soft\">Nothing moved the score.</p>\n";
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Parts of the "
      "score\"><table>\n<caption>What the score is made of</caption>\n<thead><tr><th "
      "scope=\"col\">Rule</th><th "
      "scope=\"col\">Points</th><th scope=\"col\">Findings</th></tr></thead>\n<tbody>\n";
  std::size_t rows = 0;
  for (const Contribution& one : result.contributions) {
    if (++rows > kMostRows) break;
    out += fmt::format(
        "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{}</td><td>{}</td></tr>\n",
        escape_html(one.rule), kPointsAreTenths<R> ? card_tenths(one.points) : std::to_string(one.points),
        html_finding_links(place, one.findings));
  }
  out += "</tbody>\n</table></div>\n";
  if (result.contributions.size() > kMostRows)
    out += fmt::format("<p class=\"soft\">{} more; the JSON report has them.</p>\n",
                       result.contributions.size() - kMostRows);
  return out;
}

// Ampel's engines say more than their products.
std::string contributions_html(const AmpelResult& result, const HtmlPlace& place) {
  std::string out =
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Engines\"><table>\n<caption>The "
      "engines</caption>\n<thead><tr><th scope=\"col\">Engine</th><th "
      "scope=\"col\">Weight</th><th scope=\"col\">Score</th><th "
      "scope=\"col\">Findings</th></tr></thead>\n<tbody>\n";
  for (const AmpelEngine& engine : result.engines) {
    const bool ok = engine.state == EngineState::kOk;
    out += fmt::format(
        "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{}%</td><td "
        "class=\"number\">{}</td><td>{}</td></tr>\n",
        escape_html(engine.id), card_tenths(engine.weight_bp / 10),
        ok ? card_tenths(engine.sub_score) : std::string(name_of(engine.state)),
        ok ? html_finding_links(place, engine.findings) : escape_html(engine.reason));
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string limits_html(std::string_view id, std::string_view version) {
  for (const Methodology& method : catalog().methodologies) {
    if (method.id != id || method.version != version || method.limits.empty()) continue;
    std::string out = "<details><summary>What this score does not tell</summary><div class=\"inside\"><ul>\n";
    for (const std::string_view limit : method.limits)
      out += fmt::format("<li>{}</li>\n", escape_html(limit));
    return out + "</ul></div></details>\n";
  }
  return {};
}

template <class R>
std::string other_views_html(const Assessed<R>& assessed, Strictness strictness) {
  const Mark here = mark_of(assessed, assessed.at(strictness));
  const bool precise = strictness == Strictness::kPrecise;
  const Mark other = mark_of(assessed, precise ? assessed.published : assessed.precise);
  std::string out;
  if (!(other == here))
    out += fmt::format("<p class=\"soft\">{}: {}, {}.</p>\n",
                       precise ? "Counted as published" : "Counted precisely", escape_html(other.says),
                       escape_html(other.score));
  if (assessed.overridden) {
    const Mark without = mark_of(assessed, *assessed.overridden);
    out += fmt::format("<p class=\"soft\">Without what is suppressed: {}, {}.</p>\n",
                       escape_html(without.says), escape_html(without.score));
  }
  return out;
}

}  // namespace

std::string html_cards(const ScanReport& report, const RenderOptions& options, const HtmlPlace& place) {
  std::string out = fmt::format("<section aria-labelledby=\"{}\">\n", place.anchor("methodologies"));
  out += html_heading(place, 1, "methodologies", "How the grades came about");
  out += "<div class=\"cards\">\n";
  const auto rows = grade_rows(report, options);
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    for (const GradeRow& row : rows) {
      if (row.id != id) continue;
      out += "<article class=\"card\">\n" + html_heading(place, 2, "", row.title);
      out += fmt::format("<p><span class=\"word {}\">{}</span></p>\n<p>{} \u00B7 {} \u00B7 version {}</p>\n",
                         escape_html(row.word), escape_html(row.mark.says), escape_html(row.mark.score),
                         escape_html(row.mark.state), escape_html(row.version));
      if (!row.reason.empty())
        out += fmt::format("<p class=\"soft\">{}</p>\n", escape_html_marked(row.reason));
      if (row.state != RunState::kNotRun) {
        const auto& result = assessed.at(report.strictness);
        out += fmt::format("<p>{}</p>\n", escape_html_marked(how(result)));
        out += other_views_html(assessed, report.strictness);
        out += "<details><summary>Every part of it</summary><div class=\"inside\">\n" +
               contributions_html(result, place) + "</div></details>\n";
      }
      out += limits_html(id, row.version) + "</article>\n";
    }
  });
  return out + "</div>\n</section>\n";
}

}  // namespace mcpjury
