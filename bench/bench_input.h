// The input of the bench: 50,000 tools of real servers when the data is there, otherwise generated.
#pragma once

#include <cstddef>
#include <string>

namespace mcpjury {

struct BenchInput {
  std::size_t tools = 0, lines = 0, bytes = 0;
  std::string origin;
};

// Writes one batch of 50,000 tools, one four times as long, and one file of 30 tools.
BenchInput write_bench_input(const std::string& data, const std::string& batch, const std::string& longer,
                             const std::string& single);

}  // namespace mcpjury
