// The head of one answer, line by line as libcurl hands it over, and how its body is framed. Two framings,
// lengths that differ and transfer codings nobody asked for are refused: programs that disagree about where a
// body ends are how smuggling works.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http.h"

namespace mcpjury {

inline constexpr std::size_t kMaxHeaderLines = 1500;

struct HeadFault {
  HttpFailure failure = HttpFailure::kNone;
  std::string detail;
};

class HeadReader {
 public:
  explicit HeadReader(std::size_t byte_limit) : byte_limit_(byte_limit) {}

  // One line with its line end. Interim answers (1xx) are read over but counted.
  std::optional<HeadFault> line(std::string_view line, HttpHead& head);
  bool done() const { return done_; }

  bool chunked() const { return chunked_; }
  std::optional<std::uint64_t> content_length() const { return length_; }

 private:
  std::optional<HeadFault> judge(const HttpHead& head);

  std::size_t byte_limit_;
  std::size_t bytes_ = 0, lines_ = 0;
  bool done_ = false;
  bool folded_framing_ = false;
  bool chunked_ = false;
  std::optional<std::uint64_t> length_;
};

}  // namespace mcpjury
