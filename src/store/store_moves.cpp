// Moving a store from one engine to the other: every row as a line of JSON, in an order that can be read
// back.
#include <fmt/format.h>

#include <array>
#include <span>

#include "base/canonical_json.h"
#include "store/sql_store.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

struct Table {
  std::string_view name;
  std::span<const std::string_view> columns;  // as they are written; all text but for the numbers named below
  std::string_view source;                    // what is selected from
};

constexpr std::array kEvidence = {"sha256"sv, "packed"sv};
constexpr std::array kScans = {"uid"sv,
                               "target_key"sv,
                               "target_kind"sv,
                               "display"sv,
                               "credential"sv,
                               "observed_at"sv,
                               "evidence_sha256"sv,
                               "surface_sha256"sv,
                               "rest_sha256"sv,
                               "truncated"sv,
                               "tool_count"sv,
                               "server_name"sv,
                               "server_version"sv,
                               "program_version"sv,
                               "catalog_version"sv,
                               "catalog_sha256"sv,
                               "marks"sv,
                               "report"sv};
constexpr std::array kFindings = {"uid"sv,        "fingerprint"sv,  "detector"sv, "kind"sv,   "severity"sv,
                                  "confidence"sv, "subject_type"sv, "subject"sv,  "pointer"sv};
constexpr std::array kTools = {"target_key"sv,         "server_name"sv, "tool"sv,     "name_key"sv,
                               "description_sha256"sv, "first_seen"sv,  "last_seen"sv};
constexpr std::array kFeedback = {"uid"sv,        "given_at"sv, "fingerprint"sv, "detector"sv,
                                  "target_key"sv, "kind"sv,     "note"sv};

constexpr std::array kTables = {
    Table{"evidence", kEvidence, "evidence order by sha256"},
    Table{"scans", kScans, "scans order by id"},
    Table{"findings", kFindings, "findings join scans on scans.id = findings.scan_id order by scans.id"},
    Table{"tools", kTools, "tools order by target_key, tool, description_sha256"},
    Table{"feedback", kFeedback, "feedback order by id"},
};

bool is_number(std::string_view column) { return column == "truncated" || column == "tool_count"; }

// Every value leaves as text, so that both engines give the same lines.
std::string selected(const Table& table) {
  std::string out;
  for (const std::string_view column : table.columns) {
    if (!out.empty()) out += ", ";
    out += is_number(column) ? fmt::format("cast({} as text)", column) : std::string(column);
  }
  return fmt::format("select {} from {}", out, table.source);
}

std::string inserted(const Table& table) {
  std::string names, values;
  for (const std::string_view column : table.columns) {
    if (!names.empty()) names += ", ", values += ", ";
    if (table.name == "findings" && column == "uid") {
      names += "scan_id";
      values += "(select id from scans where uid = :uid)";
    } else {
      names += column;
      values += is_number(column) ? fmt::format("cast(:{} as integer)", column) : fmt::format(":{}", column);
    }
  }
  // A finding has no key of its own: those of a scan come only with the scan, see import_lines().
  return fmt::format("insert into {} ({}) values ({}){}", table.name, names, values,
                     table.name == "findings" ? "" : " on conflict do nothing");
}

const Table* table_named(std::string_view name) {
  for (const Table& table : kTables) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

Error not_a_line() { return {ErrorCode::kNotJson, "not a line that mcpjury db export writes"}; }

struct Line {
  const Table* table = nullptr;
  std::vector<std::string> values;
};

Result<Line> read_line(std::string_view text) {
  auto parsed = parse_json(text, "export", {});
  if (!parsed) return parsed.error();
  const JsonObject* object = parsed->value.if_object();
  const Table* table = object != nullptr ? table_named(find_string(*object, "table")) : nullptr;
  if (table == nullptr) return not_a_line();
  Line line{table, {}};
  for (const std::string_view column : table->columns) {
    const Json* value = find(*object, column);
    if (value == nullptr || !value->is_string()) return not_a_line();
    line.values.emplace_back(view(value->get_string()));
  }
  return line;
}

}  // namespace

Result<Ok> SqlStore::export_to(const std::function<bool(std::string_view line)>& write) {
  bool stopped = false;
  for (const Table& table : kTables) {
    auto done = connection_->read([&](soci::session& sql) {
      soci::rowset<soci::row> rows = (sql.prepare << selected(table));
      for (const soci::row& row : rows) {
        JsonObject line{{"table", table.name}};
        for (std::size_t i = 0; i < table.columns.size(); ++i)
          line[table.columns[i]] = row.get<std::string>(i);
        if (!write(canonical_json(line) + "\n")) {
          stopped = true;
          return;
        }
      }
    });
    if (!done) return done.error();
    if (stopped) return Error{ErrorCode::kCannotWrite, "the export was not written to its end"};
  }
  return Ok{};
}

Result<std::uint64_t> SqlStore::import_lines(const std::vector<std::string>& lines) {
  std::vector<Line> rows;
  rows.reserve(lines.size());
  for (const std::string& text : lines) {
    auto line = read_line(text);
    if (!line) return line.error();
    rows.push_back(std::move(*line));
  }
  long long taken = 0;
  auto done = connection_->write([&](soci::session& sql) {
    taken = 0;
    for (const Line& line : rows) {
      // Findings are rows without a key: one that is there already is not put in again.
      if (line.table->name == "findings") {
        int there = 0;
        sql << "select count(*) from findings join scans on scans.id = findings.scan_id where scans.uid = "
               ":uid and "
               "fingerprint = :print and pointer = :pointer and detector = :detector",
            soci::use(line.values[0]), soci::use(line.values[1]), soci::use(line.values[8]),
            soci::use(line.values[2]), soci::into(there);
        if (there != 0) continue;
      }
      soci::statement statement(sql);
      statement.alloc();
      for (const std::string& value : line.values) statement.exchange(soci::use(value));
      statement.prepare(inserted(*line.table));
      statement.define_and_bind();
      statement.execute(true);
      taken += statement.get_affected_rows();
    }
  });
  if (!done) return done.error();
  return static_cast<std::uint64_t>(taken);
}

}  // namespace mcpjury
