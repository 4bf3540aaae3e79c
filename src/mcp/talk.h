// Asking through a channel: builds frames from Method only, and notes what may show on any answer.
//
// Private to mcp. One a conversation; refers to the channel and the conversation it is given.
#pragma once

#include <string>
#include <string_view>

#include "mcp/client.h"
#include "mcp/method.h"

namespace mcpjury {

class Talk {
 public:
  Talk(Channel& channel, const ClientOptions& options, Conversation& conversation)
      : channel_(&channel), options_(options), conversation_(conversation) {}

  // `name` is what the modern era names in a header: the URI of a resource.
  Reply ask(Method method, JsonObject params = {}, std::string name = {});
  Reply tell(Method method);

  Channel& channel() { return *channel_; }
  // What the old channel heard still counts as an answer.
  void change_channel(Channel& channel);
  const ClientOptions& options() const { return options_; }
  Era era() const { return era_; }
  void use(Era era, const std::string& version);

  // Rules broken above the channel.
  void violation(std::string_view what, Method method, std::string_view detail = {});
  const ChannelFacts& own_facts() const { return own_; }

 private:
  void note(Method method, const Reply& reply);

  Channel* channel_;
  const ClientOptions& options_;
  Conversation& conversation_;
  ChannelFacts own_;
  Era era_ = Era::kUnknown;
  bool asked_ = false;
  bool any_result_ = false;
};

}  // namespace mcpjury
