// Times each pattern alone over a text and measures its share of the database: rules without a good
// literal are the cost of the whole set. Prints the worst; fails when one is far off the median.
// Usage: pattern_lint [TEXT_FILE] (default: the catalogue's own examples and descriptions)
#include <hs/hs.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "catalog/catalog.h"

namespace {

using namespace mcpjury;

constexpr double kTooSlow = 25.0;              // times the median pattern
constexpr std::size_t kTooLarge = 512 * 1024;  // bytes of database for one pattern

struct Row {
  double seconds;
  std::size_t bytes;
  const PatternEntry* pattern;
};

int ignore_match(unsigned, unsigned long long, unsigned long long, unsigned, void*) { return 0; }

std::string own_text() {
  std::string text;
  for (const Detector& detector : catalog().detectors) {
    for (const Example& example : detector.quiet) text += std::string(example.definition) + "\n";
    text += std::string(detector.what) + "\n" + std::string(detector.why) + "\n";
  }
  std::string many;
  while (many.size() < (1u << 20)) many += text;
  return many;
}

}  // namespace

int main(int argc, char** argv) {
  std::string text;
  if (argc > 1) {
    std::ifstream in(argv[1], std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    text = all.str();
  } else {
    text = own_text();
  }
  std::vector<Row> rows;
  for (const PatternEntry& pattern : catalog().patterns) {
    const std::string expression(pattern.expression);
    unsigned flags = HS_FLAG_SINGLEMATCH;
    if (!pattern.case_sensitive) flags |= HS_FLAG_CASELESS;
    if (pattern.utf8) flags |= HS_FLAG_UTF8;
    hs_database_t* database = nullptr;
    hs_compile_error_t* error = nullptr;
    if (hs_compile(expression.c_str(), flags, HS_MODE_BLOCK, nullptr, &database, &error) != HS_SUCCESS)
      return 1;
    hs_scratch_t* scratch = nullptr;
    hs_alloc_scratch(database, &scratch);
    std::size_t bytes = 0;
    hs_database_size(database, &bytes);
    double best = 1e9;
    for (int round = 0; round < 3; ++round) {
      const auto begin = std::chrono::steady_clock::now();
      // Pieces of the size of a description, so that one early match does not end the work.
      for (std::size_t at = 0; at < text.size(); at += 400) {
        const std::size_t length = std::min<std::size_t>(400, text.size() - at);
        hs_scan(database, text.data() + at, static_cast<unsigned>(length), 0, scratch, ignore_match, nullptr);
      }
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    }
    rows.push_back({best, bytes, &pattern});
    hs_free_scratch(scratch);
    hs_free_database(database);
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.seconds > b.seconds; });
  const double median = rows[rows.size() / 2].seconds;
  int bad = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const bool wrong = row.seconds > kTooSlow * median || row.bytes > kTooLarge;
    bad += wrong ? 1 : 0;
    if (i >= 15 && !wrong) continue;
    const std::string_view signal = catalog().signals[row.pattern->signal].id;
    std::printf("%s %6.1f x median  %8zu bytes  %.*s  %.70s\n", wrong ? "BAD" : "   ", row.seconds / median,
                row.bytes, static_cast<int>(signal.size()), signal.data(),
                std::string(row.pattern->expression).c_str());
  }
  std::printf("%zu patterns, median %.2f ms, %d over the limit\n", rows.size(), median * 1e3, bad);
  return bad == 0 ? 0 : 1;
}
