#include <fmt/format.h>

#include <algorithm>

#include "markdown.h"
#include "measured.h"
#include "pages.h"
#include "report/catalog_views.h"

namespace mcpjury::docs {
namespace {

std::string normaliser_text(const Methodology& ampel, const MethodologyRule& engine) {
  const std::string name = fmt::format("{}-table", engine.normaliser);
  for (const NamedText& decision : ampel.decisions) {
    if (decision.name == name) return fmt::format("{}: {}", prose(engine.normaliser), prose(decision.text));
  }
  return prose(engine.normaliser);
}

std::string percent(int basis_points) {
  return fmt::format("{}.{:02} %", basis_points / 100, basis_points % 100);
}

std::string rules_table(const Methodology& ampel, const std::vector<const Detector*>& detectors) {
  std::string out = "## Rules\n\n";
  if (detectors.empty()) return out + "None: the number comes from the evidence itself.\n\n";
  out += table_head({"detector", "finds", "kind", "severity", "since"});
  for (const Detector* detector : detectors) {
    out += row({fmt::format("[{0}](../rules/{0}.md)", detector->id), prose(detector->title),
                std::string(name_of(detector->kind)), std::string(name_of(detector->severity)),
                prose(ampel.version)});
  }
  return out + "\n";
}

// Lists the catalogue carries are in every version; dumps of advisories are the user's own.
std::string feed_text(const MethodologyRule& engine, const std::vector<const Detector*>& detectors) {
  if (engine.applies == "advisory-feeds") {
    return "OSV dumps the user imported (`mcpjury db import`); name, version, date and hash of each stand in "
           "the scan record. None is shipped.";
  }
  const bool advisories = std::any_of(detectors.begin(), detectors.end(),
                                      [](const Detector* d) { return d->code == "advisories"; });
  if (!advisories) return "none";
  return fmt::format("catalog/lists/mcp-advisories.json, {} advisories, as of catalogue {}",
                     catalog().advisories.size(), prose(catalog().version));
}

// What an engine cannot see by its nature.
std::string_view nature(const MethodologyRule& engine) {
  struct Entry {
    std::string_view applies, text;
  };
  constexpr Entry kEntries[] = {
      {"advisory-feeds",
       "A flaw nobody published is not found, nor one published after the date of the feed. Whether the "
       "flawed "
       "part of a package is used is known only where a path from a tool was seen."},
      {"checked-languages",
       "Values are followed through plain code of TypeScript, JavaScript, Python and Go; what passes through "
       "frameworks, reflection or other languages is not."},
      {"named-version", "A server that gives a wrong name or version is matched by that."},
      {"install-hooks",
       "Hooks of dependencies are read only where the registry may be asked; what a script calls in turn is "
       "read only in the package itself."},
      {"files-or-packages", "Hostile code that is on no list and matches no indicator is not found."},
      {"verified-secrets", "Only secrets of providers the operator names are tried."},
      {"secrets", "Earlier commits are read only on request."},
      {"mfa-attestation", "The number is what the operator attests."},
      {"slsa-level",
       "Without the keys of the signer an attestation says nothing, and the engine has no data."},
      {"signature", "A signature says who published, not what."},
      {"lookalikes",
       "Names are compared with a list of popular packages; a name unlike any of them is not found."},
      {"health-checks", "The checks are about habits; a neglected repository may hold good code."},
      {"licences", "Licences are told by words only they have; a changed text is not told apart."},
  };
  for (const Entry& entry : kEntries) {
    if (entry.applies == engine.applies) return entry.text;
  }
  return {};
}

std::string blind_spots(const MethodologyRule& engine, const std::vector<const Detector*>& detectors) {
  std::string out = "## Blind spots\n\n";
  if (!engine.pending.empty()) {
    out += fmt::format(
        "- It gives no number in this version: {}. It is then left out of the mean, never counted as "
        "passed.\n",
        prose(engine.pending));
  }
  if (const std::string_view text = nature(engine); !text.empty()) out += fmt::format("- {}\n", prose(text));
  if (engine.needs != 0) {
    out += fmt::format("- It says nothing about a target whose {} could not be seen.\n",
                       facets_text(engine.needs));
  }
  if (engine.normaliser == "count") out += "- Beyond four findings the sub-score does not change.\n";
  if (!detectors.empty()) {
    out +=
        "- What the words and shapes of its rules do not describe is not found; a finding of low confidence "
        "counts "
        "in the "
        "published strictness only.\n";
  }
  for (const Detector* detector : detectors) {
    if (detector->false_alarms.empty()) continue;
    out += fmt::format("- {}: {}\n", code(detector->id), prose(detector->false_alarms));
  }
  return out + "\n";
}

std::string answers_when(const MethodologyRule& engine) {
  if (!engine.pending.empty()) return prose(engine.pending);
  return engine.needs == 0 ? std::string("whatever was seen") : facets_text(engine.needs);
}

}  // namespace

bool is_engine(const MethodologyRule& rule) { return rule.weight > 0; }

std::string engine_page(const Methodology& ampel, const MethodologyRule& engine) {
  const std::vector<const Detector*> detectors = detectors_of(engine);
  std::string out = opening(fmt::format("catalog/methodologies/{}/{}.yaml", ampel.id, ampel.version));
  out += fmt::format("# {}\n\n{}\n\n", prose(engine.title), prose(engine.question));
  out += table_head({"", ""}) + row({"engine", code(engine.id, true)}) +
         row({"family", prose(engine.category)}) +
         row({"weight", fmt::format("{} ({} basis points; the split is ours)", percent(engine.weight),
                                    engine.weight)}) +
         row({"raw output", prose(engine.text)}) + row({"inputs", facets_text(engine.needs)}) +
         row({"counted once for each", std::string(name_of(engine.per))}) +
         row({"normaliser", normaliser_text(ampel, engine)}) +
         row({"rule pack", fmt::format("catalogue {}", prose(catalog().version))}) +
         row({"feed", feed_text(engine, detectors)}) +
         row({"source",
              "[src/grade/ampel.cpp](../../src/grade/ampel.cpp), "
              "[src/grade/ampel_evidence.cpp](../../src/grade/ampel_evidence.cpp)"}) +
         row({"since", fmt::format("{} {}", prose(ampel.title), prose(ampel.version))}) + "\n";
  out += rules_table(ampel, detectors);
  out += "## False positives\n\n" + measured_table(detectors);
  out += blind_spots(engine, detectors);
  if (!engine.citations.empty()) out += "## Citations\n\n" + citations_list(engine.citations) + "\n";
  out += "## Changelog\n\n";
  for (const NamedText& change : ampel.changelog)
    out += fmt::format("- **{}**: {}\n", prose(change.name), prose(change.text));
  return out;
}

std::string engine_index_page(const Methodology& ampel) {
  std::string out = opening(fmt::format("catalog/methodologies/{}/{}.yaml", ampel.id, ampel.version));
  out += fmt::format(
      "# Engines of {} {}\n\nThe sum of a family is published by the source; the split over the engines is "
      "ours. See "
      "[the methodology](../methodologies/{}.md).\n\n",
      prose(ampel.title), prose(ampel.version), ampel.id);
  out += table_head({"engine", "question", "family", "weight", "reads"});
  for (const MethodologyRule& engine : ampel.rules) {
    if (!is_engine(engine)) continue;
    out += row({fmt::format("[{0}]({0}.md)", engine.id), prose(engine.question), prose(engine.category),
                percent(engine.weight), answers_when(engine)});
  }
  return out;
}

}  // namespace mcpjury::docs
