// The directory: a form that works without a script, and the servers that match.
#include <fmt/format.h>

#include <array>
#include <map>

#include "base/escape.h"
#include "serve/pages/listing.h"
#include "serve/pages/pages.h"
#include "serve/pages/shell.h"

namespace mcpjury {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string url_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = high < 0 ? -1 : hex_digit(text[i + 2]);
    if (low >= 0) {
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

// The filters of the form; others of the query are not repeated.
constexpr std::array<std::string_view, 6> kFilters = {"q",     "verdict", "methodology",
                                                      "grade", "kind",    "since"};

std::map<std::string, std::string, std::less<>> filters_of(std::string_view query) {
  std::map<std::string, std::string, std::less<>> out;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(query.size(), pair.size() + 1));
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) continue;
    for (const std::string_view name : kFilters) {
      if (pair.substr(0, equals) == name) out[std::string(name)] = url_decoded(pair.substr(equals + 1));
    }
  }
  return out;
}

using Filters = std::map<std::string, std::string, std::less<>>;

std::string select_html(const Filters& filters, std::string_view name, std::string_view label,
                        std::initializer_list<std::string_view> values) {
  const auto chosen = filters.find(name);
  std::string out = fmt::format("<label>{} <select name=\"{}\">", label, name);
  for (const std::string_view value : values) {
    const bool on = chosen != filters.end() && chosen->second == value;
    out += fmt::format("<option value=\"{0}\"{1}>{2}</option>", value, on ? " selected" : "",
                       value.empty() ? "any" : value);
  }
  return out + "</select></label>\n";
}

std::string form_html(const Filters& filters) {
  const auto text = filters.find("q");
  std::string out = fmt::format(
      "<form class=\"filters\" method=\"get\" action=\"/directory\" role=\"search\">\n<label>Name or address "
      "<input "
      "type=\"search\" name=\"q\" value=\"{}\" maxlength=\"200\"></label>\n",
      text == filters.end() ? std::string() : escape_html(text->second));
  out += select_html(filters, "verdict", "Verdict", {"", "stop", "caution", "allow", "unknown"});
  out += select_html(filters, "methodology", "Methodology",
                     {"", "agentreserve", "ampel", "aivss", "mcpbundles", "tooltrust"});
  out += select_html(
      filters, "grade", "Its grade",
      {"", "A", "B", "C", "D", "F", "green", "amber", "red", "clean", "caution", "risky", "dangerous"});
  out += select_html(filters, "kind", "Has findings of", {"", "malice", "weakness", "capability", "hygiene"});
  return out + "<button type=\"submit\">Filter</button>\n</form>\n";
}

std::string row_html(const JsonObject& item) {
  const std::string_view name = find_string(item, "name");
  const std::string shown = clip(name.empty() ? find_string(item, "display") : name, 120);
  std::string findings;
  if (const JsonObject* counts = find_object(item, "findings")) {
    for (const auto& [kind, count] : *counts) {
      if (!count.is_number() || count.to_number<double>() == 0) continue;
      findings += fmt::format("{}{} {}", findings.empty() ? "" : ", ", count.to_number<std::int64_t>(),
                              escape_html(std::string_view(kind.data(), kind.size())));
    }
  }
  return fmt::format(
      "<tr><td>{}</td><th scope=\"row\"><a href=\"/servers/{}\">{}</a><br><span "
      "class=\"soft\">{}</span></th>{}"
      "<td>{}</td><td><a href=\"/scans/{}\">{}</a></td></tr>\n",
      verdict_word(find_string(item, "verdict")), url_part(find_string(item, "server")),
      escape_html_marked(shown), escape_html_marked(clip(find_string(item, "display"), 120)),
      mark_cells(find_object(item, "marks")), findings.empty() ? "none" : findings,
      url_part(find_string(item, "scan_id")), short_time(find_string(item, "observed_at")));
}

std::string next_html(const JsonObject& answer, const Filters& filters) {
  const JsonObject* meta = find_object(answer, "meta");
  const std::string_view cursor = meta == nullptr ? std::string_view() : find_string(*meta, "next_cursor");
  if (cursor.empty()) return {};
  std::string href = "/directory?";
  for (const auto& [name, value] : filters) href += fmt::format("{}={}&amp;", name, url_part(value));
  return fmt::format("<p><a rel=\"next\" href=\"{}cursor={}\">Next servers</a></p>\n", href,
                     url_part(cursor));
}

}  // namespace

std::string page_directory(const Json& answer, std::string_view query) {
  const Filters filters = filters_of(query);
  std::string main =
      "<h1>Directory</h1>\n<p>Every server that was scanned here in public, the newest scan of each.</p>\n";
  main += form_html(filters);
  const JsonObject* object = answer.if_object();
  const JsonArray* items = object == nullptr ? nullptr : find_array(*object, "data");
  if (items == nullptr || items->empty())
    return page_document("Directory \u00B7 mcpjury", main + "<p>No server matches.</p>\n");
  main += fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Servers\"><table>\n<thead><tr><th "
      "scope=\"col\">Verdict</th><th scope=\"col\">Server</th>{}<th scope=\"col\">Findings</th><th "
      "scope=\"col\">Scanned (UTC)</th></tr></thead>\n<tbody>\n",
      mark_heads());
  for (const Json& item : *items) {
    if (item.is_object()) main += row_html(item.get_object());
  }
  main += "</tbody>\n</table></div>\n" + next_html(*object, filters);
  return page_document("Directory \u00B7 mcpjury", main);
}

}  // namespace mcpjury
