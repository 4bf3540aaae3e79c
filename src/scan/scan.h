// plan -> observe -> detect -> grade: the only place where they meet.
//
// Functions without shared state: thread safe, as long as each thread has its own Detective.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"
#include "detect/detect.h"
#include "model/report.h"
#include "report/report.h"
#include "scan/exit_policy.h"

namespace mcpjury {

class ServersTogether;
class SuppressionBook;

struct ScanOptions {
  Strictness strictness = Strictness::kPrecise;
  std::string observed_at;  // RFC 3339; empty: now
  Limits limits;
  int jobs = 0;       // threads of a batch; 0: one a core
  bool deep = false;  // of a batch: the embedded judges hear every line
  // Whether a report carries the SHA-256 of its evidence; text shows it nowhere.
  bool hash_evidence = true;
  // --batch --cross: the servers of all lines, to compare each with. Not owned.
  ServersTogether* together = nullptr;
  // What the operator accepts; see scan/suppress.h. Not owned.
  const SuppressionBook* suppressions = nullptr;
};

// Observes one file, or "-"; an evidence record is taken as it is. For every other kind see scan/live.h.
Result<Evidence> observe_file(const std::string& target, const ScanOptions& options);
// The same of a text that came another way (a request, a job): a tool list or an evidence record. No file is
// read. Without a server name it has no history.
Result<Evidence> observe_text(std::string_view text, std::string_view name, const ScanOptions& options);
// The text of a file, or of stdin for "-", within the limits.
Result<std::string> read_text(const std::string& name, const ScanOptions& options);
// The same evidence with every secret in the server's own text replaced by its kind and a tag.
Result<Evidence> without_secrets(Result<Evidence> evidence);
// Takes evidence records only, and says so when the file is something else.
Result<Evidence> replay_record(const std::string& file, const ScanOptions& options);

// Detects and grades. Never fails: what could not be seen is in the report.
std::unique_ptr<ScanReport> judge(Evidence evidence, const ScanOptions& options, Detective& detective);
// The same on the evidence that already stands in `report`, without its SHA-256 and the
// agreement, which no batch line shows.
void judge_in_place(ScanReport& report, const ScanOptions& options, Detective& detective);

// Gets whole lines, in input order, one call at a time. False: the reader is gone, stop.
using BatchWriter = std::function<bool(std::string_view)>;

// Streams NDJSON lines from the descriptor `input` to `write` in input order; lines are independent.
// Returns the process exit code. Memory does not grow with the length of the input; a line may have
// limits.batch_line_bytes. With one job everything runs in the calling thread.
int run_batch(int input, const BatchWriter& write, const ScanOptions& options, const ExitPolicy& policy,
              const RenderOptions& rendering);

}  // namespace mcpjury
