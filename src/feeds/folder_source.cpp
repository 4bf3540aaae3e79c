// Records of a folder: every *.json below it, in order of name; links are not followed.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "base/escape.h"
#include "base/sha256.h"
#include "feeds/record_source.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

class FolderSource : public RecordSource {
 public:
  FolderSource(std::string root, const FeedLimits& limits) : root_(std::move(root)), limits_(limits) {}

  Status list() {
    std::error_code error;
    auto walk = fs::recursive_directory_iterator(root_, fs::directory_options::none, error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      const fs::directory_entry& entry = *walk;
      const auto type = entry.symlink_status(error).type();
      if (type == fs::file_type::directory && entry.path().filename() == ".git")
        walk.disable_recursion_pending();
      if (type == fs::file_type::directory || !is_record_name(entry.path().native())) continue;
      if (names_.size() >= limits_.entries) {
        return Error{ErrorCode::kLimit,
                     fmt::format("{}: more than {} files", escape_terminal(root_), limits_.entries)};
      }
      names_.push_back(entry.path().native().substr(root_.size()));
    }
    if (error) return Error{ErrorCode::kUnreadable, escape_terminal(root_) + ": " + error.message()};
    std::sort(names_.begin(), names_.end());
    return Ok{};
  }

  Result<std::optional<FeedEntry>> next() override {
    if (at_ == names_.size()) return std::optional<FeedEntry>();
    FeedEntry out;
    out.name = names_[at_++];
    auto text = read_whole(root_ + out.name, limits_.entry_bytes, false);
    if (text) {
      total_ += text->size();
      if (total_ > limits_.total_bytes)
        return Error{ErrorCode::kLimit, escape_terminal(root_) + ": more bytes than the limit"};
      hashes_ += out.name + '\0' + sha256_hex(*text) + '\n';
      if (hashes_.size() > kFoldAt) hashes_ = sha256_hex(hashes_);
      out.text = std::move(*text);
    } else {
      out.reject = text.error().code == ErrorCode::kLimit ? "larger than the limit" : "cannot be read";
    }
    return std::optional(std::move(out));
  }

  Result<std::string> sha256() override { return sha256_hex(hashes_); }

 private:
  static constexpr std::size_t kFoldAt = 1u << 20;

  std::string root_;
  FeedLimits limits_;
  std::vector<std::string> names_;
  std::string hashes_;
  std::size_t at_ = 0, total_ = 0;
};

}  // namespace

Result<std::unique_ptr<RecordSource>> open_folder(const std::string& path, const FeedLimits& limits) {
  std::string root = path;
  while (root.size() > 1 && root.ends_with('/')) root.pop_back();
  auto source = std::make_unique<FolderSource>(root + "/", limits);
  if (auto listed = source->list(); !listed) return listed.error();
  return std::unique_ptr<RecordSource>(std::move(source));
}

}  // namespace mcpjury
