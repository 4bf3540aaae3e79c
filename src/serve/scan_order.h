// A request for a scan, checked: what to look at, how, and who may see the result. Pure but for chance (ids).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "net/address_policy.h"
#include "scan/looker.h"
#include "serve/caller.h"
#include "serve/job_book.h"

namespace mcpjury {

// Why a request is refused: the HTTP status, a stable code, one sentence.
struct ApiFault {
  int status = 400;
  std::string code, message;
  int retry_after = 0;  // seconds; 0: not said
};

struct ScanOrder {
  JobRow row;
  std::string target;                    // URL, package or repository; empty: `document`
  std::string document;                  // tool list or evidence record, as JSON text
  std::vector<SecretHeader> credential;  // never leaves memory
  bool force = false, deep = false, models = false, dcr = false, active_probe = false;
  double timeout_seconds = 0;
  Strictness strictness = Strictness::kPrecise;
  std::vector<std::string> methodologies;  // shown in the report; empty: all
};

struct OrderRules {
  AddressPolicy policy;       // the operator's
  bool active_probe = false;  // allowed at all
  bool models = false;        // language models are configured
  double scan_seconds = 90;
};

std::variant<ScanOrder, ApiFault> read_scan_order(std::string_view body, const Caller& caller,
                                                  const OrderRules& rules);
// What of an order is kept on disk, and back again: for jobs that a restart interrupted.
Json order_to_json(const ScanOrder& order);
ScanOrder order_from_json(JobRow row);

}  // namespace mcpjury
