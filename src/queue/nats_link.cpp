#include "queue/nats_link.h"

#include <fmt/format.h>
#include <nats/nats.h>

#include <atomic>
#include <functional>
#include <thread>

#include "base/escape.h"
#include "base/redact.h"
#include "queue/nats_parts.h"

namespace mcpjury {

void FreeNatsMessage::operator()(natsMsg* message) const { natsMsg_Destroy(message); }

NatsLink::NatsLink(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
NatsLink::~NatsLink() = default;

NatsLink::Parts::~Parts() {
  natsSubscription_Destroy(subscription);
  jsCtx_Destroy(context);
  natsConnection_Destroy(connection);
}

Error NatsLink::Parts::failure(natsStatus status, jsErrCode code) const {
  const char* detail = nullptr;
  natsStatus last = NATS_OK;
  if (status != NATS_TIMEOUT) detail = nats_GetLastError(&last);
  std::string why = natsStatus_GetText(status);
  if (detail != nullptr && *detail != '\0' && last == status) why += fmt::format(" ({})", detail);
  return {ErrorCode::kUnreadable,
          fmt::format("queue {}: {}{}", place, clip(escape_terminal(redact(why)), 300),
                      code != 0 ? fmt::format(", code {}", static_cast<int>(code)) : std::string())};
}

bool NatsLink::Parts::passing(natsStatus status, jsErrCode code) {
  // 10008: JetStream is coming up or overloaded; 10039: not enabled yet while it starts.
  return status == NATS_TIMEOUT || status == NATS_CONNECTION_CLOSED ||
         status == NATS_CONNECTION_DISCONNECTED || status == NATS_NO_RESPONDERS || status == NATS_NO_SERVER ||
         status == NATS_IO_ERROR || status == NATS_STALE_CONNECTION || code == JSClusterNotAvailErr ||
         code == JSNotEnabledErr;
}

Result<natsStatus> NatsLink::Parts::patiently(const std::function<natsStatus(jsErrCode*)>& ask,
                                              const std::function<bool(natsStatus, jsErrCode)>& an_answer) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + patience;
  for (;;) {
    auto code = static_cast<jsErrCode>(0);
    const natsStatus status = ask(&code);
    if (status == NATS_OK || an_answer(status, code)) return status;
    if (!passing(status, code) || Clock::now() >= until) return failure(status, code);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

namespace {

bool no_answer_counts(natsStatus, jsErrCode) { return false; }

}  // namespace

Status NatsLink::Parts::make_stream(const std::string& name, const std::string& subjects) {
  jsStreamConfig config;
  jsStreamConfig_Init(&config);
  const char* list[] = {subjects.c_str()};
  config.Name = name.c_str();
  config.Subjects = list;
  config.SubjectsLen = 1;
  config.Storage = js_FileStorage;
  config.MaxMsgsPerSubject = 1;
  config.AllowDirect = true;
  auto made = patiently(
      [&](jsErrCode* code) {
        jsStreamInfo* info = nullptr;
        const natsStatus status = js_AddStream(&info, context, &config, nullptr, code);
        jsStreamInfo_Destroy(info);
        return status;
      },
      [](natsStatus, jsErrCode code) { return code == JSStreamNameExistErr; });
  if (!made) return made.error();
  return Ok{};
}

Status NatsLink::Parts::make_consumer(std::chrono::milliseconds lease) {
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  const std::string subjects = jobs + ".>";
  config.Durable = "workers";
  config.DeliverPolicy = js_DeliverAll;
  config.AckPolicy = js_AckExplicit;
  config.AckWait = std::chrono::nanoseconds(lease).count();
  config.MaxDeliver = -1;  // we count, and move dead letters ourselves
  config.MaxAckPending = 200'000;
  config.MaxWaiting = 4096;
  config.FilterSubject = subjects.c_str();
  auto made = patiently(
      [&](jsErrCode* code) {
        jsConsumerInfo* info = nullptr;
        const natsStatus status = js_AddConsumer(&info, context, jobs.c_str(), &config, nullptr, code);
        jsConsumerInfo_Destroy(info);
        return status;
      },
      no_answer_counts);
  if (!made) return made.error();
  jsSubOptions options;
  jsSubOptions_Init(&options);
  options.Stream = jobs.c_str();
  options.Consumer = "workers";
  options.ManualAck = true;
  auto bound = patiently(
      [&](jsErrCode* code) {
        return js_PullSubscribe(&subscription, context, subjects.c_str(), "workers", nullptr, &options, code);
      },
      no_answer_counts);
  if (!bound) return bound.error();
  return Ok{};
}

Result<std::unique_ptr<NatsLink>> NatsLink::open(const std::string& url, const Streams& streams,
                                                 std::chrono::milliseconds patience) {
  auto parts = std::make_unique<Parts>();
  const std::size_t at = url.rfind('@');
  parts->place = clip(
      escape_terminal(at == std::string::npos ? std::string_view(url) : std::string_view(url).substr(at + 1)),
      100);
  parts->patience = patience;
  parts->jobs = streams.jobs;
  parts->state = streams.state;
  natsOptions* options = nullptr;
  natsStatus status = natsOptions_Create(&options);
  const std::unique_ptr<natsOptions, decltype(&natsOptions_Destroy)> own(options, &natsOptions_Destroy);
  if (status == NATS_OK) status = natsOptions_SetURL(options, url.c_str());
  if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);
  if (status == NATS_OK) status = natsOptions_SetReconnectWait(options, 100);
  if (status == NATS_OK) status = natsOptions_SetTimeout(options, 3000);
  if (status != NATS_OK) return parts->failure(status, static_cast<jsErrCode>(0));
  auto connected = parts->patiently(
      [&](jsErrCode*) { return natsConnection_Connect(&parts->connection, options); }, no_answer_counts);
  if (!connected) return connected.error();
  jsOptions js;
  jsOptions_Init(&js);
  js.Wait = 2000;
  js.PublishAsync.MaxPending = 1000;
  js.PublishAsync.StallWait = 5000;
  js.PublishAsync.AckHandler = &NatsLink::Parts::on_ack;
  js.PublishAsync.AckHandlerClosure = parts.get();
  status = natsConnection_JetStream(&parts->context, parts->connection, &js);
  if (status != NATS_OK) return parts->failure(status, static_cast<jsErrCode>(0));
  for (const std::string& name : {streams.jobs, streams.state}) {
    if (auto made = parts->make_stream(name, name + ".>"); !made) return made.error();
  }
  if (auto made = parts->make_consumer(streams.lease); !made) return made.error();
  return std::unique_ptr<NatsLink>(new NatsLink(std::move(parts)));
}

}  // namespace mcpjury
