// Stored evidence through the present catalogue, without the network: the newest scan of every server gets a
// successor judged by the rules of today, with the time at which it was looked at.
//
// Each thread has a connection of its own. Repeating it is harmless: a regraded scan has a name made of the
// catalogue and the scan it comes from.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "base/json.h"
#include "base/result.h"
#include "store/store.h"

namespace mcpjury {

struct RegradeFigures {
  std::uint64_t found = 0, scans = 0, tools = 0, failed = 0;
  std::string first_failure;
  int jobs = 1;
  double seconds = 0;        // by the clock on the wall
  double judge_seconds = 0;  // processor time of reading and judging the records, all threads
  double form_seconds = 0;   // and of making the form in which they are kept
  double store_seconds = 0;  // waiting for the store, all threads
};

struct RegradeOptions {
  StoreOptions store;
  bool all = false;  // also what the present catalogue judged already
  int jobs = 0;      // threads; 0: one a core
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const RegradeFigures&)> report;  // about every second
};

Result<RegradeFigures> regrade(const RegradeOptions& options);
JsonObject regrade_json(const RegradeFigures& figures);
std::string regrade_text(const RegradeFigures& figures);

}  // namespace mcpjury
