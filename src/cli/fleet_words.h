// What the user asked of fleet and worker. A plain value.
#pragma once

#include <string>

namespace mcpjury {

struct FleetWords {
  std::string action;
  std::string registry, list, ndjson, evidence;  // what to submit
  std::string round, queue, metrics;
  bool full = false, all = false, json = false, until_ended = false;
  double grace_seconds = 30;
};

}  // namespace mcpjury
