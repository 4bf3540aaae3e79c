// What the program remembers: scans, evidence, surfaces, fingerprints, feedback. One schema and one code base
// for SQLite (the default, no set-up) and PostgreSQL (one setting).
//
// A scan is stored in one transaction: it is there whole, or not at all, and add_scan() returns only when the
// engine has it on disk. Several processes may use one store. One Store belongs to one thread. Evidence is
// kept once by its hash, compressed. Nothing here knows how to judge: it keeps what it is given.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
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
  // What is acknowledged survives a power cut, too; without it SQLite keeps it through every end of the
  // program but syncs the disk only now and then. PostgreSQL does as its server is set.
  bool sync_each = true;
  int reconnect_milliseconds = 10'000;  // how long a lost PostgreSQL server is waited for
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

// A feed of advisories a scan used.
struct FeedRow {
  std::string name, version, sha256, kind, as_of;
  std::uint64_t entries = 0;
};

// A methodology as the catalogue of a scan had it.
struct MethodologyRow {
  std::string methodology, version;
};

// A server as others can be compared with it. Texts are empty where nothing is known.
struct ServerRow {
  std::string target_key, server_name;
  std::string publisher;  // who is answerable: "acme.example", "npm:@acme", "git:code.example/acme"
  std::string brands;     // words by which two publishers are known to be one, blanks between them
  std::string package, repository;
  std::string host;                  // of a remote server
  std::string host_label, host_key;  // the registered name without its ending; its confusable skeleton
  std::string first_seen, last_seen;
  std::uint32_t tool_count = 0;
  std::string name_prints;  // of its newest tools, made by the store; see shared_names()
};

// How many names of tools both lists of prints hold, and the prints of a list of name keys.
std::uint32_t shared_names(std::string_view left, std::string_view right);
std::string name_prints(const std::vector<std::string>& name_keys);

struct ComparedServer {
  ServerRow row;
  std::vector<ToolRow> tools;
};

// A tool of another server.
struct ToolSeen {
  std::string target_key, tool, name_key, description_sha256, first_seen;
};

// A name that so many publishers have for a tool that it says nothing of any of them.
struct CommonName {
  std::string name_key;
  std::uint32_t publishers = 0;
};
// Once so many publishers have a name it is not looked up any more.
inline constexpr std::uint32_t kEverybodysName = 8;

struct NewScan {
  // Whoever stores a scan under a uid that is kept already stores nothing, and gets the number of that one.
  // Empty: nobody else has it.
  std::string uid{};
  ScanRow row;
  ServerRow server;  // target_key and the times are taken from `row`
  // Canonical record, without what the store itself added to it; asked for when its hash is new.
  std::function<std::string()> evidence;
  std::string report;  // JSON
  std::vector<FindingRow> findings;
  // Asked for when the server's last kept evidence was another.
  std::function<std::vector<ToolRow>()> tools;
  std::vector<CommonName> common_names;  // seen to be everybody's
  std::vector<FeedRow> feeds;
  std::vector<MethodologyRow> methodologies;
};

// A surface that somebody approved, as it went into a lock file.
struct ApprovalRow {
  std::string target_key, credential, approved_at, approved_by, reason, server_name, server_version;
  std::string surface_sha256, rest_sha256;
  Json entry;  // of the lock file
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
  std::uint64_t scans = 0, targets = 0, evidence = 0, findings = 0, tools = 0, feedback = 0, approvals = 0,
                feeds = 0, methodologies = 0, bytes = 0;
};

// Which servers of the directory are wanted: all conditions that are not empty hold together.
struct DirectoryQuery {
  std::string text{};         // stands in the name, the shown place or the key; case of ASCII is ignored
  std::string methodology{};  // alone: it judged; with `grade`: it gave this one
  std::string grade{};        // letter, light or posture, case ignored; alone: any methodology gave it
  std::string kind{};         // malice, weakness, capability, hygiene: at least one such finding
  std::string verdict{};      // stop, caution, allow, unknown: the word of the newest scan
  std::string since{};        // RFC 3339: the surface changed, or was first seen, then or later
  std::string credential{};   // "none" leaves out what was seen with a credential
  std::string cursor{};       // DirectoryPage::next of the page before
  std::size_t limit = 50;     // rows of a page; at most 1,000
};

// The newest scan of a target with one credential.
struct DirectoryRow {
  std::string target_key, target_kind, display, credential, server_name, server_version;
  std::int64_t scan = 0;
  std::string observed_at, first_seen;
  std::string changed_at;  // when the present surface was first seen so; partial lists change nothing
  bool truncated = false;
  std::uint32_t tool_count = 0;
  Json marks;
  std::uint64_t malice = 0, weakness = 0, capability = 0, hygiene = 0;  // findings of the scan
};

struct DirectoryPage {
  std::vector<DirectoryRow> rows;  // newest scan first
  std::string next;                // cursor of the next page; empty: there is none
};

