// Reading an export back: batches of rows from one JSON parameter each, all in one transaction. The file may
// have been written by others: nothing in it is taken for SQL, and what is not a row of ours ends the import.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/canonical_json.h"
#include "store/latest.h"
#include "store/moved_tables.h"
#include "store/neighbours.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBatchRows = 500;
constexpr std::size_t kBatchBytes = 8u << 20;

Error not_an_export() { return {ErrorCode::kNotJson, "not a file that mcpjury db export writes"}; }
Error cut_export() {
  return {ErrorCode::kNotJson, "the export is cut: its last line is missing; nothing was imported"};
}

const MovedTable* table_named(std::string_view name) {
  const auto found = std::find_if(kMovedTables.begin(), kMovedTables.end(),
                                  [&](const MovedTable& table) { return table.name == name; });
  return found != kMovedTables.end() ? &*found : nullptr;
}

// The wanted members, all text; nothing else of the line goes on.
Result<JsonObject> texts_of(const JsonObject& from, std::span<const std::string_view> columns) {
  JsonObject out;
  for (const std::string_view column : columns) {
    const Json* value = find(from, column);
    if (value == nullptr || !value->is_string()) return not_an_export();
    const std::string_view text = view(value->get_string());
    if (is_number_column(column)) {
      std::uint64_t number = 0;
      const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (failed != std::errc{} || end != text.data() + text.size() || number > (1ull << 31))
        return not_an_export();
    }
    out[column] = without_nul(text);
  }
  return out;
}

class Importer {
 public:
  Importer(const Store::NextLine& next, StoreEngine engine)
      : next_(next), sqlite_(engine == StoreEngine::kSqlite) {}

  Result<Ok> run(soci::session& sql) {
    std::string line;
    auto more = next_(line);
    if (!more) return more.error();
    if (auto head = read_head(*more ? line : std::string()); !head) return head;
    for (;;) {
      more = next_(line);
      if (!more) return more.error();
      if (!*more) return cut_export();
      auto parsed = parse_json(line, "export", {});
      if (!parsed) return parsed.error();
      const JsonObject* object = parsed->value.if_object();
      if (object == nullptr) return not_an_export();
      if (find_string(*object, "table") == "end") {
        if (find_string(*object, "rows") != std::to_string(rows_)) return cut_export();
        flush(sql);
        return Ok{};
      }
      if (auto taken = take(sql, *object, line.size()); !taken) return taken;
    }
  }
  std::uint64_t taken() const { return taken_; }

 private:
  static Result<Ok> read_head(const std::string& line) {
    auto parsed = parse_json(line, "export", {});
    const Json* version = parsed ? find(parsed->value, "mcpjury_store") : nullptr;
    if (version == nullptr || !version->is_int64()) return not_an_export();
    if (version->get_int64() > kStoreSchemaVersion) {
      return Error{ErrorCode::kUnreadable,
                   fmt::format("the export was made by a newer mcpjury (schema {}, this one knows {})",
                               version->get_int64(), kStoreSchemaVersion)};
    }
    return Ok{};
  }

  Result<Ok> take(soci::session& sql, const JsonObject& object, std::size_t bytes) {
    const MovedTable* table = table_named(find_string(object, "table"));
    if (table == nullptr) return not_an_export();
    if (table != table_ || batch_.size() >= kBatchRows || bytes_ + bytes > kBatchBytes) flush(sql);
    table_ = table;
    auto row = texts_of(object, table->columns);
    if (!row) return row.error();
    if (table->name == "scans") {
      const JsonArray* findings = find_array(object, "findings");
      if (findings == nullptr) return not_an_export();
      JsonArray kept;
      for (const Json& finding : *findings) {
        if (!finding.is_object()) return not_an_export();
        auto clean = texts_of(finding.get_object(), kFindingColumns);
        if (!clean) return clean.error();
        (*clean)["uid"] = *find(*row, "uid");
        kept.push_back(std::move(*clean));
      }
      findings_.push_back(std::move(kept));
    }
    batch_.push_back(std::move(*row));
    bytes_ += bytes;
    ++rows_;
    return Ok{};
  }

