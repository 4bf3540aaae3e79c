// The report as one page: no script, nothing fetched, a policy that forbids both.
#include <fmt/format.h>

#include "base/escape.h"
#include "report/html_parts.h"
#include "report/marks.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

constexpr std::string_view kHead =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; "
    "form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n";

std::string verdict_html(const ScanReport& report, const Verdict& verdict, const HtmlPlace& place) {
  std::string out = fmt::format("<div class=\"verdict {}\">\n<span class=\"word\">{}</span>\n",
                                html_word_class(verdict.word), display_of(verdict.word));
  out += fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", place.level, place.anchor("server"),
                     escape_html_marked(clip(title_of(report), 200)));
  std::string reason = escape_html_marked(verdict.reason);
  if (verdict.finding) {
    reason += fmt::format(" ({})", html_finding_links(place, {*verdict.finding}));
  }
  out += fmt::format("<p class=\"reason\">{}</p>\n", reason);
  if (!verdict.incomplete.empty())
    out += fmt::format("<p><strong>Incomplete:</strong> {}</p>\n", escape_html_marked(verdict.incomplete));
  std::string facts;
  if (!verdict.methodology.empty() && verdict.word != Word::kUnknown)
    facts = fmt::format("Decided by {}, counted {}. ", escape_html(verdict.methodology),
                        report.strictness == Strictness::kPrecise ? "precisely" : "as published");
  facts += fmt::format("Coverage: {}. Scanned: {}. Observed {}.", escape_html(coverage_text(report)),
                       escape_html_marked(clip(report.evidence.target.display, 300)),
                       escape_html(report.evidence.observed_at));
  return out + fmt::format("<p class=\"soft\">{}</p>\n</div>\n", facts);
}

std::string side_html(const std::vector<GradeRow>& rows, std::string_view id) {
  for (const GradeRow& row : rows) {
    if (row.id == id) return fmt::format("{} says {}", escape_html(row.title), escape_html(row.word));
  }
  return escape_html(id);
}

std::string differences_html(const ScanReport& report, const RenderOptions& options, const HtmlPlace& place) {
  const auto rows = grade_rows(report, options);
  std::string items;
  for (const Disagreement& difference : report.agreement.differences) {
    const std::string_view between = difference.between;
    const std::size_t slash = between.find('/');
    if (slash == std::string_view::npos || !is_chosen_pair(options, difference.between)) continue;
    items += fmt::format("<li>{}, {}: {}</li>\n", side_html(rows, between.substr(0, slash)),
                         side_html(rows, between.substr(slash + 1)),
                         difference.because.empty() ? std::string("the scales alone")
                                                    : html_finding_links(place, difference.because));
  }
  if (items.empty()) return {};
  return "<details><summary>Where they differ, and which findings make the difference</summary><div "
         "class=\"inside\"><ul "
         "class=\"plain\">\n" +
         items + "</ul></div></details>\n";
}

std::string server_html(const ScanReport& report, const RenderOptions& options, const HtmlPlace& place) {
  std::string out = verdict_html(report, verdict_of(report, options), place);
  out += fmt::format("<section aria-labelledby=\"{}\">\n", place.anchor("grades"));
  out += html_heading(place, 1, "grades", "Grades");
  out += "<div class=\"pictures\">\n" + html_grade_picture(report, options, place) +
         html_finding_chart(report, place) + "</div>\n";
  out += html_grade_table(report, options) + differences_html(report, options, place) + "</section>\n";
  out += html_findings(report, place);
  out += html_tools(report, place);
  out += html_coverage(report, place);
  out += html_cards(report, options, place);
  return out;
}

std::string footer_html(const Reports& reports) {
  std::string out = "<footer>\n<h2>Where this comes from</h2>\n<dl>\n";
  const MadeBy by = made_by(*reports.front());
  const auto row = [&](std::string_view name, const std::string& value) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
  };
  row("Program", escape_html(fmt::format("mcpjury {} {}", by.program_version, by.program_commit)));
  row("Catalogue",
      fmt::format("{} <code>{}</code>", escape_html(by.catalog_version), escape_html(by.catalog_sha256)));
  for (const auto& report : reports) {
    if (!report->evidence_sha256.empty())
      row("Evidence",
          fmt::format("<code>{}</code> {}", escape_html(report->evidence_sha256),
                      reports.size() > 1 ? escape_html(clip(title_of(*report), 80)) : std::string()));
  }
  return out +
         "</dl>\n<p>The same evidence under the same catalogue gives the same report: <code>mcpjury "
         "observe</code> keeps the "
         "evidence, <code>mcpjury grade</code> recomputes.</p>\n</footer>\n";
}

std::string index_html(const Reports& reports, const RenderOptions& options) {
  std::string out =
      fmt::format("<h1>{} servers</h1>\n<nav aria-label=\"Servers\"><ul class=\"plain\">\n", reports.size());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const Verdict verdict = verdict_of(*reports[i], options);
    out += fmt::format("<li><span class=\"word {}\">{}</span> <a href=\"#s{}-server\">{}</a></li>\n",
                       html_word_class(verdict.word), display_of(verdict.word), i + 1,
                       escape_html_marked(clip(title_of(*reports[i]), 200)));
  }
  return out + "</ul></nav>\n";
}

}  // namespace

std::string html_title(const Reports& reports, const RenderOptions& options) {
  if (reports.size() != 1) return fmt::format("{} servers, mcpjury", reports.size());
  return fmt::format("{}: {}, mcpjury", clip(title_of(*reports.front()), 100),
                     display_of(verdict_of(*reports.front(), options).word));
}

std::string render_html_body(const Reports& reports, const RenderOptions& options) {
  const bool several = reports.size() > 1;
  std::string out;
  if (several) out += index_html(reports, options);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const HtmlPlace place{several ? fmt::format("s{}-", i + 1) : std::string(), several ? 2 : 1,
                          html_shown_findings(*reports[i])};
    if (i > 0) out += "<hr>\n";
    out += server_html(*reports[i], options, place);
  }
  return out;
}

std::string render_html(const Reports& reports, const RenderOptions& options) {
  if (reports.empty()) return {};
  std::string out(kHead);
  out += fmt::format("<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n",
                     escape_html(html_title(reports, options)), html_style());
  out += fmt::format("<a class=\"skip\" href=\"#{}findings\">Skip to the findings</a>\n<main>\n",
                     reports.size() > 1 ? "s1-" : "");
  return out + render_html_body(reports, options) + "</main>\n" + footer_html(reports) + "</body>\n</html>\n";
}

}  // namespace mcpjury
