// The badge: what is said of a server, never without how much of it was seen and when.
#include "report/badge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "report/json_text.h"
#include "report/marks.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

struct Badge {
  std::string label, message;
  Word word = Word::kUnknown;
};

Word badge_word(std::string_view name) {
  if (name == "stop") return Word::kStop;
  if (name == "caution") return Word::kCaution;
  return name == "allow" ? Word::kAllow : Word::kUnknown;
}

// Unknown stands between caution and allow here: nobody may hide a server that was not seen behind a good
// one.
int badness(Word word) {
  if (word == Word::kStop) return 3;
  if (word == Word::kCaution) return 2;
  return word == Word::kUnknown ? 1 : 0;
}

Badge badge_of(const ScanReport& report, const RenderOptions& options) {
  Badge out;
  if (options.methodologies.size() == 1) {
    const auto rows = grade_rows(report, options);
    if (rows.empty()) return {"mcpjury", "unknown"};
    out.label = fmt::format("{} {}", rows[0].title, rows[0].version);
    out.message = fmt::format("{}, {}", rows[0].mark.says, rows[0].mark.score);
    out.word = badge_word(rows[0].word);
    if (rows[0].state == RunState::kIncomplete) out.message += ", incomplete";
  } else {
    const Verdict verdict = verdict_of(report, options);
    out.label = "mcpjury";
    for (const char c : display_of(verdict.word)) out.message += ascii::lower(c);
    out.word = verdict.word;
    if (!verdict.incomplete.empty()) out.message += ", incomplete";
  }
  const AgentReserveResult& tier = report.assessments.agentreserve.at(report.strictness);
  const bool covered = report.assessments.agentreserve.state != RunState::kNotRun;
  out.message +=
      fmt::format(" \u00B7 {} \u00B7 {}",
                  covered ? fmt::format("{} {}", tier.tier, tier.level) : std::string("coverage unknown"),
                  report.evidence.observed_at.substr(0, 10));
  if (const std::size_t suppressed = count_findings(report).suppressed; suppressed > 0)
    out.message += fmt::format(" \u00B7 {} suppressed", suppressed);
  out.message = escape_terminal(out.message);
  out.label = escape_terminal(out.label);
  return out;
}

Badge worst_badge(const Reports& reports, const RenderOptions& options) {
  Badge worst;
  bool first = true;
  for (const auto& report : reports) {
    Badge badge = badge_of(*report, options);
    if (first || badness(badge.word) > badness(worst.word)) worst = std::move(badge);
    first = false;
  }
  if (reports.size() > 1) worst.label += fmt::format(" worst of {}", reports.size());
  return worst;
}

// White on each of these has a contrast of 4.5 or more.
std::string_view badge_color(Word word) {
  if (word == Word::kStop) return "#b3261e";
  if (word == Word::kCaution) return "#8a5a00";
  return word == Word::kAllow ? "#1a6e34" : "#5f6368";
}

std::string_view shields_color(Word word) {
  if (word == Word::kStop) return "red";
  if (word == Word::kCaution) return "orange";
  return word == Word::kAllow ? "green" : "lightgrey";
}

std::size_t characters_of(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += decode_utf8(text, at).bytes;
  return count;
}

Badge stale_badge(const Reports& reports, const RenderOptions& options, std::int64_t days) {
  Badge out = worst_badge(reports, options);
  out.word = Word::kUnknown;
  out.message = fmt::format("stale, {} day{} old \u00B7 {}", days, days == 1 ? "" : "s", out.message);
  return out;
}

std::string badge_svg(const Badge& badge) {
  // textLength makes the text fit whatever font the reader has.
  const std::size_t left_text = characters_of(badge.label) * 13 / 2,
                    right_text = characters_of(badge.message) * 13 / 2;
  const std::size_t left = left_text + 12, right = right_text + 12;
  const std::string name = escape_html(badge.label + ": " + badge.message);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" role=\"img\" aria-label=\"{1}\">"
      "<title>{1}</title>"
      "<rect width=\"{2}\" height=\"20\" fill=\"#3c4043\"/>"
      "<rect x=\"{2}\" width=\"{3}\" height=\"20\" fill=\"{4}\"/>"
      "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">"
      "<text x=\"6\" y=\"14\" textLength=\"{5}\">{6}</text>"
      "<text x=\"{7}\" y=\"14\" textLength=\"{8}\">{9}</text></g></svg>\n",
      left + right, name, left, right, badge_color(badge.word), left_text, escape_html(badge.label), left + 6,
      right_text, escape_html(badge.message));
}

std::string badge_shields(const Badge& badge) {
  return shown_json(pretty_json(JsonObject{{"schemaVersion", 1},
                                           {"label", badge.label},
                                           {"message", badge.message},
                                           {"color", shields_color(badge.word)},
                                           {"cacheSeconds", 3600}})) +
         "\n";
}

}  // namespace

std::string render_badge(const Reports& reports, const RenderOptions& options) {
  return badge_svg(worst_badge(reports, options));
}
std::string render_shields(const Reports& reports, const RenderOptions& options) {
  return badge_shields(worst_badge(reports, options));
}
std::string render_stale_badge(const Reports& reports, const RenderOptions& options, std::int64_t days) {
  return badge_svg(stale_badge(reports, options, days));
}
std::string render_stale_shields(const Reports& reports, const RenderOptions& options, std::int64_t days) {
  return badge_shields(stale_badge(reports, options, days));
}

}  // namespace mcpjury
