#include "bench_input.h"

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

namespace mcpjury {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::size_t kTools = 50'000;

struct Server {
  std::string name;
  bj::array tools;
};

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

bj::value parse(const std::string& text) {
  boost::system::error_code error;
  bj::parse_options options;
  options.max_depth = 128;
  bj::value value = bj::parse(text, error, {}, options);
  return error ? bj::value() : value;
}

void add_captures(const fs::path& folder, std::vector<Server>& servers) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    bj::value document = parse(slurp(file));
    if (!document.is_object() || !document.as_object().contains("tools")) continue;
    servers.push_back({file.stem().string(), document.as_object()["tools"].as_array()});
  }
}

void add_corpus(const fs::path& file, std::vector<Server>& servers) {
  std::ifstream in(file);
  std::map<std::string, bj::array> by_server;
  for (std::string line; std::getline(in, line);) {
    bj::value row = parse(line);
    if (!row.is_object() || !row.as_object().contains("tool")) continue;
    by_server[std::string(row.as_object()["server"].as_string())].push_back(row.as_object()["tool"]);
  }
  for (auto& [name, tools] : by_server) servers.push_back({name, std::move(tools)});
}

// Plain tools in the shape of real ones, for machines without the data.
void generate(std::vector<Server>& servers) {
  static const char* const kVerbs[] = {"list", "get", "create", "update", "delete", "search", "send", "run"};
  static const char* const kNouns[] = {"file", "issue",   "message", "record",
                                       "page", "invoice", "branch",  "event"};
  for (int s = 0; s < 100; ++s) {
    Server server{"generated-" + std::to_string(s), {}};
    for (int t = 0; t < 20; ++t) {
      const std::string verb = kVerbs[(s + t) % 8], noun = kNouns[(s * 3 + t) % 8];
      bj::object properties{
          {"id", {{"type", "string"}, {"description", "The id of the " + noun + " to " + verb + "."}}},
          {"limit", {{"type", "integer"}, {"description", "How many to return at most, 50 by default."}}},
          {"page_token", {{"type", "string"}, {"description", "Where to go on, from an earlier answer."}}}};
      server.tools.push_back(
          bj::object{{"name", verb + "_" + noun + "_" + std::to_string(t)},
                     {"description", "Lets the caller " + verb + " a " + noun + ". Returns the " + noun +
                                         " with its fields. Fails when the " + noun +
                                         " does not exist or access is missing."},
                     {"inputSchema", {{"type", "object"}, {"properties", properties}}}});
    }
    servers.push_back(std::move(server));
  }
}

std::string batch_text(const std::vector<Server>& servers, std::size_t wanted, BenchInput& made) {
  std::string out;
  made.tools = made.lines = 0;
  while (made.tools < wanted) {
    for (const Server& server : servers) {
      if (server.tools.empty()) continue;
      bj::object line{{"id", made.lines}, {"server", server.name}, {"tools", server.tools}};
      out += bj::serialize(line);
      out += '\n';
      made.tools += server.tools.size();
      ++made.lines;
      if (made.tools >= wanted) break;
    }
  }
  return out;
}

}  // namespace

BenchInput write_bench_input(const std::string& data, const std::string& batch, const std::string& longer,
                             const std::string& single) {
  BenchInput made;
  std::vector<Server> servers;
  if (!data.empty()) {
    add_captures(fs::path(data) / "captures", servers);
    add_corpus(fs::path(data) / "corpus" / "benign-tools.ndjson", servers);
  }
  made.origin = "captured servers and benign corpus";
  if (servers.empty()) {
    generate(servers);
    made.origin = "generated: no data folder";
  }
  bj::array thirty;
  for (const Server& server : servers) {
    for (const bj::value& tool : server.tools) {
      if (thirty.size() < 30) thirty.push_back(tool);
    }
  }
  std::ofstream(single) << bj::serialize(bj::object{{"tools", thirty}});
  BenchInput ignored;
  std::ofstream(longer) << batch_text(servers, 4 * kTools, ignored);
  const std::string text = batch_text(servers, kTools, made);
  made.bytes = text.size();
  std::ofstream(batch) << text;
  return made;
}

}  // namespace mcpjury
