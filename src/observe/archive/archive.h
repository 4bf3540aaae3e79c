// Unpacks an archive of hostile origin into a private folder under limits: tar (plain, gzip, bzip2, xz) and
// zip, which is also .whl, .mcpb and .dxt. Nothing in it is run; links, devices and pipes are counted and not
// made.
//
// Reads from memory. Thread safe; each result has a folder of its own.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "observe/archive/safe_folder.h"

namespace mcpjury {

struct UnpackOptions {
  UnpackLimits limits;
  bool strip_first_folder = false;  // as npm does with its tarballs
};

// An archive that is damaged or ends early gives what came before, with facts().problem. kUnreadable when it
// is no archive of a known format.
Result<std::unique_ptr<SafeFolder>> unpack_archive(std::string_view bytes, const UnpackOptions& options);

// By its first bytes: an archive that unpack_archive() reads.
bool looks_like_archive(std::string_view bytes);

}  // namespace mcpjury
