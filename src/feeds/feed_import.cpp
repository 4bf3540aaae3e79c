#include "feeds/feed_import.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/escape.h"
#include "feeds/feed_writer.h"
#include "feeds/record_batch.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBatchBytes = 4u << 20;
constexpr std::size_t kBatchEntries = 2'000;

// Empty at the end of the source.
Result<std::vector<FeedEntry>> read_batch(RecordSource& source) {
  std::vector<FeedEntry> out;
  std::size_t bytes = 0;
  while (bytes < kBatchBytes && out.size() < kBatchEntries) {
    auto entry = source.next();
    if (!entry) return entry.error();
    if (!*entry) break;
    bytes += (*entry)->text.size();
    out.push_back(std::move(**entry));
  }
  return out;
}

Status write_batch(FeedWriter& writer, RecordBatch& batch, const ImportOptions& options) {
  for (const PreparedRecord& record : batch.take()) {
    if (auto added = writer.add(record); !added) return added.error();
  }
  if (options.progress) options.progress(writer.entries());
  return Ok{};
}

// While one batch is parsed, the one before is written and the next is read.
Status copy_all(RecordSource& source, FeedWriter& writer, const ImportOptions& options) {
  std::unique_ptr<RecordBatch> running;
  for (;;) {
    auto entries = read_batch(source);
    if (!entries) return entries.error();
    const bool end = entries->empty();
    std::unique_ptr<RecordBatch> next;
    if (!end) next = std::make_unique<RecordBatch>(std::move(*entries), options.threads);
    if (running) {
      if (auto written = write_batch(writer, *running, options); !written) return written.error();
    }
    if (end) return Ok{};
    running = std::move(next);
  }
}

}  // namespace

Result<ImportReport> import_feed(const std::string& database, const std::string& path,
                                 const ImportOptions& options) {
  auto source = open_records(path, options.limits);
  if (!source) return source.error();
  ImportReport report;
  FeedInfo& feed = report.feed;
  std::filesystem::path file(path);
  if (!file.has_filename()) file = file.parent_path();
  feed.name = options.name.empty() ? "osv/" + file.stem().string() : options.name;
  feed.source = options.source.empty() ? file.filename().string() : options.source;
  feed.imported_at = options.imported_at;
  auto writer = FeedWriter::begin(database, feed.name);
  if (!writer) return writer.error();
  if (auto copied = copy_all(**source, *writer, options); !copied) return copied.error();
  if (writer->entries() + writer->withdrawn() == 0) {
    std::string first;
    if (!writer->rejects().empty())
      first = "; " + writer->rejects().front().name + ": " + writer->rejects().front().reason;
    return Error{ErrorCode::kNothingToGrade, escape_terminal(path) + ": no advisory could be read" + first};
  }
  auto hash = (*source)->sha256();
  if (!hash) return hash.error();
  feed.sha256 = std::move(*hash);
  // A single record says nothing about the rest of its ecosystem.
  const bool partial = options.partial || ((*source)->single() && writer->entries() <= 1);
  feed.kind = partial ? std::string(kPartialKind) : "osv";
  feed.as_of = writer->newest();
  // Some publishers leave the times of their records empty; then the archive's own say how old it is.
  if (writer->undated() * 2 > writer->entries() + writer->withdrawn())
    feed.as_of = std::max(feed.as_of, (*source)->newest_file());
  feed.version = feed.as_of.substr(0, 10);
  if (auto committed = writer->commit(feed); !committed) return committed.error();
  report.rejects = writer->rejects();
  report.duplicates = writer->duplicates();
  report.replaced = writer->replaced();
  return report;
}

}  // namespace mcpjury
