#include "observe/local/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "observe/local/keeper.h"
#include "observe/local/pipe_ends.h"
#include "observe/local/process_tree.h"

namespace mcpjury {
namespace {

enum Tag : std::uint32_t { kOutput, kErrors, kControl, kListener, kInput };
constexpr std::size_t kChunk = 64u << 10;

}  // namespace

std::string_view name_of(ChildEnd end) {
  switch (end) {
    case ChildEnd::kRunning:
      return "running";
    case ChildEnd::kExited:
      return "exited";
    case ChildEnd::kStdinClose:
      return "stdin_close";
    case ChildEnd::kSigterm:
      return "sigterm";
    case ChildEnd::kSigkill:
      return "sigkill";
  }
  return "running";
}

ChildProcess::ChildProcess(Loop& loop, const ChildLimits& limits, ChildFacts& facts, bool wrapped)
    : loop_(loop), limits_(limits), facts_(facts), wrapped_(wrapped) {}

ChildProcess::~ChildProcess() {
  if (!over_) kill_all();
}

Result<std::unique_ptr<ServerProcess>> ChildProcess::start(Loop& loop, ChildSpec spec,
                                                           const ChildLimits& limits, ChildFacts& facts) {
  // A second start of the same server adds to what the first one tried.
  std::vector<Attempt> before = std::move(facts.attempts);
  facts = ChildFacts{};
  facts.attempts = std::move(before);
  std::unique_ptr<ChildProcess> child(new ChildProcess(loop, limits, facts, spec.wrapped));
  if (Status launched = child->launch(spec); !launched) return launched.error();
  return std::unique_ptr<ServerProcess>(std::move(child));
}

Status ChildProcess::launch(const ChildSpec& spec) {
  std::array<OwnedFd, 2> in, out, err, report, control;
  if (!make_pipe(in) || !make_pipe(out) || !make_pipe(err) || !make_pipe(report) || !make_sockets(control))
    return Error{ErrorCode::kNotReached, "no pipes for the server: " + std::string(std::strerror(errno))};
  const PreparedChild prepared =
      prepare(spec, control[1].get(), report[1].get(), in[0].get(), out[1].get(), err[1].get());
  keeper_ = fork();
  if (keeper_ == 0) keep(prepared);
  if (keeper_ < 0) {
    over_ = true;
    return Error{ErrorCode::kNotReached,
                 "the server could not be started: " + std::string(std::strerror(errno))};
  }
  control_ = std::move(control[0]);
  input_ = std::move(in[1]);
  output_ = std::move(out[0]);
  errors_ = std::move(err[0]);
  // Our copies of the other ends have to go, or no end is ever seen.
  for (OwnedFd* end : {&in[0], &out[1], &err[1], &report[1], &control[1]}) end->reset();
  for (const OwnedFd* end : {&input_, &output_, &errors_, &control_}) fcntl(end->get(), F_SETFL, O_NONBLOCK);
  events_ = OwnedFd(epoll_create1(EPOLL_CLOEXEC));
  watch(output_.get(), kOutput, EPOLLIN);
  output_watched_ = true;
  watch(errors_.get(), kErrors, EPOLLIN);
  watch(control_.get(), kControl, EPOLLIN);
  return hear_exec(report[0].get());
}

Status ChildProcess::hear_exec(int report) {
  loop_.wait(report, POLLIN, std::min(limits_.deadline, Loop::now() + Milliseconds(10'000)));
  fcntl(report, F_SETFL, O_NONBLOCK);
  int code = 0;
  const ssize_t size = ::read(report, &code, sizeof code);
  if (size == 0) return Ok{};
  const int why = size == static_cast<ssize_t>(sizeof code) ? code : ETIMEDOUT;
  kill_all();
  return Error{ErrorCode::kNotReached, "the server could not be started: " + std::string(std::strerror(why))};
}

void ChildProcess::watch(int descriptor, std::uint32_t tag, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u32 = tag;
  epoll_ctl(events_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

bool ChildProcess::step(TimePoint deadline) {
  if (!loop_.wait(events_.get(), POLLIN, deadline)) return false;
  std::array<epoll_event, 8> ready;
  const int count = epoll_wait(events_.get(), ready.data(), static_cast<int>(ready.size()), 0);
  for (int i = 0; i < count; ++i) handle(ready[static_cast<std::size_t>(i)].data.u32);
  return true;
}

void ChildProcess::handle(std::uint32_t tag) {
  switch (tag) {
    case kOutput:
      return read_ahead();
    case kErrors:
      return drain_errors();
    case kControl:
      return hear_keeper();
    case kListener:
      if (watch_ && !watch_->serve()) epoll_ctl(events_.get(), EPOLL_CTL_DEL, watch_->descriptor(), nullptr);
      return;
    default:
      return;  // the input is writable, or its reader is gone; write() finds out
  }
}

void ChildProcess::read_ahead() {
  buffer_.resize(kChunk);
  const ssize_t size = output_.open() ? ::read(output_.get(), buffer_.data(), kChunk) : 0;
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) {
    output_ended_ = true;
    output_.reset();
    return;
  }
  facts_.stdout_bytes += static_cast<std::uint64_t>(size);
  if (!ending_) ahead_.append(buffer_, 0, static_cast<std::size_t>(size));
  if (facts_.stdout_bytes > limits_.stdout_bytes) return limit_reached("stdout_bytes");
  if (ahead_.size() >= limits_.ahead_bytes) {
    epoll_ctl(events_.get(), EPOLL_CTL_DEL, output_.get(), nullptr);
    output_watched_ = false;
  }
}

void ChildProcess::drain_errors() {
  buffer_.resize(kChunk);
  for (int i = 0; i < 16; ++i) {
    const ssize_t size = errors_.open() ? ::read(errors_.get(), buffer_.data(), kChunk) : 0;
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) return errors_.reset();
    facts_.stderr_bytes += static_cast<std::uint64_t>(size);
    facts_.stderr_tail.append(buffer_, 0, static_cast<std::size_t>(size));
    if (facts_.stderr_tail.size() > limits_.tail_bytes)
      facts_.stderr_tail.erase(0, facts_.stderr_tail.size() - limits_.tail_bytes);
    if (facts_.stderr_bytes > limits_.stderr_bytes) return limit_reached("stderr_bytes");
  }
}

void ChildProcess::hear_keeper() {
  for (;;) {
    OwnedFd extra;
    const std::optional<KeeperMessage> message = receive_message(control_.get(), extra);
    if (!message) {
      if (errno == EAGAIN) return;
      return control_.reset();
    }
    if (message->word == KeeperWord::kStarted) server_ = message->value;
    if (message->word == KeeperWord::kListener && extra.open()) {
      facts_.watched = true;
      watch_ = std::make_unique<AttemptWatch>(std::move(extra), wrapped_);
      watch(watch_->descriptor(), kListener, EPOLLIN);
    }
    if (message->word == KeeperWord::kExited) {
      exited_ = true;
      if (WIFEXITED(message->value)) facts_.exit_status = WEXITSTATUS(message->value);
      if (WIFSIGNALED(message->value)) facts_.signal = WTERMSIG(message->value);
      if (wrapped_ && facts_.exit_status && *facts_.exit_status > 128) {
        facts_.signal = *facts_.exit_status - 128;
        facts_.exit_status.reset();
      }
    }
  }
}

void ChildProcess::limit_reached(const char* what) {
  facts_.limit = what;
  output_ended_ = true;
  kill_all();
}

std::string ChildProcess::read(TimePoint deadline) {
  const TimePoint until = std::min(deadline, limits_.deadline);
  while (ahead_.empty() && !output_ended_) {
    if (step(until)) continue;
    facts_.timed_out = facts_.timed_out || Loop::now() >= limits_.deadline;
    break;
  }
  std::string bytes;
  bytes.swap(ahead_);
  if (!output_watched_ && output_.open() && !over_) {
    watch(output_.get(), kOutput, EPOLLIN);
    output_watched_ = true;
  }
  return bytes;
}

bool ChildProcess::write(std::string_view bytes, TimePoint deadline) {
  const TimePoint until = std::min(deadline, limits_.deadline);
  bool watching = false;
  while (!bytes.empty() && input_.open() && !over_) {
    const ssize_t size = write_quietly(input_.get(), bytes);
    if (size > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN) {
      if (!watching) watch(input_.get(), kInput, EPOLLOUT);
      watching = true;
      if (!step(until)) break;
    } else if (errno != EINTR) {
      break;
    }
  }
  if (watching && input_.open() && events_.open())
    epoll_ctl(events_.get(), EPOLL_CTL_DEL, input_.get(), nullptr);
  facts_.timed_out = facts_.timed_out || Loop::now() >= limits_.deadline;
  return bytes.empty();
}

bool ChildProcess::wait_for_exit(Milliseconds time) {
  const TimePoint until = Loop::now() + time;
  while (!exited_ && control_.open() && !over_)
    if (!step(until)) break;
  return exited_ || over_;
}

void ChildProcess::end() {
  if (over_) return;
  ending_ = true;
  ahead_.clear();
  if (control_.open()) hear_keeper();
  // Whose output has ended is mostly about to exit; the pipe tells it before the kernel's signal does.
  if (output_ended_) wait_for_exit(limits_.grace / 10);
  const bool before = exited_;
  const std::size_t own = wrapped_ ? 3 : 1;  // bubblewrap, its init, the server
  const std::size_t alive = descendants_of(keeper_).size();
  facts_.helpers = before ? alive : alive - std::min(alive, own);
  input_.reset();
  if (!output_watched_ && output_.open()) watch(output_.get(), kOutput, EPOLLIN);
  ChildEnd how = before ? ChildEnd::kExited : ChildEnd::kStdinClose;
  if (!wait_for_exit(limits_.grace)) {
    how = ChildEnd::kSigterm;
    terminate();
    if (!wait_for_exit(limits_.grace)) how = ChildEnd::kSigkill;
  }
  // A limit that was reached on the way has ended it already.
  if (over_) return;
  kill_all();
  facts_.end = how;
}

void ChildProcess::terminate() {
  // The wrapper would take the whole sandbox with it before the server had its grace.
  for (const pid_t one : descendants_of(keeper_))
    if (!wrapped_ || one != server_) kill(one, SIGTERM);
}

void ChildProcess::kill_all() {
  if (over_) return;
  over_ = true;
  ending_ = true;
  facts_.end = exited_ ? ChildEnd::kExited : ChildEnd::kSigkill;
  input_.reset();
  if (watch_) {
    for (const Attempt& one : watch_->attempts())
      if (std::find(facts_.attempts.begin(), facts_.attempts.end(), one) == facts_.attempts.end())
        facts_.attempts.push_back(one);
    facts_.attempts_truncated = watch_->truncated();
    // Whoever still asks is answered by the kernel.
    watch_.reset();
  }
  // Not through the loop: this has to happen also when the loop has been stopped, and takes milliseconds.
  if (control_.open()) {
    const KeeperMessage order{KeeperWord::kEndAll, 0};
    send(control_.get(), &order, sizeof order, MSG_NOSIGNAL);
    const TimePoint until = Loop::now() + Milliseconds(5'000);
    while (control_.open() && Loop::now() < until) {
      pollfd waiting{control_.get(), POLLIN, 0};
      if (poll(&waiting, 1, 100) > 0) hear_keeper();
    }
    if (control_.open()) kill(keeper_, SIGKILL);
  }
  waitpid(keeper_, nullptr, 0);
  if (errors_.open()) drain_errors();
  errors_.reset();
  output_.reset();
  output_ended_ = true;
  control_.reset();
  events_.reset();
}

}  // namespace mcpjury
