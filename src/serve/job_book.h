// The jobs of the service on disk, beside the scans: accepted before they are acknowledged, so that a restart
// loses none. Credentials are never in here; a private report is, and nowhere else.
//
// One JobBook belongs to one thread; several may share a database.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace mcpjury {

class Connection;

struct JobRow {
  std::string id;     // "s_" and 32 hex digits nobody can guess
  std::string state;  // queued, observing, judging, done, failed
  bool is_private = false;
  bool secret = false;  // had a credential: cannot be done again after a restart
  std::string fold;     // the same target asked the same way; empty for what is never shared
  std::string idem;     // of Idempotency-Key and caller; empty: none
  std::string body_sha256;
  Json order;  // what to do, without secrets; once done only which methodologies to show, or null
  std::string kind, display;
  std::string created_at, started_at, finished_at;
  std::int64_t scan = 0;  // its number in the store; 0: not kept there
  std::string error_code, error_message;
  Json report, evidence;  // of what is not in the store; null else, and when listed
};

class JobBook {
 public:
  static Result<std::unique_ptr<JobBook>> open(const std::string& store_url,
                                               int reconnect_milliseconds = 30'000);
  ~JobBook();

  // False: the idempotency key is taken.
  Result<bool> add(const JobRow& row);
  Result<Ok> start(const std::string& id, std::string_view state, const std::string& at);
  Result<Ok> finish(const JobRow& row);
  // With the report and the evidence when `whole`.
  Result<std::optional<JobRow>> get(std::string_view id, bool whole);
  Result<std::optional<JobRow>> by_idem(std::string_view idem);
  // The newest finished one that was asked the same way, not before `since`.
  Result<std::optional<JobRow>> newest(std::string_view fold, std::string_view since);
  Result<std::vector<JobRow>> unfinished(std::size_t limit);  // oldest first, with their orders
  Result<std::uint64_t> drop_before(std::string_view finished_before);

 private:
  explicit JobBook(std::unique_ptr<Connection> connection);
  Result<std::vector<JobRow>> rows(const std::string& where, const std::string& value,
                                   const std::string& second, bool whole, std::size_t limit);
  std::unique_ptr<Connection> connection_;
};

}  // namespace mcpjury
