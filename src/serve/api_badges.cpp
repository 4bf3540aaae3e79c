// Badges and the feed of a server: what others show of it.
#include <fmt/format.h>

#include "base/escape.h"
#include "model/mark_word.h"
#include "report/badge.h"
#include "report/report_read.h"
#include "serve/age.h"
#include "serve/api_scans.h"
#include "serve/found_scan.h"
#include "serve/server_json.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

// The newest public scans, newest first; empty: none.
Result<std::vector<ScanRow>> public_rows(ApiCall& call, std::size_t limit) {
  const auto key = target_key_of(call.values[0]);
  if (!key) return std::vector<ScanRow>{};
  auto rows = call.store->history(*key, limit);
  if (rows) std::erase_if(*rows, [](const ScanRow& row) { return row.credential != "none"; });
  return rows;
}

HttpdResponse badge(ApiCall& call, std::string_view type,
                    std::string (*render)(const Reports&, const RenderOptions&),
                    std::string (*render_stale)(const Reports&, const RenderOptions&, std::int64_t)) {
  RenderOptions options;
  if (!chosen_methodologies(call.word("methodology"), options.methodologies)) {
    return fault_answer(call, 400, "bad_request", "methodology holds a name that is none");
  }
  auto rows = public_rows(call, 5);
  if (!rows) return store_failed(call, rows.error());
  if (rows->empty()) return not_found(call, "there is no server of this id");
  auto report = call.store->report(rows->front().id);
  if (!report) return store_failed(call, report.error());
  auto read = read_reports(std::move(*report), "report");
  if (!read) return fault_answer(call, 422, "other_catalogue", read.error().message);
  const ScanAge age = age_of(call, rows->front().observed_at);
  HttpdResponse response = raw_answer(
      type, age.stale ? render_stale(read->reports, options, age.days) : render(read->reports, options));
  // A badge is made to stand on other people's pages.
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "cross-origin");
  response.headers.emplace_back("Cache-Control", "public, max-age=300");
  call.cache_seconds = 30;
  return response;
}

std::string atom_entry(const ScanRow& row, bool changed, const std::string& base) {
  const std::string link = fmt::format("{}/scans/{}", base, row.id);
  std::string marks;
  if (const JsonObject* object = row.marks.if_object()) {
    for (const auto& member : *object) {
      const JsonObject* mark = member.value().if_object();
      if (mark == nullptr) continue;
      for (const std::string_view name : {"grade", "light", "posture"}) {
        const std::string_view said = find_string(*mark, name);
        if (!said.empty()) {
          marks += fmt::format("{}{} {}", marks.empty() ? "" : ", ", std::string_view(member.key()), said);
        }
      }
    }
  }
  return fmt::format(
      "<entry><id>{0}</id><link "
      "href=\"{0}\"/><updated>{1}</updated><title>{2}</title><summary>{3}</summary></entry>\n",
      escape_html(link), escape_html(row.observed_at),
      escape_html(fmt::format("{}: {}{}", row.server_name.empty() ? row.display : row.server_name,
                              word_of_marks(row.marks), changed ? ", the tools changed" : "")),
      escape_html(fmt::format("{} tools; {}", row.tool_count, marks)));
}

bool same_marks(const ScanRow& one, const ScanRow& other) {
  return word_of_marks(one.marks) == word_of_marks(other.marks);
}

}  // namespace

HttpdResponse get_badge_svg(ApiCall& call) {
  return badge(call, "image/svg+xml", &render_badge, &render_stale_badge);
}
HttpdResponse get_badge_json(ApiCall& call) {
  return badge(call, "application/json", &render_shields, &render_stale_shields);
}

// Only what changed is news: the first scan, another surface, another verdict.
HttpdResponse get_feed(ApiCall& call) {
  auto rows = public_rows(call, 200);
  if (!rows) return store_failed(call, rows.error());
  if (rows->empty()) return not_found(call, "there is no server of this id");
  const std::string& base = call.service.public_url;
  const ScanRow& newest = rows->front();
  const std::string self = base + server_link(newest.target_key) + "/feed.atom";
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>{0}</id>"
      "<link rel=\"self\" "
      "href=\"{0}\"/><title>{1}</title><updated>{2}</updated><author><name>mcpjury</name></author>\n",
      escape_html(self),
      escape_html("mcpjury: " + (newest.server_name.empty() ? newest.display : newest.server_name)),
      escape_html(newest.observed_at));
  std::size_t entries = 0;
  for (std::size_t i = 0; i < rows->size() && entries < 50; ++i) {
    const ScanRow& row = (*rows)[i];
    const ScanRow* before = i + 1 < rows->size() ? &(*rows)[i + 1] : nullptr;
    const bool changed = before != nullptr && before->surface_sha256 != row.surface_sha256 && !row.truncated;
    if (before != nullptr && !changed && same_marks(row, *before)) continue;
    out += atom_entry(row, changed, base);
    ++entries;
  }
  call.cache_seconds = 30;
  return raw_answer("application/atom+xml", out + "</feed>\n");
}

}  // namespace mcpjury
