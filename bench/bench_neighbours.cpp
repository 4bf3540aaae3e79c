// How long one look-alike question takes when the store holds many distinct tool names: exact and near names,
// and hosts. A fresh SQLite store in a temporary folder; also a PostgreSQL one when MCPJURY_TEST_POSTGRES
// names an empty database. Prints JSON.
//
//   bench_neighbours [NAMES] [QUERIES] [NAMES_OF_POSTGRESQL]      1,000,000 and 2,000 when not given
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace {

using mcpjury::ServerRow;
using mcpjury::Store;
using mcpjury::ToolRow;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kToolsOfAServer = 20, kServersAtOnce = 20'000;

// Names as servers have them: verb, one to three things, now and then a number or a vendor's word. Common
// beginnings are what makes near search hard, so they are common here too.
class Names {
 public:
  std::string next() {
    static constexpr std::array<std::string_view, 24> kVerbs = {
        "get",   "list",  "create", "update", "delete", "search", "add",    "remove",
        "read",  "write", "send",   "fetch",  "find",   "export", "import", "run",
        "start", "stop",  "move",   "copy",   "set",    "query",  "show",   "sync"};
    static constexpr std::array<std::string_view, 40> kThings = {
        "user",    "file",    "issue",   "project", "page",    "order",    "invoice", "customer",
        "team",    "message", "channel", "ticket",  "account", "document", "folder",  "record",
        "table",   "event",   "task",    "report",  "image",   "branch",   "commit",  "contact",
        "product", "payment", "device",  "policy",  "secret",  "session",  "job",     "metric",
        "log",     "alert",   "domain",  "cluster", "bucket",  "queue",    "topic",   "schema"};
    std::string out(kVerbs[random_() % kVerbs.size()]);
    for (std::size_t i = random_() % 3 + 1; i > 0; --i)
      out.append("_").append(kThings[random_() % kThings.size()]);
    if (random_() % 3 == 0) out.append("s");
    if (random_() % 2 == 0) {
      out += '_';
      for (int i = 0; i < 5; ++i) out += static_cast<char>('a' + random_() % 26);
    }
    return out;
  }
  std::string label() {
    std::string out;
    for (std::size_t i = random_() % 8 + 5; i > 0; --i) out += static_cast<char>('a' + random_() % 26);
    return out;
  }
  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  std::mt19937_64 random_{7};
};

std::string key_of(std::string_view name) {
  std::string out;
  std::copy_if(name.begin(), name.end(), std::back_inserter(out), [](char c) { return c != '_'; });
  return out;
}

double milliseconds(Clock::time_point from) {
  return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

// Of this thread: what the question costs on a machine that has other things to do as well.
double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

struct Spread {
  double p50, p99, worst;
};
Spread spread(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {values[values.size() / 2], values[values.size() * 99 / 100], values.back()};
}

int measure(const std::string& engine, const std::string& url, std::size_t wanted, std::size_t queries,
            bool& first) {
  auto store = Store::open({.url = url});
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 2;
  }
  Names names;
  std::set<std::string> distinct;
  std::vector<std::string> all, labels;
  std::vector<mcpjury::ComparedServer> batch;
  const auto begin = Clock::now();
  while (distinct.size() < wanted) {
    ServerRow server;
    const std::string label = names.label();
    server.target_key = "https://" + label + ".example/mcp";
    server.server_name = label;
    server.publisher = label + ".example";
    server.brands = label;
    server.host = server.publisher;
    server.host_label = server.host_key = label;
    server.first_seen = server.last_seen = "2026-01-01T00:00:00Z";
    server.tool_count = kToolsOfAServer;
    std::vector<ToolRow> tools;
    for (std::size_t i = 0; i < kToolsOfAServer; ++i) {
      const std::string name = names.next();
      if (distinct.insert(name).second) all.push_back(name);
      tools.push_back({name, key_of(name), std::string(60, 'a') + std::to_string(all.size() % 100000)});
    }
    labels.push_back(label);
    batch.push_back({std::move(server), std::move(tools)});
    if (batch.size() < kServersAtOnce && distinct.size() < wanted) continue;
    if (auto added = (*store)->add_servers(batch); !added) {
      std::fprintf(stderr, "%s\n", added.error().message.c_str());
      return 2;
    }
    batch.clear();
  }
  const double loading = milliseconds(begin) / 1000;
  std::vector<double> name_times, host_times, name_cpu, host_cpu;
  std::size_t found = 0, hosts = 0;
  for (std::size_t i = 0; i < queries; ++i) {
    std::string name = all[names.below(all.size())];
    if (i % 2 == 0) name[names.below(name.size())] = 'x';
    const auto start = Clock::now();
    const double cpu = cpu_milliseconds();
    const auto seen = (*store)->names_like({{name, key_of(name), ""}}, "nobody");
    name_times.push_back(milliseconds(start));
    name_cpu.push_back(cpu_milliseconds() - cpu);
    found += seen && !seen->empty() ? 1 : 0;
    std::string label = labels[names.below(labels.size())];
    label[names.below(label.size())] = 'x';
    const auto again = Clock::now();
    const double cpu_again = cpu_milliseconds();
    const auto alike = (*store)->hosts_like(label, label, "nobody");
    host_times.push_back(milliseconds(again));
    host_cpu.push_back(cpu_milliseconds() - cpu_again);
    hosts += alike && !alike->empty() ? 1 : 0;
  }
  const Spread name = spread(name_times), host = spread(host_times), name_work = spread(name_cpu),
               host_work = spread(host_cpu);
  const auto status = (*store)->status();
  std::printf(
      "%s  {\"engine\": \"%s\", \"names\": %zu, \"hosts\": %zu, \"load_seconds\": %.1f, \"bytes\": %llu,\n"
      "   \"name_query_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"worst\": %.3f, \"cpu_p50\": %.3f, \"cpu_p99\": "
      "%.3f, \"found\": %zu, \"of\": %zu},\n"
      "   \"host_query_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"worst\": %.3f, \"cpu_p50\": %.3f, \"cpu_p99\": "
      "%.3f, \"found\": %zu, \"of\": %zu}}",
      first ? "" : ",\n", engine.c_str(), distinct.size(), labels.size(), loading,
      static_cast<unsigned long long>(status ? status->bytes : 0), name.p50, name.p99, name.worst,
      name_work.p50, name_work.p99, found, queries, host.p50, host.p99, host.worst, host_work.p50,
      host_work.p99, hosts, queries);
  first = false;
  // The clock of a shared machine tells of others: the middle one must hold by the clock, 99 of 100 by the
  // work this thread did. PostgreSQL works in a process of its own.
  return name.p50 < 5 && host.p50 < 5 && name_work.p99 < 5 && host_work.p99 < 5 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t names = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1'000'000;
  const std::size_t queries = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 2'000;
  const auto folder =
      std::filesystem::temp_directory_path() / ("bench-neighbours-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  bool first = true;
  std::printf("[\n");
  int code = measure("sqlite", "sqlite:" + (folder / "history.sqlite").string(), names, queries, first);
  std::filesystem::remove_all(folder);
  const char* url = std::getenv("MCPJURY_TEST_POSTGRES");
  const std::size_t there = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : names;
  if (url != nullptr && *url != '\0' && there > 0)
    code = std::max(code, measure("postgresql", url, there, queries, first));
  std::printf("\n]\n");
  return code;
}
