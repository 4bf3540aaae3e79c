// What the user asked for, as parsed from the command line. A plain value.
#pragma once

#include <string>
#include <vector>

#include "cli/fleet_words.h"
#include "settings/settings.h"

namespace mcpjury {

enum class Command {
  kNone,
  kScan,
  kObserve,
  kGrade,
  kRescan,
  kConsensus,
  kConvert,
  kRules,
  kExplain,
  kMethodologies,
  kDb,
  kPin,
  kVerify,
  kDiff,
  kHistory,
  kFeedback,
  kFleet,
  kWorker,
  kMcp,
  kGuard,
  kConfig,
  kServe,
  kCompletion
};

struct CliOptions {
  Command command = Command::kNone;
  std::vector<std::string> given;          // the options that were written, by their long names
  std::vector<std::string> targets;        // or files of grade
  std::vector<std::string> local_command;  // words after -- or from npx, uvx, … on
  std::string batch;
  bool clients = false;                 // every client configuration of this machine
  bool start = false, connect = false;  // of configured servers: local ones, remote ones
  bool cross = false;                   // the targets, or the lines of a batch, are used together
  std::vector<std::string> outputs;     // FORMAT[=FILE]
  std::string record_file;              // -o of observe
  std::string methodologies = "all";
  std::string strictness = "precise";
  std::string fail_on;
  std::string color = "auto";
  std::string id;               // of rules, explain, methodologies
  std::string format = "text";  // of rules, explain, methodologies
  // Judges.
  bool deep = false;
  std::vector<std::string> judges;         // language models
  std::vector<std::string> judge_key_env;  // names of variables
  std::string judge_price;
  double judge_timeout = 0;
  int judge_concurrency = 0;
  double timeout_seconds = 0;
  int jobs = 0;
  std::string listen, new_key;  // of serve
  std::string baseline;         // an older JSON report
  std::string config_file;      // mcpjury.yaml; empty: the one of this folder
  bool no_config = false;
  Settings settings;  // what it says; see settings_choice.h
  bool exit_zero = false;
  bool strict_clean = false;
  bool quiet = false;
  bool verbose = false;
  bool no_progress = false;
  bool offline = false;
  bool no_store = false;
  std::string store;  // where the history lies; empty: MCPJURY_STORE, else the user's data folder
  int limit = 20;     // of history
  // pin and verify.
  std::string lock_file = "mcpjury.lock";
  std::string reason, approved_by;
  bool keep = false;  // mcp: scans go into the history
  // guard.
  std::string policy_file, guard_log, guard_url, guard_listen;
  // diff.
  std::string old_evidence;
  bool exit_code_on_change = false;
  // Live servers.
  std::vector<std::string> headers;           // "Name: value" or "Name: env:VARIABLE"
  std::vector<std::string> pass_environment;  // names handed to a local server
  std::string bearer_env;
  std::string protocol_version;
  bool allow_private = false;
  bool dcr = false;
  bool active_probe = false;
  bool discover = false;
  bool registry_lookups = false;
  bool yes = false;
  bool no_sandbox = false;
  // Source, packages, advisories.
  std::vector<std::string> secret_rules;    // packs in gitleaks' format, besides our own
  std::vector<std::string> verify_secrets;  // providers
  std::string registry_keys;                // file: keys that sign what a registry serves
  std::string trusted_root;                 // file: who may sign attestations
  std::string attestation;                  // file: what the operator says of the contributors
  std::string attestation_key;              // file: public key its signature is checked with
  // db: what to do, with which files or ecosystems.
  std::string db_action = "status";
  std::vector<std::string> db_words;
  int keep_days = -1, keep_scans = -1;  // of vacuum; -1: not given
  std::string feed_name;                // of an import
  std::string feed_url;                 // of an update
  bool partial_feed = false;
  std::string data_dir;  // where feeds lie
  bool history = false;
  FleetWords fleet;
};

}  // namespace mcpjury
