// HTTP+SSE of 2024-11-05: one GET that stays open and brings the answers, and a POST to the address it names.
//
// Used from one fiber. The address is server-controlled, so that it must be of the same origin; another one
// is noted and never contacted.
#pragma once

#include <memory>
#include <string>

#include "mcp/channel_options.h"
#include "mcp/client.h"
#include "mcp/mailbox.h"
#include "mcp/sse.h"

namespace mcpjury {

class SseChannel : public Channel {
 public:
  SseChannel(HttpClient& client, const HttpEndpoint& endpoint, ChannelOptions options);
  ~SseChannel() override;

  // Opens the stream and waits for the endpoint event. Empty failure: it is there.
  Reply connect();
  Reply exchange(const Frame& frame) override;
  void use(Era era, const std::string& version) override;
  void close() override;
  const ChannelFacts& facts() const override { return facts_; }

 private:
  HttpRequest post(std::string label, std::string body, Milliseconds time) const;
  // False: no event before the deadline, the end or a limit; the reply says which.
  bool next_event(TimePoint deadline, SseEvent& event, Reply& reply);
  void take_endpoint(std::string_view reference, Reply& reply);
  void wait_for_answer(TimePoint deadline, Reply& reply);
  void refuse_requests();

  HttpClient& client_;
  HttpEndpoint endpoint_;
  ChannelOptions options_;
  ChannelFacts facts_;
  Mailbox mailbox_;
  SseParser parser_;
  std::unique_ptr<HttpStream> stream_;
  Url base_, target_;
  bool connected_ = false;
  std::string version_;
};

}  // namespace mcpjury
