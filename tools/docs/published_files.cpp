#include <fmt/format.h>

#include "base/canonical_json.h"
#include "markdown.h"
#include "pages.h"
#include "report/catalog_views.h"
#include "report/weights.h"

namespace mcpjury::docs {

std::string weights_file(const Methodology& ampel) { return pretty_json(weights_json(ampel)) + "\n"; }

std::string critical_rules_file(const Methodology& ampel) {
  std::string out = opening(fmt::format("catalog/methodologies/{}/{}.yaml", ampel.id, ampel.version));
  out += fmt::format(
      "# Critical rules of {} {}\n\nA finding under one of these rules makes the score 0.0 and the light "
      "red, whatever "
      "the coverage; the score before the floor is printed beside it. A high CVSS alone is none of them.\n\n",
      prose(ampel.title), prose(ampel.version));
  out += table_head({"id", "rule", "condition", "found by"});
  for (const MethodologyRule& rule : ampel.rules) {
    if (rule.category != "critical") continue;
    const std::string links = detector_links(rule, "../docs/rules/");
    out += row({prose(rule.id), prose(rule.title), prose(rule.text),
                links.empty() ? fmt::format("not yet: {}", prose(rule.pending)) : links});
  }
  return out;
}

std::string detector_links(const MethodologyRule& rule, std::string_view rules) {
  std::string out;
  for (const Detector* detector : detectors_of(rule)) {
    out += fmt::format("{0}[{1}]({2}{1}.md)", out.empty() ? "" : ", ", detector->id, rules);
  }
  return out;
}

Pages published_files() {
  const Methodology& ampel = methodology("ampel");
  return {{fmt::format("weights-v{}.json", ampel.version), weights_file(ampel)},
          {"critical-rules.md", critical_rules_file(ampel)}};
}

Pages all_pages() {
  Pages pages{{"rules/README.md", rule_index_page()}, {"rules/signals.md", signals_page()}};
  for (const Detector& detector : catalog().detectors) {
    pages[fmt::format("rules/{}.md", detector.id)] = detector_page(detector);
  }
  std::string index = opening("the files under catalog/methodologies") + "# Methodologies\n\n" +
                      table_head({"id", "title", "version", "rules"});
  for (const Methodology& method : catalog().methodologies) {
    const bool newest = &methodology(method.id) == &method;
    // An older version keeps a page under its number.
    const std::string file =
        newest ? fmt::format("{}.md", method.id) : fmt::format("{}-{}.md", method.id, method.version);
    pages["methodologies/" + file] = methodology_page(method);
    index += row({fmt::format("[{}]({})", method.id, file), prose(method.title), prose(method.version),
                  std::to_string(method.rules.size())});
  }
  pages["methodologies/README.md"] = index;
  const Methodology& ampel = methodology("ampel");
  for (const MethodologyRule& engine : ampel.rules) {
    if (is_engine(engine)) pages[fmt::format("engines/{}.md", engine.id)] = engine_page(ampel, engine);
  }
  pages["engines/README.md"] = engine_index_page(ampel);
  return pages;
}

}  // namespace mcpjury::docs
