// Tables on the page: the five grades in words, the tools, what was seen and what was not.
#include <fmt/format.h>

#include "base/escape.h"
#include "catalog/catalog.h"
#include "report/html_parts.h"
#include "report/marks.h"
#include "report/shared.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostTools = 500;
constexpr std::size_t kMostLinks = 20;

std::string_view shown_state(FacetState state) {
  switch (state) {
    case FacetState::kSeen:
      return "seen";
    case FacetState::kAbsent:
      return "looked for, not there";
    case FacetState::kNotLooked:
      return "not looked at";
    case FacetState::kCouldNotSee:
      break;
  }
  return "could not be seen";
}

std::string spaced(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c == '_') c = ' ';
  }
  return out;
}

}  // namespace

std::string html_heading(const HtmlPlace& place, int below, std::string_view id, std::string_view text) {
  const int level = place.level + below;
  return id.empty()
             ? fmt::format("<h{0}>{1}</h{0}>\n", level, escape_html(text))
             : fmt::format("<h{0} id=\"{1}\">{2}</h{0}>\n", level, place.anchor(id), escape_html(text));
}

std::string html_finding_links(const HtmlPlace& place, const std::vector<std::uint32_t>& findings) {
  std::string out;
  for (std::size_t i = 0; i < findings.size() && i < kMostLinks; ++i) {
    const std::string id = finding_id(findings[i]);
    const bool shown = findings[i] < place.shown.size() && place.shown[findings[i]];
    if (i > 0) out += ", ";
    out += shown ? fmt::format("<a href=\"#{}\">{}</a>", place.anchor(id), id) : id;
  }
  if (findings.size() > kMostLinks) out += fmt::format(" and {} more", findings.size() - kMostLinks);
  return out;
}

std::string_view html_word_class(Word word) {
  if (word == Word::kStop) return "stop";
  if (word == Word::kCaution) return "caution";
  return word == Word::kAllow ? "allow" : "unknown";
}

std::string html_grade_table(const ScanReport& report, const RenderOptions& options) {
  std::string out =
      "<div class=\"box scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Grades\"><table>\n<caption>The "
      "grades in words. Trust: more is better; risk: less is better. Numbers of "
      "different methodologies cannot be compared.</caption>\n<thead><tr><th "
      "scope=\"col\">Methodology</th><th scope=\"col\">Says"
      "</th><th scope=\"col\">Score</th><th scope=\"col\">State</th><th scope=\"col\">Driven most "
      "by</th></tr></thead>\n<tbody>\n";
  for (const GradeRow& row : grade_rows(report, options)) {
    out += fmt::format(
        "<tr><th scope=\"row\">{}</th><td><span class=\"word "
        "{}\">{}</span></td><td>{}</td><td>{}</td><td><code>{}</code></td>"
        "</tr>\n",
        escape_html(row.title), escape_html(row.word), escape_html(row.mark.says),
        escape_html(row.mark.score), escape_html(row.mark.state), escape_html(row.driver));
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string html_tools(const ScanReport& report, const HtmlPlace& place) {
  const auto& views = report.surface.tools;
  if (views.empty()) return {};
  std::vector<std::vector<std::uint32_t>> found(views.size());
  std::vector<std::size_t> at;  // position by index in the server's list
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (at.size() <= views[i].index) at.resize(views[i].index + std::size_t{1}, views.size());
    at[views[i].index] = i;
  }
  for (std::uint32_t i = 0; i < report.findings.size(); ++i) {
    const FindingSubject& subject = report.findings[i].subject;
    if (subject.type != SubjectType::kTool || subject.index < 0 || !is_open(report, report.findings[i]))
      continue;
    const auto index = static_cast<std::size_t>(subject.index);
    if (index < at.size() && at[index] < views.size()) found[at[index]].push_back(i);
  }
  std::string out = fmt::format("<section aria-labelledby=\"{}\">\n", place.anchor("tools"));
  out += html_heading(place, 1, "tools", fmt::format("Tools ({})", views.size()));
  out +=
      "<div class=\"box scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tools\"><table>\n<caption>What "
      "the tools may do, as their definitions show it</caption>\n<thead><tr><th "
      "scope=\"col\">Tool</th><th scope=\"col\">Class</th><th scope=\"col\">Can</th><th "
      "scope=\"col\">Findings</th></tr></thead>\n"
      "<tbody>\n";
  for (std::size_t i = 0; i < views.size() && i < kMostTools; ++i) {
    const ToolFacts facts = i < report.tools.size() ? report.tools[i] : ToolFacts{};
    std::string can;
    for (const std::uint16_t detector : facts.capabilities) {
      if (detector < catalog().detectors.size())
        can += fmt::format("{}{}", can.empty() ? "" : ", ", catalog().detectors[detector].id);
    }
    out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                       escape_html_marked(clip(views[i].name, 200)), name_of(facts.tool_class),
                       escape_html(can), html_finding_links(place, found[i]));
  }
  out += "</tbody>\n</table></div>\n";
  if (views.size() > kMostTools)
    out += fmt::format("<p class=\"soft\">{} more tools; the JSON report has them.</p>\n",
                       views.size() - kMostTools);
  return out + "</section>\n";
}

std::string html_coverage(const ScanReport& report, const HtmlPlace& place) {
  const AgentReserveResult& tier = report.assessments.agentreserve.at(report.strictness);
  std::string out = fmt::format("<section aria-labelledby=\"{}\">\n", place.anchor("coverage"));
  out += html_heading(place, 1, "coverage", "What was seen, and what was not");
  out += fmt::format("<p>Coverage: {}. What could not be seen is never scored as seen.</p>\n",
                     escape_html(coverage_text(report)));
  if (!tier.follow_up.empty()) out += fmt::format("<p>{}</p>\n", escape_html_marked(tier.follow_up));
  out +=
      "<div class=\"box scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Facets\"><table>\n<caption>The "
      "facets of a server</caption>\n<thead><tr><th scope=\"col\">Facet</th><th "
      "scope=\"col\">State</th><th scope=\"col\">Remark</th></tr></thead>\n<tbody>\n";
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = report.evidence.facet(which);
    out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n", spaced(name_of(which)),
                       shown_state(record.state), escape_html_marked(record.reason));
  }
  out += "</tbody>\n</table></div>\n";
  if (!report.evidence.limits.empty()) {
    out += "<ul>\n";
    for (const LimitHit& hit : report.evidence.limits) {
      out += fmt::format("<li>Limit reached: {} at {} {}</li>\n", escape_html_marked(hit.what), hit.limit,
                         escape_html_marked(hit.pointer));
    }
    out += "</ul>\n";
  }
  return out + "</section>\n";
}

}  // namespace mcpjury
