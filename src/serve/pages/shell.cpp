#include "serve/pages/shell.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "serve/pages/listing.h"
#include "serve/pages/pages.h"

namespace mcpjury {
namespace {

constexpr std::string_view kNavigation =
    "<header class=\"top\">\n<a class=\"brand\" href=\"/\"><img src=\"/assets/icon.svg\" alt=\"\" "
    "width=\"28\" "
    "height=\"28\"><span>mcpjury</span></a>\n"
    "<nav aria-label=\"Main\"><ul>"
    "<li><a href=\"/\">Scan</a></li>"
    "<li><a href=\"/directory\">Directory</a></li>"
    "<li><a href=\"/rules\">Rules</a></li>"
    "<li><a href=\"/engines\">Engines</a></li>"
    "<li><a href=\"/methodologies\">Methodologies</a></li>"
    "</ul></nav>\n<div id=\"tools\"></div>\n</header>\n";

constexpr std::string_view kFooter =
    "<footer class=\"bottom\"><p>Five published methodologies over one set of evidence. A grade tells what "
    "was "
    "seen, never that a server is safe.</p><p><a href=\"/api/v1/openapi.json\">API</a> \u00B7 <a "
    "href=\"/assets/licences.txt\">Licences</a></p></footer>\n";

}  // namespace

std::string page_document(std::string_view title, std::string_view main_html) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light "
      "dark\">\n"
      "<link rel=\"icon\" href=\"/assets/icon.svg\" type=\"image/svg+xml\">\n"
      "<link rel=\"stylesheet\" href=\"/assets/app.css\">\n<script src=\"/assets/theme.js\"></script>\n"
      "<script type=\"module\" src=\"/assets/app.js\"></script>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n{}<main id=\"main\" tabindex=\"-1\">\n<div "
      "id=\"app\"></div>\n"
      "<div id=\"static\">\n{}</div>\n</main>\n{}</body>\n</html>\n",
      escape_html(title), kNavigation, main_html, kFooter);
}

std::string page_shell(std::string_view title) {
  return page_document(title == "mcpjury" ? std::string(title) : fmt::format("{} \u00B7 mcpjury", title),
                       fmt::format("<h1>{}</h1>\n<p>This page needs a script. Without one you can read the "
                                   "<a href=\"/directory\">directory</a>, "
                                   "every report in it and the history of each server; the rest is in the <a "
                                   "href=\"/api/v1/openapi.json\">API</a>.</p>\n",
                                   escape_html(title)));
}

std::string page_report(const Reports& reports, std::string_view scan_id, std::optional<std::int64_t> stale) {
  const std::string id = escape_html(scan_id);
  std::string links = "<nav aria-label=\"Other forms of this report\"><p class=\"soft\">As ";
  for (const std::string_view format : {"json", "html", "md", "sarif", "csv"})
    links += fmt::format("<a href=\"/api/v1/scans/{}/report.{}\">{}</a> ", id, format, format);
  return page_document(html_title(reports, {}), (stale ? stale_notice(*stale) : std::string()) +
                                                    render_html_body(reports, {}) + links + "</p></nav>\n");
}

std::string page_error(int status, std::string_view sentence) {
  return page_document(
      fmt::format("{} \u00B7 mcpjury", status),
      fmt::format("<h1 data-status=\"{}\">{}</h1>\n<p>{}</p>\n<p><a href=\"/\">Scan a server</a> \u00B7 "
                  "<a href=\"/directory\">Browse the directory</a></p>\n",
                  status, status == 404 ? "Not found" : "That did not work", escape_html(sentence)));
}

}  // namespace mcpjury
