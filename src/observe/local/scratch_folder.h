// A folder of one scan in the user's place for temporary files, removed when the scan ends, also when this
// program is killed: a small process of ours waits for that and does it.
//
// One owner. Only what is inside the folder is ever removed.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/result.h"
#include "observe/local/owned_fd.h"

namespace mcpjury {

class ScratchFolder {
 public:
  // With folders `home`, `tmp` and `package` inside, for this user only.
  static Result<std::unique_ptr<ScratchFolder>> make();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  ScratchFolder() = default;
  Status guard();

  std::string path_;
  OwnedFd alive_;  // its end tells the guard
  pid_t guard_ = 0;
};

// Where scratch folders are made: TMPDIR when it is an absolute path to a folder, else /tmp.
std::string temporary_place();

}  // namespace mcpjury
