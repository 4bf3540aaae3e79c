#include <fmt/format.h>

#include <algorithm>

#include "markdown.h"
#include "pages.h"
#include "report/catalog_views.h"

namespace mcpjury::docs {
namespace {

std::string_view kind_text(Kind kind) {
  switch (kind) {
    case Kind::kMalice:
      return "Content that deceives or steers an agent, or a package known to be hostile.";
    case Kind::kWeakness:
      return "A flaw somebody can exploit.";
    case Kind::kCapability:
      return "What a tool may do by design. No accusation.";
    case Kind::kHygiene:
      return "What is missing or untidy.";
  }
  return {};
}

std::string fed_rules(const Detector& detector) {
  std::string out;
  for (const RuleRef& ref : rules_fed_by(detector)) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", ref.methodology->id, code(ref.rule->id, true));
  }
  return out.empty() ? "none" : out;
}

std::string kind_table(Kind kind) {
  std::vector<const Detector*> list;
  for (const Detector& detector : catalog().detectors) {
    if (detector.kind == kind) list.push_back(&detector);
  }
  if (list.empty()) return {};
  std::sort(list.begin(), list.end(), [](const Detector* a, const Detector* b) {
    return a->severity != b->severity ? a->severity > b->severity : a->id < b->id;
  });
  std::string out = fmt::format("## {}\n\n{}\n\n", name_of(kind), kind_text(kind));
  out += table_head({"id", "finds", "severity", "published rules it feeds"});
  for (const Detector* detector : list) {
    out += row({fmt::format("[{0}]({0}.md)", detector->id), prose(detector->title),
                std::string(name_of(detector->severity)), fed_rules(*detector)});
  }
  return out + "\n";
}

}  // namespace

std::string rule_index_page() {
  std::string out = opening("the files under catalog/detectors");
  out += fmt::format(
      "# Rules\n\nThe {} detectors of catalogue {}. A detector states a fact; what the fact costs is the "
      "business of "
      "the [methodologies](../methodologies/). The words they look for are in [signals](signals.md).\n\n",
      catalog().detectors.size(), prose(catalog().version));
  for (const Kind kind : {Kind::kMalice, Kind::kWeakness, Kind::kCapability, Kind::kHygiene})
    out += kind_table(kind);
  out.pop_back();
  return out;
}

std::string signals_page() {
  std::vector<std::uint16_t> order(catalog().signals.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint16_t>(i);
  std::sort(order.begin(), order.end(), [](std::uint16_t a, std::uint16_t b) {
    return catalog().signals[a].id < catalog().signals[b].id;
  });
  std::string out = opening("the files under catalog/signals and catalog/detectors");
  out +=
      "# Signals\n\nA signal is a named concept and the patterns that show it; detectors combine signals. "
      "Patterns "
      "are in the common language of Vectorscan and RE2 and ignore letter case unless marked.\n\n";
  for (const std::uint16_t index : order) {
    const Signal& signal = catalog().signals[index];
    out += fmt::format("## {}\n\n{}\n\n", prose(signal.id), prose(signal.what));
    for (const PatternEntry& pattern : catalog().patterns) {
      if (pattern.signal != index) continue;
      out += fmt::format("- {}{}\n", code(pattern.expression),
                         pattern.case_sensitive ? " (letter case counts)" : "");
    }
    out += "\n";
  }
  out.pop_back();
  return out;
}

}  // namespace mcpjury::docs
