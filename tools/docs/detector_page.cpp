#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "grade/grade.h"
#include "markdown.h"
#include "measured.h"
#include "pages.h"
#include "report/catalog_views.h"

namespace mcpjury::docs {
namespace {

constexpr RoleMask mask_of(std::initializer_list<TextRole> roles) {
  RoleMask mask = 0;
  for (const TextRole role : roles) mask = static_cast<RoleMask>(mask | role_bit(role));
  return mask;
}

// The groups detector files name, in words.
std::string roles_text(RoleMask roles) {
  constexpr RoleMask kProse =
      mask_of({TextRole::kTitle, TextRole::kDescription, TextRole::kParamText, TextRole::kSchemaValue,
               TextRole::kOutputText, TextRole::kMeta, TextRole::kInstructions});
  constexpr RoleMask kNames = mask_of({TextRole::kName, TextRole::kParamName});
  std::string out;
  const auto add = [&](std::string_view name) { out += fmt::format("{}{}", out.empty() ? "" : ", ", name); };
  const auto take = [&](RoleMask group, std::string_view name) {
    if ((roles & group) != group) return;
    add(name);
    roles = static_cast<RoleMask>(roles & ~group);
  };
  take(kProse, "any prose");
  take(kNames, "any name");
  for (std::size_t i = 0; i < kTextRoleCount; ++i) {
    const auto role = static_cast<TextRole>(i);
    take(role_bit(role), name_of(role));
  }
  return out;
}

// Neighbours with the same roles share one mention of them.
std::string atoms_text(std::span<const std::uint16_t> atoms, std::string_view joint) {
  std::string out;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    const Atom& atom = catalog().atoms[atoms[i]];
    const std::string_view id = catalog().signals[atom.signal].id;
    out += fmt::format("[{}](signals.md#{})", prose(id), id);
    const bool last = i + 1 == atoms.size();
    if (last || catalog().atoms[atoms[i + 1]].roles != atom.roles)
      out += fmt::format(" ({})", roles_text(atom.roles));
    if (!last) out += joint;
  }
  return out;
}

std::string_view scope_text(Scope scope) {
  switch (scope) {
    case Scope::kSentence:
      return "one sentence";
    case Scope::kPair:
      return "two neighbouring sentences";
    case Scope::kField:
      return "one text";
    case Scope::kSubject:
      return "one tool, prompt or resource";
  }
  return "one text";
}

std::string combo_text(const Combo& combo) {
  std::string parts = atoms_text(combo.all, " and ");
  for (const auto& group : combo.any) {
    parts += fmt::format("{}one of: {}", parts.empty() ? "" : "; and ", atoms_text(group, " or "));
  }
  std::string out =
      fmt::format("- {} confidence: in {}, {}", name_of(combo.confidence), scope_text(combo.scope), parts);
  if (!combo.none.empty()) out += fmt::format("; unless there stands {}", atoms_text(combo.none, " or "));
  if (!combo.none_subject.empty()) {
    out +=
        fmt::format("; unless anywhere in the same tool stands {}", atoms_text(combo.none_subject, " or "));
  }
  if (combo.hidden_view_only) out += "; only in text that was hidden or encoded";
  if (!combo.firm) out += "; of low confidence when it is the only sign in a long definition";
  return out + ".\n";
}

std::string how_found(const Detector& detector) {
  std::string out = "## How it is found\n\n";
  if (!detector.code.empty()) {
    out += fmt::format("By code: [src/detect/rules/{0}.cpp](../../src/detect/rules/{0}.cpp).\n\n",
                       detector.code);
  }
  for (const Combo& combo : detector.combos) out += combo_text(combo);
  if (!detector.combos.empty()) {
    out +=
        "\nProse is every title, description, parameter text, schema value, output text, other member and "
        "instruction. "
        "A finding of low confidence counts in the published strictness only.\n\n";
  }
  return out;
}

std::string strictness_text(const RuleRow& row) {
  if (row.in_published && row.in_precise) return "both";
  return row.in_published ? "published" : "precise";
}

std::string feeds(const Detector& detector) {
  std::string rows;
  const auto index = static_cast<std::uint16_t>(index_of(detector));
  for (const RuleRef& ref : rules_fed_by(detector)) {
    for (const RuleRow& one : ref.rule->rows) {
      if (std::find(one.detectors.begin(), one.detectors.end(), index) == one.detectors.end()) continue;
      rows += row({fmt::format("[{0}](../methodologies/{0}.md)", ref.methodology->id),
                   code(ref.rule->id, true), prose(ref.rule->title), std::string(name_of(one.severity)),
                   strictness_text(one), std::string(name_of(one.min_confidence))});
    }
  }
  std::string out = "## Published rules it feeds\n\n";
  if (rows.empty())
    return out + "None of the five; it is reported, and only AIVSS-O scores it by its vector.\n\n";
  return out +
         table_head({"methodology", "rule", "title", "severity there", "strictness", "least confidence"}) +
         rows + "\nAIVSS-O scores every finding by its vector besides.\n\n";
}

std::string examples(std::string_view heading, std::span<const Example> list) {
  if (list.empty()) return {};
  std::string out = fmt::format("## {}\n\n", heading);
  for (const Example& example : list) {
    if (!example.note.empty()) out += prose(example.note) + "\n\n";
    out += json_block(laid_out(example.definition)) + "\n";
  }
  return out;
}

std::string facts(const Detector& detector) {
  const int tenths = aivss_tenths(detector.aivss);
  std::string out = table_head({"", ""});
  out += row({"id", code(detector.id, true)});
  out += row({"kind", std::string(name_of(detector.kind))});
  out += row({"severity", std::string(name_of(detector.severity))});
  out += row({"reported once for each", std::string(name_of(detector.per))});
  if (detector.needs != 0) out += row({"needs", facets_text(detector.needs)});
  if (!detector.tags.empty()) {
    std::string tags;
    for (const std::string_view tag : detector.tags) tags += (tags.empty() ? "" : ", ") + prose(tag);
    out += row({"tags", tags});
  }
  if (tenths >= 0) {
    out += row({"AIVSS-O", fmt::format("{}.{} ({}), {}", tenths / 10, tenths % 10, aivss_band(tenths),
                                       code(detector.aivss, true))});
  }
  if (!detector.aivss_note.empty()) out += row({"why the two differ", prose(detector.aivss_note)});
  return out + "\n";
}

}  // namespace

