// The whole store as lines of JSON, row by row, from one moment of it.
#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "store/moved_tables.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr int kRowsAtOnce = 200;  // of PostgreSQL, whose library holds a whole answer in memory

// Text is put in the order of its bytes on both engines, whatever language the database was made for.
std::string ordered(const MovedTable& table, bool sqlite) {
  if (table.order == "id") return "id";
  std::string out;
  for (std::size_t begin = 0; begin < table.order.size();) {
    const std::size_t end = std::min(table.order.find(", ", begin), table.order.size());
    out += fmt::format("{}{} collate {}", out.empty() ? "" : ", ", table.order.substr(begin, end - begin),
                       sqlite ? "binary" : "\"C\"");
    begin = end + 2;
  }
  return out;
}

std::string findings_column(bool sqlite) {
  std::string pairs;
  for (const std::string_view column : kFindingColumns)
    pairs += fmt::format("{}'{}', {}", pairs.empty() ? "" : ", ", column, column);
  return sqlite
             ? fmt::format(
                   "(select json_group_array(json_object({})) from findings where scan_id = scans.id)", pairs)
             : fmt::format(
                   "(select cast(coalesce(json_agg(json_build_object({})), '[]') as text) from "
                   "findings where scan_id = scans.id)",
                   pairs);
}

std::string rows_query(const MovedTable& table, bool sqlite) {
  std::string columns;
  for (const std::string_view column : table.columns) {
    if (!columns.empty()) columns += ", ";
    columns += is_number_column(column) ? fmt::format("cast({} as text)", column) : std::string(column);
  }
  if (table.name == "scans") columns += ", " + findings_column(sqlite);
  return fmt::format("select {} from {} order by {}", columns, table.name, ordered(table, sqlite));
}

// Findings have no order of their own; that of their text is the same everywhere.
Result<Json> sorted_findings(const std::string& text) {
  auto parsed = parse_json(text, "findings", {});
  if (!parsed) return parsed.error();
  JsonArray* rows = parsed->value.if_array();
  if (rows == nullptr) return Error{ErrorCode::kInternal, "the findings of a scan are no array"};
  std::vector<std::pair<std::string, Json>> keyed;
  for (Json& row : *rows) keyed.emplace_back(canonical_json(row), std::move(row));
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  JsonArray out;
  for (auto& [key, row] : keyed) out.push_back(std::move(row));
  return Json(std::move(out));
}

class Exporter {
 public:
  Exporter(const std::function<bool(std::string_view)>& write, bool sqlite)
      : write_(write), sqlite_(sqlite) {}

  Result<Ok> run(soci::session& sql) {
    if (!write_(fmt::format("{}{}}}\n", kExportMark, kStoreSchemaVersion))) return not_written();
    for (const MovedTable& table : kMovedTables) {
      auto done = sqlite_ ? rows_of(sql, rows_query(table, true), table) : with_cursor(sql, table);
      if (!done) return done.error();
    }
    if (!write_(canonical_json(JsonObject{{"rows", std::to_string(rows_)}, {"table", "end"}}) + "\n"))
      return not_written();
    return Ok{};
  }

 private:
  static Error not_written() { return {ErrorCode::kCannotWrite, "the export was not written to its end"}; }

  Result<Ok> with_cursor(soci::session& sql, const MovedTable& table) {
    sql << fmt::format("declare rows no scroll cursor for {}", rows_query(table, false));
    for (std::uint64_t before = rows_;; before = rows_) {
      auto done = rows_of(sql, fmt::format("fetch forward {} from rows", kRowsAtOnce), table);
      if (!done) return done;
      if (rows_ == before) break;
    }
    sql << "close rows";
    return Ok{};
  }

  Result<Ok> rows_of(soci::session& sql, const std::string& text, const MovedTable& table) {
    soci::rowset<soci::row> rows = (sql.prepare << text);
    for (const soci::row& row : rows) {
      JsonObject line{{"table", table.name}};
      for (std::size_t i = 0; i < table.columns.size(); ++i) line[table.columns[i]] = row.get<std::string>(i);
      if (table.name == "scans") {
        auto findings = sorted_findings(row.get<std::string>(table.columns.size()));
        if (!findings) return findings.error();
        line["findings"] = std::move(*findings);
      }
      if (!write_(canonical_json(line) + "\n")) return not_written();
      ++rows_;
    }
    return Ok{};
  }

  const std::function<bool(std::string_view)>& write_;
  bool sqlite_;
  std::uint64_t rows_ = 0;
};

}  // namespace

Result<Ok> SqlStore::export_to(const std::function<bool(std::string_view line)>& write) {
  Exporter exporter(write, connection_->engine() == StoreEngine::kSqlite);
  return connection_->snapshot([&](soci::session& sql) { return exporter.run(sql); });
}

}  // namespace mcpjury
