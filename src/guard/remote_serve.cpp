#include "guard/remote_serve.h"

#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "base/ascii.h"
#include "base/sha256.h"
#include "mcp/server_frames.h"
#include "mcp/sse.h"

namespace mcpjury {
namespace {

constexpr std::chrono::seconds kLookAround{2};

HttpdResponse json_answer(int status, std::string text) {
  HttpdResponse response;
  response.status = status;
  response.headers.emplace_back("Content-Type", "application/json");
  response.body = std::make_shared<const std::string>(std::move(text));
  return response;
}

// One event as the client gets it; lines of the data apart, as the format demands.
std::string event_text(const SseEvent& event, std::string_view data) {
  std::string out;
  if (event.type != "message") out += fmt::format("event: {}\n", event.type);
  if (!event.id.empty()) out += fmt::format("id: {}\n", event.id);
  while (true) {
    const std::size_t end = std::min(data.find('\n'), data.size());
    out += fmt::format("data: {}\n", data.substr(0, end));
    if (end == data.size()) break;
    data.remove_prefix(end + 1);
  }
  return out + "\n";
}

}  // namespace

std::int64_t loop_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Loop::now().time_since_epoch()).count();
}

std::string session_key(const HttpdRequest& request, std::string_view session_id) {
  return fmt::format("{}\n{}", session_id, sha256_hex(request.header("authorization")));
}

void RemoteServer::serve(HttpdExchange& exchange) {
  const HttpdRequest& request = exchange.request();
  const std::string key = session_key(request, request.header("mcp-session-id"));
  if (request.method == "POST") return post(exchange);
  if (request.method == "DELETE") {
    forward(exchange, sessions_.at(key), key, false);
    return sessions_.forget(key);
  }
  if (request.method == "GET") {
    forward(exchange, sessions_.at(key), key, false);
    return;
  }
  HttpdResponse refused;
  refused.status = 405;
  refused.headers.emplace_back("Allow", "POST, GET, DELETE");
  exchange.answer(std::move(refused));
}

void RemoteServer::post(HttpdExchange& exchange) {
  const HttpdRequest& request = exchange.request();
  const PassingFrame frame = read_passing(request.body);
  const PassingMessage& message = frame.messages[0];
  const bool bad = std::any_of(frame.messages.begin(), frame.messages.end(), [](const PassingMessage& each) {
    return each.kind == PassingMessage::Kind::kBad;
  });
  const auto guarded = [](const PassingMessage& each) {
    return each.kind == PassingMessage::Kind::kRequest &&
           (each.method == "tools/list" || each.method == "tools/call");
  };
  // A batch of one revision of years ago: passed on whole, or not at all.
  const bool mixed = frame.batch && std::any_of(frame.messages.begin(), frame.messages.end(), guarded);
  if (bad || mixed) {
    const std::string_view why = bad ? message.fault : "tools are not listed or called in a batch";
    log_.say_often("frame_refused", {{"from", "client"}, {"reason", why}}, refused_frames_);
    return exchange.answer(
        json_answer(400, make_error(message.id, frame.not_json ? rpc::kParseError : rpc::kInvalidRequest,
                                    fmt::format("mcpjury guard: {}", why))));
  }
  const std::string key = session_key(request, request.header("mcp-session-id"));
  const bool opens = !frame.batch && message.method == "initialize";
  const Session session = opens ? std::make_shared<RemoteSession>() : sessions_.at(key);
  if (!frame.batch && guarded(message) && message.method == "tools/list")
    return list(exchange, message, session);
  if (!frame.batch && guarded(message)) {
    read_list(request, meta_of(message.params()), *session, false);
    CallDecision decision =
        decide_call(message.tool(), session->known(), options_.gate.policy, buckets_, loop_ms(), log_);
    if (!decision.forward) {
      return exchange.answer(
          json_answer(200, refusal_frame(message.id, decision.reason, std::move(decision.data))));
    }
  }
  for (const PassingMessage& each : frame.messages) {
    if (each.method == "notifications/cancelled") session->cancelled(each);
    if (each.kind != PassingMessage::Kind::kRequest) continue;
    if (session->pending.size() >= options_.gate.limits.pending) {
      return exchange.answer(
          json_answer(200, refusal_frame(each.id, "too many requests wait for an answer", {})));
    }
    session->asked(each);
  }
  if (!forward(exchange, session, key, opens)) session->not_answered(frame);
}

