#include "mcp/http_channel.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "mcp/failure.h"
#include "mcp/method.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxSessionId = 4096;
constexpr std::size_t kMaxChallenges = 8;
// Politeness (refusals, cancellations, the end of a session) gets this much time, not a whole request's.
constexpr Milliseconds kShort{3'000};
constexpr std::string_view kJsonType = "application/json";
constexpr std::string_view kEventsType = "text/event-stream";

bool succeeded(int status) { return status >= 200 && status < 300; }

}  // namespace

void note_head(const HttpHead& head, Reply& reply) {
  reply.http_status = head.status;
  reply.media_type = ascii::lowered(shown_text(head.media_type(), 100));
  reply.retry_after = shown_text(head.header("retry-after"), 100);
  if (head.status != 401 && head.status != 403) return;
  for (const std::string_view line : head.header_lines("www-authenticate")) {
    if (reply.www_authenticate.size() < kMaxChallenges) reply.www_authenticate.emplace_back(line);
  }
}

std::string read_bounded(HttpStream& stream, TimePoint deadline, std::size_t limit, std::string& body) {
  for (;;) {
    const std::string piece = stream.read(deadline);
    if (piece.empty()) break;
    if (body.size() + piece.size() > limit) return std::string(failure::kTooLarge);
    body += piece;
  }
  if (stream.at_end()) return {};
  const HttpFailure why = stream.failure();
  return std::string(name_of(why == HttpFailure::kNone ? HttpFailure::kTimeout : why));
}

HttpChannel::HttpChannel(HttpClient& client, const HttpEndpoint& endpoint, ChannelOptions options,
                         Sleep sleep)
    : client_(client),
      endpoint_(endpoint),
      options_(std::move(options)),
      sleep_(std::move(sleep)),
      mailbox_(facts_, options_.json_depth, options_.message_bytes) {
  facts_.wire = "streamable_http";
}

HttpChannel::~HttpChannel() { close(); }

void HttpChannel::use(Era era, const std::string& version) {
  era_ = era;
  version_ = version;
  mailbox_.use(era, version);
}

HttpRequest HttpChannel::request(std::string method, std::string label, Milliseconds time) const {
  HttpRequest out;
  out.method = std::move(method);
  out.url = endpoint_.url;
  out.purpose = Purpose::kMcp;
  out.label = std::move(label);
  out.carries_secret = !endpoint_.credential.empty();
  out.limits.total = time;
  // A little more than one message, so that the limits of lines and messages speak first, by their names.
  out.limits.body_bytes = options_.message_bytes + (64u << 10);
  if (!version_.empty()) out.headers.push_back({"MCP-Protocol-Version", version_});
  if (era_ != Era::kModern && !session_.empty()) out.headers.push_back({"Mcp-Session-Id", session_});
  for (const HttpHeader& header : endpoint_.credential) out.headers.push_back(header);
  return out;
}

HttpRequest HttpChannel::post(const Frame& frame, std::string body, Milliseconds time) const {
  HttpRequest out = request("POST", frame.method, time);
  out.headers.push_back({"Content-Type", std::string(kJsonType)});
  out.headers.push_back({"Accept", "application/json, text/event-stream"});
  if (era_ == Era::kModern) {
    out.headers.push_back({"Mcp-Method", frame.method});
    if (!frame.name.empty()) out.headers.push_back({"Mcp-Name", header_value(frame.name)});
  }
  for (const HttpHeader& header : frame.headers) out.headers.push_back(header);
  out.body = std::move(body);
  return out;
}

Reply HttpChannel::exchange(const Frame& frame) {
  if (closed_) {
    Reply reply;
    reply.failure = failure::kClosed;
    return reply;
  }
  if (frame.notification) return notify(frame, options_.request_time);
  const bool opens = frame.method == name_of(Method::kInitialize);
  if (opens) opening_ = frame;
  Reply reply = attempt(frame);
  if (opens || restarted_ || !opening_ || !lost_session(reply)) return reply;
  return start_again(frame, std::move(reply));
}

Reply HttpChannel::attempt(const Frame& frame) {
  const TimePoint begin = Loop::now();
  const TimePoint deadline = begin + options_.request_time;
  Reply reply;
  const std::int64_t id = mailbox_.expect(frame.method);
  const std::string body = make_request(id, frame.method, dressed_params(frame, era_, version_, options_));
  {
    const auto stream = client_.open(post(frame, body, options_.request_time));
    read_answer(*stream, frame, deadline, reply);
    reply.bytes = stream->received_bytes();
  }  // closed here: in the modern era that cancels what is still under way
  reply.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin).count();
  const bool legacy = era_ != Era::kModern && frame.method != name_of(Method::kInitialize);
  if (legacy && reply.failure == failure::kResponseTimeout) {
    notify(cancelled_frame(id, "no answer in time"), kShort);
  }
  return reply;
}

