// Private to report: the parts of the page. Each returns markup that is complete in itself; everything that
// came from a server went through escape_html() or escape_html_marked().
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"
#include "report/verdict.h"

namespace mcpjury {

// One server on the page: `prefix` keeps the anchors of several apart, `level` is the heading its name has.
struct HtmlPlace {
  std::string prefix;
  int level = 1;
  std::vector<bool> shown;  // findings that stand on the page and can be linked to

  std::string anchor(std::string_view name) const { return prefix + std::string(name); }
};

std::string_view html_style();

// <h2 id="…">text</h2>; `below` levels under the name of the server.
std::string html_heading(const HtmlPlace& place, int below, std::string_view id, std::string_view text);
std::string html_finding_links(const HtmlPlace& place, const std::vector<std::uint32_t>& findings);
std::string_view html_word_class(Word word);

std::string html_grade_picture(const ScanReport& report, const RenderOptions& options,
                               const HtmlPlace& place);
std::string html_finding_chart(const ScanReport& report, const HtmlPlace& place);
std::string html_grade_table(const ScanReport& report, const RenderOptions& options);
std::string html_findings(const ScanReport& report, const HtmlPlace& place);
// By index: which findings html_findings() shows one by one.
std::vector<bool> html_shown_findings(const ScanReport& report);
std::string html_tools(const ScanReport& report, const HtmlPlace& place);
std::string html_coverage(const ScanReport& report, const HtmlPlace& place);
std::string html_cards(const ScanReport& report, const RenderOptions& options, const HtmlPlace& place);

}  // namespace mcpjury
