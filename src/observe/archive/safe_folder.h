// Writes files of hostile origin into a private folder, and nowhere else.
//
// Every step goes down by openat with O_NOFOLLOW from the folder's own descriptor, links are never created,
// so that no name leads out. Files get mode 0600: nothing in the folder can be executed. What was refused,
// and every limit that was met, is counted; a limit is evidence, never silence. One owner, one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/evidence.h"
#include "observe/local/owned_fd.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {

struct UnpackLimits {
  std::size_t entries = 50'000;
  std::uint64_t file_bytes = 64u << 20;    // of one file; larger ones are not written
  std::uint64_t total_bytes = 1ull << 30;  // of everything that is read out
  std::uint64_t ratio = 200;               // read out to packed, judged from the first 4 MiB on
  std::size_t path_bytes = 1024;
  std::size_t depth = 40;
};

// What was found in the archive or tree, and what of it was not written.
struct UnpackFacts {
  std::string format;  // "tar+gzip", "zip", "git"
  std::string sha256;  // of the archive
  std::uint64_t archive_bytes = 0;
  std::uint64_t entries = 0, files = 0, bytes = 0;
  std::uint64_t links = 0, hard_links = 0, special = 0;  // not created
  std::uint64_t refused_names = 0;                       // "..", absolute, drive letters, controls, too long
  std::uint64_t duplicates = 0;                          // the last one of a name is kept
  std::uint64_t case_collisions = 0;                     // differ only in the case of ASCII letters
  std::uint64_t encrypted = 0, too_large = 0, submodules = 0;
  std::vector<std::string> refused;  // the first names, escaped
  std::vector<LimitHit> limits;
  std::string problem;  // why reading ended early; empty when it did not

  bool complete() const { return limits.empty() && problem.empty() && encrypted == 0; }
  JsonObject to_json() const;  // for source.archive
  void note(std::string what, std::uint64_t limit);
  void refuse(std::string_view name);
};

class SafeFolder {
 public:
  // A new private folder, removed with this object.
  static Result<std::unique_ptr<SafeFolder>> make(const UnpackLimits& limits);

  // Says whether an entry of this name may be written and gives its plain relative form; counts it otherwise.
  bool accept(std::string_view name, std::string& plain);
  // A file that was accepted; replaces an earlier one of the same name. False when it cannot be written here
  // (a file stands where a folder is needed), which is counted too.
  bool begin(const std::string& plain);
  bool append(std::string_view bytes);  // false when a limit was met; the file is then removed
  void end();
  void discard();  // the file that was begun and not ended
  bool write(const std::string& plain, std::string_view bytes);

  bool full() const { return full_; }  // the total was reached: stop
  // Counts bytes that were read out without being written.
  void pass(std::uint64_t bytes);
  UnpackFacts& facts() { return facts_; }
  const UnpackFacts& facts() const { return facts_; }
  // Where the files lie. `content_root` goes into a lone top folder, as archives usually have one.
  std::string root() const { return scratch_->path() + "/package"; }
  std::string content_root() const;
  const std::string& scratch() const { return scratch_->path(); }
  const UnpackLimits& limits() const { return limits_; }
  // For archives whose first folder is cut off whatever its name, as npm does.
  void strip_first_folder() { strip_ = true; }

 private:
  SafeFolder() = default;
  OwnedFd folder_for(std::string_view plain, std::string& name);

  std::unique_ptr<ScratchFolder> scratch_;
  UnpackLimits limits_;
  UnpackFacts facts_;
  OwnedFd root_, parent_, file_;
  std::string file_name_;
  std::uint64_t file_bytes_ = 0, passed_ = 0;
  std::set<std::string, std::less<>> names_, folded_;
  bool full_ = false, strip_ = false;
};

}  // namespace mcpjury
