// The floor of bench-source: reads and parses the files of a list with tree-sitter on all cores and does
// nothing else. Prints files, bytes and seconds as JSON.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "code/parsed_file.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: parse_only LIST THREADS\n");
    return 2;
  }
  std::vector<std::string> paths;
  std::ifstream list(argv[1]);
  for (std::string line; std::getline(list, line);) paths.push_back(line);
  std::atomic<std::size_t> next{0}, bytes{0}, parsed{0};
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (int i = 0; i < std::stoi(argv[2]); ++i) {
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < paths.size(); at = next++) {
        const auto language = mcpjury::code_language(paths[at]);
        if (!language) continue;
        std::ifstream in(paths[at], std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(in), {}};
        bytes += text.size();
        parsed += mcpjury::ParsedFile::parse(paths[at], *language, std::move(text)).ok() ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  fmt::print("{{\"files\":{},\"bytes\":{},\"seconds\":{:.4f}}}\n", parsed.load(), bytes.load(), took.count());
}
