// The report on the screen: the verdict first, then why, then what to type next.
#include <fmt/format.h>

#include "report/shared.h"
#include "report/summary.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

Ink ink_for(Word word) {
  if (word == Word::kStop) return Ink::kRed;
  if (word == Word::kCaution) return Ink::kYellow;
  return word == Word::kAllow ? Ink::kGreen : Ink::kBold;
}

std::string suggestion(const ScanReport& report, const Verdict& verdict, const RenderOptions& options) {
  if (!options.next_command.empty()) return options.next_command;
  if (verdict.finding)
    return fmt::format("mcpjury explain {}", detector_of(report.findings[*verdict.finding]).id);
  if (report.findings.empty()) return "mcpjury methodologies";
  return fmt::format("mcpjury explain {}", detector_of(report.findings.front()).id);
}

// What was looked at, in the user's own words: the name above is what the server says of itself.
void write_target(Page& page, const ScanReport& report) {
  const std::string& display = report.evidence.target.display;
  if (display.empty()) return;
  std::string text = display;
  const JsonObject* protocol = report.evidence.facet(Facet::kProtocol).data.if_object();
  const JsonObject* process = protocol != nullptr ? find_object(*protocol, "process") : nullptr;
  if (process != nullptr) text += fmt::format(" (sandbox: {})", find_string(*process, "sandbox"));
  page.paragraph("      ", "scanned: " + text, 6);
}

void write_report(Page& page, const ScanReport& report, const RenderOptions& options) {
  const Verdict verdict = verdict_of(report, options);
  write_verdict_line(page, report, verdict, options.quiet);
  if (options.quiet) return;
  write_target(page, report);
  page.blank();
  write_grades(page, report, options);
  write_other_views(page, report, options);
  page.blank();
  write_coverage(page, report, options);
  write_panel(page, report, options);
  write_findings(page, report, options);
  if (options.verbose) write_contributions(page, report, options);
  page.blank();
  write_counts(page, report);
  write_decisions(page, report, options);
  page.paragraph("Next: ", suggestion(report, verdict, options), 6);
}

}  // namespace

void write_verdict_line(Page& page, const ScanReport& report, const Verdict& verdict, bool one_line) {
  std::string lead(display_of(verdict.word));
  std::string head;
  if (!verdict.incomplete.empty()) head = fmt::format("INCOMPLETE: {}  ", page.fit(verdict.incomplete, 30));
  // On one line the target tells more than the name a server gives itself.
  const bool live =
      report.evidence.target.kind == TargetKind::kRemote || report.evidence.target.kind == TargetKind::kLocal;
  head += page.fit(one_line && live ? report.evidence.target.display : title_of(report),
                   one_line && live && verdict.incomplete.empty() ? 40 : 28);
  head += fmt::format(" {} ", page.dash());
  std::string tail;
  if (verdict.finding) tail = fmt::format(" ({})", finding_id(*verdict.finding));
  if (!one_line) {
    page.paragraph(lead + "  ", head + verdict.reason + tail, 6, ink_for(verdict.word));
    if (!verdict.methodology.empty() && verdict.word != Word::kUnknown) {
      page.paragraph("      ",
                     fmt::format("decided by {}, counted {}", verdict.methodology,
                                 report.strictness == Strictness::kPrecise ? "precisely" : "as published"),
                     6);
    }
    return;
  }
  const std::size_t used = columns_of(lead) + 2 + columns_of(head) + columns_of(tail);
  const std::size_t left = used < kColumns ? kColumns - used : 0;
  page.line(page.inked(lead, ink_for(verdict.word)) + "  " + head + page.fit(verdict.reason, left) + tail);
}

void write_coverage(Page& page, const ScanReport& report, const RenderOptions& options) {
  std::string seen, unseen, absent;
  const auto add = [](std::string& into, const std::string& what) {
    into += (into.empty() ? "" : ", ") + what;
  };
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = report.evidence.facet(which);
    const std::string name(name_of(which));
    if (record.state == FacetState::kSeen) add(seen, name);
    if (record.state == FacetState::kAbsent) add(absent, name);
    if (record.state == FacetState::kNotLooked) add(unseen, name);
  }
  const AgentReserveResult& tier = report.assessments.agentreserve.at(report.strictness);
  page.paragraph(
      "Coverage: ",
      fmt::format("tier {}, level {}. Seen: {}.{}{}", tier.tier, tier.level, seen.empty() ? "nothing" : seen,
                  absent.empty() ? "" : " Absent: " + absent + ".",
                  unseen.empty() ? "" : " Not looked at: " + unseen + "."),
      2);
  if (tier.tier != "definition") {
    page.paragraph(
        "  ",
        fmt::format("{}; exposure {}, risk {}, confidence {}{}.", tier.label, tier.exposure, tier.risk_level,
                    tier.confidence, tier.active_probe ? "; tools were called by the active probe" : ""),
        4);
  }
  if (!tier.follow_up.empty()) page.paragraph("  ", tier.follow_up, 4);
  const bool source = report.evidence.facet(Facet::kSource).state == FacetState::kSeen ||
                      report.evidence.facet(Facet::kDependencies).state == FacetState::kSeen;
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = report.evidence.facet(which);
    if (record.state == FacetState::kCouldNotSee) {
      page.paragraph("  ", fmt::format("Could not see {}: {}", name_of(which), record.reason), 4);
    } else if (record.state == FacetState::kSeen && !record.reason.empty() && source) {
      page.paragraph("  ", fmt::format("Not all of {}: {}", name_of(which), record.reason), 4);
    }
  }
  for (const LimitHit& hit : report.evidence.limits) {
    page.paragraph("  ",
                   fmt::format("Limit reached: {} at {}{}{}", hit.what, hit.limit,
                               hit.pointer.empty() ? "" : ", ", hit.pointer),
                   4);
  }
  if (!options.verbose) return;
  for (const InputNote& note : report.evidence.notes) {
    page.paragraph("  ", fmt::format("Note: {} {}", note.what, note.pointer), 4);
  }
}

std::string render_text(const Reports& reports, const RenderOptions& options) {
  Page page(options.utf8, options.color);
  if (!options.quiet) write_configured(page, reports);
  for (const auto& report : reports) {
    if (report != reports.front() && !options.quiet) page.line(std::string(kColumns, '-'));
    write_report(page, *report, options);
  }
  return page.take();
}

}  // namespace mcpjury