struct DirectoryCounts {
  std::uint64_t rows = 0;
  std::map<std::string, std::uint64_t> verdicts;                       // by the word of the newest scan
  std::map<std::string, std::uint64_t> kinds;                          // rows with such a finding
  std::map<std::string, std::map<std::string, std::uint64_t>> grades;  // methodology, grade in lower case
};

// How every export begins.
inline constexpr std::string_view kExportMark = "{\"mcpjury_store\":";

class Store {
 public:
  // Creates and migrates. kUnreadable when it cannot be opened, also when a newer program made it (the
  // message says so) or another writer held it too long.
  static Result<std::unique_ptr<Store>> open(const StoreOptions& options);
  virtual ~Store() = default;

  virtual Result<std::int64_t> add_scan(const NewScan& scan) = 0;
  // The newest scan of the target with this credential, whose list was whole; before `before` or, with
  // `same_second`, not after it. An empty `before` means now.
  virtual Result<std::optional<ScanRow>> last_scan(std::string_view target_key, std::string_view credential,
                                                   std::string_view before, bool same_second) = 0;
  virtual Result<std::vector<ScanRow>> history(std::string_view target_key, std::size_t limit) = 0;
  virtual Result<std::vector<ScanRow>> latest_of_all(std::size_t limit) = 0;  // newest scan of every target
  virtual Result<std::optional<ScanRow>> scan(std::int64_t id) = 0;
  // Pages of the newest scans of all targets. A target scanned while somebody pages moves to the front.
  // kUsage for a cursor or a kind that is none.
  virtual Result<DirectoryPage> directory(const DirectoryQuery& query) = 0;
  virtual Result<DirectoryCounts> directory_counts(
      const DirectoryQuery& query) = 0;  // limit, cursor: ignored
  virtual Result<Json> evidence(std::string_view sha256) = 0;
  virtual Result<Json> report(std::int64_t scan) = 0;
  virtual Result<std::vector<FindingRow>> findings(std::int64_t scan) = 0;

  // Those of the names that are everybody's; names_like() need not be asked for them.
  virtual Result<std::vector<CommonName>> common_names(const std::vector<std::string>& name_keys) = 0;
  // Tools of other targets: of the same name key, or one slip of the pen away from one of `tools`; those with
  // one of the descriptions. Bounded for each tool, so a name that thousands use costs no more than others.
  virtual Result<std::vector<ToolSeen>> names_like(const std::vector<ToolRow>& tools,
                                                   std::string_view not_target) = 0;
  virtual Result<std::vector<ToolSeen>> descriptions_like(const std::vector<ToolRow>& tools,
                                                          std::string_view not_target) = 0;
  // Servers whose host label is up to two edits away from this one, or looks the same. Bounded.
  virtual Result<std::vector<ServerRow>> hosts_like(std::string_view label, std::string_view host_key,
                                                    std::string_view not_target) = 0;
  virtual Result<std::vector<ServerRow>> servers(const std::vector<std::string>& target_keys) = 0;
  virtual Result<std::vector<ToolSeen>> tools_of(std::string_view target_key) = 0;
  // Servers that are only compared with, not scanned: those of one command. All or none.
  virtual Result<Ok> add_servers(const std::vector<ComparedServer>& servers) = 0;

  // kNothingToGrade when no kept scan has such a finding.
  virtual Result<KnownFinding> finding(std::string_view fingerprint) = 0;
  virtual Result<std::int64_t> add_feedback(const FeedbackRow& row) = 0;  // append only
  virtual Result<std::vector<FeedbackCount>> feedback_counts() = 0;

  virtual Result<Ok> add_approval(const ApprovalRow& row) = 0;  // append only
  // The newest one; nothing when none was given.
  virtual Result<std::optional<ApprovalRow>> approval(std::string_view target_key,
                                                      std::string_view credential) = 0;

  virtual Result<StoreStatus> status() = 0;
  // Drops scans observed before `before` (RFC 3339; empty: none) beyond the newest `keep` whole ones and the
  // newest `keep` partial ones of each target and credential, and evidence nobody refers to; gives room back.
  // Feedback, approvals and fingerprints stay. How many scans went.
  virtual Result<std::uint64_t> vacuum(std::string_view before, int keep) = 0;
  // Every row of one moment as NDJSON, oldest first, between a first and a last line that make a cut export
  // known; the bytes are the same from either engine. Memory does not grow with the store.
  virtual Result<Ok> export_to(const std::function<bool(std::string_view line)>& write) = 0;
  // Reads an export, whole or not at all; what is already there stays. `next` puts a line into its argument
  // and says whether there was one. How many rows came in.
  using NextLine = std::function<Result<bool>(std::string& line)>;
  virtual Result<std::uint64_t> import_from(const NextLine& next) = 0;
};

}  // namespace mcpjury
