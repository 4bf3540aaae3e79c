#include "mcp/sse_channel.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "mcp/failure.h"
#include "mcp/http_channel.h"

namespace mcpjury {
namespace {

constexpr Milliseconds kShortPost{3'000};
// The stream lives as long as the conversation; the client's own deadline ends it before this does.
constexpr Milliseconds kStreamTime{120'000};
constexpr std::size_t kStreamMessages = 16;
constexpr std::string_view kStreamType = "text/event-stream";

// The reference without the values of its query: one of them is the session id.
std::string without_values(std::string_view reference) {
  std::string out;
  bool value = false;
  bool in_query = false;
  for (const char c : reference.substr(0, 1024)) {
    if (c == '?') in_query = true;
    if (c == '&' || c == '#') value = false;
    if (!value) out += c;
    if (in_query && c == '=') value = true;
  }
  return shown_text(out);
}

}  // namespace

SseChannel::SseChannel(HttpClient& client, const HttpEndpoint& endpoint, ChannelOptions options)
    : client_(client),
      endpoint_(endpoint),
      options_(std::move(options)),
      mailbox_(facts_, options_.json_depth, options_.message_bytes),
      parser_(options_.message_bytes, options_.message_bytes) {
  facts_.wire = "http_sse";
}

SseChannel::~SseChannel() { close(); }

void SseChannel::use(Era era, const std::string& version) {
  version_ = version;
  mailbox_.use(era, version);
}

Reply SseChannel::connect() {
  Reply reply;
  const TimePoint begin = Loop::now();
  HttpRequest get;
  get.url = endpoint_.url;
  get.purpose = Purpose::kMcp;
  get.label = "sse stream";
  get.carries_secret = !endpoint_.credential.empty();
  get.headers = {{"Accept", std::string(kStreamType)}};
  for (const HttpHeader& header : endpoint_.credential) get.headers.push_back(header);
  get.limits.total = kStreamTime;
  get.limits.body_bytes = options_.message_bytes * kStreamMessages;
  stream_ = client_.open(std::move(get));
  const HttpHead& head = stream_->head();
  note_head(head, reply);
  if (head.failure != HttpFailure::kNone) {
    reply.failure = name_of(head.failure);
    reply.detail = head.failure_detail;
  } else if (head.status != 200) {
    reply.failure = "http_" + std::to_string(head.status);
  } else if (reply.media_type != kStreamType) {
    reply.failure = failure::kMediaType;
    reply.detail = reply.media_type;
  } else {
    base_ = head.final_url.scheme.empty() ? endpoint_.url : head.final_url;
    SseEvent event;
    // Nothing else may come first, but a greeting of another type does no harm.
    for (int skipped = 0; skipped < 16; ++skipped) {
      if (!next_event(begin + options_.request_time, event, reply)) break;
      if (event.type == "endpoint") {
        take_endpoint(event.data, reply);
        break;
      }
    }
    if (!connected_ && (reply.failure.empty() || reply.failure == failure::kNoReply)) {
      reply.failure = failure::kNoEndpoint;
    }
  }
  reply.bytes = stream_->received_bytes();
  reply.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin).count();
  if (!connected_) stream_.reset();
  return reply;
}

void SseChannel::take_endpoint(std::string_view reference, Reply& reply) {
  facts_.sse_endpoint = without_values(reference);
  const auto resolved = resolve_url(base_, reference);
  if (!resolved) {
    reply.failure = failure::kNoEndpoint;
    reply.detail = resolved.error().message;
    note_violation(facts_, "bad_endpoint", "", facts_.sse_endpoint);
    return;
  }
  facts_.sse_same_origin = resolved->same_origin(base_);
  if (!facts_.sse_same_origin) {
    // Whoever controls the stream would otherwise choose where our requests, and a credential, go.
    note_violation(facts_, failure::kCrossOrigin, "", resolved->origin());
    reply.failure = failure::kCrossOrigin;
    reply.detail = shown_text(resolved->origin());
    return;
  }
  const std::string query = ascii::lowered(resolved->query);
  facts_.session_in_url = query.find("session") != std::string::npos;
  if (facts_.session_in_url) {
    const std::size_t at = resolved->query.find('=', query.find("session"));
    if (at != std::string::npos) {
      const std::size_t end = std::min(resolved->query.find('&', at), resolved->query.size());
      facts_.session_ids.push_back(resolved->query.substr(at + 1, end - at - 1));
    }
  }
  target_ = *resolved;
  connected_ = true;
}

HttpRequest SseChannel::post(std::string label, std::string body, Milliseconds time) const {
  HttpRequest out;
  out.method = "POST";
  out.url = target_;
  out.purpose = Purpose::kMcp;
  out.label = std::move(label);
  out.carries_secret = !endpoint_.credential.empty();
  out.headers = {{"Content-Type", "application/json"}};
  if (!version_.empty()) out.headers.push_back({"MCP-Protocol-Version", version_});
  for (const HttpHeader& header : endpoint_.credential) out.headers.push_back(header);
  out.body = std::move(body);
  // A redirect could leave the origin that was just demanded.
  out.follow_redirects = false;
  out.limits.total = time;
  out.limits.body_bytes = options_.message_bytes;
  return out;
}

Reply SseChannel::exchange(const Frame& frame) {
  const TimePoint begin = Loop::now();
  const TimePoint deadline = begin + options_.request_time;
  Reply reply;
  if (!connected_ || !stream_) {
    reply.failure = failure::kClosed;
    return reply;
  }
  std::string body;
  if (frame.notification) {
    body = make_notification(frame.method, frame.params);
  } else {
    body = make_request(mailbox_.expect(frame.method), frame.method, frame.params);
  }
  const std::size_t before = stream_->received_bytes();
  {
    // Half the time at most: a server that never answers the POST may have sent the message on the stream.
    const auto posted = client_.open(post(frame.method, std::move(body), options_.request_time / 2));
    const HttpHead& head = posted->head();
    note_head(head, reply);
    std::string text;
    const bool good = head.status >= 200 && head.status < 300;
    if (head.failure != HttpFailure::kNone && head.failure != HttpFailure::kTimeout) {
      reply.failure = name_of(head.failure);
      reply.detail = head.failure_detail;
    } else if (head.failure == HttpFailure::kNone && !good) {
      reply.failure = "http_" + std::to_string(head.status);
      read_bounded(*posted, deadline, options_.message_bytes, text);
      RpcRead read = read_messages(text, {options_.json_depth, options_.message_bytes, false});
      if (read.messages.size() == 1 && read.messages[0].kind == RpcMessage::Kind::kError) {
        reply.state = Reply::State::kError;
        reply.error = std::move(read.messages[0].error);
        reply.failure.clear();
      }
    } else if (good) {
      read_bounded(*posted, std::min(deadline, Loop::now() + kShortPost), 4096, text);
    }
  }
  if (!frame.notification && reply.failure.empty() && reply.state == Reply::State::kNone) {
    wait_for_answer(deadline, reply);
  }
  reply.bytes = stream_->received_bytes() - before;
  reply.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin).count();
  return reply;
}

void SseChannel::wait_for_answer(TimePoint deadline, Reply& reply) {
  SseEvent event;
  while (next_event(deadline, event, reply)) {
    if (event.type == "endpoint") {
      note_violation(facts_, "second_endpoint", "");
      continue;
    }
    if (event.type != "message") continue;
    Mailbox::Verdict verdict = mailbox_.take(event.data, false, reply);
    if (verdict == Mailbox::Verdict::kFailed && reply.failure == failure::kNotJson) {
      note_violation(facts_, "event_not_json", "");
      reply.failure.clear();
      reply.detail.clear();
      verdict = mailbox_.take_garbage(reply);
    }
    refuse_requests();
    if (verdict != Mailbox::Verdict::kMore) return;
  }
}

bool SseChannel::next_event(TimePoint deadline, SseEvent& event, Reply& reply) {
  for (;;) {
    if (auto next = parser_.next()) {
      event = std::move(*next);
      return true;
    }
    if (parser_.state() != SseParser::State::kGood) {
      const bool line = parser_.state() == SseParser::State::kLineTooLong;
      mailbox_.give_up(reply, line ? failure::kSseLine : failure::kSseEvent);
      return false;
    }
    const std::string piece = stream_->read(deadline);
    if (!piece.empty()) {
      parser_.feed(piece);
      continue;
    }
    const HttpFailure why = stream_->failure();
    if (stream_->at_end() || why == HttpFailure::kClosedEarly) {
      mailbox_.give_up(reply, failure::kNoReply, "the stream ended");
    } else {
      const bool late = why == HttpFailure::kNone || why == HttpFailure::kTimeout;
      mailbox_.give_up(reply, late ? failure::kResponseTimeout : name_of(why));
    }
    return false;
  }
}

void SseChannel::refuse_requests() {
  for (const Json& id : mailbox_.take_refusals()) client_.open(post("refusal", make_refusal(id), kShortPost));
}

void SseChannel::close() {
  stream_.reset();
  connected_ = false;
}

}  // namespace mcpjury
