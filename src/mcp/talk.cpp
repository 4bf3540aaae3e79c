#include "mcp/talk.h"

#include <utility>

#include "mcp/mailbox.h"

namespace mcpjury {
namespace {

// Codes that the specification keeps for itself and has not given a meaning: -32020 to -32099 but for three.
bool reserved_code(std::int64_t code) { return code <= -32023 && code >= -32099; }

}  // namespace

Reply Talk::ask(Method method, JsonObject params, std::string name) {
  Frame frame;
  frame.method = name_of(method);
  frame.params = std::move(params);
  frame.name = std::move(name);
  Reply reply = channel_->exchange(frame);
  if (!std::exchange(asked_, true)) {
    conversation_.opening = reply;
    conversation_.opening.result = nullptr;  // nobody reads it there, and it may be large
  }
  note(method, reply);
  return reply;
}

Reply Talk::tell(Method method) {
  Frame frame;
  frame.method = name_of(method);
  frame.notification = true;
  Reply reply = channel_->exchange(frame);
  note(method, reply);
  return reply;
}

void Talk::change_channel(Channel& channel) {
  conversation_.answered = conversation_.answered || channel_->facts().messages > 0;
  channel_ = &channel;
}

void Talk::use(Era era, const std::string& version) {
  era_ = era;
  channel_->use(era, version);
}

void Talk::note(Method method, const Reply& reply) {
  if ((reply.http_status == 401 || reply.http_status == 403) && !conversation_.auth) {
    conversation_.auth =
        AuthTrigger{std::string(name_of(method)), reply.http_status, any_result_, reply.www_authenticate};
  }
  if (reply.state == Reply::State::kError && era_ == Era::kModern && reserved_code(reply.error.code)) {
    violation("reserved_error_code", method, std::to_string(reply.error.code));
  }
  if (reply.state != Reply::State::kResult) return;
  any_result_ = true;
  if (conversation_.auth) conversation_.auth->partial = true;
}

void Talk::violation(std::string_view what, Method method, std::string_view detail) {
  note_violation(own_, what, name_of(method), detail);
}

}  // namespace mcpjury