Reply HttpChannel::notify(const Frame& frame, Milliseconds time) {
  const TimePoint begin = Loop::now();
  Reply reply;
  const std::string body = make_notification(frame.method, dressed_params(frame, era_, version_, options_));
  const auto stream = client_.open(post(frame, body, time));
  const HttpHead& head = stream->head();
  note_head(head, reply);
  if (head.failure != HttpFailure::kNone) {
    reply.failure = name_of(head.failure);
    reply.detail = head.failure_detail;
  } else if (succeeded(head.status)) {
    // Read to its end where it has one, so that the connection can be used again; a stream has none.
    std::string ignored;
    if (reply.media_type != kEventsType) read_bounded(*stream, begin + kShort, 4096, ignored);
  } else {
    reply.failure = "http_" + std::to_string(head.status);
  }
  reply.bytes = stream->received_bytes();
  reply.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin).count();
  return reply;
}

void HttpChannel::read_answer(HttpStream& stream, const Frame& frame, TimePoint deadline, Reply& reply) {
  const HttpHead& head = stream.head();
  note_head(head, reply);
  if (head.failure != HttpFailure::kNone) {
    reply.failure = name_of(head.failure);
    reply.detail = head.failure_detail;
    return;
  }
  if (succeeded(head.status) && reply.media_type == kEventsType) {
    read_stream(stream, deadline, reply);
  } else {
    read_body(stream, deadline, reply);
  }
  if (frame.method == name_of(Method::kInitialize) && era_ != Era::kModern &&
      reply.state == Reply::State::kResult) {
    keep_session(head);
  }
}

void HttpChannel::read_body(HttpStream& stream, TimePoint deadline, Reply& reply) {
  std::string body;
  const bool good = succeeded(reply.http_status);
  const std::string status = "http_" + std::to_string(reply.http_status);
  if (const std::string why = read_bounded(stream, deadline, options_.message_bytes, body); !why.empty()) {
    // The status of an error says more than that its body broke.
    reply.failure = good ? why : status;
    const std::string& detail = stream.head().failure_detail;
    if (good) reply.detail = detail.empty() && why != failure::kTooLarge ? "body" : detail;
    return;
  }
  if (body.find_first_not_of(" \t\r\n") == std::string::npos) {
    reply.failure = good ? std::string(failure::kNoReply) : status;
    return;
  }
  if (!good) {
    // Refusals of the transport carry no id, null, or one of the server's own making ("server-error").
    RpcRead read = read_messages(body, {options_.json_depth, options_.message_bytes, false});
    const bool rpc = read.messages.size() == 1 && read.messages[0].kind == RpcMessage::Kind::kError;
    if (!rpc) {
      reply.failure = status;
      return;
    }
    ++facts_.messages;
    reply.state = Reply::State::kError;
    reply.error = std::move(read.messages[0].error);
    return;
  }
  const bool typed = reply.media_type == kJsonType;
  const Mailbox::Verdict verdict = mailbox_.take(body, true, reply);
  if (!typed && verdict == Mailbox::Verdict::kDone) {
    note_violation(facts_, failure::kMediaType, "", reply.media_type);
  } else if (!typed && reply.failure == failure::kNotJson) {
    reply.failure = failure::kMediaType;
    reply.detail = reply.media_type;
  }
}

void HttpChannel::read_stream(HttpStream& stream, TimePoint deadline, Reply& reply) {
  constexpr int kMaxResumes = 5;
  std::string last_id;
  std::uint64_t retry = 1'000;
  HttpStream* present = &stream;
  std::unique_ptr<HttpStream> resumed;
  for (int round = 0;; ++round) {
    SseParser parser(options_.message_bytes, options_.message_bytes);
    if (read_events(*present, parser, deadline, reply) != Mailbox::Verdict::kMore) return;
    if (!parser.last_event_id().empty()) last_id = parser.last_event_id();
    retry = parser.retry_ms().value_or(retry);
    // Polling belongs to 2025-11-25; while initialize is under way that is the version we asked for.
    const bool may_resume = era_ != Era::kModern && (version_.empty() || version_ >= "2025-11-25") &&
                            !last_id.empty() && round < kMaxResumes;
    const bool safe =
        std::all_of(last_id.begin(), last_id.end(), [](char c) { return c >= 0x20 && c <= 0x7E; });
    if (!may_resume || !safe) return mailbox_.give_up(reply, failure::kNoReply, "the stream ended");
    const Milliseconds pause(static_cast<std::int64_t>(std::min<std::uint64_t>(retry, 86'400'000)));
    if (Loop::now() + pause >= deadline) return mailbox_.give_up(reply, failure::kResponseTimeout);
    resumed.reset();
    sleep_(pause);
    const auto left = std::chrono::duration_cast<Milliseconds>(deadline - Loop::now());
    HttpRequest again = request("GET", "resume", std::max(left, Milliseconds(1)));
    again.headers.push_back({"Accept", std::string(kEventsType)});
    again.headers.push_back({"Last-Event-ID", last_id});
    resumed = client_.open(std::move(again));
    present = resumed.get();
    const HttpHead& head = resumed->head();
    if (head.failure != HttpFailure::kNone) {
      return mailbox_.give_up(reply, name_of(head.failure), head.failure_detail);
    }
    if (head.status != 200 || ascii::lowered(head.media_type()) != kEventsType) {
      return mailbox_.give_up(reply, failure::kNoReply, "the stream ended and was not taken up again");
    }
  }
}

