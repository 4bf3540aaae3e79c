// Frames on the pipes of a child: one JSON object a line.
//
// Used from one fiber. A line has a limit; lines that are no messages are counted and skipped, because real
// servers print banners.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mcp/channel_options.h"
#include "mcp/client.h"
#include "mcp/mailbox.h"

namespace mcpjury {

class StdioChannel : public Channel {
 public:
  // `discover_time` is the patience with the opening question of the modern era, which old servers may
  // ignore.
  StdioChannel(std::unique_ptr<ServerProcess> process, ChannelOptions options, Milliseconds discover_time);
  ~StdioChannel() override;

  Reply exchange(const Frame& frame) override;
  void use(Era era, const std::string& version) override;
  void close() override;
  const ChannelFacts& facts() const override { return facts_; }

 private:
  bool send(std::string frame, TimePoint deadline);
  Mailbox::Verdict take_lines(Reply& reply);
  Mailbox::Verdict take_line(std::string_view line, Reply& reply);

  std::unique_ptr<ServerProcess> process_;
  ChannelOptions options_;
  Milliseconds discover_time_;
  ChannelFacts facts_;
  Mailbox mailbox_;
  Era era_ = Era::kUnknown;
  std::string version_;
  std::string buffer_;       // read and not yet taken
  std::size_t taken_ = 0;    // of buffer_
  std::size_t scanned_ = 0;  // of buffer_: no line end before here
};

}  // namespace mcpjury
