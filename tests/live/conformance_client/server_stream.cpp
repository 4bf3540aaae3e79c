#include "server_stream.h"

#include <boost/json/serialize.hpp>

#include "mcp/jsonrpc.h"
#include "mcp/sse.h"
#include "tool_arguments.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLimit = 1u << 20;
constexpr Milliseconds kGlance{50};  // how long a read waits before it looks whether to stop

}  // namespace

ServerStream::ServerStream(HttpClient& client, const Url& url, std::string version, std::string session)
    : client_(client),
      url_(url),
      version_(std::move(version)),
      session_(std::move(session)),
      open_(client.loop()),
      ended_(client.loop()) {
  client_.loop().spawn([this] {
    listen();
    open_.raise();
    ended_.raise();
  });
  // A question asked before the stream stands would be lost.
  open_.wait_until(Loop::now() + Milliseconds(5'000));
}

ServerStream::~ServerStream() {
  stop_ = true;
  // The fiber refers to this object; each of its waits is bounded.
  while (!ended_.wait_until(Loop::now() + Milliseconds(1'000))) {
  }
}

HttpRequest ServerStream::request(std::string method) const {
  HttpRequest out;
  out.method = std::move(method);
  out.url = url_;
  out.label = "server stream";
  out.headers = {{"Mcp-Session-Id", session_}, {"MCP-Protocol-Version", version_}};
  return out;
}

void ServerStream::listen() {
  HttpRequest get = request("GET");
  get.headers.push_back({"Accept", "text/event-stream"});
  const auto stream = client_.open(std::move(get));
  open_.raise();
  if (stream->head().status != 200) return;
  SseParser parser(kLimit, kLimit);
  while (!stop_ && !stream->at_end() && stream->failure() == HttpFailure::kNone) {
    parser.feed(stream->read(Loop::now() + kGlance));
    while (const auto event = parser.next()) answer(event->data);
  }
}

void ServerStream::answer(const std::string& text) {
  auto parsed = parse_json(text, "event", {});
  const JsonObject* message = parsed ? parsed->value.if_object() : nullptr;
  const Json* id = message != nullptr ? find(*message, "id") : nullptr;
  if (id == nullptr || find_string(*message, "method").empty()) return;
  const JsonObject* params = find_object(*message, "params");
  HttpRequest post = request("POST");
  post.headers.push_back({"Content-Type", "application/json"});
  post.headers.push_back({"Accept", "application/json, text/event-stream"});
  const bool form = find_string(*message, "method") == "elicitation/create" && params != nullptr;
  post.body = form ? boost::json::serialize(
                         JsonObject{{"jsonrpc", "2.0"}, {"id", *id}, {"result", accepted_form(*params)}})
                   : make_refusal(*id);
  client_.send(std::move(post));
}

}  // namespace mcpjury
