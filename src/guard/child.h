// The guarded server as a child with pipes for its input and output, in a process group of its own, started
// as the client would have started it: same environment, same folder, standard error shared.
//
// One owner, one thread. The destructor kills the whole group.
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace mcpjury {

class GuardedChild {
 public:
  // kNotReached when the program cannot be executed.
  static Result<std::unique_ptr<GuardedChild>> start(const std::vector<std::string>& command);
  ~GuardedChild();
  GuardedChild(const GuardedChild&) = delete;
  GuardedChild& operator=(const GuardedChild&) = delete;

  int take_input() { return std::exchange(input_, -1); }    // non-blocking; the caller's to close
  int take_output() { return std::exchange(output_, -1); }  // the same
  void signal(int number) const;                            // to the whole group
  // The exit code, 128 + signal for one that was killed; nothing while it runs.
  std::optional<int> ended();

 private:
  GuardedChild(pid_t process, int input, int output) : process_(process), input_(input), output_(output) {}

  pid_t process_;
  int input_, output_;
  std::optional<int> code_;
};

}  // namespace mcpjury
