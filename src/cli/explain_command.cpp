// explain: what a detector or a published rule is, in words; and rules, the list of them.
#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/wrap.h"
#include "report/catalog_views.h"
#include "report/measured_figures.h"

namespace mcpjury {
namespace {

constexpr std::size_t kPatternsShown = 8;
constexpr std::size_t kExamplesShown = 2;

std::string roles_text(RoleMask roles) {
  std::string out;
  int count = 0;
  for (std::size_t i = 0; i < kTextRoleCount; ++i) {
    const auto role = static_cast<TextRole>(i);
    if ((roles & role_bit(role)) == 0) continue;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", name_of(role));
    ++count;
  }
  return count == static_cast<int>(kTextRoleCount) ? "any text" : out;
}

std::string atoms_text(std::span<const std::uint16_t> atoms, std::string_view joint) {
  std::string out;
  for (const std::uint16_t index : atoms) {
    const Atom& atom = catalog().atoms[index];
    out += fmt::format("{}{} (in {})", out.empty() ? std::string_view() : joint,
                       catalog().signals[atom.signal].id, roles_text(atom.roles));
  }
  return out;
}

std::string combo_text(const Combo& combo) {
  std::string out = fmt::format("{} confidence, in one {}: {}", name_of(combo.confidence),
                                name_of(combo.scope), atoms_text(combo.all, " and "));
  for (const auto& group : combo.any) {
    out += fmt::format("{}one of {}", out.ends_with(": ") ? "" : ", and ", atoms_text(group, " or "));
  }
  if (!combo.none.empty()) out += fmt::format(", unless {} is there", atoms_text(combo.none, " or "));
  if (!combo.none_subject.empty()) {
    out += fmt::format(", unless the subject anywhere has {}", atoms_text(combo.none_subject, " or "));
  }
  if (combo.hidden_view_only) out += "; only in text that was hidden or encoded";
  if (!combo.firm) out += "; of low confidence when it is the only sign in a long definition";
  return out;
}

void append_patterns(std::string& out, std::uint16_t signal, bool verbose) {
  std::size_t count = 0;
  for (const PatternEntry& pattern : catalog().patterns) {
    if (pattern.signal != signal) continue;
    if (verbose || count < kPatternsShown) out += fmt::format("      {}\n", pattern.expression);
    ++count;
  }
  if (!verbose && count > kPatternsShown)
    out += fmt::format("      … {} more, see -v\n", count - kPatternsShown);
}

void append_how(std::string& out, const Detector& detector, bool verbose) {
  out += "\nHow it is found\n";
  if (!detector.code.empty()) {
    append_wrapped(out, fmt::format("By code: src/detect/rules/{}.cpp.", detector.code), "  ", 2);
  }
  for (const Combo& combo : detector.combos) append_wrapped(out, combo_text(combo), "  - ", 4);
  for (const std::uint16_t signal : signals_of(detector)) {
    const Signal& entry = catalog().signals[signal];
    append_wrapped(out, entry.what, fmt::format("    {}: ", entry.id), 6);
    append_patterns(out, signal, verbose);
  }
}

void append_citations(std::string& out, std::span<const Citation> citations) {
  if (citations.empty()) return;
  out += "\nCitations\n";
  for (const Citation& citation : citations) {
    append_wrapped(out,
                   fmt::format("{} {} {}{}", citation.taxonomy, citation.id, citation.name,
                               citation.fit.empty() ? std::string() : fmt::format(" ({})", citation.fit)),
                   "  - ", 4);
    if (!citation.url.empty()) out += fmt::format("    {}\n", citation.url);
  }
}

void append_examples(std::string& out, std::string_view heading, std::span<const Example> examples,
                     bool verbose) {
  if (examples.empty()) return;
  out += fmt::format("\n{}\n", heading);
  const std::size_t shown = verbose ? examples.size() : std::min(examples.size(), kExamplesShown);
  for (const Example& example : examples.first(shown)) {
    if (!example.note.empty()) append_wrapped(out, example.note, "  - ", 4);
    append_wrapped(out, escape_terminal(example.definition), "    ", 4);
  }
  if (shown < examples.size()) out += fmt::format("  … {} more, see -v\n", examples.size() - shown);
}

void append_feeds(std::string& out, const Detector& detector) {
  const auto refs = rules_fed_by(detector);
  out += "\nFeeds\n";
  if (refs.empty()) out += "  no rule of the five; it is reported, and costs nothing\n";
  for (const RuleRef& ref : refs) {
    append_wrapped(out, ref.rule->title, fmt::format("  - {} {}: ", ref.methodology->id, ref.rule->id), 4);
  }
}

std::string detector_text(const Detector& detector, bool verbose) {
  std::string out =
      fmt::format("{} ({}, {})\n", detector.id, name_of(detector.kind), name_of(detector.severity));
  append_wrapped(out, detector.title, "", 0);
  append_section(out, "What", detector.what);
  append_section(out, "Why it matters", detector.why);
  append_how(out, detector, verbose);
  append_section(out, "What to do", detector.fix);
  append_section(out, "Known false alarms",
                 detector.false_alarms.empty() ? "none known" : detector.false_alarms);
  append_section(out, "Measured", measured_text(detector));
  append_feeds(out, detector);
  append_citations(out, detector.citations);
  append_examples(out, "Fires on", detector.fires, verbose);
  append_examples(out, "Stays quiet on", detector.quiet, verbose);
  return out;
}

std::string rule_text(const RuleRef& ref) {
  const MethodologyRule& rule = *ref.rule;
  std::string out = fmt::format("{} ({} {}, {})\n", rule.id, ref.methodology->id, ref.methodology->version,
                                name_of(rule.severity));
  append_wrapped(out, rule.title, "", 0);
  append_section(out, "What", rule.text);
  append_section(out, "Question", rule.question);
  if (rule.weight != 0)
    append_section(out, "Weight", fmt::format("{}{}", rule.weight, rule.hard_fail ? ", hard fail" : ""));
  append_section(out, "Not there yet", rule.pending);
  const auto detectors = detectors_of(rule);
  if (!detectors.empty()) {
    out += "\nFed by\n";
    for (const Detector* detector : detectors) {
      append_wrapped(out, detector->title,
                     fmt::format("  - {} ({}): ", detector->id, name_of(detector->severity)), 4);
    }
  }
  append_citations(out, rule.citations);
  if (!detectors.empty()) out += fmt::format("\nNext: mcpjury explain {}\n", detectors.front()->id);
  return out;
}

std::string cited_text(std::string_view id, const std::vector<const Detector*>& detectors) {
  std::string out = fmt::format("{} is cited by\n", id);
  for (const Detector* detector : detectors) {
    append_wrapped(out, detector->title,
                   fmt::format("  - {} ({}): ", detector->id, name_of(detector->severity)), 4);
  }
  return out;
}

int unknown_id(const std::string& id) {
  const auto near = nearest_names(id, all_ids(), 3);
  complain(fmt::format("unknown rule \"{}\"{}; mcpjury rules lists them", escape_terminal(clip(id, 80)),
                       near.empty() ? std::string() : fmt::format("; near: {}", fmt::join(near, ", "))));
  return 2;
}

}  // namespace

int explain_command(const CliOptions& options) {
  const bool json = options.format == "json";
  if (const Detector* detector = find_detector(options.id)) {
    return finish_with(
        json ? pretty_json(detector_json(*detector)) + "\n" : detector_text(*detector, options.verbose), 0);
  }
  if (const auto refs = rules_called(options.id); !refs.empty()) {
    std::string out;
    JsonArray list;
    for (const RuleRef& ref : refs) {
      list.push_back(rule_json(ref));
      out += (out.empty() ? "" : "\n") + rule_text(ref);
    }
    return finish_with(json ? pretty_json(list) + "\n" : out, 0);
  }
  if (const auto detectors = detectors_citing(options.id); !detectors.empty()) {
    JsonArray list;
    for (const Detector* detector : detectors) list.push_back(detector_json(*detector));
    return finish_with(json ? pretty_json(list) + "\n" : cited_text(options.id, detectors), 0);
  }
  return unknown_id(options.id);
}

int rules_command(const CliOptions& options) {
  if (!options.id.empty()) return explain_command(options);
  if (options.format == "json") {
    JsonArray list;
    for (const Detector& detector : catalog().detectors) list.push_back(detector_json(detector));
    return finish_with(pretty_json(list) + "\n", 0);
  }
  std::string out;
  for (const Kind kind : {Kind::kMalice, Kind::kWeakness, Kind::kCapability, Kind::kHygiene}) {
    std::vector<const Detector*> list;
    for (const Detector& detector : catalog().detectors) {
      if (detector.kind == kind) list.push_back(&detector);
    }
    if (list.empty()) continue;
    std::stable_sort(list.begin(), list.end(),
                     [](const Detector* a, const Detector* b) { return a->severity > b->severity; });
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", name_of(kind));
    for (const Detector* detector : list) {
      append_wrapped(out, detector->title,
                     fmt::format("  {:<8}  {:<28}  ", name_of(detector->severity), detector->id), 42);
    }
  }
  out += fmt::format("\n{} detectors, catalogue {}. Next: mcpjury explain ID\n", catalog().detectors.size(),
                     catalog().version);
  return finish_with(out, 0);
}

}  // namespace mcpjury
