#include "observe/archive/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "base/escape.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

constexpr std::uint64_t kRatioFrom = 4u << 20;

struct ArchiveFree {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveHandle = std::unique_ptr<archive, ArchiveFree>;

std::string said(archive* reader) {
  const char* text = archive_error_string(reader);
  return escape_terminal(clip(text != nullptr ? text : "damaged", 200));
}

std::string format_of(archive* reader) {
  const int format = archive_format(reader) & ARCHIVE_FORMAT_BASE_MASK;
  std::string out = format == ARCHIVE_FORMAT_ZIP ? "zip" : "tar";
  for (int i = 0; i < archive_filter_count(reader); ++i) {
    if (archive_filter_code(reader, i) != ARCHIVE_FILTER_NONE)
      out += "+" + std::string(archive_filter_name(reader, i));
  }
  return out;
}

class Unpacking {
 public:
  Unpacking(archive* reader, SafeFolder& folder, std::uint64_t packed)
      : reader_(reader), folder_(folder), facts_(folder.facts()), packed_(packed) {}

  void run() {
    archive_entry* entry = nullptr;
    while (!stopped_ && !folder_.full()) {
      const int state = archive_read_next_header(reader_, &entry);
      if (state == ARCHIVE_EOF) break;
      if (state != ARCHIVE_OK && state != ARCHIVE_WARN) return fail();
      if (facts_.entries >= folder_.limits().entries) {
        facts_.note("archive_entries", folder_.limits().entries);
        return;
      }
      ++facts_.entries;
      take(entry);
    }
  }

 private:
  void take(archive_entry* entry) {
    if (archive_entry_hardlink(entry) != nullptr) {
      ++facts_.hard_links;
      return;
    }
    const auto type = archive_entry_filetype(entry);
    if (type == AE_IFLNK) {
      ++facts_.links;
    } else if (type != AE_IFREG && type != AE_IFDIR) {
      ++facts_.special;
    } else {
      regular(entry, type == AE_IFDIR);
    }
  }

  void regular(archive_entry* entry, bool folder) {
    const char* name = archive_entry_pathname_utf8(entry);
    if (name == nullptr) name = archive_entry_pathname(entry);
    std::string plain;
    if (folder) {
      // Made when a file needs it; only a name that leads out is worth a word.
      const std::string_view text = name != nullptr ? name : "";
      const bool up = text == ".." || text.starts_with("../") || text.find("/../") != std::string_view::npos;
      if (text.starts_with('/') || up || text.ends_with("/..")) facts_.refuse(text);
      return;
    }
    if (archive_entry_is_data_encrypted(entry) != 0) {
      ++facts_.encrypted;
      return;
    }
    const bool wanted = folder_.accept(name != nullptr ? name : "", plain) && folder_.begin(plain);
    copy(wanted);
    if (wanted) folder_.end();
  }

  // Also what is not wanted is read out and counted: skipping would inflate it unseen.
  void copy(bool wanted) {
    for (;;) {
      const void* block = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int state = archive_read_data_block(reader_, &block, &size, &offset);
      if (state == ARCHIVE_EOF) return;
      if (state != ARCHIVE_OK && state != ARCHIVE_WARN) return fail();
      // The holes of a sparse file are not filled: they may be terabytes.
      read_out_ += size;
      if (read_out_ > kRatioFrom && read_out_ / folder_.limits().ratio > packed_) {
        facts_.note("archive_ratio", folder_.limits().ratio);
        stopped_ = true;
        if (wanted) folder_.discard();
        return;
      }
      const std::string_view bytes(static_cast<const char*>(block), size);
      if (wanted) {
        wanted = folder_.append(bytes);
      } else {
        folder_.pass(size);
      }
      if (folder_.full()) return;
    }
  }

  void fail() {
    folder_.discard();
    facts_.problem = said(reader_);
    stopped_ = true;
  }

  archive* reader_;
  SafeFolder& folder_;
  UnpackFacts& facts_;
  std::uint64_t packed_, read_out_ = 0;
  bool stopped_ = false;
};

}  // namespace

bool looks_like_archive(std::string_view bytes) {
  using namespace std::string_view_literals;
  return bytes.starts_with("PK\x03\x04"sv) || bytes.starts_with("PK\x05\x06"sv) ||
         bytes.starts_with("\x1f\x8b"sv) || bytes.starts_with("BZh"sv) ||
         bytes.starts_with("\xfd\x37\x7a\x58\x5a\x00"sv) ||
         (bytes.size() > 262 && bytes.substr(257, 5) == "ustar"sv);
}

Result<std::unique_ptr<SafeFolder>> unpack_archive(std::string_view bytes, const UnpackOptions& options) {
  auto folder = SafeFolder::make(options.limits);
  if (!folder) return folder.error();
  const ArchiveHandle reader(archive_read_new());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  // Names come out as UTF-8 whatever the locale; what is none is refused with them.
  archive_read_set_options(reader.get(), "hdrcharset=UTF-8");
  if (archive_read_open_memory(reader.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return Error{ErrorCode::kUnreadable, "not an archive that is read here: " + said(reader.get())};
  if (options.strip_first_folder) (*folder)->strip_first_folder();
  UnpackFacts& facts = (*folder)->facts();
  facts.sha256 = sha256_hex(bytes);
  facts.archive_bytes = bytes.size();
  Unpacking(reader.get(), **folder, bytes.size()).run();
  facts.format = format_of(reader.get());
  if (facts.entries == 0 && !facts.problem.empty())
    return Error{ErrorCode::kUnreadable, "not an archive that can be read: " + facts.problem};
  return folder;
}

}  // namespace mcpjury
