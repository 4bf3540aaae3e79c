// Streamable HTTP, both eras: each frame is a POST whose answer is one JSON body or a stream of events.
//
// Used from one fiber. Every answer is bounded in bytes and time; a session is opened, kept and deleted here,
// and its id is told to nobody. Reaches the network only through the HttpClient it is given.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "mcp/channel_options.h"
#include "mcp/client.h"
#include "mcp/mailbox.h"
#include "mcp/sse.h"

namespace mcpjury {

class HttpChannel : public Channel {
 public:
  using Sleep = std::function<void(Milliseconds)>;

  // `sleep` is the pause before a broken stream is taken up again.
  HttpChannel(HttpClient& client, const HttpEndpoint& endpoint, ChannelOptions options, Sleep sleep);
  ~HttpChannel() override;

  Reply exchange(const Frame& frame) override;
  void use(Era era, const std::string& version) override;
  void close() override;
  const ChannelFacts& facts() const override { return facts_; }

 private:
  Reply attempt(const Frame& frame);
  Reply notify(const Frame& frame, Milliseconds time);
  HttpRequest request(std::string method, std::string label, Milliseconds time) const;
  HttpRequest post(const Frame& frame, std::string body, Milliseconds time) const;
  void read_answer(HttpStream& stream, const Frame& frame, TimePoint deadline, Reply& reply);
  void read_body(HttpStream& stream, TimePoint deadline, Reply& reply);
  void read_stream(HttpStream& stream, TimePoint deadline, Reply& reply);
  // kMore: the stream ended before the answer.
  Mailbox::Verdict read_events(HttpStream& stream, SseParser& parser, TimePoint deadline, Reply& reply);
  void refuse_requests();
  void keep_session(const HttpHead& head);
  bool lost_session(const Reply& reply) const;
  Reply start_again(const Frame& frame, Reply lost);

  HttpClient& client_;
  HttpEndpoint endpoint_;
  ChannelOptions options_;
  Sleep sleep_;
  ChannelFacts facts_;
  Mailbox mailbox_;
  Era era_ = Era::kUnknown;
  std::string version_, session_;
  std::optional<Frame> opening_;
  bool restarted_ = false;
  bool closed_ = false;
};

// What every kind of HTTP channel notes of an answer's head.
void note_head(const HttpHead& head, Reply& reply);
// The rest of a body, at most `limit` bytes; what went wrong is a name of HttpFailure, else empty.
std::string read_bounded(HttpStream& stream, TimePoint deadline, std::size_t limit, std::string& body);

}  // namespace mcpjury
