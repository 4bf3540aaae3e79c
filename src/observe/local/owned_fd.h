// A file descriptor with one owner; closed when the owner dies.
#pragma once

#include <unistd.h>

#include <utility>

namespace mcpjury {

class OwnedFd {
 public:
  OwnedFd() = default;
  explicit OwnedFd(int descriptor) : descriptor_(descriptor) {}
  OwnedFd(OwnedFd&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OwnedFd& operator=(OwnedFd&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  OwnedFd(const OwnedFd&) = delete;
  OwnedFd& operator=(const OwnedFd&) = delete;
  ~OwnedFd() { reset(); }

  int get() const { return descriptor_; }
  bool open() const { return descriptor_ >= 0; }
  void reset() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
  }

 private:
  int descriptor_ = -1;
};

}  // namespace mcpjury
