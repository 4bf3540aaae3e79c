// Part of make bench-source: import of the shared feeds, and look-ups against a linear scan over the records.
// Look-ups and scans are measured in processor time, the best of three rounds: machines are noisy.
// Usage: bench_feeds FOLDER DATA. Writes FOLDER/bench-feeds.json.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "feeds/database.h"
#include "feeds/feed_import.h"
#include "feeds/record_codec.h"
#include "feeds/record_source.h"
#include "packages/osv.h"

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kLookUps = 10'000;
constexpr std::size_t kStored = 10;
constexpr int kRounds = 3;
constexpr std::size_t kScanned = 100;  // a scan is so slow that a sample of them is enough

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

double peak_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

struct Wanted {
  std::string ecosystem, name, version;
};

// The same file without its index: every record is read and compared.
std::size_t scan_stored(mcpjury::Database& database, const Wanted& one) {
  using namespace mcpjury;
  auto select = database.prepare("select head, body from affected join records on records.id = record");
  std::size_t found = 0;
  for (;;) {
    const auto row = select->step();
    if (!row || !*row) return found;
    OsvRecord record;
    if (!decode_head(select->blob(0), record) || !decode_affected(select->blob(1), record.affected)) continue;
    found += is_affected(record, one.ecosystem, one.name, one.version) == Affected::kYes ? 1 : 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  using namespace mcpjury;
  if (argc < 3) {
    std::fputs("usage: bench_feeds FOLDER DATA\n", stderr);
    return 2;
  }
  const std::string folder = argv[1], data = argv[2];
  const std::string database = folder + "/bench-feeds.sqlite";
  std::filesystem::create_directories(folder);
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(database + ending);
  std::vector<std::string> zips;
  for (const char* name : {"Go", "PyPI"}) {
    const std::string path = data + "/osv/" + name + ".zip";
    if (std::filesystem::exists(path)) zips.push_back(path);
  }
  if (zips.size() != 2) {
    std::puts("data absent: osv/Go.zip and osv/PyPI.zip; nothing was measured");
    return 0;
  }
  auto begin = Clock::now();
  std::size_t entries = 0;
  for (const std::string& path : zips) {
    const auto report = import_feed(database, path, {});
    if (!report) {
      std::puts(report.error().message.c_str());
      return 1;
    }
    entries += report->feed.entries;
  }
  const double import_seconds = seconds_since(begin), import_mb = peak_mb();

  // Every record in memory: what a scan without an index would go through.
  std::vector<OsvRecord> records;
  std::vector<Wanted> wanted;
  for (const std::string& path : zips) {
    auto source = open_records(path, {});
    for (;;) {
      auto entry = (*source)->next();
      if (!entry || !*entry) break;
      auto json = parse_json((*entry)->text, "", {});
      if (!json) continue;
      if (auto record = read_osv(json->value)) records.push_back(std::move(*record));
    }
  }
  // As in a lock file: each package once, and one in ten has advisories.
  std::set<std::pair<std::string, std::string>> named;
  for (const OsvRecord& record : records) {
    for (const OsvAffected& affected : record.affected) {
      if (!affected.name.empty()) named.emplace(affected.ecosystem, affected.name);
    }
  }
  const std::vector<std::pair<std::string, std::string>> packages(named.begin(), named.end());
  for (std::size_t i = 0; i < kLookUps; ++i) {
    const auto& [ecosystem, name] = packages[i * packages.size() / kLookUps];
    if (i % 10 == 0) {
      wanted.push_back({ecosystem, name, "1.2.3"});
    } else {
      wanted.push_back({i % 2 == 0 ? "Go" : "PyPI", "example-package-" + std::to_string(i), "1.2.3"});
    }
  }
  double per_scan = 1e9, in_memory = 1e9, per_look_up = 1e9;
  std::size_t scanned = 0, found = 0;
  auto index = FeedIndex::open(database);
  auto stored = Database::open(database, Database::Mode::kRead);
  if (!index || !stored) return 1;
  for (int round = 0; round < kRounds; ++round) {
    found = 0;
    double start = cpu_seconds();
    for (std::size_t i = 0; i < kScanned; ++i) {
      const Wanted& one = wanted[i * (kLookUps / kScanned) + i % 10];
      for (const OsvRecord& record : records)
        scanned += is_affected(record, one.ecosystem, one.name, one.version) == Affected::kYes ? 1 : 0;
    }
    in_memory = std::min(in_memory, (cpu_seconds() - start) / kScanned);
    start = cpu_seconds();
    for (std::size_t i = 0; i < kStored; ++i)
      scanned += scan_stored(*stored, wanted[i * (kLookUps / kStored)]);
    per_scan = std::min(per_scan, (cpu_seconds() - start) / kStored);
    start = cpu_seconds();
    for (const Wanted& one : wanted) {
      const auto hits = index->look_up(one.ecosystem, one.name);
      if (!hits) return 1;
      for (const FeedRecord& hit : *hits)
        found += is_affected(hit.record, one.ecosystem, one.name, one.version) == Affected::kYes ? 1 : 0;
    }
    per_look_up = std::min(per_look_up, (cpu_seconds() - start) / kLookUps);
  }
  const double ratio = per_scan / per_look_up;
  std::printf("import              %10.2f s  (%zu records)\n", import_seconds, entries);
  std::printf("import_peak_mb      %10.1f  bar < 400%s\n", import_mb, import_mb < 400 ? "" : "   MISSED");
  std::printf("look_up             %10.2f us (%zu advisories in %zu look-ups)\n", per_look_up * 1e6, found,
              kLookUps);
  std::printf("linear_scan         %10.2f us over the stored records (%zu advisories in all scans)\n",
              per_scan * 1e6, scanned);
  std::printf("in_memory_scan      %10.2f us over records that are parsed already (%.0f times a look-up)\n",
              in_memory * 1e6, in_memory / per_look_up);
  std::printf("look_up_ratio       %10.0f  bar >= 1000%s\n", ratio, ratio >= 1000 ? "" : "   MISSED");
  std::ofstream(folder + "/bench-feeds.json")
      << "{\"import_seconds\": " << import_seconds << ", \"records\": " << entries
      << ", \"import_peak_mb\": " << import_mb << ", \"look_up_microseconds\": " << per_look_up * 1e6
      << ", \"linear_scan_microseconds\": " << per_scan * 1e6 << ", \"look_up_ratio\": " << ratio << "}\n";
  return 0;
}
