// The commands and their options, as help shows them. Private to command_line.cpp, which alone knows the
// command-line library.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/catalog.h"
#include "cli/grammar_config.h"
#include "cli/grammar_fleet.h"
#include "cli/grammar_guard.h"
#include "cli/grammar_judges.h"
#include "cli/grammar_mcp.h"
#include "cli/grammar_serve.h"
#include "cli/options.h"
#include "report/report.h"

namespace mcpjury {

inline constexpr std::string_view kExitCodes =
    "Exit codes: 0 below the threshold, 1 threshold reached, 2 wrong usage or unreadable\n"
    "input, 3 nothing to grade, 4 incomplete, 5 findings (--strict-clean), 70 our fault,\n"
    "130 interrupted.";

class Grammar {
 public:
  explicit Grammar(CliOptions& o)
      : app_(
            "Looks at an MCP server the way an agent's owner should before trusting it: one set of\n"
            "findings, five published methodologies, every number recomputable.",
            "mcpjury") {
    app_.require_subcommand(0, 1);
    app_.add_flag("--version", version_, "Print the version and the catalogue it runs");
    app_.footer(std::string(kExitCodes));

    CLI::App* scan = add("scan", Command::kScan, "Observe, detect, grade, report");
    scan->add_option("TARGET", o.targets,
                     "A URL; a folder of source; npm:name[@version], pypi:name[@version]; a git address;\n"
                     "an archive or bundle (.tgz, .whl, .zip, .mcpb); a saved tools/list result (.json);\n"
                     "a client configuration (mcp.json, config.toml, …);\n"
                     "an evidence record; - for stdin;\n"
                     "or -- COMMAND ARGS for a local server (npx, uvx, node, python need no --)");
    scan->add_flag("--clients", o.clients,
                   "Every server any MCP client on this machine, or in this folder, would start;\n"
                   "only their configurations are read");
    scan->add_flag("--start", o.start, "Ask for each local server of a configuration whether to start it");
    scan->add_flag("--connect", o.connect,
                   "Contact the remote servers of a configuration, with the headers it has for them");
    scan->add_option("--batch", o.batch,
                     "Read one server or tool a line (NDJSON) from FILE or -, write one line each")
        ->type_name("FILE");
    scan->add_flag("--cross", o.cross,
                   "The targets, or the lines of a batch, are used together: compare them with each other");
    judging(scan, o);
    stored(scan, o);
    add_judge_options(scan, o);
    live(scan, o);
    source(scan, o);

    CLI::App* observe = add("observe", Command::kObserve, "Only look; write the evidence record");
    observe->add_option("TARGET", o.targets, "As in scan, one")->required()->expected(1);
    observe->add_option("-o", o.record_file, "Where to write it; stdout when not given")->type_name("FILE");
    quiet_ones(observe, o);
    add_judge_options(observe, o);
    live(observe, o);
    source(observe, o);

    CLI::App* grade = add("grade", Command::kGrade, "Only judge; replay evidence records");
    grade
        ->add_option("FILE", o.targets,
                     "Evidence records, or - for stdin; scan records are recomputed from their raw parts")
        ->required();
    judging(grade, o);

    CLI::App* pin = add("pin", Command::kPin, "Approve the tools of a server in a lock file");
    pin->add_option("TARGET", o.targets, "As in scan");
    pin->add_option("--reason", o.reason, "Why it is approved; for those who review the lock file");
    pin->add_option("--by", o.approved_by, "Who approves it");
    locked(pin, o);
    stored(pin, o);
    CLI::App* verify = add("verify", Command::kVerify, "Exit 1 when a server is no longer as approved");
    verify->add_option("TARGET", o.targets, "As in scan; every server of the lock file when not given");
    locked(verify, o);

    CLI::App* history = add("history", Command::kHistory, "Earlier scans of a server that were kept");
    history->add_option("TARGET", o.targets, "As it was scanned; every server when not given")
        ->expected(0, 1);
    history->add_option("--limit", o.limit, "How many, 20 when not given")->check(CLI::Range(1, 100000));
    history->add_option("--format", o.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    stored(history, o);
    CLI::App* feedback =
        add("feedback", Command::kFeedback, "Say that a finding is right or wrong; count what was said");
    feedback
        ->add_option("add|report", o.targets,
                     "add FINGERPRINT false_positive|false_negative|confirmed, or report")
        ->required()
        ->expected(1, 3);
    feedback->add_option("--note", o.reason, "At most 2,000 characters");
    feedback->add_option("--format", o.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    stored(feedback, o);

    CLI::App* diff = add("diff", Command::kDiff, "What changed between two reports or records");
    diff->add_option("A B", o.targets, "Saved JSON reports, evidence records or tool lists; the older first")
        ->required()
        ->expected(2);
    diff->add_option("--old-evidence", o.old_evidence,
                     "The record of A, when A is a report of an older catalogue")
        ->type_name("FILE");
    diff->add_flag("--exit-code", o.exit_code_on_change, "Exit 1 when anything changed");
    diff->add_option("--format", o.format, "text or json")->check(CLI::IsMember({"text", "json"}));
    diff->add_option("--color", o.color, "auto, always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    CLI::App* rescan = add("rescan", Command::kRescan,
                           "Look at the target of a scan record again, compare engine by engine");
    rescan->add_option("RECORD", o.targets, "A scan record (scan -o record=FILE)")->required()->expected(1);
    rescan->add_option("--format", o.format, "text or json")
        ->type_name("NAME")
        ->check(CLI::IsMember({"text", "json"}));
    quiet_ones(rescan, o);
    live(rescan, o);
    source(rescan, o);

    CLI::App* convert =
        add("convert", Command::kConvert, "Another format of a saved JSON report; nothing is judged anew");
    convert->add_option("REPORT", o.targets, "What -o json wrote, or - for stdin")->required()->expected(1);
    convert
        ->add_option("--methodology", o.methodologies, "Which of the five to show, joined by commas, or all")
        ->type_name("LIST");
    formatted(convert, o);
    convert->add_flag("-q,--quiet", o.quiet, "Only the verdict line");
    convert->add_flag("-v,--verbose", o.verbose, "Everything that is known");
    convert->add_option("--color", o.color, "auto, always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));

    CLI::App* consensus =
        add("consensus", Command::kConsensus, "What the judges of a deep scan said, tool by tool, as JSON");
    consensus->add_option("FILE", o.targets, "A saved JSON report, an evidence record, or - for stdin")
        ->required()
        ->expected(1);
    consensus->add_option("--strictness", o.strictness, "precise (default) or published; of a record")
        ->type_name("NAME")
        ->check(CLI::IsMember({"precise", "published"}));

    CLI::App* rules = add("rules", Command::kRules, "The detectors that run");
    catalogue(rules, o, "ID", "One detector or published rule; all detectors when not given", false);
    CLI::App* explain =
        add("explain", Command::kExplain, "What a rule finds, why, how, how to fix it, what it gets wrong");
    catalogue(explain, o, "ID", "A detector (runs-code) or a published rule (AS-001)", true);
    CLI::App* methods =
        add("methodologies", Command::kMethodologies, "Weights, bands, versions, limits, decisions");
    catalogue(methods, o, "ID", "One of the five; all when not given", false);
    fleet_command_options(
        add("fleet", Command::kFleet, "Grade a whole registry: submit, run, status, dead, regrade, report"),
        o);
    worker_command_options(add("worker", Command::kWorker, "Grade what was submitted, as one of many"), o);
    guard_options(add("guard", Command::kGuard, "A gateway in front of a server, enforcing grades and pins"),
                  o);
    mcp_options(add("mcp", Command::kMcp, "The scanner as an MCP server over stdio, for agents"), o);
    add_serve_options(add("serve", Command::kServe, "REST API, web pages, badges, metrics"), o);
    add_completion_command(add("completion", Command::kCompletion, "Completion for a shell, or the man page"),
                           o);
    add_config_command(add("config", Command::kConfig, "The settings that hold here"), o);
    database(add("db", Command::kDb, "The history and the feeds of advisories on this machine"), o);
  }

  CLI::App& app() { return app_; }
  bool version() const { return version_; }
  CLI::App* find(std::string_view name) {
    for (const auto& [app, command] : commands_) {
      if (app->get_name() == name) return app;
    }
    return nullptr;
  }
  Command chosen() const {
    for (const auto& [app, command] : commands_) {
      if (app->parsed()) return command;
    }
    return Command::kNone;
  }
  // The options that were written, by their long names.
  std::vector<std::string> given() const {
    std::vector<std::string> out;
    for (const auto& [app, command] : commands_) {
      if (!app->parsed()) continue;
      for (const CLI::Option* option : app->get_options()) {
        if (option->count() > 0 && !option->get_lnames().empty())
          out.push_back("--" + option->get_lnames()[0]);
      }
    }
    return out;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const auto& entry : commands_) out.push_back(entry.first->get_name());
    return out;
  }

 private:
  CLI::App* add(const std::string& name, Command command, const std::string& what) {
    CLI::App* sub = app_.add_subcommand(name, what);
    commands_.emplace_back(sub, command);
    return sub;
  }

  static void quiet_ones(CLI::App* sub, CliOptions& o) {
    sub->add_flag("-q,--quiet", o.quiet, "Only the verdict line");
    sub->add_flag("-v,--verbose", o.verbose, "Everything that is known");
    sub->add_flag("--no-progress", o.no_progress, "Never show progress");
    add_config_options(sub, o);
    sub->add_flag("--offline", o.offline, "Reach no network at all");
    sub->add_flag("--no-store", o.no_store, "Keep no history and compare with none");
    sub->add_option("--timeout", o.timeout_seconds, "For each live target, 90 when not given")
        ->type_name("SECONDS")
        ->check(CLI::PositiveNumber);
    sub->add_option("--color", o.color, "auto, always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));
  }

  static void locked(CLI::App* sub, CliOptions& o) {
    sub->add_option("--lock", o.lock_file, "The lock file, mcpjury.lock when not given")->type_name("FILE");
    quiet_ones(sub, o);
    live(sub, o);
    source(sub, o);
  }

  static void stored(CLI::App* sub, CliOptions& o) {
    sub->add_option("--store", o.store,
                    "Where the history lies: sqlite:FILE, postgresql://…, default (in your data folder)\n"
                    "or none; MCPJURY_STORE when not given")
        ->type_name("URL");
  }

  static void live(CLI::App* sub, CliOptions& o) {
    sub->add_flag("--allow-private", o.allow_private,
                  "Reach the target's host even if it is not public, and without TLS")
        ->group("Live servers");
    sub->add_option("--bearer-env", o.bearer_env, "Scan with the bearer token in this environment variable")
        ->type_name("NAME")
        ->group("Live servers");
    sub->add_option("--header", o.headers,
                    "Send a header: 'Name: env:VARIABLE', or a value that is no secret")
        ->type_name("TEXT")
        ->allow_extra_args(false)
        ->group("Live servers");
    sub->add_flag("--dcr", o.dcr,
                  "If authorization is needed, register a client there for this scan and remove it after;\n"
                  "this writes on the server")
        ->group("Live servers");
    sub->add_flag("--discover", o.discover, "Look for authorization metadata even if nothing asks for it")
        ->group("Live servers");
    sub->add_flag("--registry-lookups", o.registry_lookups,
                  "Ask the registries your npm and pip are configured for: whether the release is current,\n"
                  "install scripts of locked packages; and MCPJURY_OSV_API for advisories, when set")
        ->group("Live servers");
    sub->add_flag("--active-probe", o.active_probe,
                  "Call up to three read-only tools; needs MCPJURY_ENABLE_ACTIVE_PROBE=1 too")
        ->group("Live servers");
    sub->add_option("--protocol-version", o.protocol_version,
                    "Speak only this revision, for example 2025-11-25")
        ->type_name("DATE")
        ->group("Live servers");
    sub->add_flag("--yes", o.yes, "Consent to run a local server in the sandbox")->group("Live servers");
    sub->add_option("--env", o.pass_environment,
                    "Hand this environment variable to the local server; repeatable")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->group("Live servers");
    sub->add_flag("--dangerously-no-sandbox", o.no_sandbox, "Run a local server with all your rights")
        ->group("Live servers");
  }

  static void source(CLI::App* sub, CliOptions& o) {
    const std::string group = "Source and packages";
    sub->add_flag("--history", o.history, "Look for secrets in earlier commits too")->group(group);
    sub->add_option("--secret-rules", o.secret_rules,
                    "More rules for secrets, a file in gitleaks' format; repeatable")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->group(group);
    sub->add_option("--verify-secrets", o.verify_secrets,
                    "Ask these providers whether a secret that was found still works;\n"
                    "only for what is yours")
        ->type_name("LIST")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group(group);
    sub->add_option("--registry-keys", o.registry_keys, "Keys that sign what the package registry serves")
        ->type_name("FILE")
        ->group(group);
    sub->add_option("--trusted-root", o.trusted_root, "Who may sign build attestations (sigstore)")
        ->type_name("FILE")
        ->group(group);
    sub->add_option("--attestation", o.attestation, "What you attest of the contributors (second factor)")
        ->type_name("FILE")
        ->group(group);
    sub->add_option("--attestation-key", o.attestation_key, "Public key (PEM) that signed the attestation")
        ->type_name("FILE")
        ->group(group);
    sub->add_option("--data-dir", o.data_dir, "Where the advisory feeds lie")->type_name("DIR")->group(group);
  }

  static void formatted(CLI::App* sub, CliOptions& o) {
    sub->add_option("-o,--output", o.outputs,
                    "text, json, ndjson, sarif, html, markdown, junit, csv, github, lines, badge,\n"
                    "shields, cyclonedx or record; to a file with =FILE; repeatable")
        ->type_name("FORMAT[=FILE]")
        ->allow_extra_args(false);
    sub->add_option("--fail-on", o.fail_on,
                    "Exit 1 on: a severity, a kind, METHODOLOGY:MARK; joined by commas")
        ->type_name("LIST");
  }

  static void judging(CLI::App* sub, CliOptions& o) {
    sub->add_option("--methodology", o.methodologies, "Which of the five to show, joined by commas, or all")
        ->type_name("LIST");
    sub->add_option("--strictness", o.strictness, "precise (default) or published")
        ->type_name("NAME")
        ->check(CLI::IsMember({"precise", "published"}));
    formatted(sub, o);
    add_baseline_option(sub, o);
    sub->add_flag("--exit-zero", o.exit_zero, "Exit 0 whenever a report was made");
    sub->add_flag("--strict-clean", o.strict_clean, "Exit 5 when there are findings below the threshold");
    sub->add_option("--jobs", o.jobs, "Live targets at once (32), or threads of a batch (one a core)")
        ->type_name("N")
        ->check(CLI::Range(1, 1000));
    quiet_ones(sub, o);
  }

  static void catalogue(CLI::App* sub, CliOptions& o, const char* name, const char* what, bool required) {
    CLI::Option* id = sub->add_option(name, o.id, what);
    if (required) id->required();
    sub->add_option("--format", o.format, "text or json")
        ->type_name("NAME")
        ->check(CLI::IsMember({"text", "json"}));
    sub->add_flag("-v,--verbose", o.verbose, "Every pattern and example");
    sub->add_option("--color", o.color, "auto, always or never")
        ->type_name("WHEN")
        ->check(CLI::IsMember({"auto", "always", "never"}));
  }

  static void database(CLI::App* sub, CliOptions& o) {
    sub->add_option("ACTION", o.db_action,
                    "status; export [FILE], vacuum: the history;\n"
                    "import FILE…: an export of a history, or advisories; update [ECOSYSTEM…]: advisories")
        ->type_name("NAME")
        ->check(CLI::IsMember({"import", "update", "status", "export", "vacuum"}));
    sub->add_option("WORD", o.db_words,
                    "An export (- for stdin or stdout); zips or folders of OSV records, single records;\n"
                    "or npm, PyPI, Go, …");
    stored(sub, o);
    sub->add_option("--keep-days", o.keep_days,
                    "vacuum: drop scans older than this, but never the newest of a target;\n"
                    "MCPJURY_KEEP_DAYS when not given")
        ->type_name("N")
        ->check(CLI::Range(0, 1000000));
    sub->add_option("--keep-scans", o.keep_scans,
                    "vacuum: drop scans beyond the newest N of a target (1 when not given);\n"
                    "with --keep-days only those that are too old; MCPJURY_KEEP_SCANS")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000));
    sub->add_option("--data-dir", o.data_dir, "Where the history and the advisory feeds lie")
        ->type_name("DIR");
    sub->add_option("--name", o.feed_name, "import: what the feed is called; a feed of that name is replaced")
        ->type_name("NAME");
    sub->add_flag("--partial", o.partial_feed, "import: these records do not stand for the whole ecosystem");
    sub->add_option("--from", o.feed_url,
                    "update: BASE of BASE/ECOSYSTEM/all.zip; MCPJURY_FEED_URL when not given")
        ->type_name("URL");
    sub->add_flag("--allow-private", o.allow_private,
                  "update: reach the host even if it is not public, and without TLS");
    sub->add_flag("--offline", o.offline, "Reach no network at all");
    sub->add_option("--format", o.format, "text or json")
        ->type_name("NAME")
        ->check(CLI::IsMember({"text", "json"}));
  }

  CLI::App app_;
  std::vector<std::pair<CLI::App*, Command>> commands_;
  bool version_ = false;
};

}  // namespace mcpjury
