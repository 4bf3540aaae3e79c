// What the fleet knows, kept beside the history: the targets and when each is due, the sources and how far
// they were read, the rounds and how each target of a round ended.
//
// One book belongs to one thread; several processes may use one database. Everything written is harmless
// when repeated.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/store.h"

namespace mcpjury {

class Connection;

struct FleetTarget {
  std::string target;  // URL, npm:…, pypi:…, git address, record:SHA256
  std::string kind;    // remote, package, repository, record
  std::string host;    // whose turn it is
  std::string source;  // where it was listed
  std::string name;    // as the source calls it
  std::string input;   // of a record: its hash in the book
  bool removed = false;
};

struct SkippedEntry {
  std::string name, what, reason;  // the entry, which part of it, why
};

// How far a registry was read.
struct SourceMark {
  std::string since;   // everything changed before was read in an earlier walk
  std::string cursor;  // where this walk goes on; empty: at its beginning
  std::string began;   // of this walk, RFC 3339; empty: none is going on
  std::string etag;    // of the first page
  std::int64_t walked_at = 0;
};

// What the last look at a target saw, and whether this round is done with it.
struct KnownTarget {
  std::string evidence_sha256, catalog_sha256;
  std::string outcome;  // in the round asked for; empty: none yet
};

struct FleetResult {
  std::string round, target;
  std::string outcome;  // new, changed, regraded, unchanged, dead
  std::string failure;  // class, of a dead one
  std::string reason;
  std::string target_key, scan_uid, evidence_sha256, catalog_sha256;
  std::int64_t at = 0;
};

struct RoundRow {
  std::string round;
  std::int64_t began = 0, ended = 0;
};

// Between two looks at one server, seconds.
struct DueTimes {
  std::int64_t least = 20 * 3600, most = 168 * 3600;
};

struct DetectorCount {
  std::string detector, kind, severity;
  std::uint64_t servers = 0, findings = 0;
};

class FleetBook {
 public:
  static Result<std::unique_ptr<FleetBook>> open(const StoreOptions& options);
  ~FleetBook();

  // One page of a source: targets, what was skipped and how far it was read are one fact.
  Status list(const std::string& source, const std::vector<FleetTarget>& targets,
              const std::vector<SkippedEntry>& skipped, const std::optional<SourceMark>& mark,
              std::int64_t now);
  Result<SourceMark> source(const std::string& source);
  // In order of name, behind `after`. Empty source: of all. `all`: due or not.
  Result<std::vector<FleetTarget>> due(const std::string& source, bool all, std::int64_t now,
                                       const std::string& after, std::size_t limit);
  Result<std::map<std::string, std::uint64_t>> skipped_counts(const std::string& source);
  Result<std::vector<SkippedEntry>> skipped(const std::string& source, std::size_t limit);

  Status keep_input(const std::string& sha256, std::string_view text);
  Result<std::string> input(const std::string& sha256);

  Status begin_round(const std::string& round, std::int64_t now);
  Status end_round(const std::string& round, std::int64_t now);
  Result<std::vector<RoundRow>> rounds(std::size_t limit);  // newest first

  Result<KnownTarget> known(const std::string& round, const std::string& target);
  // The end of a target in a round and when it is due again, in one transaction. A scan after a dead letter
  // takes its place; otherwise the first end stays. Failures that are only noted leave the rest alone.
  Status finish(const FleetResult& result, const DueTimes& times);

  Result<std::map<std::string, std::uint64_t>> outcomes(const std::string& round);
  Result<std::map<std::string, std::uint64_t>> failures(const std::string& round);  // by class
  Result<std::vector<FleetResult>> results(const std::string& round, const std::string& outcome,
                                           const std::string& after, std::size_t limit);
  Result<std::uint64_t> ended_since(const std::string& round, std::int64_t since);
  Result<std::map<std::string, std::uint64_t>> targets();  // by kind, without removed ones; "due" too

  // Of the newest scans of all servers, the most frequent first.
  Result<std::vector<DetectorCount>> commonest(std::size_t limit);
  // Servers whose newest scan has a finding of this detector.
  Result<std::vector<std::string>> servers_with(const std::string& detector, std::size_t limit);

 private:
  explicit FleetBook(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

}  // namespace mcpjury
