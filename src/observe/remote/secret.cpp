#include "observe/remote/secret.h"

#include <string.h>

namespace mcpjury {

void Secret::wipe() {
  // All of the room: a short string that was moved away leaves its bytes behind. Not memset: the compiler may
  // leave that out for memory nobody reads again.
  value_.resize(value_.capacity());
  ::explicit_bzero(value_.data(), value_.size());
  value_.clear();
}

}  // namespace mcpjury
