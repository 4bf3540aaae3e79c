// make bench-store: fills a store with many scans of many servers, then stores some one by one and asks the
// directory, and says how long it took as one line of JSON. One scan of every server comes by an import, as
// of a store that was elsewhere; the engine then copies them into the past until there are enough.
//
//   fill_store URL EXPORT SCANS SERVERS ADDED
//
// EXPORT is the export of a store with one scan: what every scan made here looks like.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "store/connection.h"
#include "store/packed_text.h"
#include "store/store.h"

namespace mcpjury {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "fill_store: " << why << "\n";
  std::exit(2);
}

struct Pattern {
  JsonObject evidence, scan, server;
  std::vector<JsonObject> tools;
  std::string head;
};

Pattern read_pattern(const char* path) {
  Pattern out;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    if (out.head.empty()) {
      out.head = line;
      continue;
    }
    auto parsed = parse_json(line, path, {});
    if (!parsed) give_up(parsed.error().message);
    JsonObject& row = parsed->value.get_object();
    const std::string table(find_string(row, "table"));
    if (table == "evidence") out.evidence = row;
    if (table == "scans") out.scan = row;
    if (table == "servers") out.server = row;
    if (table == "tools") out.tools.push_back(row);
  }
  if (out.scan.empty() || out.evidence.empty()) give_up("the export holds no scan");
  return out;
}

std::string key_of(std::size_t server) { return fmt::format("server-{}", server); }
std::string evidence_of(std::size_t server) { return sha256_hex(fmt::format("evidence {}", server)); }
std::string time_of(std::size_t round) {
  return fmt::format("20{:02}-{:02}-{:02}T00:00:00Z", 10 + round / 336 % 10, 1 + round / 28 % 12,
                     1 + round % 28);
}

// Copies of the first `servers` scans with other ids, names and times. What is derived from the newest scans
// stays as it is.
void add_rounds(Connection& connection, std::size_t servers, std::size_t rounds) {
  constexpr std::string_view kSame =
      "target_key, target_kind, display, credential, evidence_sha256, surface_sha256, rest_sha256, "
      "truncated, "
      "tool_count, server_name, server_version, program_version, catalog_version, catalog_sha256, marks, "
      "report";
  constexpr std::string_view kFinding =
      "fingerprint, detector, kind, severity, confidence, subject_type, subject, pointer";
  connection.make_room();
  for (std::size_t round = 1; round < rounds; ++round) {
    auto done = connection.write([&](soci::session& sql) {
      const std::size_t away = round * servers;
      sql << fmt::format(
          "insert into scans (id, uid, observed_at, {0}) select id + {1}, 'r{2}-' || uid, '{3}', {0} from "
          "scans where id <= {4}",
          kSame, away, round, time_of(round), servers);
      sql << fmt::format(
          "insert into findings (scan_id, {0}) select scan_id + {1}, {0} from findings where scan_id <= {2}",
          kFinding, away, servers);
      if (connection.engine() == StoreEngine::kPostgres)
        sql << fmt::format("select setval('scans_id_seq', {})", away + servers);
    });
    if (!done) give_up(done.error().message);
  }
  connection.settle();
}

// Middle and nearly worst of some questions, in milliseconds.
JsonObject directory_times(Store& store) {
  std::vector<DirectoryQuery> asked{{},
                                    {.text = "server-77"},
                                    {.text = "nothing like it"},
                                    {.methodology = "tooltrust", .grade = "C"},
                                    {.methodology = "aivss", .grade = "Z"},
                                    {.kind = "malice"},
                                    {.since = "2026-01-01T00:00:00Z"}};
  JsonObject out;
  std::vector<double> page, counts;
  for (int i = 0; i < 20; ++i) {
    for (const DirectoryQuery& query : asked) {
      auto begin = std::chrono::steady_clock::now();
      if (auto done = store.directory(query); !done) give_up(done.error().message);
      page.push_back(seconds_since(begin) * 1e3);
      begin = std::chrono::steady_clock::now();
      if (auto done = store.directory_counts(query); !done) give_up(done.error().message);
      counts.push_back(seconds_since(begin) * 1e3);
    }
  }
  for (auto* times : {&page, &counts}) {
    std::sort(times->begin(), times->end());
    out[times == &page ? "page" : "counts"] =
        JsonObject{{"p50", (*times)[times->size() / 2]}, {"p95", (*times)[times->size() * 95 / 100]}};
  }
  return out;
}

// The lines of an export that nobody wrote down.
class Lines {
 public:
  Lines(Pattern pattern, std::size_t scans, std::size_t servers)
      : pattern_(std::move(pattern)), scans_(scans), servers_(servers) {}

  bool next(std::string& line) {
    if (at_ == 0) {
      line = pattern_.head;
    } else if (at_ <= servers_) {
      JsonObject row = pattern_.evidence;
      row["sha256"] = evidence_of(at_ - 1);
      line = canonical_json(row);
    } else if (at_ <= servers_ + scans_) {
      line = scan_line(at_ - servers_ - 1);
    } else if (const std::size_t tool = at_ - servers_ - scans_ - 1;
               tool < servers_ * pattern_.tools.size()) {
      line = tool_line(tool);
    } else if (const std::size_t server = tool - servers_ * pattern_.tools.size();
               !pattern_.server.empty() && server < servers_) {
      JsonObject row = pattern_.server;
      row["target_key"] = row["server_name"] = key_of(server);
      line = canonical_json(row);
    } else if (!ended_) {
      line = fmt::format("{{\"rows\":\"{}\",\"table\":\"end\"}}", at_ - 1);
      ended_ = true;
      return true;
    } else {
      return false;
    }
    ++at_;
    return true;
  }

