// The servers of client configurations as targets: found, looked at without starting anything, and, when the
// user asks for it, started or contacted one by one.
//
// One call at a time. Nothing here reaches the network or starts a program unless `start` or `connect` is
// set.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "observe/config/configured_server.h"
#include "scan/live.h"

namespace mcpjury {

struct ConfiguredTargets {
  std::vector<ConfiguredServer> servers;
  std::vector<std::string> messages;  // what could not be read, and what is worth knowing; escaped lines
  std::vector<Error> errors;          // of files the user named; or that nothing is configured at all
  bool incomplete = false;            // servers may be missing
  std::size_t files = 0;              // that were read
};

// With `clients` every configuration on this machine and in the working folder. Of `targets` those that are
// configuration files are taken out, broken ones too.
ConfiguredTargets find_configured(std::vector<std::string>& targets, bool clients);

struct ConfiguredOptions {
  bool start = false;                      // ask for each local server, then start it in the sandbox
  bool connect = false;                    // contact remote servers, with the headers of the configuration
  std::function<void()> looked = nullptr;  // told of each server that was looked at
};

// Calls `then` once a server, in order; the evidence is never an error: what could not be started is said in
// it, and what the configuration says is judged all the same.
void observe_configured(const std::vector<ConfiguredServer>& servers, const ScanOptions& options,
                        const LiveOptions& live, const ConfiguredOptions& how,
                        const std::function<void(LookedAt)>& then);

}  // namespace mcpjury
