// The first of two readings of a batch that is judged with --cross. Lines that are wrong are left to the
// second one, which says what is wrong with them.
#include <sys/stat.h>
#include <unistd.h>

#include "observe/files/tool_list.h"
#include "scan/compare_servers.h"
#include "scan/line_chunks.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

void add_line(std::string_view line, std::uint64_t number, const ScanOptions& options,
              ServersTogether& servers) {
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  reading.note_duplicate_keys = false;
  auto document = parse_json(line, "", reading);
  if (!document) return;
  Evidence evidence;
  evidence.observed_at = options.observed_at;
  if (definition_from(std::move(document->value), evidence, options.limits)) servers.add(number, evidence);
}

}  // namespace

Result<std::unique_ptr<ServersTogether>> servers_of_batch(int file, const ScanOptions& options) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    return Error{ErrorCode::kUsage, "--batch with --cross reads its input twice: give a file, not a pipe"};
  }
  auto servers = ServersTogether::open();
  if (!servers) return servers.error();
  LineChunks lines(file, options.limits.batch_line_bytes);
  for (LineChunk chunk; lines.next(chunk);) {
    if (chunk.overlong) continue;
    std::uint64_t number = chunk.first_line;
    for (std::string_view rest = chunk.text; !rest.empty(); ++number) {
      const std::size_t end = rest.find('\n');
      add_line(rest.substr(0, end), number, options, **servers);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  }
  if (lines.failure() != 0 || ::lseek(file, 0, SEEK_SET) != 0) {
    return Error{ErrorCode::kUnreadable, "the batch cannot be read a second time"};
  }
  return std::move(*servers);
}

}  // namespace mcpjury
