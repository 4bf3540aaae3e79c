// The directory: which servers were scanned, and the scans of one of them.
#include <fmt/format.h>

#include <charconv>

#include "model/mark_word.h"
#include "model/utc_time.h"
#include "serve/api_scans.h"
#include "serve/found_scan.h"
#include "serve/server_json.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostWord = 300;

std::optional<std::size_t> bounded_number(std::string_view text, std::size_t usual, std::size_t most) {
  if (text.empty()) return usual;
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1 || number > most)
    return std::nullopt;
  return number;
}

std::variant<DirectoryQuery, HttpdResponse> directory_query(const ApiCall& call) {
  DirectoryQuery query;
  for (const auto& [name, value] : call.query) {
    if (value.size() > kMostWord && name != "cursor")
      return fault_answer(call, 400, "bad_request", name + " is too long");
  }
  query.text = call.word("q");
  query.methodology = call.word("methodology");
  query.grade = call.word("grade");
  query.kind = call.word("kind");
  query.verdict = call.word("verdict");
  query.since = call.word("since");
  query.cursor = call.word("cursor");
  if (!query.since.empty() && !unix_seconds(query.since)) {
    return fault_answer(call, 400, "bad_request", "since is a time like 2026-11-15T00:00:00Z");
  }
  std::vector<std::string_view> known;
  if (!query.methodology.empty() && (!chosen_methodologies(query.methodology, known) || known.size() != 1)) {
    return fault_answer(call, 400, "bad_request", "methodology is one of those in /api/v1/methodologies");
  }
  const auto limit = bounded_number(call.word("limit"), 50, 100);
  if (!limit) return fault_answer(call, 400, "bad_request", "limit is a number from 1 to 100");
  query.limit = *limit;
  if (!call.caller.may(kPublish)) query.credential = "none";
  return query;
}

// The rows of one server that the caller may see, newest first.
std::variant<std::vector<ScanRow>, HttpdResponse> rows_of_server(ApiCall& call, std::size_t limit) {
  const auto key = target_key_of(call.values[0]);
  if (!key) return not_found(call, "there is no server of this id");
  auto rows = call.store->history(*key, limit);
  if (!rows) return store_failed(call, rows.error());
  if (!call.caller.may(kPublish)) {
    std::erase_if(*rows, [](const ScanRow& row) { return row.credential != "none"; });
  }
  if (rows->empty()) return not_found(call, "there is no server of this id");
  return std::move(*rows);
}

}  // namespace

HttpdResponse list_servers(ApiCall& call) {
  auto query = directory_query(call);
  if (auto* answer = std::get_if<HttpdResponse>(&query)) return std::move(*answer);
  auto page = call.store->directory(std::get<DirectoryQuery>(query));
  if (!page) return store_failed(call, page.error());
  JsonArray out;
  for (const DirectoryRow& row : page->rows) out.push_back(server_json(row, age_of(call, row.observed_at)));
  JsonObject meta{{"next_cursor", nullptr}};
  if (!page->next.empty()) meta["next_cursor"] = page->next;
  return data_answer(call, std::move(out), 200, std::move(meta));
}

HttpdResponse count_servers(ApiCall& call) {
  auto query = directory_query(call);
  if (auto* answer = std::get_if<HttpdResponse>(&query)) return std::move(*answer);
  auto counts = call.store->directory_counts(std::get<DirectoryQuery>(query));
  if (!counts) return store_failed(call, counts.error());
  JsonObject verdicts, kinds, grades;
  for (const std::string_view word : kMarkWords) verdicts[word] = 0;
  for (const auto& [word, count] : counts->verdicts) verdicts[word] = count;
  for (const auto& [kind, count] : counts->kinds) kinds[kind] = count;
  for (const auto& [methodology, by_grade] : counts->grades) {
    JsonObject own;
    for (const auto& [grade, count] : by_grade) own[grade] = count;
    grades[methodology] = std::move(own);
  }
  return data_answer(call, JsonObject{{"servers", counts->rows},
                                      {"verdicts", std::move(verdicts)},
                                      {"kinds", std::move(kinds)},
                                      {"grades", std::move(grades)}});
}

HttpdResponse get_server(ApiCall& call) {
  constexpr std::size_t kHistoryShown = 20;
  auto found = rows_of_server(call, kHistoryShown + 1);
  if (auto* answer = std::get_if<HttpdResponse>(&found)) return std::move(*answer);
  const auto& rows = std::get<std::vector<ScanRow>>(found);
  const ScanRow& newest = rows.front();
  const std::string key = server_key_of(newest.target_key);
  DirectoryRow row;
  row.target_key = newest.target_key;
  row.target_kind = newest.target_kind;
  row.display = newest.display;
  row.credential = newest.credential;
  row.server_name = newest.server_name;
  row.server_version = newest.server_version;
  row.scan = newest.id;
  row.observed_at = newest.observed_at;
  row.truncated = newest.truncated;
  row.tool_count = newest.tool_count;
  row.marks = newest.marks;
  if (auto findings = call.store->findings(newest.id)) {
    for (const FindingRow& finding : *findings) {
      row.malice += finding.kind == "malice" ? 1 : 0;
      row.weakness += finding.kind == "weakness" ? 1 : 0;
      row.capability += finding.kind == "capability" ? 1 : 0;
      row.hygiene += finding.kind == "hygiene" ? 1 : 0;
    }
  }
  auto seen = call.store->servers({newest.target_key});
  if (seen && !seen->empty()) row.first_seen = seen->front().first_seen;
  row.changed_at = newest.observed_at;
  for (const ScanRow& one : rows) {
    if (one.credential != newest.credential || one.truncated) continue;
    if (one.surface_sha256 != newest.surface_sha256) break;
    row.changed_at = one.observed_at;
  }
  JsonObject data = server_json(row, age_of(call, row.observed_at));
  const std::string svg = "/badge/" + key + ".svg";
  data["badge"] = JsonObject{
      {"svg", svg},
      {"json", "/badge/" + key + ".json"},
      {"markdown", fmt::format("[![mcpjury]({0}{1})]({0}/servers/{2})", call.service.public_url, svg, key)}};
  data["feed"] = server_link(newest.target_key) + "/feed.atom";
  data["history"] = history_list(rows, kHistoryShown);
  return data_answer(call, std::move(data));
}

HttpdResponse get_history(ApiCall& call) {
  const auto limit = bounded_number(call.word("limit"), 100, 500);
  if (!limit) return fault_answer(call, 400, "bad_request", "limit is a number from 1 to 500");
  auto found = rows_of_server(call, *limit + 1);
  if (auto* answer = std::get_if<HttpdResponse>(&found)) return std::move(*answer);
  return data_answer(call, history_list(std::get<std::vector<ScanRow>>(found), *limit));
}

}  // namespace mcpjury