  // "value->>'a', …" or "x.a, …", numbers cast.
  std::string values(std::span<const std::string_view> columns) const {
    std::string out;
    for (const std::string_view column : columns) {
      const std::string value = sqlite_ ? fmt::format("value->>'{}'", column) : fmt::format("x.{}", column);
      out += out.empty() ? "" : ", ";
      out += is_number_column(column) ? fmt::format("cast({} as integer)", value) : value;
    }
    return out;
  }
  std::string source(std::span<const std::string_view> columns, std::string_view more = {}) const {
    if (sqlite_) return "json_each(:rows)";
    std::string typed(more);
    for (const std::string_view column : columns)
      typed += fmt::format("{}{} text", typed.empty() ? "" : ", ", column);
    return fmt::format("json_to_recordset(cast(:rows as json)) as x({})", typed);
  }
  static std::string names(std::span<const std::string_view> columns) {
    return fmt::format("{}", fmt::join(columns.begin(), columns.end(), ", "));
  }

  long long insert(soci::session& sql, const std::string& text, const JsonArray& rows) {
    const std::string json = canonical_json(rows);
    soci::statement statement = (sql.prepare << text, soci::use(json));
    statement.execute(true);
    return statement.get_affected_rows();
  }

  // What both stores know of a tool is the longer of the two times.
  std::string on_conflict() const {
    if (table_->name != "tools") return "on conflict do nothing";
    return fmt::format(
        "on conflict (target_key, tool, description_sha256) do update set first_seen = "
        "{0}(tools.first_seen, excluded.first_seen), last_seen = {1}(tools.last_seen, excluded.last_seen) "
        "where excluded.first_seen < tools.first_seen or excluded.last_seen > tools.last_seen",
        sqlite_ ? "min" : "least", sqlite_ ? "max" : "greatest");
  }

  // Findings are rows without a key: they come only with a scan that was not there.
  void leave_out_known_scans(soci::session& sql) {
    JsonArray uids;
    for (const Json& row : batch_) uids.push_back(JsonObject{{"uid", *find(row, "uid")}});
    const std::string json = canonical_json(uids);
    constexpr std::array<std::string_view, 1> kUid = {"uid"};
    std::set<std::string> known;
    soci::rowset<std::string> rows =
        (sql.prepare << fmt::format("select uid from scans where uid in (select {} from {})", values(kUid),
                                    source(kUid)),
         soci::use(json));
    for (const std::string& uid : rows) known.insert(uid);
    JsonArray scans, findings;
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      // The same scan twice in one file comes in once.
      if (!known.insert(std::string(find_string(batch_[i].get_object(), "uid"))).second) continue;
      scans.push_back(std::move(batch_[i]));
      for (Json& finding : findings_[i].get_array()) findings.push_back(std::move(finding));
    }
    batch_ = std::move(scans);
    findings_ = std::move(findings);
  }

  void flush(soci::session& sql) {
    const bool scans = table_ != nullptr && table_->name == "scans";
    if (scans && !batch_.empty()) leave_out_known_scans(sql);
    if (!batch_.empty()) {
      taken_ += static_cast<std::uint64_t>(
          insert(sql,
                 fmt::format("insert into {} ({}) select {} from {} where true {}", table_->name,
                             names(table_->columns), values(table_->columns), source(table_->columns),
                             on_conflict()),
                 batch_));
    }
    if (scans && !findings_.empty()) {
      insert(sql,
             fmt::format("insert into findings (scan_id, {}) select scans.id, {} from {} join scans on "
                         "scans.uid = {}",
                         names(kFindingColumns), values(kFindingColumns), source(kFindingColumns, "uid text"),
                         sqlite_ ? "value->>'uid'" : "x.uid"),
             findings_);
    }
    batch_.clear();
    findings_.clear();
    bytes_ = 0;
  }

  const Store::NextLine& next_;
  bool sqlite_;
  const MovedTable* table_ = nullptr;
  JsonArray batch_, findings_;  // findings_: one array a scan of the batch
  std::size_t bytes_ = 0;
  std::uint64_t rows_ = 0, taken_ = 0;
};

}  // namespace

Result<std::uint64_t> SqlStore::import_from(const NextLine& next) {
  Importer importer(next, connection_->engine());
  connection_->make_room();
  auto done = connection_->write_once([&](soci::session& sql) {
    auto ran = importer.run(sql);
    if (ran && importer.taken() != 0) {
      fill_neighbours(sql, connection_->engine());
      fill_latest(sql);
    }
    return ran;
  });
  if (!done) return done.error();
  connection_->settle();
  return importer.taken();
}

}  // namespace mcpjury
