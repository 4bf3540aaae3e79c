#include "code/project/limited_child.h"

#include <fcntl.h>
#include <seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

namespace mcpjury {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

void limit(__rlimit_resource_t what, rlim_t value) {
  rlimit both{value, value};
  ::setrlimit(what, &both);
}

// What is not on the list gives EPERM. The list is what memory, pipes, timers and an orderly end need.
bool refuse_system_calls() {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
  if (filter == nullptr) return false;
  bool ok = true;
  for (const int call :
       {SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk),
        SCMP_SYS(madvise), SCMP_SYS(mprotect), SCMP_SYS(futex), SCMP_SYS(exit), SCMP_SYS(exit_group),
        SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(restart_syscall), SCMP_SYS(setitimer),
        SCMP_SYS(clock_gettime), SCMP_SYS(getrandom), SCMP_SYS(getpid), SCMP_SYS(gettid)}) {
    ok = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0) == 0 && ok;
  }
  ok = ok && seccomp_load(filter) == 0;
  seccomp_release(filter);
  return ok;
}

[[noreturn]] void be_child(int in, int out, const ChildLimits& limits,
                           const std::function<void(int, int)>& run) {
  // Above every number that dup2 is about to take.
  const int from = ::fcntl(in, F_DUPFD, 10), to = ::fcntl(out, F_DUPFD, 10);
  if (from < 0 || to < 0) ::_exit(70);
  ::dup2(from, 0);
  ::dup2(to, 1);
  ::close_range(kSanitized ? 3 : 2, ~0u, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGVTALRM, SIGXCPU, SIGALRM}) ::signal(number, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, static_cast<rlim_t>(limits.processor_seconds));
  if (!kSanitized) {
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_NOFILE, 2);
    refuse_system_calls();
  }
  try {
    run(0, 1);
  } catch (...) {
    ::_exit(70);  // out of memory; the parent sees a child that ended early
  }
  ::_exit(0);
}

}  // namespace

std::optional<LimitedChild> LimitedChild::start(const ChildLimits& limits,
                                                const std::function<void(int, int)>& run) {
  int down[2], up[2];
  if (::pipe2(down, O_CLOEXEC) != 0) return std::nullopt;
  if (::pipe2(up, O_CLOEXEC) != 0) {
    ::close(down[0]);
    ::close(down[1]);
    return std::nullopt;
  }
  const pid_t pid = ::fork();
  if (pid == 0) be_child(down[0], up[1], limits, run);
  ::close(down[0]);
  ::close(up[1]);
  if (pid < 0) {
    ::close(down[1]);
    ::close(up[0]);
    return std::nullopt;
  }
  ::fcntl(down[1], F_SETPIPE_SZ, 1 << 20);  // fewer turns; the usual size does when it is refused
  ::fcntl(down[1], F_SETFL, O_NONBLOCK);
  ::fcntl(up[0], F_SETFL, O_NONBLOCK);
  return LimitedChild(pid, down[1], up[0]);
}

LimitedChild::LimitedChild(LimitedChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      to_(std::exchange(other.to_, -1)),
      from_(std::exchange(other.from_, -1)) {}

LimitedChild& LimitedChild::operator=(LimitedChild&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    to_ = std::exchange(other.to_, -1);
    from_ = std::exchange(other.from_, -1);
  }
  return *this;
}

LimitedChild::~LimitedChild() { end(); }

void LimitedChild::close_to() {
  if (to_ >= 0) ::close(std::exchange(to_, -1));
}

void LimitedChild::end() {
  close_to();
  if (from_ >= 0) ::close(std::exchange(from_, -1));
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
}

bool read_all(int descriptor, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(descriptor, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int descriptor, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t put = ::write(descriptor, data, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    data += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

void allow_processor_seconds(int seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = seconds;
  ::setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

}  // namespace mcpjury
