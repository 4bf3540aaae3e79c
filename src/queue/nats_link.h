// A connection to NATS JetStream with the few operations the queue is made of, errors as results. Private to
// the module; nats.h is included nowhere else but in nats_*.cpp. Belongs to one thread. A server that is
// being restarted is waited for, up to `patience`.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

typedef struct __natsMsg natsMsg;

namespace mcpjury {

struct FreeNatsMessage {
  void operator()(natsMsg* message) const;
};
using NatsMessage = std::unique_ptr<natsMsg, FreeNatsMessage>;

struct NatsRecord {
  std::string data;
  std::string subject;
  std::uint64_t sequence = 0;
  std::int64_t stored_at = 0;  // milliseconds since 1970, the server's clock
};

struct NatsDelivery {
  NatsMessage message;
  std::string data;
  std::uint64_t times = 0;  // how often the server gave it out
};

class NatsLink {
 public:
  // A stream for jobs (subjects `jobs`.>) and one for what is known of them (`state`.>), both on disk, one
  // message a subject; and the durable consumer of the first.
  struct Streams {
    std::string jobs, state;
    std::chrono::milliseconds lease;
  };
  static Result<std::unique_ptr<NatsLink>> open(const std::string& url, const Streams& streams,
                                                std::chrono::milliseconds patience);
  ~NatsLink();

  // Stores when the subject's last message is `expected` (0: when there is none). The sequence it got;
  // nothing when somebody was faster.
  Result<std::optional<std::uint64_t>> put(const std::string& subject, std::string_view data,
                                           std::uint64_t expected);
  // Stores whatever was there.
  Status put_always(const std::string& subject, std::string_view data);
  // Those that were not there yet, many under way at once. How many.
  struct Item {
    std::string subject, data;
  };
  Result<std::uint64_t> put_new(const std::vector<Item>& items);
  Result<std::optional<NatsRecord>> get(const std::string& subject);
  // The first at or behind `sequence` whose subject matches; of the state stream.
  Result<std::optional<NatsRecord>> next(const std::string& subject, std::uint64_t sequence);
  Status remove(std::uint64_t sequence);     // of the state stream; gone already is well
  Status purge(const std::string& subject);  // of the stream the subject belongs to
  Result<std::uint64_t> count(const std::string& subject);

  Result<std::vector<NatsDelivery>> fetch(std::size_t most, std::chrono::milliseconds wait);
  Status acknowledge(natsMsg* message);
  Status give_back(natsMsg* message, std::chrono::milliseconds delay);
  Status in_progress(natsMsg* message);

 private:
  struct Parts;
  explicit NatsLink(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace mcpjury
