#include "observe/git/run_git.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/local/owned_fd.h"

namespace mcpjury {
namespace {

constexpr std::size_t kErrorBytes = 16u << 10;

std::vector<std::string> words_of(const GitRun& run, const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"git"};
  const auto set = [&](std::string value) {
    words.emplace_back("-c");
    words.push_back(std::move(value));
  };
  set("core.hooksPath=/dev/null");
  set("core.askPass=/bin/true");
  set("credential.helper=");
  set("protocol.allow=never");
  set("protocol.https.allow=always");
  set(run.allow_http ? "protocol.http.allow=always" : "protocol.http.allow=never");
  // Also switches off the alternates that a plain file server may name.
  set("http.followRedirects=false");
  set("http.proxy=");
  set("http.lowSpeedLimit=500");
  set("http.lowSpeedTime=20");
  if (!run.pin.empty()) set("http.curloptResolve=" + run.pin);
  set("fetch.fsckObjects=true");
  set("fetch.recurseSubmodules=false");
  set("fetch.unpackLimit=1");
  set("transfer.bundleURI=false");
  set("submodule.recurse=false");
  set("gc.auto=0");
  set("maintenance.auto=false");
  set("pack.threads=1");
  set("core.fsmonitor=false");
  set("filter.lfs.smudge=");
  set("filter.lfs.required=false");
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::string> environment_of(const GitRun& run) {
  return {"PATH=/usr/local/bin:/usr/bin:/bin",
          "HOME=" + run.home,
          "XDG_CONFIG_HOME=" + run.home,
          "LC_ALL=C",
          "GIT_CONFIG_NOSYSTEM=1",
          "GIT_CONFIG_GLOBAL=/dev/null",
          "GIT_TERMINAL_PROMPT=0",
          "GIT_ASKPASS=/bin/true",
          "GIT_SSH_COMMAND=/bin/false",
          "GIT_PROTOCOL_FROM_USER=0",
          "GIT_OPTIONAL_LOCKS=0",
          "GIT_LFS_SKIP_SMUDGE=1",
          "GIT_NO_REPLACE_OBJECTS=1",
          std::string("GIT_ALLOW_PROTOCOL=") + (run.allow_http ? "https:http" : "https")};
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

void limit(int what, std::uint64_t value) {
  const rlimit both{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
  setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

struct Prepared {
  std::vector<char*> argv, envp;
  const char* folder;
  int input, output, errors;
  std::uint64_t file_bytes, memory_bytes;
};

// Behind a fork: system calls only.
[[noreturn]] void become_git(const Prepared& child) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(child.input, 0);
  dup2(child.output, 1);
  dup2(child.errors, 2);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  limit(RLIMIT_FSIZE, child.file_bytes);
  limit(RLIMIT_AS, child.memory_bytes);
  limit(RLIMIT_CPU, 300);
  limit(RLIMIT_CORE, 0);
  if (chdir(child.folder) != 0) _exit(126);
  for (const char* program : {"/usr/bin/git", "/usr/local/bin/git", "/bin/git"})
    execve(program, child.argv.data(), child.envp.data());
  _exit(127);
}

// Reads both streams until they end, a limit is met or the time is over. False when git must be ended.
bool listen(const GitRun& run, OwnedFd& output, OwnedFd& errors, GitOutput& out, std::string& said) {
  std::array<char, 16384> block{};
  while (output.open() || errors.open()) {
    if (Loop::now() >= run.deadline || (run.stopped && run.stopped())) {
      out.problem = "it took too long";
      return false;
    }
    std::array<pollfd, 2> waiting = {pollfd{output.get(), POLLIN, 0}, pollfd{errors.get(), POLLIN, 0}};
    if (::poll(waiting.data(), waiting.size(), 100) <= 0) continue;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      const ssize_t got = ::read(waiting[i].fd, block.data(), block.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        (i == 0 ? output : errors).reset();
      } else if (i == 0) {
        out.output.append(block.data(), static_cast<std::size_t>(got));
      } else if (said.size() < kErrorBytes) {
        said.append(block.data(), static_cast<std::size_t>(got));
      }
    }
    if (out.output.size() > run.output_bytes) {
      out.problem = "it answered more than the limit";
      return false;
    }
  }
  return true;
}

// The last line that says something; what the server says ("remote: …") is hostile text.
std::string last_line(std::string_view text) {
  std::string_view best;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.starts_with("fatal:") || line.starts_with("error:") || best.empty()) best = line;
  }
  return redact(escape_terminal(clip(best, 300)));
}

}  // namespace

GitOutput run_git(const GitRun& run, const std::vector<std::string>& arguments) {
  GitOutput out;
  std::array<int, 2> output{}, errors{};
  if (::pipe2(output.data(), O_CLOEXEC) != 0) {
    out.problem = "no pipe";
    return out;
  }
  OwnedFd output_read(output[0]), output_write(output[1]);
  if (::pipe2(errors.data(), O_CLOEXEC) != 0) {
    out.problem = "no pipe";
    return out;
  }
  OwnedFd errors_read(errors[0]), errors_write(errors[1]);
  const OwnedFd input(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::vector<std::string> words = words_of(run, arguments), environment = environment_of(run);
  const Prepared child{pointers(words),    pointers(environment), run.home.c_str(), input.get(),
                       output_write.get(), errors_write.get(),    run.file_bytes,   run.memory_bytes};
  const pid_t git = ::fork();
  if (git == 0) become_git(child);
  if (git < 0) {
    out.problem = "git cannot be started";
    return out;
  }
  ::setpgid(git, git);
  output_write.reset();
  errors_write.reset();
  std::string said;
  const bool whole = listen(run, output_read, errors_read, out, said);
  if (!whole) ::kill(-git, SIGKILL);
  int status = 0;
  while (::waitpid(git, &status, 0) < 0 && errno == EINTR) {
  }
  // Helpers that outlive git (remote-https, index-pack) are of its group.
  ::kill(-git, SIGKILL);
  if (!whole) return out;
  out.ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!out.ok) {
    out.problem = WIFEXITED(status) && WEXITSTATUS(status) == 127 ? "git is not installed" : last_line(said);
    if (out.problem.empty()) out.problem = "git failed";
  }
  return out;
}

}  // namespace mcpjury
