#include "mcp/stdio_channel.h"

#include <utility>

#include "mcp/failure.h"
#include "mcp/method.h"

namespace mcpjury {

StdioChannel::StdioChannel(std::unique_ptr<ServerProcess> process, ChannelOptions options,
                           Milliseconds discover_time)
    : process_(std::move(process)),
      options_(std::move(options)),
      discover_time_(discover_time),
      mailbox_(facts_, options_.json_depth, options_.message_bytes) {
  facts_.wire = "stdio";
}

StdioChannel::~StdioChannel() { close(); }

void StdioChannel::use(Era era, const std::string& version) {
  era_ = era;
  version_ = version;
  mailbox_.use(era, version);
}

Reply StdioChannel::exchange(const Frame& frame) {
  using Verdict = Mailbox::Verdict;
  const TimePoint begin = Loop::now();
  const bool discovers = frame.method == name_of(Method::kDiscover);
  const TimePoint deadline = begin + (discovers ? discover_time_ : options_.request_time);
  Reply reply;
  if (!process_) {
    reply.failure = failure::kClosed;
    return reply;
  }
  const JsonObject params = dressed_params(frame, era_, version_, options_);
  const std::int64_t id = frame.notification ? 0 : mailbox_.expect(frame.method);
  const bool sent = send(
      frame.notification ? make_notification(frame.method, params) : make_request(id, frame.method, params),
      deadline);
  if (frame.notification) {
    if (!sent) reply.failure = failure::kExited;
    return reply;
  }
  // A child that closed its input may still have written the answer: what it said is read either way.
  Verdict verdict = take_lines(reply);
  while (verdict == Verdict::kMore) {
    const std::string piece = process_->read(deadline);
    if (piece.empty()) {
      const bool ended = process_->at_end();
      // The last line of a child that ended need not be closed.
      if (ended && taken_ < buffer_.size()) {
        const std::string rest = buffer_.substr(taken_);
        buffer_.clear();
        taken_ = scanned_ = 0;
        verdict = take_line(rest, reply);
        if (verdict != Verdict::kMore) break;
      }
      mailbox_.give_up(reply, ended ? failure::kExited : failure::kResponseTimeout);
      break;
    }
    reply.bytes += piece.size();
    buffer_ += piece;
    verdict = take_lines(reply);
  }
  facts_.stderr_bytes = process_->stderr_bytes();
  reply.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin).count();
  const bool may_cancel = !discovers && frame.method != name_of(Method::kInitialize);
  if (may_cancel && reply.failure == failure::kResponseTimeout) {
    const Frame cancelled = cancelled_frame(id, "no answer in time");
    send(make_notification(cancelled.method, dressed_params(cancelled, era_, version_, options_)),
         Loop::now() + Milliseconds(100));
  }
  return reply;
}

bool StdioChannel::send(std::string frame, TimePoint deadline) {
  frame += '\n';
  return process_->write(frame, deadline);
}

Mailbox::Verdict StdioChannel::take_lines(Reply& reply) {
  using Verdict = Mailbox::Verdict;
  Verdict verdict = Verdict::kMore;
  while (verdict == Verdict::kMore) {
    const std::size_t end = buffer_.find('\n', scanned_);
    if (end == std::string::npos) {
      scanned_ = buffer_.size();
      break;
    }
    const std::string line = buffer_.substr(taken_, end - taken_);
    taken_ = scanned_ = end + 1;
    verdict = take_line(line, reply);
  }
  // What was taken leaves in large steps only, so that many short lines cost no more than their bytes.
  if (taken_ == buffer_.size() || taken_ > (64u << 10)) {
    buffer_.erase(0, taken_);
    scanned_ -= taken_;
    taken_ = 0;
  }
  if (verdict == Verdict::kMore && buffer_.size() - taken_ > options_.message_bytes) {
    mailbox_.give_up(reply, failure::kTooLarge, "one line beyond the limit of a message");
    return Verdict::kFailed;
  }
  return verdict;
}

Mailbox::Verdict StdioChannel::take_line(std::string_view line, Reply& reply) {
  using Verdict = Mailbox::Verdict;
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return Verdict::kMore;
  // Banners seldom look like JSON; those that do are found out by the parser.
  if (line[first] != '{' && line[first] != '[') return mailbox_.take_garbage(reply);
  Verdict verdict = mailbox_.take(line, false, reply);
  if (verdict == Verdict::kFailed && reply.failure == failure::kNotJson) {
    reply.failure.clear();
    reply.detail.clear();
    verdict = mailbox_.take_garbage(reply);
  }
  for (const Json& id : mailbox_.take_refusals()) send(make_refusal(id), Loop::now() + Milliseconds(1'000));
  return verdict;
}

void StdioChannel::close() {
  if (!process_) return;
  process_->end();
  facts_.stderr_bytes = process_->stderr_bytes();
  process_.reset();
}

}  // namespace mcpjury
