#include "observe/remote/secret.h"

#include <string.h>

namespace mcpjury {

void Secret::wipe() {
  if (value_.empty()) return;
  // Not memset: the compiler may leave that out for memory nobody reads again.
  ::explicit_bzero(value_.data(), value_.size());
  value_.clear();
}

}  // namespace mcpjury
