// How one conversation goes, over any wire.
#include "mcp/client.h"

#include <utility>

#include "mcp/conversation_record.h"
#include "mcp/era.h"
#include "mcp/failure.h"
#include "mcp/http_channel.h"
#include "mcp/resource_samples.h"
#include "mcp/sse_channel.h"
#include "mcp/stdio_channel.h"
#include "mcp/walk.h"

namespace mcpjury {
namespace {

ChannelOptions channel_options(const ClientOptions& options, std::size_t message_bytes) {
  return {options.client_name, options.client_version, options.request_time, options.json_depth,
          message_bytes};
}

bool is_timeout(const Reply& reply) {
  return reply.failure == failure::kResponseTimeout || reply.failure == name_of(HttpFailure::kTimeout);
}

class Visit {
 public:
  explicit Visit(const ClientOptions& options) : options_(options), begin_(Loop::now()) {}

  Conversation& out() { return out_; }

  // `stands_alone`: each request does, so that the other era can be tried afterwards.
  void run(Talk& talk, Opening opening, bool stands_alone) {
    learned_.opening = std::move(opening);
    const Opening& open = learned_.opening;
    if (open.opened || open.era == Era::kModern) {
      walk_lists(talk);
      if (options_.check_repeat) repeat(talk);
      const Walk& resources = learned_.walks[2];
      if (resources.listed && !over_) learned_.samples = sample_resources(talk, resources.items);
      check_tools(talk);
    }
    record_definition(learned_, out_);
    finish(talk);
    if (options_.before_close) options_.before_close(talk.channel(), out_);
    const bool probe = stands_alone && open.opened && open.era == Era::kModern && !open.legacy_too &&
                       options_.era == Era::kUnknown && !over_;
    if (probe) learned_.opening.legacy_too = answers_initialize(talk);
    talk.channel().close();
    finish(talk);
  }

 private:
  void walk_lists(Talk& talk) {
    const JsonObject* capabilities = learned_.opening.capabilities.if_object();
    int timeouts = 0;
    for (std::size_t i = 0; i < kListKinds.size(); ++i) {
      const ListKind& kind = kListKinds[i];
      const Json* says = capabilities != nullptr ? find(*capabilities, kind.capability) : nullptr;
      const bool announced = says != nullptr && !says->is_null() && *says != Json(false);
      // Many servers forget to announce their tools.
      const bool ask = (announced || kind.method == Method::kListTools) && !over_;
      learned_.walks[i] = ask ? walk_list(talk, kind, announced) : list_not_asked(announced);
      const Walk& walk = learned_.walks[i];
      if (!walk.failed) continue;
      // One list that hangs says nothing about the others; two do. Nor does one whose answer is too large,
      // where each answer stands alone.
      if (is_timeout(walk.trouble)) ++timeouts;
      const bool too_large = walk.trouble.http_status == 200 && walk.trouble.failure == failure::kTooLarge;
      over_ = over_ || (is_outage(walk.trouble) && !too_large) || timeouts > 1;
    }
  }

  void repeat(Talk& talk) {
    const Walk& tools = learned_.walks[0];
    if (over_ || !tools.complete || tools.pages != 1) return;
    const Reply reply = talk.ask(Method::kListTools);
    const JsonObject* result = reply.result.if_object();
    const JsonArray* again = result != nullptr ? find_array(*result, "tools") : nullptr;
    over_ = is_outage(reply);
    if (again == nullptr || *again == tools.items) return;
    out_.repeat_differs = true;
    talk.violation("unstable_list", Method::kListTools);
  }

  void check_tools(Talk& talk) {
    if (talk.era() == Era::kModern) note_header_faults(talk, learned_.walks[0].items);
  }

  void finish(Talk& talk) {
    learned_.duration_ms = std::chrono::duration_cast<Milliseconds>(Loop::now() - begin_).count();
    record_conversation(talk, learned_, options_, out_);
  }

  const ClientOptions& options_;
  const TimePoint begin_;
  Conversation out_;
  Learned learned_;
  bool over_ = false;  // the server is gone, or would only waste our time
};

// Opening a POST is not allowed here, or the address is unknown: it may be the older transport.
bool may_be_http_sse(const Opening& opening, const ClientOptions& options) {
  const int status = opening.last.http_status;
  return options.try_http_sse && options.era != Era::kModern && !opening.opened && !opening.modern_error &&
         opening.era == Era::kUnknown && (status == 400 || status == 404 || status == 405);
}

}  // namespace

Conversation talk_over_http(HttpClient& client, const HttpEndpoint& endpoint, const ClientOptions& options) {
  Visit visit(options);
  const ChannelOptions shared = channel_options(options, options.message_bytes);
  HttpChannel channel(client, endpoint, shared,
                      [&](Milliseconds pause) { client.loop().sleep_until(Loop::now() + pause); });
  Talk talk(channel, options, visit.out());
  Opening opening = open_conversation(talk, false);
  if (may_be_http_sse(opening, options)) {
    SseChannel older(client, endpoint, shared);
    const Reply connected = older.connect();
    // An endpoint event, even one we must not follow, says that this is the older transport.
    if (!older.facts().sse_endpoint.empty()) {
      channel.close();
      talk.change_channel(older);
      if (connected.failure.empty()) {
        opening = open_legacy(talk);
      } else {
        opening.last = connected;
      }
      visit.run(talk, std::move(opening), false);
      return std::move(visit.out());
    }
  }
  visit.run(talk, std::move(opening), true);
  return std::move(visit.out());
}

Conversation talk_over_stdio(const StartProcess& start, const ClientOptions& options) {
  Visit visit(options);
  const ChannelOptions shared = channel_options(options, options.message_bytes * 10);
  auto started = start();
  if (!started) {
    visit.out().failure = failure::kNotStarted;
    visit.out().failure_detail = started.error().message;
    return std::move(visit.out());
  }
  auto channel = std::make_unique<StdioChannel>(std::move(*started), shared, options.discover_time);
  Talk talk(*channel, options, visit.out());
  Opening opening = open_conversation(talk, true);
  std::unique_ptr<StdioChannel> second;
  if (!opening.opened && opening.last.failure == failure::kExited && options.era != Era::kModern) {
    // Some servers end on anything that is not initialize.
    channel->close();
    auto again = start();
    if (again) {
      visit.out().restarted = true;
      second = std::make_unique<StdioChannel>(std::move(*again), shared, options.discover_time);
      talk.change_channel(*second);
      opening = open_legacy(talk);
    }
  }
  visit.run(talk, std::move(opening), false);
  return std::move(visit.out());
}

}  // namespace mcpjury
