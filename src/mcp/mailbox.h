// What arrives on a channel, sorted: the answer that is waited for, and everything else, which is counted.
//
// Private to mcp; owned by one channel, shares its facts. Bounded: after kMaxForeign messages that nobody
// asked for the conversation is over.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcp/channel.h"
#include "mcp/jsonrpc.h"

namespace mcpjury {

// Notes a broken rule once a kind and method, at most 100 in all.
void note_violation(ChannelFacts& facts, std::string_view what, std::string_view method,
                    std::string_view detail = {});

class Mailbox {
 public:
  static constexpr std::uint64_t kMaxForeign = 1'000;
  static constexpr int kMaxRefusals = 8;

  Mailbox(ChannelFacts& facts, std::size_t depth, std::size_t bytes) : facts_(facts) {
    reading_.depth = depth;
    reading_.bytes = bytes;
  }

  void use(Era era, std::string_view version);
  // From now on this id is waited for; returns the id for the frame.
  std::int64_t expect(std::string_view method);

  enum class Verdict : std::uint8_t {
    kMore,    // nothing for us yet
    kDone,    // the answer is in the reply
    kFailed,  // it will not come: the reply says why
  };
  // One message as it came. `alone`: it is the whole body of the answer to our request, so that there is no
  // further one to wait for.
  Verdict take(std::string_view text, bool alone, Reply& reply);
  // Text that is not JSON on a line of stdio; counted, and too much of it ends the conversation.
  Verdict take_garbage(Reply& reply);
  // Why nothing came, now that nothing will: wrong ids are named before silence.
  void give_up(Reply& reply, std::string_view why, std::string_view detail = {}) const;

  // Ids of the server's own requests that should be told "method not found".
  std::vector<Json> take_refusals();

 private:
  Verdict sort(RpcMessage& message, bool alone, Reply& reply);
  Verdict foreign(Reply& reply);
  Verdict fail(Reply& reply, std::string_view why, std::string_view detail) const;

  ChannelFacts& facts_;
  RpcReadOptions reading_;
  Era era_ = Era::kUnknown;
  std::int64_t asked_ = 0;
  std::string method_;
  bool wrong_id_ = false;  // since the present request was sent
  bool bad_frame_ = false;
  std::uint64_t foreign_ = 0;
  int refused_ = 0;
  std::vector<Json> refusals_;
};

}  // namespace mcpjury
