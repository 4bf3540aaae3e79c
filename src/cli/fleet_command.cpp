// fleet and worker: thin faces over src/fleet.
#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "cli/cli.h"
#include "cli/fleet_setup.h"
#include "cli/outputs.h"
#include "fleet/fleet_report.h"
#include "fleet/registry_walk.h"
#include "fleet/regrade.h"
#include "fleet/status.h"
#include "fleet/submit.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

std::int64_t fleet_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch())
      .count();
}

struct Opened {
  std::unique_ptr<Store> store;  // first: its tables are there when the book asks for them
  std::unique_ptr<FleetBook> book;
  std::unique_ptr<JobQueue> queue;
};

Result<Opened> open_engines(const FleetSetup& setup) {
  Opened out;
  auto store = Store::open(setup.worker.store);
  if (!store) return store.error();
  out.store = std::move(*store);
  auto book = FleetBook::open(setup.worker.store);
  if (!book) return book.error();
  out.book = std::move(*book);
  auto queue = JobQueue::open(setup.worker.queue);
  if (!queue) return queue.error();
  out.queue = std::move(*queue);
  return out;
}

struct Source {
  std::string name;  // empty: nothing new is listed, what is known and due is submitted
  std::size_t targets = 0, skipped = 0;
  JsonObject walk;
};

Result<Source> list_source(const CliOptions& options, const FleetSetup& setup, FleetBook& book) {
  const FleetWords& words = options.fleet;
  const int given = (words.registry.empty() ? 0 : 1) + (words.list.empty() ? 0 : 1) +
                    (words.ndjson.empty() ? 0 : 1) + (words.evidence.empty() ? 0 : 1) +
                    (options.clients ? 1 : 0);
  if (given > 1)
    return Error{ErrorCode::kUsage, "one of --registry, --list, --ndjson, --evidence, --clients at a time"};
  Source out;
  if (given == 0) return out;
  const std::int64_t now = fleet_now();
  if (!words.registry.empty()) {
    RegistryOptions registry;
    registry.url = out.name = words.registry;
    registry.full = words.full;
    registry.per_second = setup.settings.registry_rate;
    auto walked = walk_registry(registry, setup.worker.live, book, now, [&](const RegistryWalk& walk) {
      if (!setup.show_progress) return;
      std::fprintf(stderr, "\r\033[Kregistry: page %zu, %zu entries, %zu targets", walk.pages, walk.entries,
                   walk.targets);
      std::fflush(stderr);
    });
    if (setup.show_progress) std::fputs("\r\033[K", stderr);
    if (!walked) return walked.error();
    out.targets = walked->targets;
    out.skipped = walked->skipped;
    out.walk = JsonObject{{"pages", walked->pages},     {"entries", walked->entries},
                          {"removed", walked->removed}, {"unchanged", walked->unchanged},
                          {"resumed", walked->resumed}, {"since", walked->since}};
    return out;
  }
  auto listed = !words.list.empty()       ? list_of_file(words.list)
                : !words.ndjson.empty()   ? list_of_ndjson(words.ndjson)
                : !words.evidence.empty() ? list_of_records(words.evidence, book)
                                          : list_of_clients();
  if (!listed) return listed.error();
  out.name = !words.list.empty()       ? "list:" + words.list
             : !words.ndjson.empty()   ? "ndjson:" + words.ndjson
             : !words.evidence.empty() ? "evidence:" + words.evidence
                                       : std::string("clients");
  out.targets = listed->targets.size();
  out.skipped = listed->skipped.size();
  if (auto kept = book.list(out.name, listed->targets, listed->skipped, std::nullopt, now); !kept)
    return kept.error();
  return out;
}

int submit(const CliOptions& options, FleetSetup& setup) {
  auto engines = open_engines(setup);
  if (!engines) return complain(engines.error());
  auto source = list_source(options, setup, *engines->book);
  if (!source) return complain(source.error());
  SubmitOptions what;
  what.now = fleet_now();
  what.round = options.fleet.round.empty() ? format_time(what.now).substr(0, 10) : options.fleet.round;
  what.source = source->name;
  what.all = options.fleet.all;
  setup.worker.round = what.round;
  auto submitted = submit_due(*engines->book, *engines->queue, what);
  if (!submitted) return complain(submitted.error());
  auto skipped = engines->book->skipped_counts(source->name);
  if (!skipped) return complain(skipped.error());
  if (options.fleet.json) {
    JsonObject reasons;
    for (const auto& [reason, count] : *skipped) reasons[reason] = count;
    JsonObject shown{{"round", what.round},
                     {"listed", source->targets},
                     {"skipped", std::move(reasons)},
                     {"due", submitted->due},
                     {"queued", submitted->fresh}};
    if (!source->walk.empty()) shown["registry"] = std::move(source->walk);
    return finish_with(pretty_json(shown) + "\n", 0);
  }
  if (options.quiet) return 0;
  std::string text = fmt::format("round {}: {} listed, {} due, {} queued\n", escape_terminal(what.round),
                                 source->targets, submitted->due, submitted->fresh);
  for (const auto& [reason, count] : *skipped)
    text += fmt::format("  skipped {:>7}  {}\n", count, escape_terminal(reason));
  if (options.fleet.action == "submit" && submitted->fresh > 0)
    text += "next: mcpjury worker, as many as you like; mcpjury fleet status\n";
  return finish_with(text, 0);
}

