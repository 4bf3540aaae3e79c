// Looks at targets of every kind, many live ones at once: files are read in the calling thread, servers are
// looked at from fibers of one loop in a second thread.
//
// One call at a time. Evidence is handed over as it comes, in the calling thread, so that judging it runs
// beside the waiting for others.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "observe/local/local.h"
#include "observe/remote/secret.h"
#include "scan/scan.h"

namespace mcpjury {

class AdvisoryLookup;

struct LiveOptions {
  bool offline = false;
  bool allow_private = false;
  std::vector<std::string> allowed_hosts;  // of the operator's configuration
  std::string resolver;                    // of the operator's configuration: "127.0.0.1:5353"
  std::vector<SecretHeader> credential;
  bool dcr = false;
  bool active_probe = false;
  bool always_discover = false;
  bool registry_lookups = false;  // ask the user's own package registry for the newest release
  std::string advisory_service;   // of the operator's configuration; asked with registry_lookups only
  std::string protocol_version;   // only this one is spoken; empty: find out
  double timeout_seconds = 90;    // of each target
  int jobs = 0;                   // targets at once; 0: 32
  bool yes = false;
  bool no_sandbox = false;
  std::vector<std::string> pass_environment;  // names, for local servers
  // Variables a client's configuration gives to the local server; values may be secret.
  std::vector<std::pair<std::string, std::string>> server_environment;
  // Source, packages, advisories.
  bool history = false;                     // secrets in earlier commits too
  std::vector<std::string> secret_rules;    // files in gitleaks' format
  std::vector<std::string> verify_secrets;  // providers that may be asked
  std::string registry_keys;                // file
  std::string trusted_root;                 // file
  std::string attestation;                  // file
  std::string attestation_key;              // file
  std::string data_dir;                     // of the feeds; empty: the user's
  std::function<void()> file_read;          // told of each file of source that is read, from any thread
  // Shown the plan of a local server; false: do not start it. Not called with `yes`.
  std::function<bool(const LocalPlan&)> consent;
};

struct LookedAt {
  std::size_t index;  // in `targets`
  Result<Evidence> evidence;
};

// Each target is a file, a folder, "-", or a URL. Calls `then` once a target, in order of completion.
void observe_all(const std::vector<std::string>& targets, const ScanOptions& options, const LiveOptions& live,
                 const std::function<void(LookedAt)>& then);
// One server that is started by its command.
Result<Evidence> observe_command_line(const std::vector<std::string>& command, const ScanOptions& options,
                                      const LiveOptions& live);

// What is known against packages, asked as the options allow.
AdvisoryLookup advisory_lookup(const LiveOptions& live);

// From a signal handler: every look in progress ends soon, with what it has.
void stop_looking();
bool looking_was_stopped();

}  // namespace mcpjury
