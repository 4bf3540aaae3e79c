#include "guard/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  void close() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
    read = write = -1;
  }
};

// Behind the fork; the program has one thread then, and only system calls follow.
[[noreturn]] void become(char* const* words, const Pipe& input, const Pipe& output, int report,
                         pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(127);
  ::dup2(input.read, STDIN_FILENO);
  ::dup2(output.write, STDOUT_FILENO);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::signal(SIGINT, SIG_DFL);
  ::execvp(words[0], words);
  const int failed = errno;
  [[maybe_unused]] const ssize_t ignored = ::write(report, &failed, sizeof failed);
  ::_exit(127);
}

}  // namespace

Result<std::unique_ptr<GuardedChild>> GuardedChild::start(const std::vector<std::string>& command) {
  const auto failure = [&](int number) {
    return Error{
        ErrorCode::kNotReached,
        fmt::format("cannot start {}: {}", escape_terminal(redact(command.front())), std::strerror(number))};
  };
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  Pipe input, output, report;
  if (!input.open() || !output.open() || !report.open()) {
    const Error error = failure(errno);
    input.close(), output.close(), report.close();
    return error;
  }
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process == 0) become(words.data(), input, output, report.write, parent);
  const int fork_error = errno;
  ::close(input.read), input.read = -1;
  ::close(output.write), output.write = -1;
  ::close(report.write), report.write = -1;
  int number = process < 0 ? fork_error : 0;
  if (process > 0) {
    ::setpgid(process, process);
    while (::read(report.read, &number, sizeof number) < 0 && errno == EINTR) {
    }
  }
  report.close();
  if (number != 0) {
    input.close(), output.close();
    if (process > 0) ::waitpid(process, nullptr, 0);
    return failure(number);
  }
  ::fcntl(input.write, F_SETFL, O_NONBLOCK);
  ::fcntl(output.read, F_SETFL, O_NONBLOCK);
  return std::unique_ptr<GuardedChild>(new GuardedChild(process, input.write, output.read));
}

GuardedChild::~GuardedChild() {
  if (input_ >= 0) ::close(input_);
  if (output_ >= 0) ::close(output_);
  // Helpers of the server too, also when it ended by itself.
  ::kill(-process_, SIGKILL);
  if (!code_) ::waitpid(process_, nullptr, 0);
}

void GuardedChild::signal(int number) const { ::kill(-process_, number); }

std::optional<int> GuardedChild::ended() {
  if (code_) return code_;
  int status = 0;
  if (::waitpid(process_, &status, WNOHANG) != process_) return std::nullopt;
  code_ = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return code_;
}

}  // namespace mcpjury