int status(const CliOptions& options, const FleetSetup& setup) {
  auto engines = open_engines(setup);
  if (!engines) return complain(engines.error());
  auto found = fleet_status(*engines->book, *engines->queue, options.fleet.round, fleet_now());
  if (!found) return complain(found.error());
  if (options.fleet.json) return finish_with(pretty_json(status_json(*found)) + "\n", 0);
  return finish_with(status_text(*found), 0);
}

int dead(const CliOptions& options, const FleetSetup& setup) {
  auto engines = open_engines(setup);
  if (!engines) return complain(engines.error());
  auto letters = engines->queue->dead_letters(options.fleet.round, static_cast<std::size_t>(options.limit));
  if (!letters) return complain(letters.error());
  std::string text;
  JsonArray list;
  for (const DeadLetter& letter : *letters) {
    const JsonObject* body = letter.job.body.if_object();
    const std::string target(body != nullptr ? find_string(*body, "target") : std::string_view());
    if (options.fleet.json) {
      list.push_back(JsonObject{{"target", target},
                                {"round", letter.job.round},
                                {"deliveries", letter.job.deliveries},
                                {"at", letter.at},
                                {"reason", letter.reason}});
    } else {
      text += fmt::format("{}  {}\n    {} (given out {} times, round {})\n", letter.at,
                          clip(escape_terminal(target), 200), clip(escape_terminal(letter.reason), 300),
                          letter.job.deliveries, escape_terminal(letter.job.round));
    }
  }
  if (options.fleet.json) return finish_with(pretty_json(list) + "\n", 0);
  return finish_with(text.empty() ? "no dead letters\n" : text, 0);
}

int regrade(const CliOptions& options, const FleetSetup& setup) {
  RegradeOptions what;
  what.store = setup.worker.store;
  what.all = options.fleet.all;
  what.jobs = options.jobs;
  what.stop = drain_on_signals();
  if (setup.show_progress) {
    what.report = [](const RegradeFigures& figures) {
      std::fprintf(stderr, "\r\033[Kregrade: %zu of %zu",
                   static_cast<std::size_t>(figures.scans + figures.failed),
                   static_cast<std::size_t>(figures.found));
      std::fflush(stderr);
    };
  }
  auto figures = mcpjury::regrade(what);
  if (setup.show_progress) std::fputs("\r\033[K", stderr);
  if (!figures) return complain(figures.error());
  if (options.fleet.json) return finish_with(pretty_json(regrade_json(*figures)) + "\n", 0);
  return options.quiet ? 0 : finish_with(regrade_text(*figures), 0);
}

int report(const CliOptions& options, const FleetSetup& setup) {
  auto engines = open_engines(setup);
  if (!engines) return complain(engines.error());
  auto figures = fleet_figures(*engines->store, *engines->book, options.fleet.round);
  if (!figures) return complain(figures.error());
  std::vector<std::string> outputs = options.outputs;
  if (outputs.empty()) outputs.emplace_back("html");
  for (const std::string& output : outputs) {
    const std::size_t equals = output.find('=');
    const std::string format = output.substr(0, equals);
    const std::string file = equals == std::string::npos ? "" : output.substr(equals + 1);
    PendingFile pending;
    if (!file.empty()) {
      if (auto opened = pending.open(file); !opened) return complain(opened.error());
    }
    auto written = write_fleet_report(format, *figures, *engines->store, [&](std::string_view text) {
      return (file.empty() ? write_stdout(text) : pending.write(text)).ok();
    });
    if (!written) return complain(written.error());
    if (!file.empty()) {
      if (auto committed = pending.commit(); !committed) return complain(committed.error());
    }
  }
  return 0;
}

}  // namespace

int fleet_command(const CliOptions& options) {
  auto setup = make_fleet_setup(options);
  if (!setup) return complain(setup.error());
  const std::string& action = options.fleet.action;
  if (action == "submit") return submit(options, *setup);
  if (action == "status") return status(options, *setup);
  if (action == "dead") return dead(options, *setup);
  if (action == "regrade") return regrade(options, *setup);
  if (action == "report") return report(options, *setup);
  if (const int code = submit(options, *setup); code != 0) return code;
  setup->worker.until_ended = true;
  return run_fleet_worker(options, std::move(*setup));
}

int worker_command(const CliOptions& options) {
  auto setup = make_fleet_setup(options);
  if (!setup) return complain(setup.error());
  setup->worker.until_ended = options.fleet.until_ended;
  return run_fleet_worker(options, std::move(*setup));
}

}  // namespace mcpjury
