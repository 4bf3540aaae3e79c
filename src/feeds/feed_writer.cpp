#include "feeds/feed_writer.h"

#include <algorithm>
#include <cstring>

#include "feeds/feed_schema.h"

namespace mcpjury {
namespace {

// "2026-08-01T10:00:00Z"; anything else says nothing about age.
bool is_time(const std::string& text) {
  static constexpr std::string_view kShape = "0000-00-00T00:00:00";
  if (text.size() < kShape.size() || text.size() > 40) return false;
  for (std::size_t i = 0; i < kShape.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == '0' ? !digit : text[i] != kShape[i]) return false;
  }
  return text >= "1990";  // the zero of some libraries is the year 1
}

}  // namespace

Result<FeedWriter> FeedWriter::begin(const std::string& path, const std::string& name) {
  auto database = Database::open(path, Database::Mode::kWrite);
  if (!database) return database.error();
  FeedWriter out;
  out.database_ = std::move(*database);
  // Readers go on with the old feed while this one is written.
  if (auto set = out.database_.run("pragma journal_mode = wal; pragma synchronous = normal"); !set)
    return set.error();
  if (auto made = make_schema(out.database_, path); !made) return made.error();
  if (auto begun = out.database_.run("begin immediate"); !begun) return begun.error();
  const std::pair<Statement*, const char*> statements[] = {
      {&out.insert_record_,
       "insert or ignore into records(feed, advisory, modified, head, keys) values(?1, ?2, ?3, ?4, ?5)"},
      {&out.insert_affected_,
       "insert into affected(ecosystem, name, feed, record, body) values(?1, ?2, ?3, ?4, ?5)"},
      {&out.insert_reject_, "insert into rejects(feed, name, reason) values(?1, ?2, ?3)"},
      {&out.find_record_, "select id, modified, keys from records where feed = ?1 and advisory = ?2"},
      {&out.drop_record_, "delete from records where id = ?1"},
      {&out.drop_affected_,
       "delete from affected where ecosystem = ?1 and name = ?2 and feed = ?3 and record = ?4"}};
  for (const auto& [statement, sql] : statements) {
    auto prepared = out.database_.prepare(sql);
    if (!prepared) return prepared.error();
    *statement = std::move(*prepared);
  }
  auto old = out.database_.prepare("select id from feeds where name = ?1");
  if (!old) return old.error();
  old->bind(1, name);
  auto row = old->step();
  if (!row) return row.error();
  if (*row) {
    out.replaced_ = true;
    const std::int64_t id = old->number(0);
    old->reset();
    for (const char* sql : {"delete from affected where feed = ?1", "delete from records where feed = ?1",
                            "delete from rejects where feed = ?1", "delete from feeds where id = ?1"}) {
      auto drop = out.database_.prepare(sql);
      if (!drop) return drop.error();
      drop->bind(1, id);
      if (auto dropped = drop->run(); !dropped) return dropped.error();
    }
  }
  auto next = out.database_.prepare("select coalesce(max(id), 0) + 1 from feeds");
  if (!next) return next.error();
  row = next->step();
  if (!row) return row.error();
  out.feed_ = next->number(0);
  return out;
}

Status FeedWriter::reject(const std::string& name, const std::string& reason) {
  ++rejected_;
  if (rejects_.size() >= kMaxRejects) return Ok{};
  rejects_.push_back({name, reason});
  insert_reject_.bind(1, feed_);
  insert_reject_.bind(2, std::string_view(name));
  insert_reject_.bind(3, std::string_view(reason));
  return insert_reject_.run();
}

Status FeedWriter::add(const PreparedRecord& record) {
  if (!record.reject.empty()) return reject(record.name, record.reject);
  if (!is_time(record.newest)) {
    ++undated_;
  } else if (record.newest > newest_) {
    newest_ = record.newest;
  }
  if (record.withdrawn) {
    ++withdrawn_;
    return Ok{};
  }
  for (int attempt = 0; attempt < 2; ++attempt) {
    insert_record_.bind(1, feed_);
    insert_record_.bind(2, std::string_view(record.id));
    insert_record_.bind(3, std::string_view(record.modified));
    insert_record_.bind_blob(4, record.head);
    insert_record_.bind_blob(5, record.keys);
    if (auto inserted = insert_record_.run(); !inserted) return inserted.error();
    if (database_.changes() == 1) {
      ++entries_;
      return add_packages(database_.last_row(), record);
    }
    if (attempt == 1) break;
    ++duplicates_;
    auto replaced = replace_older(record);
    if (!replaced) return replaced.error();
    if (!*replaced) break;
  }
  return Ok{};
}

