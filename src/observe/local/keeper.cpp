#include "observe/local/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include "observe/local/enter_child.h"

namespace mcpjury {
namespace {

void tell(int control, KeeperWord word, int value) {
  const KeeperMessage message{word, value};
  // Nobody may be listening any more; MSG_NOSIGNAL keeps that from killing the keeper.
  send(control, &message, sizeof message, MSG_NOSIGNAL);
}

// Kills the children this process has now; what they leave behind becomes a child of ours in turn.
void kill_children() {
  char path[64] = "/proc/self/task/";
  std::size_t end = 16;
  char digits[16];
  std::size_t count = 0;
  for (auto rest = static_cast<unsigned>(getpid()); rest != 0; rest /= 10)
    digits[count++] = static_cast<char>('0' + rest % 10);
  while (count > 0) path[end++] = digits[--count];
  for (const char* c = "/children"; *c != '\0'; ++c) path[end++] = *c;
  path[end] = '\0';
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char buffer[4096];
  ssize_t size = 0;
  pid_t number = 0;
  while ((size = read(file, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < size; ++i) {
      if (buffer[i] >= '0' && buffer[i] <= '9') {
        number = number * 10 + (buffer[i] - '0');
      } else if (number > 1) {
        kill(number, SIGKILL);
        number = 0;
      }
    }
  }
  if (number > 1) kill(number, SIGKILL);
  close(file);
}

[[noreturn]] void end_all(int control, pid_t server) {
  for (int round = 0;; ++round) {
    // The group as well, for kernels that do not list children.
    if (server > 0) kill(-server, SIGKILL);
    kill_children();
    int status = 0;
    pid_t gone = 0;
    while ((gone = waitpid(-1, &status, WNOHANG)) > 0)
      if (gone == server) {
        tell(control, KeeperWord::kExited, status);
        server = 0;
      }
    if (gone < 0 && errno == ECHILD) break;
    // A killed process takes its moment, and a fork bomb its rounds.
    timespec pause{0, round < 50 ? 1'000'000 : 20'000'000};
    nanosleep(&pause, nullptr);
  }
  _exit(0);
}

}  // namespace

PreparedChild prepare(const ChildSpec& spec, int control, int report, int input, int output, int errors) {
  PreparedChild child{spec, control, report, input, output, errors, {}, {}, {report}};
  for (const std::string& text : spec.argv) child.argv.push_back(const_cast<char*>(text.c_str()));
  child.argv.push_back(nullptr);
  for (const std::string& text : spec.environment) child.envp.push_back(const_cast<char*>(text.c_str()));
  child.envp.push_back(nullptr);
  for (const OwnedFd& file : spec.inherited) child.kept.push_back(file.get());
  std::sort(child.kept.begin(), child.kept.end());
  return child;
}

void close_others(const int* kept, std::size_t count) {
  unsigned from = 3;
  const auto close_range_of = [](unsigned first, unsigned last) {
    if (first > last) return;
    if (syscall(SYS_close_range, first, last, 0) == 0) return;
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    const unsigned end =
        std::min<unsigned>(last, static_cast<unsigned>(std::min<rlim_t>(limit.rlim_cur, 65536)));
    for (unsigned file = first; file <= end; ++file) close(static_cast<int>(file));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto file = static_cast<unsigned>(kept[i]);
    if (file < from) continue;
    close_range_of(from, file - 1);
    from = file + 1;
  }
  close_range_of(from, ~0u);
}

void keep(const PreparedChild& child) {
  setsid();
  // A core of this process would hold the memory of the whole program; also keeps the server from reading it.
  prctl(PR_SET_DUMPABLE, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  for (int number = 1; number < 65; ++number) signal(number, SIG_DFL);
  sigset_t mask, none;
  sigemptyset(&none);
  sigfillset(&mask);
  sigprocmask(SIG_SETMASK, &mask, nullptr);
  sigemptyset(&mask);
  sigaddset(&mask, SIGCHLD);
  const int ended = signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
  const pid_t server = _Fork();
  if (server == 0) {
    sigprocmask(SIG_SETMASK, &none, nullptr);
    enter_child(child);
  }
  if (server < 0) {
    const int code = errno;
    [[maybe_unused]] const ssize_t told = write(child.report, &code, sizeof code);
    _exit(0);
  }
  // Other pipes and sockets of the program must not live on in here: their readers wait for the end.
  const int control = child.control;
  const int kept[2] = {std::min(control, ended), std::max(control, ended)};
  close_others(kept, 2);
  for (int file = 0; file < 3; ++file) close(file);
  tell(control, KeeperWord::kStarted, server);
  bool gone = false;
  for (;;) {
    pollfd wait[2] = {{control, POLLIN, 0}, {ended, POLLIN, 0}};
    if (poll(wait, 2, -1) < 0) continue;
    if (wait[1].revents != 0) {
      signalfd_siginfo ignored;
      while (read(ended, &ignored, sizeof ignored) > 0) {
      }
      int status = 0;
      for (pid_t one = 0; (one = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (one != server) continue;
        gone = true;
        tell(control, KeeperWord::kExited, status);
      }
    }
    // An order, or the end of this program. The order is read, or closing the socket would count as a reset
    // and overtake what is told on it.
    if (wait[0].revents != 0) {
      KeeperMessage order{};
      recv(control, &order, sizeof order, MSG_DONTWAIT);
      end_all(control, gone ? 0 : server);
    }
  }
}

}  // namespace mcpjury
