#include "cli/store_command.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "cli/store_choice.h"
#include "model/utc_time.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxLine = 1u << 30;
constexpr std::size_t kPiece = 1u << 18;
constexpr std::int64_t kDay = 86'400;

// Lines of a file or of stdin, one at a time, with a stated maximum.
class LineReader {
 public:
  LineReader(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}
  ~LineReader() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
  }
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  Result<bool> next(std::string& line) {
    line.clear();
    for (;;) {
      const std::size_t end = held_.find('\n', begin_);
      const std::size_t stop = std::min(end, held_.size());
      if (line.size() + stop - begin_ > kMaxLine) {
        return Error{ErrorCode::kLimit,
                     fmt::format("{}: a line is longer than {} MiB", name_, kMaxLine >> 20)};
      }
      line.append(held_, begin_, stop - begin_);
      begin_ = stop + 1;
      if (end != std::string::npos) return true;
      held_.resize(kPiece);
      const ssize_t got = ::read(descriptor_, held_.data(), held_.size());
      if (got < 0 && errno == EINTR) {
        held_.clear();
        begin_ = 0;
        continue;
      }
      if (got < 0)
        return Error{ErrorCode::kUnreadable, fmt::format("cannot read {}: {}", name_, std::strerror(errno))};
      held_.resize(static_cast<std::size_t>(got));
      begin_ = 0;
      if (got == 0) return !line.empty();
    }
  }

 private:
  int descriptor_;
  std::string name_;
  std::string held_;
  std::size_t begin_ = 0;
};

std::string rows_text(std::uint64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < (10u << 20)) return fmt::format("{} KiB", (bytes + 1023) >> 10);
  return fmt::format("{} MiB", bytes >> 20);
}

// The option, else the setting; -1 when neither is given.
Result<int> retention(int given, const char* setting) {
  if (given >= 0) return given;
  const char* text = std::getenv(setting);
  if (text == nullptr || *text == '\0') return -1;
  int value = -1;
  const char* end = text + std::strlen(text);
  const auto [at, failed] = std::from_chars(text, end, value);
  if (failed != std::errc{} || at != end || value < 0 || value > 1'000'000) {
    return Error{ErrorCode::kUsage, fmt::format("{} is no number between 0 and 1000000", setting)};
  }
  return value;
}

Result<std::unique_ptr<Store>> store_of(const CliOptions& options, bool read_only) {
  auto choice = chosen_store(options);
  if (!choice) return choice.error();
  return open_store(*choice, read_only);
}

}  // namespace

bool is_store_export(const std::string& path) {
  if (path == "-") return true;
  std::ifstream in(path, std::ios::binary);
  std::string head(kExportMark.size(), '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return in && head == kExportMark;
}

int export_store(const CliOptions& options) {
  if (options.db_words.size() > 1) {
    complain("db export: one FILE, or none for stdout");
    return 2;
  }
  const std::string path = options.db_words.empty() ? "-" : options.db_words[0];
  auto store = store_of(options, true);
  if (!store) return complain(store.error());
  PendingFile file;
  if (path != "-") {
    if (auto opened = file.open(path); !opened) return complain(opened.error());
  }
  Status written = Ok{};
  bool gone = false;
  auto done = (*store)->export_to([&](std::string_view line) {
    written = path == "-" ? write_stdout(line, &gone) : file.write(line);
    return written.ok() && !gone;
  });
  if (!written) return complain(written.error());
  if (!done) return complain(done.error());
  if (path != "-") {
    if (auto committed = file.commit(); !committed) return complain(committed.error());
  }
  return 0;
}

int import_store(const CliOptions& options, const std::string& path) {
  const bool from_stdin = path == "-";
  const std::string name = from_stdin ? std::string("standard input") : escape_terminal(path);
  const int input = from_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (input < 0) {
    complain(fmt::format("cannot open {}: {}", name, std::strerror(errno)));
    return 2;
  }
  LineReader lines(input, name);
  auto store = store_of(options, false);
  if (!store) return complain(store.error());
  auto taken = (*store)->import_from([&](std::string& line) { return lines.next(line); });
  if (!taken) {
    complain(fmt::format("{}: {}", name, taken.error().message));
    return exit_code_of(taken.error().code);
  }
  return finish_with(fmt::format("{}: {} imported\n", name, rows_text(*taken, "row", "rows")), 0);
}

int vacuum_store(const CliOptions& options) {
  auto days = retention(options.keep_days, "MCPJURY_KEEP_DAYS");
  if (!days) return complain(days.error());
  auto scans = retention(options.keep_scans, "MCPJURY_KEEP_SCANS");
  if (!scans) return complain(scans.error());
  if (!options.db_words.empty()) {
    complain("db vacuum takes no file; --keep-days and --keep-scans say what stays");
    return 2;
  }
  auto store = store_of(options, false);
  if (!store) return complain(store.error());
  // Neither: nothing is too old, only room is given back.
  std::string before;
  if (*days >= 0 || *scans >= 0) {
    const std::int64_t now = unix_seconds(current_time()).value_or(0);
    before = *days >= 0 ? format_time(now - *days * kDay) : std::string("9999-12-31T23:59:59Z");
  }
  auto gone = (*store)->vacuum(before, *scans >= 0 ? *scans : 1);
  if (!gone) return complain(gone.error());
  return finish_with(fmt::format("{} dropped\n", rows_text(*gone, "scan", "scans")), 0);
}

Result<StoreShown> shown_store(const CliOptions& options) {
  auto store = store_of(options, true);
  if (!store) return store.error();
  auto status = (*store)->status();
  if (!status) return status.error();
  StoreShown out;
  out.text = fmt::format(
      "history: {}, schema {}, {}\n  {}\n  {} of {}; {} of evidence, {}, {}\n  {}, {}, {} and {} known\n",
      status->engine, status->schema_version, size_text(status->bytes),
      clip(escape_terminal(status->place), 200), rows_text(status->scans, "scan", "scans"),
      rows_text(status->targets, "target", "targets"), rows_text(status->evidence, "piece", "pieces"),
      rows_text(status->findings, "finding", "findings"), rows_text(status->tools, "tool", "tools"),
      rows_text(status->feedback, "feedback entry", "feedback entries"),
      rows_text(status->approvals, "approval", "approvals"),
      rows_text(status->methodologies, "methodology version", "methodology versions"),
      rows_text(status->feeds, "feed", "feeds"));
  out.json = JsonObject{{"engine", status->engine},
                        {"place", status->place},
                        {"schema", status->schema_version},
                        {"bytes", status->bytes},
                        {"scans", status->scans},
                        {"targets", status->targets},
                        {"evidence", status->evidence},
                        {"findings", status->findings},
                        {"tools", status->tools},
                        {"feedback", status->feedback},
                        {"approvals", status->approvals},
                        {"feeds", status->feeds},
                        {"methodologies", status->methodologies}};
  return out;
}

}  // namespace mcpjury
