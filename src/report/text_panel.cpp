// The judges on the screen: what each says of each tool that is not plainly safe, where they and the rules
// differ, and how far they moved the number. Rendered from the consensus as JSON, so that a saved report
// shows the same.
#include <fmt/format.h>

#include "model/aivss_vector.h"
#include "model/judge_view.h"
#include "model/live_view.h"
#include "report/consensus_json.h"
#include "report/shared.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kPanelToolsShown = 8;

double number_at(const JsonObject& from, std::string_view key) {
  const Json* value = find(from, key);
  return value != nullptr && value->is_number() ? value->to_number<double>() : 0.0;
}

bool has_number(const JsonObject& from, std::string_view key) {
  const Json* value = find(from, key);
  return value != nullptr && value->is_number();
}

bool says(const JsonObject& from, std::string_view key) { return find_flag(from, key).value_or(false); }

template <class Visit>
void for_each_said(const JsonObject& from, std::string_view list, Visit visit) {
  const JsonArray* items = find_array(from, list);
  if (items == nullptr) return;
  for (const Json& item : *items) {
    if (const JsonObject* object = item.if_object()) visit(*object);
  }
}

// Any verdict above safe, or a judge that did not answer while the others were not of one mind.
bool is_notable(const JsonObject& tool) {
  bool notable = says(tool, "rules_disagree") || says(tool, "needs_review");
  for_each_said(tool, "judgements", [&](const JsonObject& judgement) {
    notable = notable || number_at(judgement, "score") >= 2.0;
  });
  return notable;
}

Ink ink_of_verdict(std::string_view verdict) {
  if (verdict == "dangerous") return Ink::kRed;
  if (verdict == "risky" || verdict == "caution") return Ink::kYellow;
  return verdict == "safe" ? Ink::kGreen : Ink::kDim;
}

// The reason beside the worst answer; the rubric's order decides between equals.
std::string_view shown_reason(const JsonObject& judgement) {
  if (find_string(judgement, "state") != "answered") return find_string(judgement, "why_not");
  const JsonObject* reasons = find_object(judgement, "reasons");
  const JsonObject* vectors = find_object(judgement, "vectors");
  std::string_view best;
  int worst = 0;
  for (const std::string_view question : kJudgeQuestionNames) {
    if (reasons == nullptr || vectors == nullptr) break;
    const auto vector = parse_aivss(find_string(*vectors, question));
    const int tenths = vector ? aivss_tenths(*vector) : 0;
    if (tenths <= worst) continue;
    worst = tenths;
    best = find_string(*reasons, question);
  }
  return best;
}

void write_tool(Page& page, const JsonObject& tool) {
  std::string head = fmt::format("rules {:.1f}, ", number_at(tool, "rule_score"));
  head += has_number(tool, "median") ? fmt::format("median {:.1f}", number_at(tool, "median")) : "no median";
  if (number_at(tool, "delta") > 0) head += fmt::format(", raised to {:.1f}", number_at(tool, "merged"));
  if (const std::string_view agreement = find_string(tool, "agreement"); !agreement.empty()) {
    head += fmt::format("; agreement {} (spread {:.1f})", agreement, number_at(tool, "spread"));
  }
  if (says(tool, "needs_review")) head += "; needs review";
  page.paragraph("  ", page.fit(find_string(tool, "tool_name"), 76), 2, Ink::kNone);
  page.paragraph("    ", head, 4);
  for_each_said(tool, "judgements", [&](const JsonObject& judgement) {
    const std::string_view state = find_string(judgement, "state");
    const bool answered = state == "answered";
    const std::string_view verdict = answered ? find_string(judgement, "verdict") : state;
    const std::string score = answered ? fmt::format("{:.1f}", number_at(judgement, "score")) : "-";
    std::string line = "    " + page.cell(find_string(judgement, "judge_id"), 22) + "  " +
                       page.inked(page.cell(verdict, 9), ink_of_verdict(verdict)) + "  " +
                       page.cell(score, 4) + "  " + page.fit(shown_reason(judgement), 35);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    page.line(line);
  });
}

