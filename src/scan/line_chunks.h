// Cuts a stream of lines into chunks that one thread can work through.
//
// Reads the descriptor in large blocks and gives whatever whole lines have arrived, so that a slow
// writer on the other end of a pipe is answered at once. Holds one block and one unfinished line. Not
// thread safe; the descriptor stays the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace mcpjury {

struct LineChunk {
  std::string text;              // whole lines; the last may lack its line break
  std::uint64_t first_line = 1;  // number of the first of them
  bool overlong = false;         // text is only the beginning of one line beyond the limit
};

class LineChunks {
 public:
  LineChunks(int descriptor, std::size_t max_line_bytes);

  // False at the end or when reading failed.
  bool next(LineChunk& chunk);
  // errno of a failed read, 0 otherwise.
  int failure() const { return failure_; }
  std::uint64_t next_line() const { return next_line_; }

 private:
  // What one read(2) gave; empty at the end.
  std::string_view read_block();

  int descriptor_;
  std::size_t max_line_bytes_;
  std::unique_ptr<char[]> block_;
  std::string rest_;  // the unfinished line
  std::uint64_t next_line_ = 1;
  bool skipping_ = false;  // inside a line that is too long
  int failure_ = 0;
};

}  // namespace mcpjury
