// One thread's share of a batch: takes lines, appends result lines.
//
// Owns its detective, its report and the memory lines are parsed into, and reuses them from line to
// line. Not thread safe; one a thread.
#pragma once

#include <boost/json/monotonic_resource.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scan/deliberate.h"
#include "scan/line_chunks.h"
#include "scan/scan.h"

namespace mcpjury {

class BatchWorker {
 public:
  BatchWorker(const ScanOptions& options, const ExitPolicy& policy, const RenderOptions& rendering);

  // Appends one line for each that is not blank; returns the exit code of them all.
  int process(const LineChunk& chunk, std::string& out);

 private:
  int judge_line(std::string_view line, std::uint64_t number, std::string& out);
  void forget();

  const ScanOptions& options_;
  const ExitPolicy& policy_;
  const RenderOptions& rendering_;
  std::vector<unsigned char> first_room_;
  boost::json::monotonic_resource room_;
  Detective detective_;
  std::optional<Jury> jury_;  // of a deep batch; each worker has its own
  ScanReport report_;         // its JSON lives in room_
};

// {"id":…,"line":…,"error":{"code":…,"message":…}} and a line break.
void append_error_line(std::string& out, std::string_view id_json, std::uint64_t line, const Error& error);

}  // namespace mcpjury
