// One server: its newest marks and every earlier scan that was kept.
#include <fmt/format.h>

#include "base/escape.h"
#include "serve/pages/listing.h"
#include "serve/pages/pages.h"
#include "serve/pages/shell.h"

namespace mcpjury {
namespace {

std::string scan_row(const JsonObject& scan, std::string_view server, std::string_view older) {
  const Json* changed = find(scan, "changed");
  std::string what = changed != nullptr && changed->is_bool() && changed->get_bool() ? "tools changed" : "";
  const std::string id = url_part(find_string(scan, "scan_id"));
  if (!older.empty())
    what += fmt::format("{}<a href=\"/servers/{}/diff?from={}&amp;to={}\">compare with the one before</a>",
                        what.empty() ? "" : "; ", url_part(server), url_part(older), id);
  return fmt::format("<tr><th scope=\"row\"><a href=\"/scans/{}\">{}</a></th><td>{}</td>{}<td>{}</td></tr>\n",
                     id, short_time(find_string(scan, "observed_at")),
                     escape_html_marked(clip(find_string(scan, "version"), 40)),
                     mark_cells(find_object(scan, "marks")), what);
}

}  // namespace

std::string page_server(const Json& answer) {
  static const JsonObject kNone;
  const JsonObject* object = answer.if_object();
  const JsonObject* found = object == nullptr ? nullptr : find_object(*object, "data");
  const JsonObject& data = found == nullptr ? kNone : *found;
  const std::string_view key = find_string(data, "server"), name = find_string(data, "name");
  const std::string title = clip(name.empty() ? find_string(data, "display") : name, 120);
  const std::string_view verdict = find_string(data, "verdict");
  std::string main = fmt::format(
      "<div class=\"verdict {}\">{}\n<h1>{}</h1>\n<p class=\"soft\">{}</p>\n<p><a href=\"/scans/{}\">The "
      "newest report</a>, "
      "{}</p></div>\n",
      verdict == "stop" || verdict == "caution" || verdict == "allow" ? verdict : "unknown",
      verdict_word(verdict), escape_html_marked(title),
      escape_html_marked(clip(find_string(data, "display"), 300)), url_part(find_string(data, "scan_id")),
      short_time(find_string(data, "observed_at")));
  if (const Json* stale = find(data, "stale"); stale != nullptr && stale->is_bool() && stale->get_bool()) {
    const Json* days = find(data, "age_days");
    main += stale_notice(days != nullptr && days->is_number() ? days->to_number<std::int64_t>() : 0);
  }
  main += fmt::format(
      "<section aria-labelledby=\"history\"><h2 id=\"history\">History</h2>\n<div class=\"scroll\" "
      "tabindex=\"0\" "
      "role=\"region\" aria-label=\"History\"><table>\n<thead><tr><th scope=\"col\">Scanned (UTC)</th><th "
      "scope=\"col\">Version</th>{}<th scope=\"col\">What changed</th></tr></thead>\n<tbody>\n",
      mark_heads());
  if (const JsonArray* history = find_array(data, "history")) {
    for (std::size_t i = 0; i < history->size(); ++i) {
      const JsonObject* scan = (*history)[i].if_object();
      const JsonObject* older = i + 1 < history->size() ? (*history)[i + 1].if_object() : nullptr;
      if (scan != nullptr)
        main += scan_row(*scan, key, older == nullptr ? std::string_view() : find_string(*older, "scan_id"));
    }
  }
  main += "</tbody>\n</table></div></section>\n";
  if (const JsonObject* badge = find_object(data, "badge"))
    main += fmt::format(
        "<section aria-labelledby=\"badge\"><h2 id=\"badge\">Badge</h2>\n<p><img src=\"{}\" alt=\"Badge of "
        "this server\"></p>\n<p><code>{}</code></p></section>\n",
        escape_html(find_string(*badge, "svg")), escape_html(find_string(*badge, "markdown")));
  return page_document(fmt::format("{} \u00B7 mcpjury", title), main);
}

}  // namespace mcpjury
