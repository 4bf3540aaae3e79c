// A child process that can compute and talk over two pipes, and nothing else.
//
// Made by fork, so it has the parent's memory as it was; then it closes every descriptor but its pipes,
// limits its memory and processor time, may write no file, and (where seccomp exists) is refused every system
// call that opens, connects, starts or signals. Owned by one thread. The destructor kills and collects it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace mcpjury {

struct ChildLimits {
  std::size_t memory = 1u << 30;
  int processor_seconds = 600;  // in all
};

class LimitedChild {
 public:
  // `run` is called in the child with the descriptors to read and to write; the child ends when it returns.
  // Nothing when no child could be made.
  static std::optional<LimitedChild> start(const ChildLimits& limits,
                                           const std::function<void(int, int)>& run);

  LimitedChild(LimitedChild&& other) noexcept;
  LimitedChild& operator=(LimitedChild&& other) noexcept;
  ~LimitedChild();

  int to() const { return to_; }      // non-blocking
  int from() const { return from_; }  // non-blocking
  pid_t pid() const { return pid_; }
  void close_to();

 private:
  LimitedChild(pid_t pid, int to, int from) : pid_(pid), to_(to), from_(from) {}
  void end();

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
};

// Blocking; false at the end of the stream or on an error.
bool read_all(int descriptor, char* data, std::size_t size);
bool write_all(int descriptor, const char* data, std::size_t size);
// Processor time from now on after which the child is ended by a signal; for use in the child.
void allow_processor_seconds(int seconds);

}  // namespace mcpjury