Mailbox::Verdict HttpChannel::read_events(HttpStream& stream, SseParser& parser, TimePoint deadline,
                                          Reply& reply) {
  using Verdict = Mailbox::Verdict;
  for (;;) {
    while (const auto event = parser.next()) {
      if (event->type != "message") continue;
      Verdict verdict = mailbox_.take(event->data, false, reply);
      if (verdict == Verdict::kFailed && reply.failure == failure::kNotJson) {
        // One odd event does not hide the answer behind it.
        note_violation(facts_, "event_not_json", "");
        reply.failure.clear();
        reply.detail.clear();
        verdict = mailbox_.take_garbage(reply);
      }
      refuse_requests();
      if (verdict != Verdict::kMore) return verdict;
    }
    if (parser.state() != SseParser::State::kGood) {
      const bool line = parser.state() == SseParser::State::kLineTooLong;
      mailbox_.give_up(reply, line ? failure::kSseLine : failure::kSseEvent);
      return Verdict::kFailed;
    }
    const std::string piece = stream.read(deadline);
    if (!piece.empty()) {
      parser.feed(piece);
      continue;
    }
    const HttpFailure why = stream.failure();
    if (stream.at_end() || why == HttpFailure::kClosedEarly) return Verdict::kMore;
    const bool late = why == HttpFailure::kNone || why == HttpFailure::kTimeout;
    mailbox_.give_up(reply, late ? failure::kResponseTimeout : name_of(why));
    return Verdict::kFailed;
  }
}

void HttpChannel::refuse_requests() {
  for (const Json& id : mailbox_.take_refusals()) {
    // The modern era has no message that could carry the refusal.
    if (era_ == Era::kModern) continue;
    Frame frame;
    frame.method = "refusal";
    client_.open(post(frame, make_refusal(id), kShort));
  }
}

void HttpChannel::keep_session(const HttpHead& head) {
  const std::string_view id = head.header("mcp-session-id");
  if (id.empty()) return;
  facts_.session_ids.emplace_back(id.substr(0, kMaxSessionId));
  if (!is_visible_ascii(id) || id.size() > kMaxSessionId) {
    note_violation(facts_, "bad_session_id", name_of(Method::kInitialize));
    return;
  }
  session_ = id;
}

bool HttpChannel::lost_session(const Reply& reply) const {
  if (era_ == Era::kModern || session_.empty()) return false;
  if (reply.http_status == 404) return reply.state != Reply::State::kError || reply.error.code != -32601;
  // Some servers say 400 for an unknown session; only the text tells.
  return reply.http_status == 400 && reply.state == Reply::State::kError &&
         ascii::lowered(reply.error.message).find("session") != std::string::npos;
}

Reply HttpChannel::start_again(const Frame& frame, Reply lost) {
  restarted_ = true;
  note_violation(facts_, "session_lost", frame.method);
  session_.clear();
  const std::string version = std::exchange(version_, {});
  const Reply opened = attempt(*opening_);
  version_ = version;
  if (opened.state != Reply::State::kResult) return lost;
  Frame ready;
  ready.method = name_of(Method::kInitialized);
  ready.notification = true;
  notify(ready, options_.request_time);
  return attempt(frame);
}

void HttpChannel::close() {
  if (closed_) return;
  closed_ = true;
  if (session_.empty()) return;
  const Era era = std::exchange(era_, Era::kLegacy);
  const auto stream = client_.open(request("DELETE", "session delete", kShort));
  era_ = era;
  facts_.session_deleted = succeeded(stream->head().status);
  session_.clear();
}

}  // namespace mcpjury
