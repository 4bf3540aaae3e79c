#include "fleet/fleet_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/canonical_json.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "report/marks.h"

namespace mcpjury {
namespace {

constexpr std::size_t kPageRows = 1000;
constexpr std::size_t kShownServers = 200;
constexpr std::array<std::string_view, 5> kAcross = {"takes-established-name", "lookalike-host",
                                                     "description-seen-elsewhere", "same-surface-elsewhere",
                                                     "shared-tool-name"};

// Calls `each` with every server of the directory.
Status each_server(Store& store, const std::function<bool(const DirectoryRow&)>& each) {
  DirectoryQuery query;
  query.limit = kPageRows;
  for (;;) {
    auto page = store.directory(query);
    if (!page) return page.error();
    for (const DirectoryRow& row : page->rows) {
      if (!each(row)) return Ok{};
    }
    if (page->next.empty()) return Ok{};
    query.cursor = page->next;
  }
}

std::vector<PairCount> all_pairs() {
  std::vector<PairCount> out;
  for (std::size_t i = 0; i < kFiveMethodologies.size(); ++i) {
    for (std::size_t j = i + 1; j < kFiveMethodologies.size(); ++j)
      out.push_back({kFiveMethodologies[i], kFiveMethodologies[j]});
  }
  return out;
}

void compare_pairs(const Json& marks, std::vector<PairCount>& pairs) {
  std::array<int, 5> thirds{};
  for (std::size_t i = 0; i < thirds.size(); ++i)
    thirds[i] = third_of(kFiveMethodologies[i], grade_in(marks, kFiveMethodologies[i]));
  std::size_t at = 0;
  for (std::size_t i = 0; i < thirds.size(); ++i) {
    for (std::size_t j = i + 1; j < thirds.size(); ++j, ++at) {
      if (thirds[i] < 0 || thirds[j] < 0) continue;
      PairCount& pair = pairs[at];
      ++pair.both;
      if (thirds[i] == thirds[j]) ++pair.agree;
      if (std::abs(thirds[i] - thirds[j]) == 2) ++pair.opposite;
    }
  }
}

std::vector<std::string> grades_of(const Json& marks) {
  std::vector<std::string> out;
  for (const std::string_view methodology : kFiveMethodologies) out.push_back(grade_in(marks, methodology));
  return out;
}

Status add_changed(Store& store, FleetBook& book, const std::string& outcome, FleetFigures& out) {
  auto results = book.results(out.round.round, outcome, "", kShownServers);
  if (!results) return results.error();
  for (const FleetResult& result : *results) {
    if (out.changed.size() >= kShownServers) return Ok{};
    ChangedServer server;
    server.target = result.target;
    server.target_key = result.target_key;
    server.outcome = outcome;
    auto rows = store.history(result.target_key, 2);
    if (!rows) return rows.error();
    if (!rows->empty()) {
      server.name = (*rows)[0].server_name;
      server.after = grades_of((*rows)[0].marks);
      server.tools_after = (*rows)[0].tool_count;
    }
    if (rows->size() > 1) {
      server.before = grades_of((*rows)[1].marks);
      server.tools_before = (*rows)[1].tool_count;
    }
    out.changed.push_back(std::move(server));
  }
  return Ok{};
}

Status add_rounds(FleetBook& book, const std::string& round, FleetFigures& out) {
  auto rounds = book.rounds(10'000);
  if (!rounds) return rounds.error();
  for (std::size_t i = 0; i < rounds->size(); ++i) {
    if (!round.empty() && (*rounds)[i].round != round) continue;
    out.round = (*rounds)[i];
    if (i + 1 < rounds->size()) out.before = (*rounds)[i + 1];
    break;
  }
  if (out.round.round.empty())
    return Error{ErrorCode::kNothingToGrade, "no such round; see mcpjury fleet submit --help"};
  auto outcomes = book.outcomes(out.round.round);
  if (!outcomes) return outcomes.error();
  out.outcomes = std::move(*outcomes);
  auto failures = book.failures(out.round.round);
  if (!failures) return failures.error();
  out.failures = std::move(*failures);
  if (!out.before.round.empty()) {
    auto earlier = book.outcomes(out.before.round);
    if (!earlier) return earlier.error();
    out.outcomes_before = std::move(*earlier);
  }
  auto skipped = book.skipped_counts("");
  if (!skipped) return skipped.error();
  out.skipped = std::move(*skipped);
  auto dead = book.results(out.round.round, "dead", "", kShownServers);
  if (!dead) return dead.error();
  out.dead = std::move(*dead);
  return Ok{};
}

Status add_across(FleetBook& book, FleetFigures& out) {
  for (const std::string_view id : kAcross) {
    CrossCount count;
    count.detector = id;
    for (const Detector& detector : catalog().detectors) {
      if (detector.id == id) count.title = detector.title;
    }
    for (const DetectorCount& one : out.commonest) {
      if (one.detector == id) count.servers += one.servers;
    }
    auto examples = book.servers_with(count.detector, 5);
    if (!examples) return examples.error();
    count.examples = std::move(*examples);
    out.across.push_back(std::move(count));
  }
  return Ok{};
}

std::string csv_line(const DirectoryRow& row) {
  std::string out = fmt::format("{},{},{},{},{},{},{}", escape_csv(row.target_key),
                                escape_csv(row.server_name), escape_csv(row.server_version), row.target_kind,
                                row.observed_at, row.changed_at, row.tool_count);
  for (const std::string_view methodology : kFiveMethodologies)
    out += "," + escape_csv(grade_in(row.marks, methodology));
  return out + fmt::format(",{},{},{},{},{}\r\n", row.malice, row.weakness, row.capability, row.hygiene,
                           row.truncated ? "true" : "false");
}

// Flat and of one type a column, so that it can be read into a table as it is.
std::string ndjson_line(const DirectoryRow& row) {
  JsonObject out{{"target", row.target_key},       {"kind", row.target_kind},
                 {"server", row.server_name},      {"version", row.server_version},
                 {"observed_at", row.observed_at}, {"first_seen", row.first_seen},
                 {"changed_at", row.changed_at},   {"tools", row.tool_count},
                 {"partial", row.truncated},       {"malice", row.malice},
                 {"weakness", row.weakness},       {"capability", row.capability},
                 {"hygiene", row.hygiene},         {"scan", row.scan}};
  for (const std::string_view methodology : kFiveMethodologies) {
    out[std::string(methodology) + "_grade"] = grade_in(row.marks, methodology);
    const JsonObject* all = row.marks.if_object();
    const JsonObject* mark = all != nullptr ? find_object(*all, methodology) : nullptr;
    for (const std::string_view name : {"score", "safety_score", "security_score", "risk_score"}) {
      const Json* value = mark != nullptr ? find(*mark, name) : nullptr;
      if (value == nullptr || !value->is_number()) continue;
      out[std::string(methodology) + "_score"] = value->to_number<double>();
      break;
    }
    if (mark != nullptr) out[std::string(methodology) + "_state"] = find_string(*mark, "state");
  }
  return canonical_json(out) + "\n";
}

}  // namespace

std::string grade_in(const Json& marks, std::string_view methodology) {
  const JsonObject* all = marks.if_object();
  const JsonObject* mark = all != nullptr ? find_object(*all, methodology) : nullptr;
  if (mark == nullptr) return "";
  for (const std::string_view name : {"grade", "light", "posture", "state"}) {
    if (const std::string_view value = find_string(*mark, name); !value.empty())
      return ascii::lowered(std::string(value));
  }
  return "";
}

int third_of(std::string_view methodology, std::string_view grade) {
  const auto scale = scale_of(methodology);
  for (std::size_t i = 0; i < scale.size(); ++i) {
    if (ascii::lowered(std::string(scale[i])) != grade) continue;
    if (scale.size() < 2 || 3 * i <= scale.size() - 1) return 0;
    return 3 * i >= 2 * (scale.size() - 1) ? 2 : 1;
  }
  return -1;
}

Result<FleetFigures> fleet_figures(Store& store, FleetBook& book, const std::string& round) {
  FleetFigures out;
  if (auto added = add_rounds(book, round, out); !added) return added.error();
  auto counts = store.directory_counts({});
  if (!counts) return counts.error();
  out.counts = std::move(*counts);
  out.servers = out.counts.rows;
  auto commonest = book.commonest(500);
  if (!commonest) return commonest.error();
  out.commonest = std::move(*commonest);
  out.pairs = all_pairs();
  auto walked = each_server(store, [&](const DirectoryRow& row) {
    out.tools += row.tool_count;
    if (row.truncated || row.tool_count == 0) ++out.incomplete;
    compare_pairs(row.marks, out.pairs);
    return true;
  });
  if (!walked) return walked.error();
  for (const std::string_view outcome : {"changed", "regraded", "new"}) {
    const auto found = out.outcomes.find(std::string(outcome));
    if (found != out.outcomes.end()) out.changed_in_all += found->second;
    // A first round is all new; then a list of it says nothing.
    if (outcome == "new" && out.before.round.empty()) continue;
    if (auto added = add_changed(store, book, std::string(outcome), out); !added) return added.error();
  }
  if (auto added = add_across(book, out); !added) return added.error();
  return out;
}

Status write_fleet_report(std::string_view format, const FleetFigures& figures, Store& store,
                          const FleetWriter& write) {
  if (format == "html") {
    write(fleet_html(figures));
    return Ok{};
  }
  if (format == "csv") {
    std::string head = "target,server,version,kind,observed_at,changed_at,tools";
    for (const std::string_view methodology : kFiveMethodologies) head += fmt::format(",{}", methodology);
    if (!write(head + ",malice,weakness,capability,hygiene,partial\r\n")) return Ok{};
    return each_server(store, [&](const DirectoryRow& row) { return write(csv_line(row)); });
  }
  if (format == "ndjson")
    return each_server(store, [&](const DirectoryRow& row) { return write(ndjson_line(row)); });
  return Error{ErrorCode::kUsage, "fleet report: the formats are html, csv and ndjson"};
}

}  // namespace mcpjury
