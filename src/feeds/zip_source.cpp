// Records of a zip, read by libarchive under limits.
#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "base/escape.h"
#include "feeds/record_source.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBlock = 1u << 16;

bool leaves_folder(std::string_view name) {
  if (name.starts_with('/') || name.find('\\') != std::string_view::npos) return true;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    if (name.substr(0, end) == "..") return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

struct FreeArchive {
  void operator()(archive* handle) const { archive_read_free(handle); }
};

class ZipSource : public RecordSource {
 public:
  ZipSource(std::string path, const FeedLimits& limits) : path_(std::move(path)), limits_(limits) {}

  Status open() {
    std::error_code error;
    packed_ = static_cast<std::size_t>(std::filesystem::file_size(path_, error));
    handle_.reset(archive_read_new());
    if (error || !handle_) return broken("cannot be opened");
    // Zip and nothing else: no filter, no format that a feed never has.
    archive_read_support_format_zip(handle_.get());
    if (archive_read_open_filename(handle_.get(), path_.c_str(), kBlock) != ARCHIVE_OK)
      return broken(reason());
    return Ok{};
  }

  Result<std::optional<FeedEntry>> next() override {
    while (!ended_) {
      archive_entry* entry = nullptr;
      const int code = archive_read_next_header(handle_.get(), &entry);
      if (code == ARCHIVE_EOF) {
        ended_ = true;
        if (entries_ == 0) return broken("an empty archive");
        break;
      }
      if (code < ARCHIVE_WARN) return broken(reason());
      if (++entries_ > limits_.entries) return limit(fmt::format("more than {} files", limits_.entries));
      const char* name = archive_entry_pathname_utf8(entry);
      if (name == nullptr) name = archive_entry_pathname(entry);
      FeedEntry out;
      out.name = name != nullptr ? name : "";
      const auto type = archive_entry_filetype(entry);
      if (type == AE_IFDIR) continue;
      note_time(entry);
      if (out.name.empty()) out.reject = "it has no name";
      if (leaves_folder(out.name)) out.reject = "its name leaves the folder";
      if (type != AE_IFREG) out.reject = "no regular file";
      if (out.reject.empty() && !is_record_name(out.name)) continue;  // a README, a schema: no record
      if (out.reject.empty()) {
        if (auto read = read_text(out); !read) return read.error();
      }
      return std::optional(std::move(out));
    }
    return std::optional<FeedEntry>();
  }

  Result<std::string> sha256() override { return file_sha256(path_); }
  std::string newest_file() const override { return newest_; }

 private:
  // A zip has local times without a zone: taken apart again as they were put together, so that every machine
  // reads the same day.
  void note_time(archive_entry* entry) {
    const std::time_t when = archive_entry_mtime(entry);
    std::tm parts{};
    if (archive_entry_mtime_is_set(entry) == 0 || localtime_r(&when, &parts) == nullptr) return;
    if (parts.tm_year < 90 || parts.tm_year > 400) return;
    std::string day =
        fmt::format("{:04}-{:02}-{:02}T00:00:00Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
    if (day > newest_) newest_ = std::move(day);
  }

  // What was unpacked counts whether it is kept or not.
  Status read_text(FeedEntry& out) {
    for (;;) {
      const void* data = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int code = archive_read_data_block(handle_.get(), &data, &size, &offset);
      if (code == ARCHIVE_EOF) return Ok{};
      if (code < ARCHIVE_WARN) {
        // A damaged or encrypted entry; the next header tells whether the archive goes on.
        out.text.clear();
        out.reject = reason();
        return Ok{};
      }
      unpacked_ += size;
      if (unpacked_ > limits_.total_bytes) return limit("more unpacked bytes than the limit");
      if (unpacked_ > limits_.ratio_from && unpacked_ / std::max<std::size_t>(packed_, 1) > limits_.ratio)
        return limit(fmt::format("unpacks to more than {} times its size", limits_.ratio));
      if (offset < 0 || static_cast<std::size_t>(offset) != out.text.size() ||
          out.text.size() + size > limits_.entry_bytes) {
        out.text.clear();
        out.reject = fmt::format("larger than {} MiB", limits_.entry_bytes >> 20);
        archive_read_data_skip(handle_.get());
        return Ok{};
      }
      out.text.append(static_cast<const char*>(data), size);
    }
  }

  std::string reason() const {
    const char* text = archive_error_string(handle_.get());
    return escape_terminal(clip(text != nullptr ? text : "damaged", 200));
  }
  Error broken(const std::string& why) const {
    return {ErrorCode::kUnreadable, escape_terminal(path_) + ": no zip that can be read: " + why};
  }
  Error limit(const std::string& why) const {
    return {ErrorCode::kLimit, escape_terminal(path_) + ": " + why};
  }

  std::string path_;
  std::string newest_;
  FeedLimits limits_;
  std::unique_ptr<archive, FreeArchive> handle_;
  bool ended_ = false;  // asking again after the end is an error of the library
  std::size_t packed_ = 0, unpacked_ = 0, entries_ = 0;
};

}  // namespace

Result<std::unique_ptr<RecordSource>> open_zip(const std::string& path, const FeedLimits& limits) {
  auto source = std::make_unique<ZipSource>(path, limits);
  if (auto opened = source->open(); !opened) return opened.error();
  return std::unique_ptr<RecordSource>(std::move(source));
}

}  // namespace mcpjury
