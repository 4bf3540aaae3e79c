// What a NatsLink holds. Private to nats_*.cpp.
#pragma once

#include <nats/nats.h>

#include <atomic>
#include <functional>

#include "queue/nats_link.h"

namespace mcpjury {

struct NatsLink::Parts {
  ~Parts();
  Error failure(natsStatus status, jsErrCode code) const;
  static bool passing(natsStatus status, jsErrCode code);
  // Asks again while the server is away; `an_answer` says which failures are answers too.
  Result<natsStatus> patiently(const std::function<natsStatus(jsErrCode*)>& ask,
                               const std::function<bool(natsStatus, jsErrCode)>& an_answer);
  Status make_stream(const std::string& name, const std::string& subjects);
  Status make_consumer(std::chrono::milliseconds lease);
  // In a thread of the library, for every message put_new() sent.
  static void on_ack(jsCtx*, natsMsg*, jsPubAck* stored, jsPubAckErr* error, void* closure);

  natsConnection* connection = nullptr;
  jsCtx* context = nullptr;
  natsSubscription* subscription = nullptr;
  std::string jobs, state, place;
  std::chrono::milliseconds patience{0};
  std::atomic<std::uint64_t> fresh{0}, known{0}, failed{0};  // of put_new()
};

}  // namespace mcpjury
