// flow_facts FOLDER|FILE…: the flows found in the sources below each, one JSON line a fact. For measuring:
// standard error says how much processor time parsing and reading took when more than a second was spent.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "code/flows/flows.h"
#include "code/flows/follow.h"

namespace {

namespace fs = std::filesystem;
using namespace mcpjury;

std::clock_t parsing = 0;
std::clock_t reading = 0;

void read(const fs::path& path, const fs::path& base, std::vector<FileSummary>& into) {
  const std::string name = fs::relative(path, base).generic_string();
  const auto language = code_language(name);
  if (!language) return;
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const std::clock_t begin = std::clock();
  auto file = ParsedFile::parse(name, *language, std::move(text));
  const std::clock_t parsed = std::clock();
  parsing += parsed - begin;
  if (!file.ok()) {
    std::cerr << name << ": " << file.error().message << "\n";
    return;
  }
  FileSummary summary;
  summary.path = name;
  summary.language = language_name(*language);
  read_flows(*file, summary);
  reading += std::clock() - parsed;
  if (summary.cut) std::cerr << name << ": cut\n";
  into.push_back(std::move(summary));
}

void report(const fs::path& root) {
  std::vector<FileSummary> files;
  std::vector<fs::path> paths;
  if (fs::is_directory(root)) {
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator();
         ++entry) {
      if (entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      if (entry->is_regular_file()) paths.push_back(entry->path());
    }
  } else {
    paths.push_back(root);
  }
  std::sort(paths.begin(), paths.end());
  const fs::path base = fs::is_directory(root) ? root : root.parent_path();
  for (const fs::path& path : paths) read(path, base, files);
  follow_flows(files);
  for (const FileSummary& file : files) {
    for (const CodeFact& fact : file.facts) {
      JsonObject line;
      line["file"] = file.path;
      line["line"] = fact.line;
      line["fact"] = fact.fact;
      line["severity"] = fact.severity;
      line["confidence"] = fact.confidence;
      line["tool"] = fact.tool;
      line["symbol"] = fact.symbol;
      line["snippet"] = fact.snippet;
      JsonArray path;
      for (const std::string& step : fact.source_to_sink) path.emplace_back(step);
      line["source_to_sink"] = std::move(path);
      std::cout << boost::json::serialize(line) << "\n";
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) report(argv[i]);
  if (parsing + reading > CLOCKS_PER_SEC) {
    std::cerr << "parsing " << parsing * 1000 / CLOCKS_PER_SEC << " ms, reading "
              << reading * 1000 / CLOCKS_PER_SEC << " ms\n";
  }
  return 0;
}
