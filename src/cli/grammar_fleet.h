// The options of fleet and worker, as help shows them. Private to command_line.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/grammar_config.h"
#include "cli/options.h"

namespace mcpjury {

inline void fleet_engines(CLI::App* sub, CliOptions& o) {
  sub->add_option("--queue", o.fleet.queue,
                  "sqlite:FILE, postgresql://…, nats://HOST:PORT; beside the store when not given")
      ->type_name("URL")
      ->group("Engines");
  sub->add_option("--store", o.store, "Where the history lies; as in scan")
      ->type_name("URL")
      ->group("Engines");
  sub->add_option("--data-dir", o.data_dir, "Where the history and the advisory feeds lie")
      ->type_name("DIR")
      ->group("Engines");
  add_config_options(sub, o);
}

inline void worker_options(CLI::App* sub, CliOptions& o) {
  sub->add_option("--jobs", o.jobs, "Looks at once, 32 when not given")
      ->type_name("N")
      ->check(CLI::Range(1, 1000));
  sub->add_option("--timeout", o.timeout_seconds, "For each look, 60 when not given")
      ->type_name("SECONDS")
      ->check(CLI::PositiveNumber);
  sub->add_option("--metrics", o.fleet.metrics, "Serve figures for Prometheus there")
      ->type_name("ADDRESS:PORT");
  sub->add_option("--grace", o.fleet.grace_seconds, "For what is under way on SIGTERM, 30 when not given")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, 3600.0));
  sub->add_flag("--no-progress", o.no_progress, "No progress bar, even on a terminal");
  sub->add_flag("-q,--quiet", o.quiet, "Nothing but errors");
}

inline void worker_command_options(CLI::App* sub, CliOptions& o) {
  worker_options(sub, o);
  sub->add_flag("--until-ended", o.fleet.until_ended, "End when no round has anything left to do");
  fleet_engines(sub, o);
}

inline void fleet_command_options(CLI::App* sub, CliOptions& o) {
  sub->add_option("ACTION", o.fleet.action,
                  "submit: queue what is due; "
                  "run: submit, grade and report in this one process; "
                  "status: how the round stands; "
                  "dead: what could not be scanned, and why; "
                  "regrade: stored evidence through the present catalogue; no network; "
                  "report: grades, findings, disagreement, changes")
      ->required()
      ->check(CLI::IsMember({"submit", "run", "status", "dead", "regrade", "report"}));
  sub->add_option("--registry", o.fleet.registry,
                  "submit, run: an MCP registry; what is new since the last time")
      ->type_name("URL")
      ->group("What to submit");
  sub->add_option("--list", o.fleet.list, "submit, run: one URL, npm:NAME or pypi:NAME a line")
      ->type_name("FILE")
      ->group("What to submit");
  sub->add_option("--ndjson", o.fleet.ndjson, "submit, run: {\"target\": …} or a registry entry a line")
      ->type_name("FILE")
      ->group("What to submit");
  sub->add_option("--evidence", o.fleet.evidence, "submit, run: evidence records and tool lists of a folder")
      ->type_name("DIR")
      ->group("What to submit");
  sub->add_flag("--clients", o.clients, "submit, run: every server of the MCP clients of this machine")
      ->group("What to submit");
  sub->add_flag("--full", o.fleet.full, "submit, run: the whole registry again, not only what is new")
      ->group("What to submit");
  sub->add_flag("--all", o.fleet.all, "submit, run: due or not; regrade: already graded so or not")
      ->group("What to submit");
  sub->add_option("--round", o.fleet.round,
                  "Name of the round; today's date when submitting, else the newest");
  sub->add_option("-o", o.outputs, "report: html, csv or ndjson, or FORMAT=FILE")->type_name("FORMAT[=FILE]");
  sub->add_flag("--json", o.fleet.json, "status, dead, submit, regrade: as JSON");
  sub->add_option("--limit", o.limit, "dead: how many, 20 when not given")->check(CLI::Range(1, 1000000));
  worker_options(sub, o);
  fleet_engines(sub, o);
}

}  // namespace mcpjury
