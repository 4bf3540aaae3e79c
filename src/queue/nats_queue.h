// The queue in NATS JetStream. Private to the module.
//
// Two streams, one message a subject. In the first a job lies under a subject made of its round and id, until
// its round is forgotten; so the same id is refused for as long as that, not for a window of time. In the
// second lie `done` and `dead` marks (they count a round), `try` records (how often a job was really given
// out) and `slot` records: of each host as many as jobs of it may be out, taken by compare-and-set, renewed
// by keep_alive(). A slot nobody renewed for a lease, by the watcher's own clock, is taken over. A job of a
// host without a free slot goes back and comes later; that is no delivery.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "queue/nats_link.h"
#include "queue/queue.h"

namespace mcpjury {

class NatsQueue final : public JobQueue {
 public:
  static Result<std::unique_ptr<JobQueue>> open(const JobQueueOptions& options);

  Result<std::uint64_t> submit(const std::vector<Job>& jobs) override;
  Result<std::vector<Job>> take(std::size_t most, std::chrono::milliseconds wait) override;
  Status keep_alive(const std::vector<std::string>& ids) override;
  Status done(const std::string& id) override;
  Status retry(const std::string& id, std::chrono::milliseconds delay, std::string_view reason) override;
  Status bury(const std::string& id, std::string_view reason) override;
  Result<JobCounts> counts(std::string_view round) override;
  Result<std::vector<DeadLetter>> dead_letters(std::string_view round, std::size_t limit) override;
  Result<std::uint64_t> forget(std::string_view round) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Slot {
    std::string subject;
    std::uint64_t sequence = 0;
  };
  struct Held {
    Job job;
    NatsMessage message;
    Slot slot;
    std::string reason;  // of the last failure
  };
  // What a slot or try record says of a job.
  struct Tries {
    std::string id, round;
    int deliveries = 0;
    std::string reason;
  };
  struct Watched {
    std::uint64_t sequence = 0;
    Clock::time_point since;
  };

  NatsQueue(JobQueueOptions options, std::string jobs, std::string state, std::unique_ptr<NatsLink> link);
  std::string subject(std::string_view kind, const Job& job) const;
  std::string slot_subject(const Job& job, int number) const;
  static std::string tries_text(const Held& held);
  static std::optional<Tries> tries_from(const std::string& text);

  // Takes the delivery in when the job's host has room; else it goes back.
  Status admit(NatsDelivery delivery, std::vector<Job>& out);
  // Gets a slot; false: none is free.
  Result<bool> get_slot(Held& held, bool given_before);
  Result<bool> take_over(Held& held, int number);
  Status renew(Held& held);
  Status let_go(const std::string& id);  // the slot, and what is held of it
  Status make_dead(Held& held, std::string_view reason);
  Result<bool> is_done(const Held& held);

  JobQueueOptions options_;
  std::string jobs_, state_;  // names of the streams, and how their subjects begin
  std::unique_ptr<NatsLink> link_;
  std::string holder_;
  std::unordered_map<std::string, Held> held_;
  std::unordered_map<std::string, Watched> watched_;         // slots of others
  std::unordered_map<std::string, Clock::time_point> full_;  // hosts without room, looked at again then
};

}  // namespace mcpjury
