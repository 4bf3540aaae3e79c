// A child with pipes for its three streams, everything it starts, and the end of all of it.
//
// One owner, used from one fiber of the loop. Standard error is drained and a listener is served whenever the
// fiber waits here for anything, so that neither can block the child while we wait for it. The destructor
// ends what end() did not, at once.
#pragma once

#include <sys/types.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "mcp/client.h"
#include "net/loop.h"
#include "observe/local/attempts.h"
#include "observe/local/child_spec.h"

namespace mcpjury {

struct ChildLimits {
  TimePoint deadline = TimePoint::max();    // of the whole child; reads and writes end with it
  std::uint64_t stderr_bytes = 64u << 20;   // then it is killed
  std::uint64_t stdout_bytes = 512u << 20;  // the same; single messages are bounded by the channel
  std::size_t tail_bytes = 8u << 10;        // of standard error, kept
  std::size_t ahead_bytes = 1u << 20;       // of standard output, read before it is asked for
  Milliseconds grace{2'000};                // after the input closed, and again after SIGTERM
};

// How the child came to its end.
enum class ChildEnd : std::uint8_t { kRunning, kExited, kStdinClose, kSigterm, kSigkill };
std::string_view name_of(ChildEnd end);  // "exited", "stdin_close", "sigterm", "sigkill"

struct ChildFacts {
  ChildEnd end = ChildEnd::kRunning;
  std::optional<int> exit_status, signal;
  std::string stderr_tail;  // raw bytes: hostile, may hold secrets
  std::uint64_t stderr_bytes = 0, stdout_bytes = 0;
  std::string limit;        // "stderr_bytes", "stdout_bytes"; empty when none was reached
  bool timed_out = false;   // the deadline of the whole child passed
  std::size_t helpers = 0;  // further processes that lived when the end began
  bool watched = false;     // attempts could be seen
  bool attempts_truncated = false;
  std::vector<Attempt> attempts;
};

class ChildProcess : public ServerProcess {
 public:
  // kNotReached when the program cannot be executed. Facts are written to `facts`, which must outlive it.
  static Result<std::unique_ptr<ServerProcess>> start(Loop& loop, ChildSpec spec, const ChildLimits& limits,
                                                      ChildFacts& facts);
  ~ChildProcess() override;

  std::string read(TimePoint deadline) override;
  bool at_end() const override { return output_ended_ && ahead_.empty(); }
  bool write(std::string_view bytes, TimePoint deadline) override;
  void close_input() override { input_.reset(); }
  void end() override;
  std::uint64_t stderr_bytes() const override { return facts_.stderr_bytes; }

 private:
  ChildProcess(Loop& loop, const ChildLimits& limits, ChildFacts& facts, bool wrapped);
  Status launch(const ChildSpec& spec);
  Status hear_exec(int report);
  bool step(TimePoint deadline);  // waits for anything and handles it; false at the deadline
  void handle(std::uint32_t tag);
  void watch(int descriptor, std::uint32_t tag, std::uint32_t events);
  void drain_errors();
  void read_ahead();
  void hear_keeper();
  void limit_reached(const char* what);
  bool wait_for_exit(Milliseconds time);
  void terminate();
  void kill_all();

  Loop& loop_;
  ChildLimits limits_;
  ChildFacts& facts_;
  bool wrapped_;
  bool output_ended_ = false, output_watched_ = false, exited_ = false, ending_ = false, over_ = false;
  pid_t keeper_ = 0, server_ = 0;
  OwnedFd input_, output_, errors_, control_, events_;
  std::string ahead_, buffer_;
  std::unique_ptr<AttemptWatch> watch_;
};

}  // namespace mcpjury