void RemoteServer::list(HttpdExchange& exchange, const PassingMessage& message, const Session& session) {
  const JsonObject* params = message.params();
  const Json* cursor = params != nullptr ? find(*params, "cursor") : nullptr;
  if (cursor != nullptr && !cursor->is_null()) {
    return exchange.answer(
        json_answer(200, make_error(message.id, rpc::kInvalidParams,
                                    "mcpjury guard: unknown cursor; the whole list is on the first page")));
  }
  read_list(exchange.request(), meta_of(params), *session, true);
  if (!session->list_error.empty() && !session->verdict) {
    auto error = parse_json(session->list_error, "error", {});
    if (error)
      return exchange.answer(
          json_answer(200, boost::json::serialize(
                               JsonObject{{"jsonrpc", "2.0"}, {"id", message.id}, {"error", error->value}})));
  }
  if (const std::string all = refusal_of_all(session->known(), options_.gate.policy); !all.empty()) {
    log_.say("list", {{"decision", "refuse"}, {"reason", all}});
    return exchange.answer(json_answer(200, refusal_frame(message.id, all, {})));
  }
  exchange.answer(json_answer(200, make_result(message.id, session->list_result)));
}

bool RemoteServer::forward(HttpdExchange& exchange, const Session& session, const std::string& key,
                           bool opens) {
  const HttpdRequest& request = exchange.request();
  HttpRequest out = upstream_.request_like(request, request.method, request.body);
  if (request.method == "GET") out.limits.total = std::chrono::hours(24);
  const auto stream = upstream_.open(std::move(out));
  const HttpHead& head = stream->head();
  if (head.status == 0) {
    log_.say("upstream_failed", {{"reason", name_of(head.failure)}});
    exchange.answer(json_answer(
        502,
        refusal_frame(nullptr, fmt::format("the server was not reached: {}", name_of(head.failure)), {})));
    return false;
  }
  // The session the server opened is known by its id from now on; without one, it is the client's only one.
  if (opens) {
    const std::string_view id = head.header("mcp-session-id");
    sessions_.put(id.empty() ? key : session_key(request, id), session);
  }
  HttpdResponse response;
  response.status = head.status;
  response.headers = passed_headers(head);
  if (ascii::equal_ignoring_case(head.media_type(), "text/event-stream")) {
    const auto to = exchange.stream(std::move(response));
    if (to != nullptr) pump(*stream, *to, *session);
    return true;
  }
  auto body = whole_body(*stream, options_.limits.frame_bytes, Loop::now() + options_.answer_time);
  if (!body) {
    log_.say("upstream_failed", {{"reason", "the answer is too large or was cut"}});
    exchange.answer(json_answer(502, refusal_frame(nullptr, "the answer is too large or was cut", {})));
    return false;
  }
  std::string passing = filtered(*body, *session);
  // Pages and other texts of no protocol stay here; the status says enough.
  if (!passing.empty()) response.body = std::make_shared<const std::string>(std::move(passing));
  if (response.body == nullptr && head.status == 200 && request.method == "POST") response.status = 502;
  exchange.answer(std::move(response));
  return false;
}

std::string RemoteServer::filtered(std::string_view text, RemoteSession& session) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return {};
  const PassingFrame frame = read_passing(text);
  std::string joined;
  std::size_t passed = 0;
  for (const PassingMessage& message : frame.messages) {
    if (!session.passes(message, loop_ms(), log_)) continue;
    ++passed;
    if (frame.batch) (joined += joined.empty() ? '[' : ',') += boost::json::serialize(message.whole);
  }
  if (passed == frame.messages.size()) return std::string(text);
  return passed == 0 ? std::string() : joined + "]";
}

void RemoteServer::pump(HttpStream& from, HttpdStream& to, RemoteSession& session) {
  SseParser parser(options_.limits.frame_bytes, options_.limits.frame_bytes);
  std::string last_id;
  std::optional<std::uint64_t> told;
  // When to come back after a break; said once.
  const auto retry = [&]() -> std::string {
    if (parser.retry_ms() == told) return {};
    told = parser.retry_ms();
    return fmt::format("retry: {}\n", *told);
  };
  while (to.open() && !loop_.stopped()) {
    const std::string piece = from.read(Loop::now() + kLookAround);
    if (piece.empty()) {
      if (from.at_end() || from.failure() != HttpFailure::kNone) break;
      continue;
    }
    parser.feed(piece);
    while (const auto event = parser.next()) {
      const std::string passing = filtered(event->data, session);
      last_id = event->id;
      if (!passing.empty() && !to.write(retry() + event_text(*event, passing))) return;
    }
    if (parser.state() != SseParser::State::kGood) {
      log_.say_often("frame_refused", {{"from", "server"}, {"reason", "too large"}}, session.refused_frames);
      break;
    }
    // An event without data tells where to go on.
    if (parser.last_event_id() != last_id) {
      last_id = parser.last_event_id();
      if (!to.write(fmt::format("{}id: {}\ndata: \n\n", retry(), last_id))) return;
    }
  }
  to.end();
}

}  // namespace mcpjury
