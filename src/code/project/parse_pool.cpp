#include "code/project/parse_pool.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <thread>
#include <utility>

#include "code/flows/flows.h"
#include "code/parsed_file.h"
#include "code/project/limited_child.h"
#include "code/scripts/scripts.h"
#include "code/serving/serving.h"
#include "code/summary_json.h"
#include "code/typed/typed.h"

namespace mcpjury {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAhead = 8;                           // files a child has waiting
constexpr std::size_t kMaxAnswer = 16u << 20;               // bytes of one summary
constexpr auto kWorkerPatience = std::chrono::seconds(90);  // without an answer, whatever the processor did
constexpr std::size_t kMaxDeaths = 200;  // then the rest is skipped: something is wrong with us

void put_number(std::string& out, std::size_t number) {
  const auto value = static_cast<std::uint32_t>(number);
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

bool get_number(int descriptor, std::uint32_t& value) {
  return read_all(descriptor, reinterpret_cast<char*>(&value), sizeof value);
}

void serve_files(int in, int out, int seconds, const Summarise& work) {
  std::uint32_t path_size = 0, text_size = 0;
  while (get_number(in, path_size) && get_number(in, text_size)) {
    std::string path(path_size, '\0'), text(text_size, '\0');
    if (!read_all(in, path.data(), path.size()) || !read_all(in, text.data(), text.size())) return;
    allow_processor_seconds(seconds);
    const FileSummary summary = work(path, std::move(text));
    const std::string answer = boost::json::serialize(summary_to_json(summary));
    std::string frame;
    put_number(frame, answer.size());
    frame += answer;
    if (!write_all(out, frame.data(), frame.size())) return;
  }
}

struct Worker {
  std::optional<LimitedChild> child;
  std::deque<std::size_t> waiting;  // handed over, not answered; the first is the file at hand
  std::string out, in;
  Clock::time_point since;
};

class Pool {
 public:
  Pool(const std::vector<std::string>& paths, const ReadText& read, const ProjectOptions& options,
       const std::function<void(std::size_t, const std::string&)>& seen, const Summarise& work)
      : paths_(paths), read_(read), options_(options), seen_(seen), work_(work), results_(paths.size()) {}

  std::vector<FileSummary> run() {
    unsigned count = options_.children != 0 ? options_.children : std::thread::hardware_concurrency();
    count = std::clamp(count, 1u, 8u);
    workers_.resize(std::min<std::size_t>(count, std::max<std::size_t>(paths_.size(), 1)));
    for (std::size_t i = 0; i < paths_.size(); ++i) todo_.push_back(i);
    // A child that is gone makes our writes fail, not end us.
    struct sigaction ignore {
    }, before{};
    ignore.sa_handler = SIG_IGN;
    ::sigaction(SIGPIPE, &ignore, &before);
    while (step()) {
    }
    ::sigaction(SIGPIPE, &before, nullptr);
    return std::move(results_);
  }

 private:
  bool step() {
    bool busy = false;
    std::vector<pollfd> watched;
    std::vector<Worker*> owners;
    for (Worker& worker : workers_) {
      feed(worker);
      if (worker.waiting.empty()) continue;
      busy = true;
      watched.push_back({worker.child->from(), POLLIN, 0});
      owners.push_back(&worker);
      if (!worker.out.empty()) {
        watched.push_back({worker.child->to(), POLLOUT, 0});
        owners.push_back(&worker);
      }
    }
    if (!busy) return false;
    ::poll(watched.data(), watched.size(), 500);
    for (std::size_t i = 0; i < watched.size(); ++i) {
      Worker& worker = *owners[i];
      if (!worker.child) continue;
      if ((watched[i].revents & POLLOUT) != 0) send(worker);
      if ((watched[i].revents & (POLLIN | POLLHUP | POLLERR)) != 0 && watched[i].fd == worker.child->from()) {
        receive(worker);
      }
    }
    for (Worker& worker : workers_) {
      if (worker.child && !worker.waiting.empty() && Clock::now() - worker.since > kWorkerPatience)
        lose(worker);
    }
    return true;
  }

  void feed(Worker& worker) {
    while (!todo_.empty() && worker.waiting.size() < kAhead) {
      const std::size_t index = todo_.front();
      todo_.pop_front();
      std::optional<std::string> text = deaths_ < kMaxDeaths ? read_(paths_[index]) : std::nullopt;
      if (!text) {
        skip(index,
             deaths_ < kMaxDeaths ? "could not be read or is too large" : "the parser failed too often");
        continue;
      }
      if (seen_) seen_(index, *text);
      if (text->size() > kMaxCodeBytes) {
        skip(index, "larger than the parser's limit");
        continue;
      }
      if (!worker.child) {
        worker.child = LimitedChild::start({.memory = options_.memory}, [this](int in, int out) {
          serve_files(in, out, options_.seconds_a_file, work_);
        });
        if (!worker.child) {
          skip(index, "no process to parse it in");
          continue;
        }
      }
      if (worker.waiting.empty()) worker.since = Clock::now();
      worker.waiting.push_back(index);
      put_number(worker.out, paths_[index].size());
      put_number(worker.out, text->size());
      worker.out += paths_[index];
      worker.out += *text;
      send(worker);
      if (worker.out.size() > (1u << 20)) break;
    }
  }

  void send(Worker& worker) {
    while (!worker.out.empty()) {
      const ssize_t put = ::write(worker.child->to(), worker.out.data(), worker.out.size());
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0) return;  // full, or gone: reading will tell
      worker.out.erase(0, static_cast<std::size_t>(put));
    }
  }

  void receive(Worker& worker) {
    char buffer[65536];
    for (;;) {
      const ssize_t got = ::read(worker.child->from(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) break;
      if (got <= 0) {
        take(worker);
        lose(worker);
        return;
      }
      worker.in.append(buffer, static_cast<std::size_t>(got));
      if (static_cast<std::size_t>(got) < sizeof buffer) break;
    }
    take(worker);
  }

  void take(Worker& worker) {
    std::size_t at = 0;
    while (worker.in.size() - at >= sizeof(std::uint32_t) && !worker.waiting.empty()) {
      std::uint32_t size = 0;
      std::memcpy(&size, worker.in.data() + at, sizeof size);
      if (size > kMaxAnswer) {
        lose(worker);
        return;
      }
      if (worker.in.size() - at - sizeof size < size) break;
      const std::string_view answer = std::string_view(worker.in).substr(at + sizeof size, size);
      accept(worker.waiting.front(), answer);
      worker.waiting.pop_front();
      worker.since = Clock::now();
      at += sizeof size + size;
    }
    worker.in.erase(0, at);
  }

  void accept(std::size_t index, std::string_view answer) {
    const Result<ParsedJson> json =
        parse_json(answer, "summary", {.max_depth = 400, .note_duplicate_keys = false, .storage = {}});
    if (!json.ok()) {
      skip(index, "the parser failed on it");
      return;
    }
    Result<FileSummary> summary = summary_from_json(json->value);
    if (!summary.ok()) {
      skip(index, "the parser failed on it");
      return;
    }
    summary->path = paths_[index];  // ours, whatever the child says
    results_[index] = std::move(summary).value();
  }

  // The file at hand is lost; those behind it go to the next child.
  void lose(Worker& worker) {
    ++deaths_;
    worker.child.reset();
    worker.in.clear();
    worker.out.clear();
    if (worker.waiting.empty()) return;
    skip(worker.waiting.front(), "the parser failed on it");
    worker.waiting.pop_front();
    todo_.insert(todo_.begin(), worker.waiting.begin(), worker.waiting.end());
    worker.waiting.clear();
  }

  void skip(std::size_t index, std::string reason) {
    results_[index] = FileSummary{};
    results_[index].path = paths_[index];
    if (const std::optional<CodeLanguage> language = code_language(paths_[index])) {
      results_[index].language = std::string(language_name(*language));
    }
    results_[index].skipped = std::move(reason);
  }

  const std::vector<std::string>& paths_;
  const ReadText& read_;
  const ProjectOptions& options_;
  const std::function<void(std::size_t, const std::string&)>& seen_;
  const Summarise& work_;
  std::vector<FileSummary> results_;
  std::vector<Worker> workers_;
  std::deque<std::size_t> todo_;
  std::size_t deaths_ = 0;
};

}  // namespace

FileSummary summarise(const std::string& path, std::string text) {
  FileSummary summary;
  summary.path = path;
  const std::optional<CodeLanguage> language = code_language(path);
  if (!language) {
    summary.skipped = "no language we parse";
    return summary;
  }
  summary.language = std::string(language_name(*language));
  const Result<ParsedFile> file = ParsedFile::parse(path, *language, std::move(text));
  if (!file.ok()) {
    summary.skipped = file.error().message;
    return summary;
  }
  summary.syntax_errors = file->has_errors();
  read_script_tools(*file, summary);
  read_typed_tools(*file, summary);
  read_serving(*file, summary);
  read_flows(*file, summary);
  return summary;
}

std::vector<FileSummary> summarise_files(const std::vector<std::string>& paths, const ReadText& read,
                                         const ProjectOptions& options,
                                         const std::function<void(std::size_t, const std::string&)>& seen,
                                         const Summarise& work) {
  return Pool(paths, read, options, seen, work).run();
}

}  // namespace mcpjury
