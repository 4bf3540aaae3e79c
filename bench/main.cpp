// make bench: all figures in one run on the same input, as ratios, because machines are noisy.
// Writes build/bench.json. Usage: mcpjury_bench PROGRAM FLOOR NOTHING FOLDER [DATA]
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "base/json.h"
#include "bench_input.h"

extern char** environ;

namespace {

constexpr int kRounds = 5;
constexpr int kStarts = 30;

struct Run {
  double wall = 1e9, cpu = 1e9;
  double peak_mb = 0;
  bool ok = true;
};

std::vector<pid_t> start_all(const std::vector<std::vector<std::string>>& commands, bool& ok) {
  std::vector<pid_t> children;
  for (const auto& command : commands) {
    std::vector<char*> argv;
    for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    if (posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ) == 0) {
      children.push_back(child);
    } else {
      ok = false;
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  return children;
}

Run measure(const std::vector<std::vector<std::string>>& commands) {
  Run run;
  const auto begin = std::chrono::steady_clock::now();
  double cpu = 0;
  for (pid_t child : start_all(commands, run.ok)) {
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 99;
    if (code != 0 && code != 4) run.ok = false;
    cpu += static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    run.peak_mb = std::max(run.peak_mb, static_cast<double>(usage.ru_maxrss) / 1024);
  }
  run.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  run.cpu = cpu;
  return run;
}

void keep_best(Run& best, const Run& run) {
  best.wall = std::min(best.wall, run.wall);
  best.cpu = std::min(best.cpu, run.cpu);
  best.peak_mb = std::max(best.peak_mb, run.peak_mb);
  best.ok = best.ok && run.ok;
}

// Written by a child: a process inherits the peak memory of the one that starts it, so this one stays small.
mcpjury::BenchInput made_by_a_child(const char* data, const std::string& input, const std::string& longer,
                                    const std::string& single) {
  int channel[2];
  mcpjury::BenchInput made;
  if (pipe(channel) != 0) return made;
  const pid_t child = fork();
  if (child == 0) {
    made = mcpjury::write_bench_input(data, input, longer, single);
    std::FILE* out = fdopen(channel[1], "w");
    std::fprintf(out, "%zu %zu %zu\n%s\n", made.tools, made.lines, made.bytes, made.origin.c_str());
    std::fclose(out);
    std::_Exit(0);
  }
  close(channel[1]);
  std::FILE* in = fdopen(channel[0], "r");
  char origin[200] = "";
  if (std::fscanf(in, "%zu %zu %zu %199[^\n]", &made.tools, &made.lines, &made.bytes, origin) == 4)
    made.origin = origin;
  std::fclose(in);
  waitpid(child, nullptr, 0);
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fputs("usage: mcpjury_bench PROGRAM FLOOR NOTHING FOLDER [DATA]\n", stderr);
    return 2;
  }
  const std::string program = argv[1], floor = argv[2], nothing = argv[3], folder = argv[4];
  std::filesystem::create_directories(folder);
  const std::string input = folder + "/tools-50000.ndjson", longer = folder + "/tools-200000.ndjson",
                    single = folder + "/tools-30.json";
  const mcpjury::BenchInput made = made_by_a_child(argc > 5 ? argv[5] : "", input, longer, single);
  std::printf("input: %zu tools, %zu lines, %.1f MB (%s)\n", made.tools, made.lines,
              static_cast<double>(made.bytes) / 1e6, made.origin.c_str());

  const auto batch = [&](const std::string& file, const char* jobs) {
    return std::vector<std::string>{program, "scan", "--batch", file, "--jobs", jobs};
  };
  const std::vector<std::string> floor_command = {floor, input};
  Run one, two, processes, least, long_run, start, idle;
  for (int round = 0; round < kRounds; ++round) {
    keep_best(least, measure({floor_command}));
    keep_best(one, measure({batch(input, "1")}));
    keep_best(two, measure({batch(input, "2")}));
    keep_best(processes, measure({batch(input, "1"), batch(input, "1")}));
  }
  keep_best(long_run, measure({batch(longer, "2")}));
  for (int i = 0; i < kStarts; ++i) {
    keep_best(idle, measure({{nothing}}));
    keep_best(start, measure({{program, "scan", "-q", single}}));
  }
  const double tools = static_cast<double>(made.tools);
  const double floor_ratio = one.cpu / least.cpu;
  const double two_core = one.wall / two.wall;
  const double two_processes = 2 * one.wall / processes.wall;
  const double peak = std::max({one.peak_mb, two.peak_mb, long_run.peak_mb});
  const double startup = start.wall / idle.wall;
  const bool ok = one.ok && two.ok && least.ok && long_run.ok && start.ok && idle.ok && processes.ok;

  struct Bar {
    const char* name;
    double value;
    const char* bar;
    bool holds;
  };
  const Bar bars[] = {{"floor_ratio", floor_ratio, "<= 4", floor_ratio <= 4},
                      {"two_core_speedup", two_core, ">= 1.75", two_core >= 1.75},
                      {"peak_mb", peak, "< 150", peak < 150},
                      {"startup_ratio", startup, "<= 2", startup <= 2}};
  std::ostringstream json;
  json << "{\n  \"tools\": " << made.tools << ",\n  \"tools_per_s\": " << static_cast<long>(tools / one.cpu)
       << ",\n  \"two_process_speedup\": " << two_processes
       << ",\n  \"microseconds_per_tool\": " << one.cpu / tools * 1e6;
  std::printf("tools_per_s         %10.0f  (one core)\n", tools / one.cpu);
  std::printf("two processes       %10.2f  (what the machine can give)\n", two_processes);
  for (const Bar& bar : bars) {
    std::printf("%-19s %10.2f  bar %s%s\n", bar.name, bar.value, bar.bar, bar.holds ? "" : "   MISSED");
    json << ",\n  \"" << bar.name << "\": " << bar.value;
  }
  json << ",\n  \"ok\": " << (ok ? "true" : "false") << "\n}\n";
  std::ofstream(folder + "/../bench.json") << json.str();
  if (!ok) std::puts("a measured program failed");
  return ok ? 0 : 1;
}
