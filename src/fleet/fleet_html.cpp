// The fleet report as one page: no script, nothing fetched, a policy that forbids both. Everything that came
// from a server goes through escape_html().
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "fleet/fleet_report.h"
#include "report/html_parts.h"
#include "report/marks.h"
#include "report/report.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

constexpr std::string_view kFleetHead =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n";

std::string cell(std::string_view text) { return fmt::format("<td>{}</td>", escape_html(clip(text, 200))); }
std::string number_cell(std::uint64_t number) { return fmt::format("<td class=\"num\">{}</td>", number); }

std::string table(std::string_view caption, const std::vector<std::string_view>& heads,
                  const std::string& rows) {
  if (rows.empty()) return "<p class=\"soft\">None.</p>\n";
  std::string out = fmt::format("<div class=\"scroll\"><table>\n<caption>{}</caption>\n<thead><tr>", caption);
  for (const std::string_view head : heads) out += fmt::format("<th scope=\"col\">{}</th>", head);
  return out + "</tr></thead>\n<tbody>\n" + rows + "</tbody></table></div>\n";
}

std::string section(std::string_view id, std::string_view title, const std::string& body) {
  return fmt::format("<section aria-labelledby=\"{0}\">\n<h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id, title,
                     body);
}

std::string percent_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? std::string("0 %")
                  : fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string_view colour(int third) {
  return third == 0 ? "s-allow" : third == 1 ? "s-caution" : third == 2 ? "s-stop" : "";
}

// One bar a grade, on the methodology's own scale, the rest (not run, unknown) last.
std::string grade_chart(std::string_view methodology, const std::map<std::string, std::uint64_t>& grades,
                        std::uint64_t servers) {
  std::vector<std::string> names;
  for (const std::string_view step : scale_of(methodology))
    names.push_back(ascii::lowered(std::string(step)));
  for (const auto& [name, count] : grades) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  const int height = 26 + 24 * static_cast<int>(names.size());
  std::string described, drawn;
  int y = 24;
  for (const std::string& name : names) {
    const auto found = grades.find(name);
    const std::uint64_t count = found == grades.end() ? 0 : found->second;
    const int width =
        servers == 0 ? 0
                     : static_cast<int>(180.0 * static_cast<double>(count) / static_cast<double>(servers));
    described += fmt::format("{}{} {}", described.empty() ? "" : ", ", name, count);
    drawn +=
        fmt::format("<text x=\"0\" y=\"{}\" class=\"name\">{}</text>\n", y + 13, escape_html(clip(name, 18)));
    drawn +=
        fmt::format("<rect x=\"130\" y=\"{}\" width=\"{}\" height=\"16\" rx=\"3\" class=\"seg on {}\"/>\n", y,
                    std::max(width, count > 0 ? 2 : 0), colour(third_of(methodology, name)));
    drawn += fmt::format("<text x=\"{}\" y=\"{}\" class=\"faint\">{} · {}</text>\n", 136 + width, y + 13,
                         count, percent_of(count, servers));
    y += 24;
  }
  return fmt::format(
      "<svg viewBox=\"0 0 400 {0}\" role=\"img\" aria-labelledby=\"g-{1}-t g-{1}-d\">\n<title "
      "id=\"g-{1}-t\">Grades of {1}</title>\n<desc id=\"g-{1}-d\">{2}</desc>\n<text x=\"0\" y=\"13\" "
      "class=\"name\">{1}</text>\n{3}</svg>\n",
      height, methodology, escape_html(described), drawn);
}

std::string grades_html(const FleetFigures& figures) {
  std::string out = "<div class=\"pictures\">\n";
  for (const std::string_view methodology : kFiveMethodologies) {
    const auto found = figures.counts.grades.find(std::string(methodology));
    if (found != figures.counts.grades.end()) out += grade_chart(methodology, found->second, figures.servers);
  }
  return out +
         "</div>\n<p class=\"soft\">Newest scan of every server. Each methodology on its own scale; numbers "
         "of "
         "different methodologies are never averaged.</p>\n";
}

std::string findings_html(const FleetFigures& figures) {
  std::string rows;
  std::size_t shown = 0;
  for (const DetectorCount& one : figures.commonest) {
    if (++shown > 30) break;
    rows += fmt::format("<tr>{}{}{}{}<td class=\"num\">{}</td>{}</tr>\n", cell(one.detector), cell(one.kind),
                        cell(one.severity), number_cell(one.servers),
                        percent_of(one.servers, figures.servers), number_cell(one.findings));
  }
  std::string kinds = "<p>";
  for (const auto& [kind, count] : figures.counts.kinds)
    kinds += fmt::format("{} servers with {} ({}). ", count, escape_html(kind),
                         percent_of(count, figures.servers));
  return kinds + "</p>\n" +
         table("The commonest findings", {"detector", "kind", "severity", "servers", "of all", "findings"},
               rows);
}

