// serve: the service in front of the same engine.
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>

#include <cstdio>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "cli/store_choice.h"
#include "home/data_folder.h"
#include "serve/caller.h"
#include "serve/service.h"

namespace mcpjury {
namespace {

int print_new_key(const std::string& name) {
  const NewKey made = new_api_key();
  return finish_with(
      fmt::format("The key, shown this once:\n  {}\n\nFor the file of --config:\n  serve:\n    keys:\n"
                  "      - name: {}\n        sha256: {}\n        scopes: [read, scan]\n",
                  made.key, escape_terminal(name), made.sha256),
      0);
}

}  // namespace

int serve_command(const CliOptions& options) {
  if (!options.new_key.empty()) return print_new_key(options.new_key);
  ServiceOptions service;
  service.settings = options.settings.serve;
  if (!options.listen.empty()) service.settings.listen = options.listen;
  CliOptions with_store = options;
  if (with_store.store.empty()) with_store.store = service.settings.store;
  auto choice = chosen_store(with_store);
  if (!choice) return complain(choice.error());
  // Opened once here: what is wrong with it is told before anything listens.
  auto store = open_store(*choice, false);
  if (!store) return complain(store.error());
  store->reset();
  service.store_url = choice->url;
  if (options.verbose) service.log = [](const std::string& line) { complain(line); };
  // Threads inherit the mask, so that the signals come to sigwait() alone.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  auto started = Service::start(std::move(service));
  if (!started) return complain(started.error());
  if (auto told = write_stdout(fmt::format("mcpjury: listening on {}\n", (*started)->url())); !told) {
    return complain(told.error());
  }
  int signal = 0;
  sigwait(&signals, &signal);
  complain("stopping; scans that run get some seconds, the rest is done after the next start");
  // A second signal ends the program at once.
  struct sigaction plain {};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGINT, &plain, nullptr);
  sigaction(SIGTERM, &plain, nullptr);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  (*started)->stop();
  return 0;
}

}  // namespace mcpjury
