#include "feeds/record_batch.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <thread>

#include "base/escape.h"
#include "feeds/advisory_list.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxDepth = 64;

PreparedRecord rejected(std::string name, const std::string& reason) {
  PreparedRecord out;
  out.name = std::move(name);
  out.reject = reason.empty() ? "unreadable" : reason;
  return out;
}

PreparedRecord prepared(const std::string& name, const OsvRecord& record) {
  PreparedRecord out;
  out.name = name;
  out.id = record.id;
  out.modified = record.modified;
  out.newest = std::max(record.modified, record.published);
  out.withdrawn = !record.withdrawn.empty();
  out.head = encode_head(record);
  std::map<PackageKey, std::vector<const OsvAffected*>> by_package;
  for (const OsvAffected& affected : record.affected) {
    if (affected.ecosystem.empty() || affected.name.empty()) continue;  // commits of a repository only
    by_package[package_key(affected.ecosystem, affected.name)].push_back(&affected);
  }
  std::vector<PackageKey> keys;
  for (const auto& [key, entries] : by_package) {
    keys.push_back(key);
    out.packages.push_back({key, encode_affected(entries)});
  }
  out.keys = encode_keys(keys);
  return out;
}

PreparedRecord prepare_one(const std::string& name, const Json& document) {
  auto record = read_osv(document);
  if (!record && record.error().code == ErrorCode::kNothingToGrade) {
    // The form of the catalogue's own list.
    if (auto listed = read_listed_advisory(document)) return prepared(name, *listed);
  }
  if (!record) return rejected(name, record.error().message);
  return prepared(name, *record);
}

}  // namespace

std::vector<PreparedRecord> prepare_records(FeedEntry entry) {
  std::vector<PreparedRecord> out;
  const std::string name = escape_terminal(clip(entry.name, 200));
  if (!entry.reject.empty()) {
    out.push_back(rejected(name, entry.reject));
    return out;
  }
  JsonReadOptions options;
  options.max_depth = kMaxDepth;
  options.note_duplicate_keys = false;
  const auto parsed = parse_json(entry.text, "", options);
  entry.text = {};
  if (!parsed) {
    std::string reason = parsed.error().message;
    out.push_back(rejected(name, clip(reason.starts_with(':') ? reason.substr(1) : reason, 300)));
    return out;
  }
  if (const JsonArray* list = parsed->value.if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i)
      out.push_back(prepare_one(name + " #" + std::to_string(i), (*list)[i]));
    if (list->empty()) out.push_back(rejected(name, "an empty list"));
  } else {
    out.push_back(prepare_one(name, parsed->value));
  }
  return out;
}

struct RecordBatch::Parts {
  std::vector<FeedEntry> entries;
  std::vector<std::vector<PreparedRecord>> results;
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> threads;
};

RecordBatch::RecordBatch(std::vector<FeedEntry> entries, unsigned threads) : parts_(new Parts) {
  parts_->entries = std::move(entries);
  parts_->results.resize(parts_->entries.size());
  for (unsigned i = 0; i < std::max(threads, 1u); ++i) {
    parts_->threads.emplace_back([parts = parts_.get()] {
      for (;;) {
        const std::size_t index = parts->next.fetch_add(1);
        if (index >= parts->entries.size()) return;
        parts->results[index] = prepare_records(std::move(parts->entries[index]));
      }
    });
  }
}

RecordBatch::~RecordBatch() {
  for (std::thread& thread : parts_->threads) {
    if (thread.joinable()) thread.join();
  }
}

std::vector<PreparedRecord> RecordBatch::take() {
  for (std::thread& thread : parts_->threads) thread.join();
  std::vector<PreparedRecord> out;
  for (auto& records : parts_->results) std::move(records.begin(), records.end(), std::back_inserter(out));
  return out;
}

}  // namespace mcpjury
