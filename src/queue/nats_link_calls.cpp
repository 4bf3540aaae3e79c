// The operations of a NatsLink.
#include <algorithm>
#include <thread>

#include "queue/nats_parts.h"

namespace mcpjury {
namespace {

bool none_there(natsStatus status, jsErrCode code) {
  return status == NATS_NOT_FOUND || code == JSNoMessageFoundErr || code == JSSequenceNotFoundErr;
}

bool nothing_counts(natsStatus, jsErrCode) { return false; }

NatsRecord record_of(natsMsg* message, const char* subject) {
  NatsRecord out;
  out.data.assign(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
  out.subject = subject;
  out.sequence = natsMsg_GetSequence(message);
  out.stored_at = natsMsg_GetTime(message) / 1'000'000;
  return out;
}

}  // namespace

Result<std::optional<std::uint64_t>> NatsLink::put(const std::string& subject, std::string_view data,
                                                   std::uint64_t expected) {
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.ExpectLastSubjectSeq = expected;
  options.ExpectNoMessage = expected == 0;
  std::optional<std::uint64_t> sequence;
  auto put = parts_->patiently(
      [&](jsErrCode* code) {
        jsPubAck* stored = nullptr;
        const natsStatus status = js_Publish(&stored, parts_->context, subject.c_str(), data.data(),
                                             static_cast<int>(data.size()), &options, code);
        if (status == NATS_OK) sequence = stored->Sequence;
        jsPubAck_Destroy(stored);
        return status;
      },
      [](natsStatus, jsErrCode code) { return code == JSStreamWrongLastSequenceErr; });
  if (!put) return put.error();
  return sequence;
}

Status NatsLink::put_always(const std::string& subject, std::string_view data) {
  auto put = parts_->patiently(
      [&](jsErrCode* code) {
        return js_Publish(nullptr, parts_->context, subject.c_str(), data.data(),
                          static_cast<int>(data.size()), nullptr, code);
      },
      nothing_counts);
  if (!put) return put.error();
  return Ok{};
}

void NatsLink::Parts::on_ack(jsCtx*, natsMsg* message, jsPubAck*, jsPubAckErr* error, void* closure) {
  auto* parts = static_cast<Parts*>(closure);
  if (error == nullptr) {
    ++parts->fresh;
  } else if (error->ErrCode == JSStreamWrongLastSequenceErr) {
    ++parts->known;
  } else {
    ++parts->failed;
  }
  natsMsg_Destroy(message);
}

Result<std::uint64_t> NatsLink::put_new(const std::vector<Item>& items) {
  // What got no answer is sent again: then it is new, or it was stored before the answer was lost.
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + parts_->patience;
  std::uint64_t fresh = 0;
  for (bool again = false;; again = true) {
    parts_->fresh = parts_->known = parts_->failed = 0;
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.ExpectNoMessage = true;
    natsStatus status = NATS_OK;
    for (const Item& item : items) {
      status = js_PublishAsync(parts_->context, item.subject.c_str(), item.data.data(),
                               static_cast<int>(item.data.size()), &options);
      if (status != NATS_OK) break;
    }
    jsPubOptions wait;
    jsPubOptions_Init(&wait);
    wait.MaxWait = 10'000;
    const natsStatus complete = js_PublishAsyncComplete(parts_->context, &wait);
    fresh += parts_->fresh;
    if (status == NATS_OK && complete == NATS_OK && parts_->failed == 0) return fresh;
    // An answer that never came would be taken for one of the next attempt.
    natsMsgList pending{};
    if (js_PublishAsyncGetPendingList(&pending, parts_->context) == NATS_OK) natsMsgList_Destroy(&pending);
    if (again && Clock::now() >= until)
      return parts_->failure(status != NATS_OK ? status : NATS_TIMEOUT, static_cast<jsErrCode>(0));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

Result<std::optional<NatsRecord>> NatsLink::get(const std::string& subject) {
  std::optional<NatsRecord> out;
  const std::string& stream = subject.starts_with(parts_->state + ".") ? parts_->state : parts_->jobs;
  auto got = parts_->patiently(
      [&](jsErrCode* code) {
        natsMsg* message = nullptr;
        const natsStatus status =
            js_GetLastMsg(&message, parts_->context, stream.c_str(), subject.c_str(), nullptr, code);
        if (status == NATS_OK) out = record_of(message, natsMsg_GetSubject(message));
        natsMsg_Destroy(message);
        return status;
      },
      none_there);
  if (!got) return got.error();
  return out;
}

Result<std::optional<NatsRecord>> NatsLink::next(const std::string& subject, std::uint64_t sequence) {
  std::optional<NatsRecord> out;
  auto got = parts_->patiently(
      [&](jsErrCode*) {
        jsDirectGetMsgOptions options;
        jsDirectGetMsgOptions_Init(&options);
        options.Sequence = std::max<std::uint64_t>(sequence, 1);
        options.NextBySubject = subject.c_str();
        natsMsg* message = nullptr;
        const natsStatus status =
            js_DirectGetMsg(&message, parts_->context, parts_->state.c_str(), nullptr, &options);
        if (status == NATS_OK) out = record_of(message, natsMsg_GetSubject(message));
        natsMsg_Destroy(message);
        return status;
      },
      none_there);
  if (!got) return got.error();
  return out;
}

Status NatsLink::remove(std::uint64_t sequence) {
  auto removed = parts_->patiently(
      [&](jsErrCode* code) {
        return js_DeleteMsg(parts_->context, parts_->state.c_str(), sequence, nullptr, code);
      },
      // The engine has one answer for a message that is gone and for one it cannot delete.
      [](natsStatus status, jsErrCode code) {
        return none_there(status, code) || code == JSStreamMsgDeleteFailed;
      });
  if (!removed) return removed.error();
  return Ok{};
}

Status NatsLink::purge(const std::string& subject) {
  jsOptions options;
  jsOptions_Init(&options);
  options.Stream.Purge.Subject = subject.c_str();
  const std::string& stream = subject.starts_with(parts_->state + ".") ? parts_->state : parts_->jobs;
  auto purged = parts_->patiently(
      [&](jsErrCode* code) { return js_PurgeStream(parts_->context, stream.c_str(), &options, code); },
      nothing_counts);
  if (!purged) return purged.error();
  return Ok{};
}

Result<std::uint64_t> NatsLink::count(const std::string& subject) {
  // A consumer that nobody reads knows how much there is for it.
  jsConsumerConfig config;
  jsConsumerConfig_Init(&config);
  config.AckPolicy = js_AckNone;
  config.DeliverPolicy = js_DeliverAll;
  config.FilterSubject = subject.c_str();
  config.InactiveThreshold = std::chrono::nanoseconds(std::chrono::seconds(5)).count();
  config.MemoryStorage = true;
  const std::string& stream = subject.starts_with(parts_->state + ".") ? parts_->state : parts_->jobs;
  std::uint64_t out = 0;
  auto counted = parts_->patiently(
      [&](jsErrCode* code) {
        jsConsumerInfo* info = nullptr;
        const natsStatus status =
            js_AddConsumer(&info, parts_->context, stream.c_str(), &config, nullptr, code);
        if (status == NATS_OK) {
          out = info->NumPending;
          auto ignored = static_cast<jsErrCode>(0);
          js_DeleteConsumer(parts_->context, stream.c_str(), info->Name, nullptr, &ignored);
        }
        jsConsumerInfo_Destroy(info);
        return status;
      },
      nothing_counts);
  if (!counted) return counted.error();
  return out;
}

Result<std::vector<NatsDelivery>> NatsLink::fetch(std::size_t most, std::chrono::milliseconds wait) {
  std::vector<NatsDelivery> out;
  natsMsgList list{};
  auto code = static_cast<jsErrCode>(0);
  const natsStatus status =
      natsSubscription_Fetch(&list, parts_->subscription, static_cast<int>(std::min<std::size_t>(most, 1000)),
                             std::max<std::int64_t>(wait.count(), 1), &code);
  if (status != NATS_OK && !Parts::passing(status, code)) return parts_->failure(status, code);
  for (int i = 0; i < list.Count; ++i) {
    natsMsg* message = list.Msgs[i];
    list.Msgs[i] = nullptr;  // ours now
    NatsDelivery delivery;
    delivery.message.reset(message);
    delivery.data.assign(natsMsg_GetData(message), static_cast<std::size_t>(natsMsg_GetDataLength(message)));
    jsMsgMetaData* meta = nullptr;
    if (natsMsg_GetMetaData(&meta, message) == NATS_OK) delivery.times = meta->NumDelivered;
    jsMsgMetaData_Destroy(meta);
    out.push_back(std::move(delivery));
  }
  natsMsgList_Destroy(&list);
  return out;
}

Status NatsLink::acknowledge(natsMsg* message) {
  const natsStatus status = natsMsg_Ack(message, nullptr);
  if (status != NATS_OK) return parts_->failure(status, static_cast<jsErrCode>(0));
  return Ok{};
}

Status NatsLink::give_back(natsMsg* message, std::chrono::milliseconds delay) {
  const natsStatus status = delay.count() > 0 ? natsMsg_NakWithDelay(message, delay.count(), nullptr)
                                              : natsMsg_Nak(message, nullptr);
  if (status != NATS_OK) return parts_->failure(status, static_cast<jsErrCode>(0));
  return Ok{};
}

Status NatsLink::in_progress(natsMsg* message) {
  const natsStatus status = natsMsg_InProgress(message, nullptr);
  if (status != NATS_OK) return parts_->failure(status, static_cast<jsErrCode>(0));
  return Ok{};
}

}  // namespace mcpjury