std::string seats_text(const JsonObject& consensus) {
  std::size_t models = 0, trained = 0, heuristic = 0;
  for_each_said(consensus, "judges", [&](const JsonObject& judge) {
    const std::string_view kind = find_string(judge, "kind");
    ++(kind == "model" ? models : kind == "trained" ? trained : heuristic);
  });
  std::string out;
  const auto add = [&](std::size_t count, std::string_view what) {
    if (count > 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, what);
  };
  add(models, models == 1 ? "language model" : "language models");
  add(heuristic, "embedded heuristic");
  add(trained, "embedded trained");
  return out.empty() ? "none" : out;
}

void write_abstentions(Page& page, const JsonObject& consensus) {
  for_each_said(consensus, "judges", [&](const JsonObject& judge) {
    const auto abstained = find_number(judge, "abstained").value_or(0),
               errors = find_number(judge, "errors").value_or(0);
    const auto answered = find_number(judge, "answered").value_or(0);
    const std::string id = page.fit(find_string(judge, "id"), 40);
    if (abstained + errors > 0) {
      page.paragraph(
          "  ",
          fmt::format("{}: {} of {} not answered", id, abstained + errors, answered + abstained + errors), 4);
    }
    const auto in = find_number(judge, "tokens_in").value_or(0),
               out = find_number(judge, "tokens_out").value_or(0);
    if (find_string(judge, "kind") != "model") return;
    const std::string_view cost = find_string(judge, "cost");
    page.paragraph(
        "  ", fmt::format("{}: {} tokens in, {} out{}{}", id, in, out, cost.empty() ? "" : ", cost ", cost),
        4);
    const JsonArray* notes = find_array(judge, "notes");
    for (std::size_t i = 0; notes != nullptr && i < notes->size(); ++i) {
      if ((*notes)[i].is_string()) page.paragraph("    ", std::string_view((*notes)[i].get_string()), 6);
    }
  });
}

}  // namespace

void write_panel(Page& page, const ScanReport& report, const RenderOptions& options) {
  const JsonObject consensus = consensus_json(report);
  const std::string_view state = find_string(consensus, "state");
  if (state == "not_run" || state.empty() || !is_chosen(options, "aivss")) return;
  const JsonObject* package = find_object(consensus, "package");
  static const JsonObject kNone;
  const JsonObject& numbers = package != nullptr ? *package : kNone;
  const double rules = number_at(numbers, "rule_aivss"), merged = number_at(numbers, "merged_aivss");
  page.blank();
  page.paragraph(
      "Judges: ",
      fmt::format("{}; panel {}. {}", seats_text(consensus), state,
                  merged > rules ? fmt::format("They moved aivss from {:.1f} to {:.1f}.", rules, merged)
                                 : fmt::format("They moved nothing: aivss stays {:.1f}.", merged)),
      2, Ink::kBold);
  write_abstentions(page, consensus);
  std::size_t shown = 0, left = 0, disagreements = 0;
  std::string milder;
  for_each_said(consensus, "tools", [&](const JsonObject& tool) {
    if (says(tool, "rules_disagree") && ++disagreements <= kPanelToolsShown) {
      milder += fmt::format("{}{} (rules {:.1f}, judges {:.1f})", milder.empty() ? "" : ", ",
                            page.fit(find_string(tool, "tool_name"), 40), number_at(tool, "rule_score"),
                            number_at(tool, "median"));
    }
    if (!options.verbose && (!is_notable(tool) || shown >= kPanelToolsShown)) {
      left += is_notable(tool) ? 1 : 0;
      return;
    }
    write_tool(page, tool);
    ++shown;
  });
  if (shown == 0) page.paragraph("  ", "Every judge calls every tool safe.", 2);
  if (left > 0)
    page.paragraph("  ", fmt::format("{} more tools that a judge does not call safe; -v shows all.", left),
                   2);
  if (!milder.empty()) {
    page.paragraph("  ",
                   fmt::format("Milder than the rules, which stand: {}{}.", milder,
                               disagreements > kPanelToolsShown ? ", and others" : ""),
                   4);
  }
}

}  // namespace mcpjury
