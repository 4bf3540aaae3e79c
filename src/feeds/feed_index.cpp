#include "feeds/feed_index.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/escape.h"
#include "feeds/feed_schema.h"
#include "feeds/record_codec.h"

namespace mcpjury {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) out.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

Status read_feeds(Database& database, std::vector<FeedInfo>& feeds, std::vector<std::uint64_t>& names) {
  auto select = database.prepare(
      "select id, name, kind, version, sha256, as_of, imported_at, source, ecosystems, entries, withdrawn, "
      "rejected, names from feeds order by name");
  if (!select) return select.error();
  for (;;) {
    auto row = select->step();
    if (!row) return row.error();
    if (!*row) break;
    FeedInfo feed;
    feed.id = select->number(0);
    std::string* texts[] = {&feed.name,  &feed.kind,        &feed.version, &feed.sha256,
                            &feed.as_of, &feed.imported_at, &feed.source};
    for (int i = 0; i < 7; ++i) *texts[i] = select->text(i + 1);
    feed.ecosystems = words_of(select->text(8));
    feed.entries = static_cast<std::size_t>(select->number(9));
    feed.withdrawn = static_cast<std::size_t>(select->number(10));
    feed.rejected = static_cast<std::size_t>(select->number(11));
    const std::string_view packed = select->blob(12);
    const std::size_t old = names.size(), count = packed.size() / sizeof(std::uint64_t);
    names.resize(old + count);
    if (count != 0) std::memcpy(names.data() + old, packed.data(), count * sizeof(std::uint64_t));
    feeds.push_back(std::move(feed));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return Ok{};
}

}  // namespace

std::string feed_database(const std::string& folder) { return folder + "/feeds.sqlite"; }

Result<FeedIndex> FeedIndex::open(const std::string& path) {
  FeedIndex out;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return out;
  auto database = Database::open(path, Database::Mode::kRead);
  if (!database) return database.error();
  out.database_ = std::make_unique<Database>(std::move(*database));
  const auto version = schema_version(*out.database_);
  if (!version) return version.error();
  // An import that was killed before its first commit leaves a file without tables.
  if (*version == 0) {
    out.database_.reset();
    return out;
  }
  if (*version != kFeedSchemaVersion) {
    return Error{
        ErrorCode::kUnreadable,
        escape_terminal(path) + ": written by another version of mcpjury; remove it and import again"};
  }
  if (auto read = read_feeds(*out.database_, out.feeds_, out.names_); !read) return read.error();
  auto find = out.database_->prepare(
      "select affected.feed, head, body from affected join records on records.id = affected.record "
      "where ecosystem = ?1 and name = ?2 order by affected.feed, records.advisory");
  if (!find) return find.error();
  out.find_ = std::move(*find);
  return out;
}

bool FeedIndex::covers(std::string_view ecosystem) const {
  const std::string base(ecosystem.substr(0, ecosystem.find(':')));
  return std::any_of(feeds_.begin(), feeds_.end(), [&](const FeedInfo& feed) {
    return feed.kind != kPartialKind &&
           std::find(feed.ecosystems.begin(), feed.ecosystems.end(), base) != feed.ecosystems.end();
  });
}

Result<std::vector<FeedRecord>> FeedIndex::look_up(std::string_view ecosystem, std::string_view name) {
  std::vector<FeedRecord> out;
  if (!database_) return out;
  const PackageKey key = package_key(ecosystem, name);
  if (!std::binary_search(names_.begin(), names_.end(), key_hash(key))) return out;
  find_.bind(1, key.ecosystem);
  find_.bind(2, key.name);
  for (;;) {
    auto row = find_.step();
    if (!row) {
      find_.reset();
      return row.error();
    }
    if (!*row) break;
    FeedRecord found;
    const std::int64_t feed = find_.number(0);
    for (const FeedInfo& info : feeds_) {
      if (info.id == feed) found.feed = &info;
    }
    if (!decode_head(find_.blob(1), found.record) || !decode_affected(find_.blob(2), found.record.affected)) {
      find_.reset();
      return Error{ErrorCode::kUnreadable, "the index of advisories is damaged; import the feeds again"};
    }
    // A feed that came after this index was opened.
    if (found.feed != nullptr) out.push_back(std::move(found));
  }
  find_.reset();
  return out;
}

Result<std::vector<FeedReject>> FeedIndex::rejects(const FeedInfo& feed) {
  std::vector<FeedReject> out;
  if (!database_) return out;
  auto select = database_->prepare("select name, reason from rejects where feed = ?1 order by rowid");
  if (!select) return select.error();
  select->bind(1, feed.id);
  for (;;) {
    auto row = select->step();
    if (!row) return row.error();
    if (!*row) return out;
    out.push_back({std::string(select->text(0)), std::string(select->text(1))});
  }
}

}  // namespace mcpjury
