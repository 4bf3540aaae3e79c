#include "serve/pages/listing.h"

#include <fmt/format.h>

#include <array>

#include "base/escape.h"

namespace mcpjury {
namespace {

struct FiveEntry {
  std::string_view id, title;
};
constexpr std::array<FiveEntry, 5> kFive = {{{"agentreserve", "AgentReserve"},
                                             {"ampel", "MCPAmpel"},
                                             {"aivss", "AIVSS"},
                                             {"mcpbundles", "MCPBundles"},
                                             {"tooltrust", "ToolTrust"}}};

}  // namespace

std::string url_part(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '~';
    if (plain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string mark_words(std::string_view methodology, const JsonObject& mark) {
  if (find_string(mark, "state") == "not_run") return "not run";
  if (methodology == "ampel") return std::string(find_string(mark, "light"));
  if (methodology == "mcpbundles") return std::string(find_string(mark, "posture"));
  const std::string_view grade = find_string(mark, "grade");
  std::string out = grade.empty() ? "no grade" : std::string(grade);
  if (methodology == "agentreserve") out += fmt::format(" {}", find_string(mark, "verdict"));
  return out;
}

std::string mark_cells(const JsonObject* marks) {
  std::string out;
  for (const FiveEntry& one : kFive) {
    const JsonObject* mark = marks == nullptr ? nullptr : find_object(*marks, one.id);
    out += fmt::format("<td>{}</td>", mark == nullptr ? "not run" : escape_html(mark_words(one.id, *mark)));
  }
  return out;
}

std::string mark_heads() {
  std::string out;
  for (const FiveEntry& one : kFive) out += fmt::format("<th scope=\"col\">{}</th>", one.title);
  return out;
}

std::string verdict_word(std::string_view word) {
  if (word == "stop") return "<span class=\"word stop\">Stop</span>";
  if (word == "caution") return "<span class=\"word caution\">Caution</span>";
  if (word == "allow") return "<span class=\"word allow\">No blocking evidence</span>";
  return "<span class=\"word unknown\">Unknown</span>";
}

std::string stale_notice(std::int64_t days) {
  return fmt::format(
      "<p class=\"aged\"><strong>Stale:</strong> this scan is {} day{} old. The server may be another one by "
      "now.</p>\n",
      days, days == 1 ? "" : "s");
}

std::string short_time(std::string_view time) {
  if (time.size() < 16) return escape_html(time);
  return escape_html(fmt::format("{} {}", time.substr(0, 10), time.substr(11, 5)));
}

}  // namespace mcpjury
