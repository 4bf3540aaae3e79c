#include "cli/store_choice.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/escape.h"
#include "home/data_folder.h"

namespace mcpjury {
namespace {

std::string set_in(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

// CI=false is how some say that it is none.
bool on_build_machine() {
  const std::string value = set_in("CI");
  return !value.empty() && value != "0" && value != "false";
}

}  // namespace

Result<StoreChoice> chosen_store(const CliOptions& options) {
  StoreChoice choice;
  if (options.no_store) {
    choice.on = false;
    return choice;
  }
  const bool flag = !options.store.empty();
  const std::string wanted = flag ? options.store : set_in("MCPJURY_STORE");
  choice.named = !wanted.empty();
  if (wanted == "none") {
    choice.on = false;
  } else if (wanted.empty() || wanted == "default") {
    auto folder = data_folder(options.data_dir);
    // Said when it is opened, so that a command that needs no store does not fail for it.
    if (folder) {
      choice.folder = *folder;
      choice.url = fmt::format("sqlite:{}/history.sqlite", *folder);
    }
  } else if (wanted.starts_with("sqlite:") && wanted.size() > 7) {
    choice.url = wanted;
  } else if (wanted.starts_with("postgresql://") || wanted.starts_with("postgres://")) {
    choice.url = wanted;
  } else {
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: a store is default, none, sqlite:FILE or postgresql://USER@HOST/DATABASE",
                             flag ? "--store" : "MCPJURY_STORE")};
  }
  return choice;
}

Result<StoreChoice> store_of_scan(const CliOptions& options) {
  auto choice = chosen_store(options);
  if (choice && !choice->named && (!set_in("SOURCE_DATE_EPOCH").empty() || on_build_machine())) {
    choice->on = false;
  }
  return choice;
}

Result<std::unique_ptr<Store>> open_store(const StoreChoice& choice, bool read_only) {
  if (!choice.on) return Error{ErrorCode::kUsage, "no store: MCPJURY_STORE or --store says none"};
  StoreOptions options;
  options.url = choice.url;
  options.read_only = read_only;
  // A history is worth as much as the disk it is on; that each line of it is forced there before the next
  // would cost as much as a whole scan.
  options.sync_each = false;
  if (!read_only && !choice.folder.empty()) {
    if (auto made = make_data_folder(choice.folder); !made) return made.error();
  }
  return Store::open(options);
}

}  // namespace mcpjury
