#include "mcp/mailbox.h"

#include <algorithm>
#include <utility>

#include "mcp/failure.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxViolations = 100;
constexpr std::size_t kMaxNames = 32;

void count(std::map<std::string, std::uint64_t>& counts, const std::string& name) {
  const auto found = counts.find(name);
  if (found != counts.end()) {
    ++found->second;
  } else if (counts.size() < kMaxNames) {
    counts.emplace(name, 1);
  }
}

}  // namespace

void note_violation(ChannelFacts& facts, std::string_view what, std::string_view method,
                    std::string_view detail) {
  if (facts.violations.size() >= kMaxViolations) return;
  std::string shown = shown_text(detail);
  const bool known = std::any_of(facts.violations.begin(), facts.violations.end(), [&](const auto& other) {
    return other.what == what && other.method == method && other.detail == shown;
  });
  if (!known) facts.violations.push_back({std::string(what), std::string(method), std::move(shown)});
}

void Mailbox::use(Era era, std::string_view version) {
  era_ = era;
  reading_.batches = version == "2025-03-26";
}

std::int64_t Mailbox::expect(std::string_view method) {
  method_ = method;
  wrong_id_ = false;
  bad_frame_ = false;
  return ++asked_;
}

Mailbox::Verdict Mailbox::take(std::string_view text, bool alone, Reply& reply) {
  RpcRead read = read_messages(text, reading_);
  if (!read.failure.empty()) return fail(reply, read.failure, read.detail);
  for (const std::string& pointer : read.duplicate_keys)
    note_violation(facts_, "duplicate_key", method_, pointer);
  Verdict verdict = Verdict::kMore;
  const bool only = alone && read.messages.size() == 1;
  for (RpcMessage& message : read.messages) {
    const Verdict one = sort(message, only, reply);
    if (one == Verdict::kFailed) return one;
    if (one == Verdict::kDone) verdict = one;
  }
  if (alone && verdict == Verdict::kMore) {
    give_up(reply, failure::kNoReply);
    return Verdict::kFailed;
  }
  return verdict;
}

Mailbox::Verdict Mailbox::sort(RpcMessage& message, bool alone, Reply& reply) {
  using Kind = RpcMessage::Kind;
  if (message.kind == Kind::kBad) {
    note_violation(facts_, message.fault, method_);
    bad_frame_ = true;
    // Both members, or neither of them, with our id: that was the answer, and there will be no other.
    if (alone || message.fault == "result_and_error") return fail(reply, failure::kBadFrame, message.fault);
    return foreign(reply);
  }
  ++facts_.messages;
  if (!message.says_jsonrpc) note_violation(facts_, "jsonrpc_version", method_);
  if (message.kind == Kind::kNotification) {
    count(facts_.notifications, message.method);
    return foreign(reply);
  }
  if (message.kind == Kind::kRequest) {
    count(facts_.unasked_requests, message.method);
    if (era_ == Era::kModern) note_violation(facts_, "server_request", message.method);
    if (refused_ < kMaxRefusals) {
      ++refused_;
      refusals_.push_back(std::move(message.id));
    }
    return foreign(reply);
  }
  if (message.kind == Kind::kError && !message.has_id) {
    // A server that could not read the id writes null or nothing; only one request is ever under way.
    reply.state = Reply::State::kError;
    reply.error = std::move(message.error);
    return Verdict::kDone;
  }
  if (message.has_id && same_id(message.id, asked_)) {
    reply.state = message.kind == Kind::kError ? Reply::State::kError : Reply::State::kResult;
    reply.error = std::move(message.error);
    reply.result = std::move(message.result);
    return Verdict::kDone;
  }
  // An answer that comes after we stopped waiting for it breaks no rule.
  const bool late = message.id.is_int64() && message.id.get_int64() > 0 && message.id.get_int64() < asked_;
  if (!late) {
    ++facts_.wrong_ids;
    wrong_id_ = true;
    note_violation(facts_, "wrong_id", method_);
    if (alone || same_id_other_type(message.id, asked_)) {
      return fail(reply, failure::kWrongId, "the answer's id is not the one that was sent");
    }
  }
  return foreign(reply);
}

Mailbox::Verdict Mailbox::take_garbage(Reply& reply) {
  ++facts_.non_json_lines;
  if (facts_.non_json_lines > kMaxForeign * 10) {
    return fail(reply, failure::kFlood, "too many lines that are no messages");
  }
  return Verdict::kMore;
}

Mailbox::Verdict Mailbox::foreign(Reply& reply) {
  if (++foreign_ <= kMaxForeign) return Verdict::kMore;
  return fail(reply, failure::kFlood, "too many messages that nobody asked for");
}

Mailbox::Verdict Mailbox::fail(Reply& reply, std::string_view why, std::string_view detail) const {
  reply.state = Reply::State::kNone;
  reply.failure = why;
  reply.detail = detail;
  return Verdict::kFailed;
}

void Mailbox::give_up(Reply& reply, std::string_view why, std::string_view detail) const {
  const bool nothing_else = why == failure::kNoReply || why == failure::kResponseTimeout;
  if (nothing_else && wrong_id_) {
    fail(reply, failure::kWrongId, "answers came, none to what was asked");
  } else if (nothing_else && bad_frame_) {
    fail(reply, failure::kBadFrame, "what came is no JSON-RPC message");
  } else {
    fail(reply, why, detail);
  }
}

std::vector<Json> Mailbox::take_refusals() { return std::exchange(refusals_, {}); }

}  // namespace mcpjury
