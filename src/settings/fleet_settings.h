// Section fleet: of mcpjury.yaml: what the operator decides for submit, workers and rounds. Never from a job.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "settings/settings_map.h"

namespace mcpjury {

struct FleetSettings {
  std::string queue;                       // address; empty: beside the store
  std::string store;                       // address; empty: as for every other command
  std::vector<std::string> allowed_hosts;  // the guard is lifted for these
  std::string resolver;                    // "127.0.0.1:5353"; empty: the system's
  std::int64_t jobs = 32;                  // looks at once in one worker
  std::int64_t per_host = 2;               // at once to one host name, across the whole fleet
  std::int64_t deliveries = 5;             // then a dead letter
  double timeout_seconds = 60;             // of one look
  double lease_seconds = 60;               // how long a worker may be silent about a job
  double retry_seconds = 30;               // before the second delivery; four times longer before each next
  double registry_rate = 2;                // requests a second to a registry
  double due_least_hours = 20, due_most_hours = 168;  // between two looks at one server
};

FleetSettings read_fleet_settings(SettingsMap map);
// Only what differs from the default; addresses without what stands before the @.
JsonObject fleet_settings_json(const FleetSettings& settings);

}  // namespace mcpjury
