// methodologies: what each of the five measures, with what weights and bands, and what it does not.
#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "cli/cli.h"
#include "cli/wrap.h"
#include "report/catalog_views.h"

namespace mcpjury {
namespace {

void append_named(std::string& out, std::string_view heading, std::span<const NamedText> texts) {
  if (texts.empty()) return;
  out += fmt::format("\n{}\n", heading);
  for (const NamedText& entry : texts)
    append_wrapped(out, entry.text, fmt::format("  - {}: ", entry.name), 4);
}

void append_rules(std::string& out, const Methodology& method) {
  out += "\nRules\n";
  for (const MethodologyRule& rule : method.rules) {
    std::string title(rule.title);
    if (rule.weight != 0) title += fmt::format(" [{}{}]", rule.weight, rule.hard_fail ? ", hard fail" : "");
    if (!rule.pack.empty()) title += fmt::format(" (pack {})", rule.pack);
    if (!rule.pending.empty()) title += fmt::format(" (not there yet: {})", rule.pending);
    append_wrapped(out, title, fmt::format("  {:<8}  {}: ", name_of(rule.severity), rule.id), 12);
  }
}

std::string methodology_text(const Methodology& method) {
  std::string out = fmt::format("{} {} ({})\n", method.id, method.version, method.title);
  append_wrapped(out, fmt::format("{}, released {}; {}", method.source, method.released, method.direction),
                 "", 0);
  append_section(out, "What it gives", method.summary);
  out += "\nBands\n";
  for (const Band& band : method.bands) {
    append_wrapped(out, fmt::format("{}{}{}", band.meaning, band.action.empty() ? "" : " ", band.action),
                   fmt::format("  {:<10} from {:>3}  ", band.name, band.from), 23);
  }
  if (!method.severity_weights.empty()) {
    out += "\nPoints by severity\n  ";
    for (std::size_t i = 0; i < method.severity_weights.size(); ++i) {
      out += fmt::format("{}{} {}", i == 0 ? "" : ", ", name_of(static_cast<Severity>(i)),
                         method.severity_weights[i]);
    }
    out += '\n';
  }
  append_rules(out, method);
  if (!method.limits.empty()) {
    out += "\nWhat the score is not\n";
    for (const std::string_view limit : method.limits) append_wrapped(out, limit, "  - ", 4);
  }
  append_named(out, "Decisions", method.decisions);
  append_named(out, "Changelog", method.changelog);
  return out;
}

}  // namespace

int methodologies_command(const CliOptions& options) {
  const auto newest = newest_methodologies();
  const bool json = options.format == "json";
  if (!options.id.empty()) {
    for (const Methodology* method : newest) {
      if (method->id != options.id) continue;
      return finish_with(json ? pretty_json(methodology_json(*method)) + "\n" : methodology_text(*method), 0);
    }
    std::vector<std::string> names;
    for (const Methodology* method : newest) names.emplace_back(method->id);
    complain(fmt::format("unknown methodology \"{}\"; known: {}", escape_terminal(clip(options.id, 80)),
                         fmt::join(names, ", ")));
    return 2;
  }
  std::string out;
  JsonArray list;
  for (const Methodology* method : newest) {
    if (json) {
      list.push_back(methodology_json(*method));
      continue;
    }
    append_wrapped(out,
                   fmt::format("{} {}, {} rules, {}", method->id, method->version, method->rules.size(),
                               method->direction),
                   "", 2);
    append_wrapped(out, method->summary, "  ", 2);
    std::string bands;
    for (const Band& band : method->bands)
      bands += fmt::format("{}{} from {}", bands.empty() ? "" : ", ", band.name, band.from);
    append_wrapped(out, bands + ".", "  Bands: ", 9);
    out += '\n';
  }
  return finish_with(json ? pretty_json(list) + "\n" : out + "Next: mcpjury methodologies ID\n", 0);
}

}  // namespace mcpjury
