// Lines of a batch: one line out for each line in, JSON whatever came in.
#include <algorithm>
#include <string>

#include "check.h"
#include "judged.h"
#include "scan/batch_worker.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  static ScanOptions options;
  static const ExitPolicy kPolicy;
  static const RenderOptions kRendering;
  options.observed_at = "2026-01-01T00:00:00Z";
  static BatchWorker worker(options, kPolicy, kRendering);
  LineChunk chunk;
  chunk.text = std::string(fuzz::as_text(data, size));
  std::string out;
  const int code = worker.process(chunk, out);
  fuzz::check(code >= 0 && code <= 5, "a batch ends with a known code");
  fuzz::check_lines_are_json(out, "a batch line is JSON");
  std::string second;
  fuzz::check(worker.process(chunk, second) == code && second == out, "lines are independent");

  std::size_t lines = 0;
  for (std::string_view rest = chunk.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (rest.substr(0, end).find_first_not_of(" \t\r") != std::string_view::npos) ++lines;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  fuzz::check(static_cast<std::size_t>(std::count(out.begin(), out.end(), '\n')) == lines,
              "a line for a line");
  return 0;
}
