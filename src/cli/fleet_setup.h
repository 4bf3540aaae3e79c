// The operator's configuration for a fleet, from the command line, the environment and mcpjury.yaml.
#pragma once

#include "cli/options.h"
#include "fleet/worker.h"

namespace mcpjury {

struct FleetSetup {
  WorkerOptions worker;
  FleetSettings settings;
  bool show_progress = false;  // on a terminal only
};

Result<FleetSetup> make_fleet_setup(const CliOptions& options);

// Set by SIGTERM and SIGINT; a second one ends the program as usual.
const std::atomic<bool>* drain_on_signals();

// Runs the worker with progress, metrics and a last line.
int run_fleet_worker(const CliOptions& options, FleetSetup setup);

}  // namespace mcpjury