std::string citations_list(std::span<const Citation> citations) {
  std::string out;
  for (const Citation& citation : citations) {
    out +=
        fmt::format("- {} ({}) {}: {}", prose(citation.taxonomy), prose(citation.edition), prose(citation.id),
                    link(citation.name.empty() ? citation.id : citation.name, citation.url));
    if (!citation.fit.empty()) out += fmt::format(". Fit: {}", prose(citation.fit));
    out += "\n";
  }
  return out;
}

std::string facets_text(std::uint16_t needs) {
  std::string out;
  for (const Facet facet : kAllFacets) {
    if ((needs & (1u << static_cast<unsigned>(facet))) == 0) continue;
    out += fmt::format("{}{}", out.empty() ? "" : ", ", prose(name_of(facet)));
  }
  return out;
}

std::string detector_page(const Detector& detector) {
  const Detector* one[] = {&detector};
  std::string out = opening(fmt::format("catalog/detectors/{}/{}.yaml", name_of(detector.kind), detector.id));
  out += fmt::format("# {}\n\n", prose(detector.title)) + facts(detector);
  out += section("What it finds", detector.what) + section("Why it matters", detector.why);
  out += section("What to do", detector.fix) + how_found(detector);
  out += section("Known false alarms", detector.false_alarms.empty() ? "None known." : detector.false_alarms);
  out += "## Measured\n\n" + measured_table(one) + feeds(detector);
  if (!detector.citations.empty()) out += "## Citations\n\n" + citations_list(detector.citations) + "\n";
  out += examples("Fires on", detector.fires) + examples("Stays quiet on", detector.quiet);
  out.pop_back();  // the empty line after the last section
  return out;
}

}  // namespace mcpjury::docs
