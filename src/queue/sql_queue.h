// The queue in a SQL database: SQLite for one machine, PostgreSQL for several. Private to the module.
//
// Only submit() and a death wait for the disk. A lease or an end that a power cut took back means that a job
// is given out once more, which is what at least once promises anyway.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "queue/queue.h"
#include "queue/queue_tables.h"

namespace mcpjury {

class SqlQueue final : public JobQueue {
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
  SqlQueue(JobQueueOptions options, std::unique_ptr<Connection> connection);

  bool postgres() const { return connection_->engine() == StoreEngine::kPostgres; }
  // "$NOW" becomes the engine's clock: workers on several machines go by one.
  std::string with_clock(std::string text) const;
  void hold_host(soci::session& sql, const std::string& host);
  // When the host's next turn is, now that its jobs changed; its row goes when none is left.
  void set_turn(soci::session& sql, const std::string& host);
  void take_from_host(soci::session& sql, const std::string& host, std::size_t most, std::vector<Job>& out);
  // One job changes, with the row of its host held.
  Status change(const std::string& id, bool durable,
                const std::function<void(soci::session&, const std::string& host)>& work);
  Status write(bool durable, const std::function<void(soci::session&)>& work);
  bool some_due(soci::session& sql);

  JobQueueOptions options_;
  std::unique_ptr<Connection> connection_;
  std::string holder_;  // who this is, among all that take
};

}  // namespace mcpjury
