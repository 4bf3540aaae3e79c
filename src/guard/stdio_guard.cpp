#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "guard/child.h"
#include "guard/guard.h"
#include "guard/out_buffer.h"
#include "mcp/line_frames.h"

namespace mcpjury {
namespace {

std::int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Signals that end us, and the end of the child, as something that can be polled.
class Signals {
 public:
  Signals() {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int number : {SIGTERM, SIGINT, SIGHUP, SIGCHLD}) sigaddset(&wanted, number);
    ::sigprocmask(SIG_BLOCK, &wanted, &before_);
    descriptor_ = ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
  }
  ~Signals() {
    ::close(descriptor_);
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;
  int descriptor() const { return descriptor_; }
  // The last ending signal that came; 0: none.
  int take() const {
    signalfd_siginfo info{};
    int ending = 0;
    while (::read(descriptor_, &info, sizeof info) == sizeof info) {
      if (info.ssi_signo != SIGCHLD) ending = static_cast<int>(info.ssi_signo);
    }
    return ending;
  }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

class StdioGuard {
 public:
  StdioGuard(int client_in, int client_out, const StdioGuardOptions& options, GuardLog& log,
             GuardedChild& child)
      : options_(options),
        log_(log),
        child_(child),
        client_in_(client_in),
        server_out_(child.take_output()),
        to_client_(client_out, false),
        to_server_(child.take_input(), true),
        client_frames_(options.limits.frame_bytes),
        server_frames_(options.limits.frame_bytes),
        gate_(
            options.gate, log, detective_, [this](std::string_view bytes) { to_client_.add(bytes); },
            [this](std::string_view bytes) { to_server_.add(bytes); }) {}
  ~StdioGuard() {
    if (server_out_ >= 0) ::close(server_out_);
  }
  StdioGuard(const StdioGuard&) = delete;
  StdioGuard& operator=(const StdioGuard&) = delete;

  int run() {
    while (!over()) {
      wait();
      gate_.tick(steady_ms());
      step_ending();
    }
    return code_;
  }

 private:
  // Both sides are done when the child is gone and everything it said was given on.
  bool over() {
    if (to_client_.gone() && stage_ == Stage::kServing) end_child();
    const auto code = child_.ended();
    if (!code || (server_out_ >= 0 && !killed_)) return false;
    if (to_client_.waiting() > 0 && !to_client_.gone() && !killed_) return false;
    if (code_ == 0 && stage_ != Stage::kTold) code_ = *code;
    return true;
  }

  void wait() {
    enum { kSignals, kClientIn, kServerOut, kClientOut, kServerIn, kCount };
    std::array<pollfd, kCount> all{};
    all.fill({-1, 0, 0});
    all[kSignals] = {signals_.descriptor(), POLLIN, 0};
    // Who is slow to read stops the other side from writing: nothing piles up here.
    if (client_in_ >= 0 && to_server_.waiting() < options_.limits.buffer_bytes)
      all[kClientIn] = {client_in_, POLLIN, 0};
    if (server_out_ >= 0 && to_client_.waiting() < options_.limits.buffer_bytes)
      all[kServerOut] = {server_out_, POLLIN, 0};
    if (to_client_.waiting() > 0) all[kClientOut] = {to_client_.descriptor(), POLLOUT, 0};
    if (to_server_.waiting() > 0) all[kServerIn] = {to_server_.descriptor(), POLLOUT, 0};
    ::poll(all.data(), all.size(), patience());
    if (all[kSignals].revents != 0) take_signals();
    if (all[kClientOut].revents != 0) to_client_.flush();
    if (all[kServerIn].revents != 0) to_server_.flush();
    if (all[kServerOut].revents != 0) read_server();
    if (all[kClientIn].revents != 0) read_client();
    if (client_done_ && stage_ == Stage::kServing && !gate_.reading_list() && to_server_.waiting() == 0)
      end_child();
  }

  int patience() const {
    if (stage_ != Stage::kServing) return 50;
    return gate_.reading_list() || client_done_ ? 200 : -1;
  }

  void read_client() {
    if (!read_frames(client_in_, client_frames_, true)) {
      client_in_ = -1;
      client_done_ = true;
      log_.say("client_ended", {});
    }
  }

  void read_server() {
    if (read_frames(server_out_, server_frames_, false)) return;
    ::close(server_out_);
    server_out_ = -1;
    gate_.server_gone();
    if (stage_ == Stage::kServing) {
      log_.say("server_ended", {});
      to_server_.close();
      until_ms_ = steady_ms() + options_.limits.grace.count();
      stage_ = Stage::kServerEnded;
    }
  }

  // False at the end.
  bool read_frames(int from, LineFrames& frames, bool client) {
    const ssize_t count = ::read(from, piece_.data(), piece_.size());
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    if (count == 0) return false;
    frames.feed({piece_.data(), static_cast<std::size_t>(count)});
    const std::int64_t now = steady_ms();
    while (const auto frame = frames.next()) {
      if (frame->too_large) {
        gate_.too_large(client);
      } else if (frame->text.find_first_not_of(" \t") == std::string_view::npos) {
        continue;
      } else if (client) {
        gate_.from_client(frame->text, frame->bytes, now);
      } else {
        gate_.from_server(frame->text, frame->bytes, now);
      }
    }
    return true;
  }

  void take_signals() {
    const int number = signals_.take();
    if (number == 0) return;
    log_.say("signal", {{"number", number}});
    code_ = 128 + number;
    child_.signal(number);
    until_ms_ = steady_ms() + options_.limits.grace.count();
    stage_ = Stage::kTold;
  }

  void end_child() {
    to_server_.close();
    until_ms_ = steady_ms() + options_.limits.grace.count();
    stage_ = Stage::kInputClosed;
  }

  // Input closed, then SIGTERM, then SIGKILL, each with its grace.
  void step_ending() {
    if (stage_ == Stage::kServing || steady_ms() < until_ms_) return;
    until_ms_ = steady_ms() + options_.limits.grace.count();
    if (stage_ == Stage::kTold) {
      child_.signal(SIGKILL);
      killed_ = true;
    } else {
      child_.signal(SIGTERM);
      stage_ = Stage::kTold;
    }
  }

  enum class Stage { kServing, kServerEnded, kInputClosed, kTold };

  const StdioGuardOptions& options_;
  GuardLog& log_;
  GuardedChild& child_;
  Signals signals_;
  Detective detective_;
  int client_in_, server_out_;
  OutBuffer to_client_, to_server_;
  LineFrames client_frames_, server_frames_;
  Gate gate_;
  Stage stage_ = Stage::kServing;
  std::int64_t until_ms_ = 0;
  bool client_done_ = false, killed_ = false;
  int code_ = 0;
  std::array<char, 64 * 1024> piece_{};
};

}  // namespace

std::string random_prefix() {
  std::array<unsigned char, 12> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    // Without chance the ids would be guessable; there is no kernel where this happens.
    ::_exit(70);
  }
  std::string out = "mcpjury-guard-";
  for (const unsigned char byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

Result<int> guard_stdio(int client_in, int client_out, const StdioGuardOptions& options, GuardLog& log) {
  auto child = GuardedChild::start(options.command);
  if (!child) return child.error();
  return std::make_unique<StdioGuard>(client_in, client_out, options, log, **child)->run();
}

}  // namespace mcpjury
