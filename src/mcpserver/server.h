// The scanner as an MCP server: one conversation, in either protocol era, whatever carries its frames.
//
// take() is called by one reader; what is quick is answered there, so that a ping never waits, and calls of
// tools go to a few workers behind a bounded queue. `write` is called from any of these threads, one frame a
// call, and sees to its own order. A request that was cancelled gets no answer.
//
// Eras: a request whose `_meta` names a protocol version is of the modern one and stands alone; every other
// belongs to the conversation that initialize opened.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "mcpserver/tool_call.h"

namespace mcpjury {

class McpServer {
 public:
  using Write = std::function<void(std::string frame)>;

  McpServer(const McpServerOptions& options, Write write);
  ~McpServer();  // finish() without patience
  McpServer(const McpServer&) = delete;
  McpServer& operator=(const McpServer&) = delete;

  void take(std::string_view frame);
  // A line that was longer than a frame may be.
  void refuse_large();
  // Nothing more will come. Calls in progress get this long to answer.
  void finish(std::chrono::milliseconds grace);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Serves stdin and stdout until the input ends. Only frames are written to `output`. The exit code.
int serve_stdio(int input, int output, const McpServerOptions& options);

}  // namespace mcpjury
