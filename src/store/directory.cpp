// The directory: pages of `latest`, newest first, each filter a condition on one row.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/escape.h"
#include "base/one_of.h"
#include "model/mark_word.h"
#include "store/latest.h"
#include "store/one_question.h"
#include "store/row_number.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostRows = 1'000;
constexpr std::size_t kLongestFilter = 500;

// Conditions with named parameters, and their values in the order of appearance.
struct DirectoryFilter {
  std::string where = "true";
  std::vector<std::string> values;

  void add(std::string_view condition, std::string value) {
    where += fmt::format(" and {}", condition);
    values.push_back(std::move(value));
  }
};

std::string folded(std::string_view text) {
  std::string out = without_nul(text);
  for (char& c : out) c = ascii::lower(c);
  return out;
}

Result<DirectoryFilter> filter_of(const DirectoryQuery& query, StoreEngine engine) {
  for (const std::string* text : {&query.text, &query.methodology, &query.grade, &query.kind, &query.since,
                                  &query.verdict, &query.credential, &query.cursor}) {
    if (text->size() > kLongestFilter) return Error{ErrorCode::kUsage, "directory: a filter is too long"};
  }
  DirectoryFilter out;
  const std::string_view find = engine == StoreEngine::kSqlite ? "instr" : "strpos";
  if (!query.text.empty()) out.add(fmt::format("{}(words, :text) > 0", find), folded(query.text));
  if (!query.methodology.empty() || !query.grade.empty()) {
    const std::string wanted = (query.methodology.empty() ? std::string() : '\n' + query.methodology) + '=' +
                               (query.grade.empty() ? std::string() : query.grade + '\n');
    out.add(fmt::format("{}(grades, :grade) > 0", find), folded(wanted));
  }
  if (!query.kind.empty()) {
    if (!kind_from(query.kind)) {
      return Error{ErrorCode::kUsage, fmt::format("directory: {} is no kind of finding (malice, weakness, "
                                                  "capability, hygiene)",
                                                  clip(escape_terminal(query.kind), 40))};
    }
    out.where += fmt::format(" and {} > 0", query.kind);
  }
  if (!query.verdict.empty()) {
    if (!one_of(query.verdict, kMarkWords)) {
      return Error{ErrorCode::kUsage,
                   fmt::format("directory: {} is no verdict (stop, caution, allow, unknown)",
                               clip(escape_terminal(query.verdict), 40))};
    }
    out.add("verdict = :verdict", query.verdict);
  }
  if (!query.since.empty()) out.add("changed_at >= :since", without_nul(query.since));
  if (!query.credential.empty()) out.add("latest.credential = :credential", without_nul(query.credential));
  return out;
}

std::string cursor_text(const DirectoryRow& row) {
  return base64_encode(fmt::format("{} {}", row.scan, row.observed_at));
}

struct Cursor {
  std::int64_t scan = 0;
  std::string at;
};
Result<Cursor> cursor_from(std::string_view text) {
  const auto plain = base64_decode(text, Base64Alphabet::kBoth);
  Cursor out;
  if (plain) {
    const auto [end, failed] = std::from_chars(plain->data(), plain->data() + plain->size(), out.scan);
    const auto used = static_cast<std::size_t>(end - plain->data());
    if (failed == std::errc{} && used < plain->size() && (*plain)[used] == ' ') {
      out.at = without_nul(std::string_view(*plain).substr(used + 1));
      const bool time = std::all_of(out.at.begin(), out.at.end(), [](char c) { return c > ' ' && c < 127; });
      if (time) return out;
    }
  }
  return Error{ErrorCode::kUsage, "directory: no cursor of an earlier page"};
}