std::string pairs_html(const FleetFigures& figures) {
  std::string rows;
  for (const PairCount& pair : figures.pairs) {
    rows += fmt::format("<tr>{}{}{}<td class=\"num\">{}</td><td class=\"num\">{}</td></tr>\n", cell(pair.one),
                        cell(pair.other), number_cell(pair.both), percent_of(pair.agree, pair.both),
                        percent_of(pair.opposite, pair.both));
  }
  return table(
      "Servers both judged; both in the same third of their scales; one in the best, one in the worst",
      {"one", "other", "servers", "same third", "opposite ends"}, rows);
}

std::string joined(const std::vector<std::string>& grades) {
  std::string out;
  for (const std::string& grade : grades) out += (out.empty() ? "" : " ") + (grade.empty() ? "–" : grade);
  return out.empty() ? "–" : out;
}

std::string changes_html(const FleetFigures& figures) {
  std::string out = "<p>";
  for (const auto& [outcome, count] : figures.outcomes)
    out += fmt::format("{} {}. ", count, escape_html(outcome));
  if (!figures.before.round.empty()) {
    out += fmt::format("In the round before ({}): ", escape_html(figures.before.round));
    for (const auto& [outcome, count] : figures.outcomes_before)
      out += fmt::format("{} {}. ", count, escape_html(outcome));
  } else {
    out += "There was no round before.";
  }
  std::string rows;
  for (const ChangedServer& one : figures.changed) {
    rows += fmt::format("<tr>{}{}{}{}{}<td class=\"num\">{} → {}</td></tr>\n", cell(one.target),
                        cell(one.name), cell(one.outcome), cell(joined(one.before)), cell(joined(one.after)),
                        one.tools_before, one.tools_after);
  }
  out += "</p>\n" + table("Grades in the order agentreserve, ampel, aivss, mcpbundles, tooltrust",
                          {"target", "server", "outcome", "before", "now", "tools"}, rows);
  if (figures.changed_in_all > figures.changed.size())
    out += fmt::format("<p class=\"soft\">{} of {} are shown.</p>\n", figures.changed.size(),
                       figures.changed_in_all);
  return out;
}

std::string across_html(const FleetFigures& figures) {
  std::string rows;
  for (const CrossCount& one : figures.across) {
    std::string examples;
    for (const std::string& key : one.examples)
      examples += fmt::format("{}{}", examples.empty() ? "" : "<br>", escape_html(clip(key, 120)));
    rows += fmt::format("<tr>{}{}{}<td>{}</td></tr>\n", cell(one.detector), cell(one.title),
                        number_cell(one.servers), examples);
  }
  return "<p>Every server was compared with all others through the index of the store when it was kept: "
         "names, "
         "descriptions, hosts.</p>\n" +
         table("What only shows across servers", {"detector", "what", "servers", "for example"}, rows);
}

std::string failures_html(const FleetFigures& figures) {
  std::string rows;
  for (const FleetResult& one : figures.dead)
    rows += fmt::format("<tr>{}{}{}</tr>\n", cell(one.target), cell(one.failure), cell(one.reason));
  std::string skipped;
  for (const auto& [reason, count] : figures.skipped)
    skipped += fmt::format("<tr>{}{}</tr>\n", cell(reason), number_cell(count));
  std::string classes = "<p>";
  for (const auto& [name, count] : figures.failures)
    classes += fmt::format("{} {}. ", count, escape_html(name));
  return classes + "</p>\n" + table("Dead letters of the round", {"target", "class", "reason"}, rows) +
         table("Listed, but not scanned", {"reason", "entries"}, skipped);
}

}  // namespace

std::string fleet_html(const FleetFigures& figures) {
  const ProgramInfo program = program_info();
  std::string out(kFleetHead);
  out +=
      fmt::format("<title>Fleet report, round {}</title>\n<style>\n{}\n</style>\n</head>\n<body>\n<main>\n",
                  escape_html(figures.round.round), html_style());
  out += fmt::format("<h1>Fleet report, round {}</h1>\n", escape_html(figures.round.round));
  out += fmt::format(
      "<p>{} servers, {} tools; {} servers seen only in part or without tools. Round begun {}, {}.</p>\n",
      figures.servers, figures.tools, figures.incomplete, format_time(figures.round.began),
      figures.round.ended != 0 ? "ended " + format_time(figures.round.ended) : std::string("still going on"));
  out += section("grades", "Grades", grades_html(figures));
  out += section("findings", "Findings", findings_html(figures));
  out += section("agreement", "Where the methodologies disagree", pairs_html(figures));
  out += section("changes", "This round", changes_html(figures));
  out += section("across", "Across servers", across_html(figures));
  out += section("failures", "What could not be scanned", failures_html(figures));
  out += fmt::format(
      "</main>\n<footer><p class=\"soft\">mcpjury {}, catalogue {}</p></footer>\n</body>\n</html>\n",
      escape_html(program.version), escape_html(catalog().version));
  return out;
}

}  // namespace mcpjury