Result<bool> FeedWriter::replace_older(const PreparedRecord& record) {
  find_record_.bind(1, feed_);
  find_record_.bind(2, std::string_view(record.id));
  auto row = find_record_.step();
  if (!row) return row.error();
  const std::int64_t id = find_record_.number(0);
  const bool older = *row && find_record_.text(1) < record.modified;
  std::vector<PackageKey> keys;
  const bool known = *row && decode_keys(find_record_.blob(2), keys);
  find_record_.reset();
  if (!older || !known) return false;
  for (const PackageKey& key : keys) {
    drop_affected_.bind(1, std::string_view(key.ecosystem));
    drop_affected_.bind(2, std::string_view(key.name));
    drop_affected_.bind(3, feed_);
    drop_affected_.bind(4, id);
    if (auto dropped = drop_affected_.run(); !dropped) return dropped.error();
  }
  drop_record_.bind(1, id);
  if (auto dropped = drop_record_.run(); !dropped) return dropped.error();
  --entries_;
  return true;
}

Status FeedWriter::add_packages(std::int64_t row, const PreparedRecord& record) {
  for (const PackageRowOfRecord& package : record.packages) {
    insert_affected_.bind(1, std::string_view(package.key.ecosystem));
    insert_affected_.bind(2, std::string_view(package.key.name));
    insert_affected_.bind(3, feed_);
    insert_affected_.bind(4, row);
    insert_affected_.bind_blob(5, package.body);
    if (auto inserted = insert_affected_.run(); !inserted) return inserted.error();
  }
  return Ok{};
}

// From the table and not from memory, so that a large feed needs no second copy of its names.
Result<std::string> FeedWriter::packed_names() {
  auto select = database_.prepare("select distinct ecosystem, name from affected where feed = ?1");
  if (!select) return select.error();
  select->bind(1, feed_);
  std::vector<std::uint64_t> hashes;
  for (;;) {
    auto row = select->step();
    if (!row) return row.error();
    if (!*row) break;
    hashes.push_back(key_hash({std::string(select->text(0)), std::string(select->text(1))}));
  }
  std::sort(hashes.begin(), hashes.end());
  std::string out(hashes.size() * sizeof(std::uint64_t), '\0');
  if (!hashes.empty()) std::memcpy(out.data(), hashes.data(), out.size());
  return out;
}

Status FeedWriter::commit(FeedInfo& feed) {
  auto ecosystems = database_.prepare("select distinct ecosystem from affected where feed = ?1 order by 1");
  if (!ecosystems) return ecosystems.error();
  ecosystems->bind(1, feed_);
  std::string joined;
  for (;;) {
    auto row = ecosystems->step();
    if (!row) return row.error();
    if (!*row) break;
    feed.ecosystems.emplace_back(ecosystems->text(0));
    joined += feed.ecosystems.back() + "\n";
  }
  const auto names = packed_names();
  if (!names) return names.error();
  auto insert = database_.prepare(
      "insert into feeds(id, name, kind, version, sha256, as_of, imported_at, source, ecosystems, entries, "
      "withdrawn, rejected, names) values(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
  if (!insert) return insert.error();
  feed.id = feed_;
  feed.entries = entries_;
  feed.withdrawn = withdrawn_;
  feed.rejected = rejected_;
  insert->bind(1, feed_);
  const std::string* texts[] = {&feed.name,  &feed.kind,        &feed.version, &feed.sha256,
                                &feed.as_of, &feed.imported_at, &feed.source,  &joined};
  for (int i = 0; i < 8; ++i) insert->bind(i + 2, std::string_view(*texts[i]));
  insert->bind(10, static_cast<std::int64_t>(entries_));
  insert->bind(11, static_cast<std::int64_t>(withdrawn_));
  insert->bind(12, static_cast<std::int64_t>(rejected_));
  insert->bind_blob(13, *names);
  if (auto inserted = insert->run(); !inserted) return inserted.error();
  if (auto committed = database_.run("commit"); !committed) return committed.error();
  // The log goes back to nothing; that a reader holds it up is no failure.
  (void)database_.run("pragma wal_checkpoint(truncate)");
  return Ok{};
}

}  // namespace mcpjury
