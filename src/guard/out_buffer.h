// Bytes on their way into a pipe or socket that may not take them at once. Never blocks, and leaves the mode
// of a descriptor that others share as it is. Used from one thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpjury {

class OutBuffer {
 public:
  // With `owned` the descriptor is closed in the end.
  OutBuffer(int descriptor, bool owned);
  ~OutBuffer();
  OutBuffer(const OutBuffer&) = delete;
  OutBuffer& operator=(const OutBuffer&) = delete;

  void add(std::string_view bytes);  // writes what can be written now, keeps the rest
  void flush();
  void close();
  int descriptor() const { return descriptor_; }
  std::size_t waiting() const { return buffer_.size() - written_; }
  bool gone() const { return gone_; }  // the reader is not there any more, or close() was called

 private:
  std::size_t write_some(std::string_view bytes);

  int descriptor_;
  bool owned_, socket_ = false, gone_ = false;
  std::string buffer_;
  std::size_t written_ = 0;  // of buffer_
};

}  // namespace mcpjury
