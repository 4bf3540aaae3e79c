#include "queue/queue.h"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

#include "base/escape.h"
#include "base/redact.h"
#include "queue/nats_queue.h"
#include "queue/queue_text.h"
#include "queue/sql_queue.h"
#include "store/sql_text.h"

namespace mcpjury {

std::string queue_holder() { return fmt::format("{}-{}", ::getpid(), new_uid()); }

std::string queue_reason(std::string_view reason) { return clip(without_nul(redact(reason)), 500); }

std::string queue_time(std::int64_t milliseconds_since_1970) {
  const std::time_t seconds = milliseconds_since_1970 / 1000;
  std::tm parts{};
  if (::gmtime_r(&seconds, &parts) == nullptr) return {};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

Result<std::unique_ptr<JobQueue>> JobQueue::open(const JobQueueOptions& options) {
  const std::string_view url = options.url;
  if (options.most_deliveries < 1 || options.of_one_host < 1 || options.lease.count() < 1 ||
      options.name.empty()) {
    return Error{ErrorCode::kUsage, "queue: lease, deliveries and jobs of one host must be above zero"};
  }
  if (url.starts_with("postgresql://") || url.starts_with("postgres://") ||
      (url.starts_with("sqlite:") && url.size() > 7)) {
    return SqlQueue::open(options);
  }
  if (url.starts_with("nats://") || url.starts_with("tls://")) return NatsQueue::open(options);
  return Error{
      ErrorCode::kUsage,
      fmt::format(
          "queue: an address that begins with {} is none of sqlite:PATH, postgresql://…, nats://HOST:PORT",
          clip(escape_terminal(url.substr(0, url.find(':'))), 40))};
}

}  // namespace mcpjury