DirectoryRow directory_row(const soci::row& row) {
  DirectoryRow out;
  std::string* const texts[] = {&out.target_key,  &out.target_kind, &out.display,
                                &out.credential,  &out.server_name, &out.server_version,
                                &out.observed_at, &out.first_seen,  &out.changed_at};
  std::size_t at = 0;
  for (std::string* text : texts) *text = row.get<std::string>(at++);
  if (auto marks = parse_json(row.get<std::string>(at++), "marks", {})) out.marks = std::move(marks->value);
  out.scan = row_number(row, at++);
  out.truncated = row_number(row, at++) != 0;
  out.tool_count = static_cast<std::uint32_t>(row_number(row, at++));
  for (std::uint64_t* count : {&out.malice, &out.weakness, &out.capability, &out.hygiene})
    *count = static_cast<std::uint64_t>(row_number(row, at++));
  return out;
}

}  // namespace

Result<DirectoryPage> SqlStore::directory(const DirectoryQuery& query) {
  auto filter = filter_of(query, connection_->engine());
  if (!filter) return filter.error();
  if (!query.cursor.empty()) {
    const auto cursor = cursor_from(query.cursor);
    if (!cursor) return cursor.error();
    filter->add(fmt::format("(last_seen, scan_id) < (:at, {})", cursor->scan), cursor->at);
  }
  const std::size_t limit = std::clamp<std::size_t>(query.limit, 1, kMostRows);
  // One more than wanted says whether there is a next page. Only the rows of the page touch `scans`.
  const std::string text = fmt::format(
      "select scans.target_key, target_kind, display, scans.credential, server_name, server_version, "
      "page.last_seen, page.first_seen, page.changed_at, marks, scans.id, truncated, tool_count, malice, "
      "weakness, capability, hygiene from (select scan_id, last_seen, first_seen, changed_at, malice, "
      "weakness, capability, hygiene from latest where {} order by last_seen desc, scan_id desc limit {}) as "
      "page join scans on scans.id = page.scan_id order by page.last_seen desc, page.scan_id desc",
      filter->where, limit + 1);
  DirectoryPage out;
  auto done = connection_->read([&](soci::session& sql) {
    out.rows.clear();
    ask_rows_with(sql, text, filter->values,
                  [&](const soci::row& row) { out.rows.push_back(directory_row(row)); });
  });
  if (!done) return done.error();
  if (out.rows.size() > limit) {
    out.rows.resize(limit);
    out.next = cursor_text(out.rows.back());
  }
  return out;
}

Result<DirectoryCounts> SqlStore::directory_counts(const DirectoryQuery& query) {
  const auto filter = filter_of(query, connection_->engine());
  if (!filter) return filter.error();
  DirectoryCounts out;
  auto done = connection_->read([&](soci::session& sql) {
    out = {};
    std::string sums;
    for (const std::string_view kind : {"malice", "weakness", "capability", "hygiene"})
      sums += fmt::format(", cast(sum(case when {} > 0 then 1 else 0 end) as bigint)", kind);
    // Few grades in few combinations: rows with the same ones are counted by the engine.
    const std::string text =
        fmt::format("select grades, verdict, count(*){} from latest where {} group by grades, verdict", sums,
                    filter->where);
    ask_rows_with(sql, text, filter->values, [&](const soci::row& row) {
      const auto rows = static_cast<std::uint64_t>(row_number(row, 2));
      out.rows += rows;
      out.verdicts[row.get<std::string>(1)] += rows;
      std::size_t at = 3;
      for (const char* kind : {"malice", "weakness", "capability", "hygiene"})
        out.kinds[kind] += static_cast<std::uint64_t>(row_number(row, at++));
      const std::string grades = row.get<std::string>(0);
      for (std::size_t begin = 1, end; (end = grades.find('\n', begin)) != std::string::npos;
           begin = end + 1) {
        const std::string_view mark = std::string_view(grades).substr(begin, end - begin);
        const std::size_t equals = mark.find('=');
        if (equals == std::string_view::npos) continue;
        out.grades[std::string(mark.substr(0, equals))][std::string(mark.substr(equals + 1))] += rows;
      }
    });
  });
  if (!done) return done.error();
  return out;
}

}  // namespace mcpjury
