// make bench-store: fills a store with many scans of many servers, as an import of one that was elsewhere,
// then stores some one by one, and says how long both took as one line of JSON.
//
//   fill_store URL EXPORT SCANS SERVERS ADDED
//
// EXPORT is the export of a store with one scan: what every scan made here looks like.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "base/canonical_json.h"
#include "base/sha256.h"
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
std::string time_of(std::size_t scan) {
  return fmt::format("20{:02}-{:02}-{:02}T00:00:00Z", 10 + scan / 336 % 10, 1 + scan / 28 % 12,
                     1 + scan % 28);
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
    row["observed_at"] = time_of(scan / servers_);
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
    auto parsed = parse_json(*plain, "export", {});
    if (!parsed) give_up(parsed.error().message);
    return std::move(parsed->value);
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
  out.evidence = unpacked(find_string(pattern.evidence, "packed"));
  out.report = unpacked(find_string(pattern.scan, "report"));
  for (const Json& finding : *find_array(pattern.scan, "findings")) {
    const JsonObject& one = finding.get_object();
    out.findings.push_back({text(one, "fingerprint"), text(one, "detector"), text(one, "kind"),
                            text(one, "severity"), text(one, "confidence"), text(one, "subject_type"),
                            text(one, "subject"), text(one, "pointer")});
  }
  for (std::size_t i = 0; i < pattern.tools.size(); ++i) {
    ToolRow tool;
    tool.name = text(pattern.tools[i], "tool");
    tool.name_key = text(pattern.tools[i], "name_key");
    tool.description_sha256 = sha256_hex(fmt::format("description {}", server * pattern.tools.size() + i));
    out.tools.push_back(std::move(tool));
  }
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
  Lines lines(pattern, scans, servers);
  auto begin = std::chrono::steady_clock::now();
  auto taken = (*store)->import_from([&](std::string& line) -> Result<bool> { return lines.next(line); });
  if (!taken) give_up(taken.error().message);
  const double imported = seconds_since(begin);
  const auto status = (*store)->status();
  if (!status) give_up(status.error().message);
  // Made before the clock runs: only the storing is measured.
  std::vector<NewScan> fresh;
  for (std::size_t i = 0; i < added; ++i) fresh.push_back(scan_of(pattern, i * 7919 % servers, i));
  begin = std::chrono::steady_clock::now();
  for (const NewScan& scan : fresh) {
    if (auto id = (*store)->add_scan(scan); !id) give_up(id.error().message);
  }
  const double stored = seconds_since(begin);
  std::cout << canonical_json(
                   JsonObject{{"scans", status->scans},
                              {"rows", *taken},
                              {"import_scans_per_second", static_cast<double>(scans) / imported},
                              {"add_scans_per_second", static_cast<double>(added) / stored},
                              {"bytes_per_scan", status->bytes / std::max<std::uint64_t>(status->scans, 1)}})
            << "\n";
  return 0;
}
