#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "base/escape.h"

namespace mcpjury {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirstDrawn = 500ms;
constexpr auto kDrawnAgain = 200ms;

std::mutex drawing;  // guards `drawn` and what is written meanwhile
bool drawn = false;

void to_terminal(const std::string& text) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text.data(), text.size());
}

std::size_t terminal_columns() {
  struct winsize size {};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' && std::string_view(value) != "0" &&
         std::string_view(value) != "false";
}

std::string minutes(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, 1e9));
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

bool progress_wanted(const CliOptions& options) {
  if (options.quiet || options.no_progress || is_set("CI")) return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  // Somebody is asked on the same terminal before a local server starts.
  if ((options.start || !options.local_command.empty()) && !options.yes) return false;
  return ::isatty(STDERR_FILENO) == 1;
}

std::string progress_text(const std::string& what, const ProgressCounts& counts, double seconds) {
  std::string out = counts.total == 0 ? fmt::format("{} {}", counts.done, what)
                                      : fmt::format("{} of {} {}", counts.done, counts.total, what);
  const double rate = seconds > 0 ? static_cast<double>(counts.done) / seconds : 0;
  if (counts.done > 0) out += rate < 10 ? fmt::format(", {:.1f}/s", rate) : fmt::format(", {:.0f}/s", rate);
  if (counts.failed > 0) out += fmt::format(", {} failed", counts.failed);
  if (counts.files > 0) {
    const double files = seconds > 0 ? static_cast<double>(counts.files) / seconds : 0;
    out += fmt::format(", {} files read, {:.0f}/s", counts.files, files);
  }
  if (counts.done > 0 && counts.done < counts.total && rate > 0)
    return out + fmt::format(", {} left", minutes(static_cast<double>(counts.total - counts.done) / rate));
  return out + fmt::format(", {}", minutes(seconds));
}

Progress::Progress(std::string what, std::uint64_t total, bool wanted)
    : what_(std::move(what)), total_(total), began_(std::chrono::steady_clock::now()) {
  if (!wanted) return;
  try {
    drawer_ = std::thread([this] { draw_until_stopped(); });
  } catch (const std::system_error&) {
    // The work matters, the line does not.
  }
}

Progress::~Progress() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  wake_.notify_all();
  if (drawer_.joinable()) drawer_.join();
  hide_progress();
}

void Progress::add(std::uint64_t done, std::uint64_t failed) {
  done_ += done;
  failed_ += failed;
}

std::string Progress::text(std::chrono::steady_clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - began_).count();
  return "mcpjury: " + progress_text(what_, {done_, total_, failed_, files_}, seconds);
}

void Progress::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  auto next = began_ + kFirstDrawn;
  while (!wake_.wait_until(lock, next, [&] { return stopped_; })) {
    next = std::chrono::steady_clock::now() + kDrawnAgain;
    const std::string line = clip(text(next), terminal_columns() - 1);
    const std::lock_guard pen(drawing);
    to_terminal("\r" + line + "\x1b[K");
    drawn = true;
  }
}

void hide_progress() {
  const std::lock_guard pen(drawing);
  if (drawn) to_terminal("\r\x1b[K");
  drawn = false;
}

}  // namespace mcpjury
