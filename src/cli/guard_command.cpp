// guard: a gateway between a client and a server that enforces grades and pins.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/live_options.h"
#include "guard/guard.h"
#include "guard/remote_guard.h"
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

// Where the log goes. A reader of standard error that does not read must not stop the guard: a line that
// finds no room is dropped, and the next one that does says how many were.
class LogFile {
 public:
  ~LogFile() {
    if (descriptor_ != STDERR_FILENO) ::close(descriptor_);
  }
  Status open(const std::string& path) {
    const bool shared = path.empty();
    // A description of our own for a pipe: O_NONBLOCK on the shared one would be the server's too.
    const int opened =
        ::open(shared ? "/proc/self/fd/2" : path.c_str(),
               O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY | (shared ? O_NONBLOCK : O_CREAT), 0600);
    if (opened >= 0) descriptor_ = opened;
    if (opened >= 0 || shared) return Ok{};
    return Error{ErrorCode::kCannotWrite,
                 fmt::format("cannot open {}: {}", escape_terminal(path), std::strerror(errno))};
  }
  // One write a line: several guards may share a file.
  void write(std::string_view line) {
    if (dropped_ > 0) {
      const std::string note = fmt::format("{{\"event\":\"log_dropped\",\"count\":{}}}\n", dropped_);
      if (!put(note)) {
        ++dropped_;
        return;
      }
      dropped_ = 0;
    }
    if (!put(line)) ++dropped_;
  }

 private:
  bool put(std::string_view line) const {
    ssize_t count = ::send(descriptor_, line.data(), line.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count < 0 && errno == ENOTSOCK) count = ::write(descriptor_, line.data(), line.size());
    return count >= 0;
  }

  int descriptor_ = STDERR_FILENO;
  std::uint64_t dropped_ = 0;
};

// "127.0.0.1:8080", "[::1]:8080", ":8080".
Status read_listen(const std::string& text, RemoteGuardOptions& out) {
  if (text.empty()) return Ok{};
  const std::size_t colon = text.rfind(':');
  const std::string_view digits = colon == std::string::npos ? "" : std::string_view(text).substr(colon + 1);
  std::string host = text.substr(0, std::min(colon, text.size()));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (!host.empty()) out.listen = host;
  const auto [end, trouble] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
  if (digits.empty() || trouble != std::errc{} || end != digits.data() + digits.size())
    return Error{ErrorCode::kUsage, "--listen takes HOST:PORT, for example 127.0.0.1:8080"};
  return Ok{};
}

Result<int> guard_url(const CliOptions& options, GateOptions gate, GuardLog& log) {
  auto live = make_live_options(options);
  if (!live) return live.error();
  RemoteGuardOptions guard;
  guard.url = options.guard_url;
  guard.gate = std::move(gate);
  guard.resolver = live->resolver;
  guard.allowed_hosts = live->allowed_hosts;
  for (const SecretHeader& header : live->credential)
    guard.credential.push_back({header.name, std::string(header.value.reveal())});
  if (auto read = read_listen(options.guard_listen, guard); !read) return read.error();
  if (options.allow_private) {
    if (const auto host = host_of_url(options.guard_url)) guard.allowed_hosts.push_back(*host);
  }
  guard.listening = [](std::uint16_t port) { complain(fmt::format("guard: http://127.0.0.1:{}/mcp", port)); };
  return guard_remote(guard, log);
}

}  // namespace

int guard_command(const CliOptions& options) {
  const bool local = !options.local_command.empty() && !options.local_command.front().empty();
  if (local == !options.guard_url.empty()) {
    complain("guard: give either -- COMMAND ARGS or --url URL");
    return 2;
  }
  auto policy = load_policy(options.policy_file);
  if (!policy) return complain(policy.error());
  auto pin = load_pin(*policy, options.local_command, options.guard_url);
  if (!pin) return complain(pin.error());
  LogFile file;
  if (auto opened = file.open(options.guard_log); !opened) return complain(opened.error());
  GuardLog log([&](std::string_view line) { file.write(line); }, [] { return current_time(); });
  GateOptions gate;
  gate.policy = std::move(*policy);
  gate.pin = std::move(*pin);
  gate.id_prefix = random_prefix();
  const auto code =
      local ? guard_stdio(STDIN_FILENO, STDOUT_FILENO, {options.local_command, std::move(gate), {}}, log)
            : guard_url(options, std::move(gate), log);
  return code ? *code : complain(code.error());
}

}  // namespace mcpjury
