// guard: a gateway between a client and a server that enforces grades and pins.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/escape.h"
#include "cli/cli.h"
#include "guard/guard.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

constexpr const char* kLockFile = "mcpjury.lock";

Result<GuardPolicy> load_policy(const std::string& file) {
  if (file.empty()) return GuardPolicy{};
  auto text = read_text(file, {});
  if (!text) return text.error();
  return parse_guard_policy(*text, file);
}

// The approved surface of this server. A lock file that was named must be there.
Result<std::optional<PinnedSurface>> load_pin(const GuardPolicy& policy,
                                              const std::vector<std::string>& command,
                                              const std::string& url) {
  const std::string file = policy.pin_file.empty() ? kLockFile : policy.pin_file;
  if (policy.pin_file.empty() && ::access(file.c_str(), F_OK) != 0) return std::optional<PinnedSurface>();
  auto text = read_text(file, {});
  if (!text) return text.error();
  auto lock = read_lock(*text, file);
  if (!lock) return lock.error();
  for (auto& [id, entry] : lock->servers) {
    const bool same = url.empty() ? !command.empty() && entry.command == command : entry.target == url;
    if (same) return std::optional<PinnedSurface>({entry, file});
  }
  return std::optional<PinnedSurface>();
}

class LogFile {
 public:
  ~LogFile() {
    if (descriptor_ != STDERR_FILENO) ::close(descriptor_);
  }
  Status open(const std::string& path) {
    if (path.empty()) return Ok{};
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
    if (descriptor_ >= 0) return Ok{};
    return Error{ErrorCode::kCannotWrite,
                 fmt::format("cannot open {}: {}", escape_terminal(path), std::strerror(errno))};
  }
  // One write a line: several guards may share a file.
  void write(std::string_view line) const {
    [[maybe_unused]] const ssize_t ignored = ::write(descriptor_, line.data(), line.size());
  }

 private:
  int descriptor_ = STDERR_FILENO;
};

}  // namespace

int guard_command(const CliOptions& options) {
  if (options.local_command.empty() || options.local_command.front().empty()) {
    complain("guard: no server; write mcpjury guard -- COMMAND ARGS");
    return 2;
  }
  auto policy = load_policy(options.policy_file);
  if (!policy) return complain(policy.error());
  auto pin = load_pin(*policy, options.local_command, {});
  if (!pin) return complain(pin.error());
  LogFile file;
  if (auto opened = file.open(options.guard_log); !opened) return complain(opened.error());
  GuardLog log([&](std::string_view line) { file.write(line); }, [] { return current_time(); });
  StdioGuardOptions guard;
  guard.command = options.local_command;
  guard.gate.policy = std::move(*policy);
  guard.gate.pin = std::move(*pin);
  guard.gate.id_prefix = random_prefix();
  const auto code = guard_stdio(STDIN_FILENO, STDOUT_FILENO, guard, log);
  return code ? *code : complain(code.error());
}

}  // namespace mcpjury