 private:
  std::string scan_line(std::size_t scan) {
    JsonObject row = pattern_.scan;
    row["uid"] = fmt::format("{:032x}", scan);
    row["target_key"] = row["server_name"] = key_of(scan % servers_);
    row["evidence_sha256"] = evidence_of(scan % servers_);
    row["observed_at"] = "2020-01-01T00:00:00Z";
    for (Json& finding : row["findings"].get_array()) {
      JsonObject& one = finding.get_object();
      one["fingerprint"] = fmt::format("{}-{}", key_of(scan % servers_), find_string(one, "fingerprint"));
    }
    return canonical_json(row);
  }
  std::string tool_line(std::size_t tool) {
    JsonObject row = pattern_.tools[tool % pattern_.tools.size()];
    const std::size_t server = tool / pattern_.tools.size();
    row["target_key"] = row["server_name"] = key_of(server);
    row["description_sha256"] = sha256_hex(fmt::format("description {}", tool));
    // Every third name is one that everybody uses; the others are the server's own.
    if (tool % pattern_.tools.size() % 3 != 0) {
      for (const std::string_view member : {"tool", "name_key"})
        row[member] = fmt::format("{}_{}", find_string(row, member), server);
    }
    return canonical_json(row);
  }

  Pattern pattern_;
  std::size_t scans_, servers_, at_ = 0;
  bool ended_ = false;
};

NewScan scan_of(const Pattern& pattern, std::size_t server, std::size_t number) {
  NewScan out;
  const auto text = [&](const JsonObject& from, std::string_view name) {
    return std::string(find_string(from, name));
  };
  const auto unpacked = [&](std::string_view packed) {
    auto plain = unpack_text(packed);
    if (!plain) give_up(plain.error().message);
    return std::move(*plain);
  };
  ScanRow& row = out.row;
  row.target_key = row.server_name = key_of(server);
  row.target_kind = text(pattern.scan, "target_kind");
  row.display = text(pattern.scan, "display");
  row.credential = "none";
  row.observed_at =
      fmt::format("2026-01-01T{:02}:{:02}:{:02}Z", number / 3600 % 24, number / 60 % 60, number % 60);
  row.evidence_sha256 = evidence_of(server);
  row.surface_sha256 = text(pattern.scan, "surface_sha256");
  row.tool_count = static_cast<std::uint32_t>(pattern.tools.size());
  row.catalog_sha256 = text(pattern.scan, "catalog_sha256");
  row.marks = JsonObject{};
  out.evidence = [text = unpacked(find_string(pattern.evidence, "packed"))] { return text; };
  out.report = unpacked(find_string(pattern.scan, "report"));
  for (const Json& finding : *find_array(pattern.scan, "findings")) {
    const JsonObject& one = finding.get_object();
    out.findings.push_back({text(one, "fingerprint"), text(one, "detector"), text(one, "kind"),
                            text(one, "severity"), text(one, "confidence"), text(one, "subject_type"),
                            text(one, "subject"), text(one, "pointer")});
  }
  std::vector<ToolRow> tools;
  for (std::size_t i = 0; i < pattern.tools.size(); ++i) {
    ToolRow tool;
    tool.name = text(pattern.tools[i], "tool");
    tool.name_key = text(pattern.tools[i], "name_key");
    tool.description_sha256 = sha256_hex(fmt::format("description {}", server * pattern.tools.size() + i));
    tools.push_back(std::move(tool));
  }
  out.tools = [tools = std::move(tools)] { return tools; };
  return out;
}

}  // namespace
}  // namespace mcpjury

int main(int argc, char** argv) {
  using namespace mcpjury;
  if (argc != 6) give_up("URL EXPORT SCANS SERVERS ADDED");
  const auto scans = static_cast<std::size_t>(std::atoll(argv[3]));
  const auto servers = static_cast<std::size_t>(std::atoll(argv[4]));
  const auto added = static_cast<std::size_t>(std::atoll(argv[5]));
  const Pattern pattern = read_pattern(argv[2]);
  StoreOptions options;
  options.url = argv[1];
  auto store = Store::open(options);
  if (!store) give_up(store.error().message);
  Lines lines(pattern, servers, servers);
  auto begin = std::chrono::steady_clock::now();
  auto taken = (*store)->import_from([&](std::string& line) -> Result<bool> { return lines.next(line); });
  if (!taken) give_up(taken.error().message);
  const double imported = seconds_since(begin);
  {
    auto connection = Connection::open(options);
    if (!connection) give_up(connection.error().message);
    add_rounds(**connection, servers, std::max<std::size_t>(scans / servers, 1));
  }
  const auto status = (*store)->status();
  if (!status) give_up(status.error().message);
  // Made before the clock runs: only the storing is measured.
  std::vector<NewScan> fresh;
  for (std::size_t i = 0; i < added * 2; ++i) fresh.push_back(scan_of(pattern, i * 7919 % servers, i));
  const auto stored = [&](std::size_t first, bool synced) {
    options.sync_each = synced;
    auto writer = Store::open(options);
    if (!writer) give_up(writer.error().message);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = first; i < first + added; ++i) {
      if (auto id = (*writer)->add_scan(fresh[i]); !id) give_up(id.error().message);
    }
    return static_cast<double>(added) / seconds_since(start);
  };
  const double with_sync = stored(0, true), without_sync = stored(added, false);
  std::cout << canonical_json(
                   JsonObject{{"scans", status->scans},
                              {"rows", *taken},
                              {"import_scans_per_second", static_cast<double>(servers) / imported},
                              {"add_scans_per_second", without_sync},
                              {"add_scans_per_second_synced", with_sync},
                              {"directory_ms", directory_times(**store)},
                              {"bytes_per_scan", status->bytes / std::max<std::uint64_t>(status->scans, 1)}})
            << "\n";
  return 0;
}
