// What the program remembers: scans, evidence, surfaces, fingerprints, feedback. One schema and one code base
// for SQLite (the default, no set-up) and PostgreSQL (one setting).
//
// A scan is stored in one transaction: it is there whole, or not at all, and add_scan() returns only when the
// engine has it on disk. Several processes may use one store. One Store belongs to one thread. Evidence is
// kept once by its hash, compressed. Nothing here knows how to judge: it keeps what it is given.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/evidence.h"

namespace mcpjury {

struct StoreOptions {
  // "sqlite:PATH", "postgresql://…", or empty: history.sqlite in the user's data folder.
  std::string url;
  bool read_only = false;
  int busy_milliseconds = 10'000;  // how long to wait for another writer
};

// Everything of one judged scan that is kept. Made by scan/remember.cpp from a report.
struct ScanRow {
  std::int64_t id = 0;                           // given by the store
  std::string target_key;                        // history key of product.md
  std::string target_kind, display, credential;  // credential: label, "none" for a stranger
  std::string observed_at;                       // RFC 3339
  std::string evidence_sha256, surface_sha256, rest_sha256;
  bool truncated = false;  // only part of the tools was seen
  std::uint32_t tool_count = 0;
  std::string server_name, server_version;
  std::string program_version, catalog_version, catalog_sha256;
  Json marks;  // {"tooltrust": {"version", "score", "grade"}, …}: what history shows
};

struct FindingRow {
  std::string fingerprint, detector, kind, severity, confidence, subject_type, subject, pointer;
};

// A tool as others can be compared with it.
struct ToolRow {
  std::string name;
  std::string name_key;            // folded, confusables replaced: equal keys look alike
  std::string description_sha256;  // empty: shorter than 40 bytes
};

struct NewScan {
  ScanRow row;
  Json evidence;  // canonical record
  Json report;
  std::vector<FindingRow> findings;
  std::vector<ToolRow> tools;
};

// Where a tool name or a description was seen before.
struct SeenElsewhere {
  std::string target_key, server_name, tool, first_seen, last_seen;
};

// A finding of a kept scan, by its fingerprint.
struct KnownFinding {
  std::string detector, target_key;
};

struct FeedbackRow {
  std::string at, fingerprint, detector, target_key, kind,
      note;  // kind: false_positive, false_negative, confirmed
};

struct FeedbackCount {
  std::string detector;
  std::uint64_t false_positive = 0, false_negative = 0, confirmed = 0;
};

struct StoreStatus {
  std::string engine, place;  // "sqlite", "/home/…/history.sqlite"; a URL without its password
  int schema_version = 0;
  std::uint64_t scans = 0, targets = 0, evidence = 0, findings = 0, tools = 0, feedback = 0, bytes = 0;
};

class Store {
 public:
  // Creates and migrates. kUnreadable when it cannot be opened, also when a newer program made it (the
  // message says so) or another writer held it too long.
  static Result<std::unique_ptr<Store>> open(const StoreOptions& options);
  virtual ~Store() = default;

  virtual Result<std::int64_t> add_scan(const NewScan& scan) = 0;
  // The newest scan of the target with this credential before `before` (empty: now), whose list was whole.
  virtual Result<std::optional<ScanRow>> last_scan(std::string_view target_key, std::string_view credential,
                                                   std::string_view before) = 0;
  virtual Result<std::vector<ScanRow>> history(std::string_view target_key, std::size_t limit) = 0;
  virtual Result<std::vector<ScanRow>> latest_of_all(std::size_t limit) = 0;  // newest scan of every target
  virtual Result<Json> evidence(std::string_view sha256) = 0;
  virtual Result<Json> report(std::int64_t scan) = 0;
  virtual Result<std::vector<FindingRow>> findings(std::int64_t scan) = 0;

  // Tools of other targets with an equal name key, or with the same description.
  virtual Result<std::vector<SeenElsewhere>> same_name(std::string_view name_key, std::string_view not_target,
                                                       std::size_t limit) = 0;
  virtual Result<std::vector<SeenElsewhere>> same_description(std::string_view sha256,
                                                              std::string_view not_target,
                                                              std::size_t limit) = 0;

  // kNothingToGrade when no kept scan has such a finding.
  virtual Result<KnownFinding> finding(std::string_view fingerprint) = 0;
  virtual Result<std::int64_t> add_feedback(const FeedbackRow& row) = 0;  // append only
  virtual Result<std::vector<FeedbackCount>> feedback_counts() = 0;

  virtual Result<StoreStatus> status() = 0;
  // Drops scans older than `days` beyond the newest `keep` of each target, and evidence nobody refers to.
  virtual Result<std::uint64_t> vacuum(int days, int keep) = 0;
  // Every row, as NDJSON, oldest first; reads back into an empty store of either engine with nothing lost.
  virtual Result<Ok> export_to(const std::function<bool(std::string_view line)>& write) = 0;
  // Lines of an export, in one transaction; what is already there stays. How many rows came in.
  virtual Result<std::uint64_t> import_lines(const std::vector<std::string>& lines) = 0;
};

}  // namespace mcpjury
