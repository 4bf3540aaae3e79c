// Which store a command uses: --store, else MCPJURY_STORE, else the history in the user's data folder. A
// plain value; opening it is the caller's.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "store/store.h"

namespace mcpjury {

struct StoreChoice {
  bool on = true;
  bool named = false;  // the user asked for it: then it must work
  std::string url;     // of StoreOptions
  std::string folder;  // of the history that needs no set-up; made when it is opened
};

// For commands that are about the store. kUsage for an address that is none.
Result<StoreChoice> chosen_store(const CliOptions& options);
// For commands that look at servers: off, unless named, where the same input must give the same bytes
// (SOURCE_DATE_EPOCH) and on build machines (CI), whose verdict must not hang on what was left there.
Result<StoreChoice> store_of_scan(const CliOptions& options);

// read_only: what is not there is not made (kNothingToGrade).
Result<std::unique_ptr<Store>> open_store(const StoreChoice& choice, bool read_only);

}  // namespace mcpjury
