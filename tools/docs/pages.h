// The generated pages, each a pure function of the linked catalogue.
#pragma once

#include <map>
#include <span>
#include <string>

#include "catalog/catalog.h"

namespace mcpjury::docs {

// Path below the folder the pages go to -> content.
using Pages = std::map<std::string, std::string>;

std::string detector_page(const Detector& detector);
std::string rule_index_page();
std::string signals_page();
std::string methodology_page(const Methodology& methodology);
std::string engine_page(const Methodology& ampel, const MethodologyRule& engine);
std::string engine_index_page(const Methodology& ampel);
std::string weights_file(const Methodology& ampel);
std::string critical_rules_file(const Methodology& ampel);

// Everything below docs/.
Pages all_pages();
// The files MCPAmpel's page names, for methodology/ at the root of the repository.
Pages published_files();

// ---- shared by the pages
std::string citations_list(std::span<const Citation> citations);
std::string facets_text(std::uint16_t needs);
// An engine of ampel has a weight; its critical rules have none.
bool is_engine(const MethodologyRule& rule);
// Detectors by name, each linked to its page; `rules` is the way from this page to docs/rules.
std::string detector_links(const MethodologyRule& rule, std::string_view rules);

}  // namespace mcpjury::docs
