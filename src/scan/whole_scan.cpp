#include "scan/whole_scan.h"

#include <chrono>
#include <utility>

#include "scan/remember.h"

namespace mcpjury {

WholeScanDone scan_whole(Evidence evidence, const ScanOptions& options, const WholeScan& with,
                         Detective& detective) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point begun) {
    return std::chrono::duration<double>(Clock::now() - begun).count();
  };
  WholeScanDone done;
  auto begun = Clock::now();
  Store* store = history_key(evidence).empty() ? nullptr : with.store;
  if (store != nullptr) {
    recall(*store, evidence, with.same_second);
  } else if (!with.no_store.empty()) {
    cannot_recall(evidence, with.no_store);
  }
  recall_neighbours(store, with.together, with.together_key, evidence);
  done.store_seconds = seconds_since(begun);
  if (with.jury != nullptr) deliberate(evidence, *with.jury, options.limits);
  done.report = judge(std::move(evidence), options, detective);
  if (store == nullptr || !with.keep) return done;
  NewScan scan = scan_to_keep(*done.report);
  scan.uid = with.uid;
  begun = Clock::now();
  auto kept = store->add_scan(scan);
  done.store_seconds += seconds_since(begun);
  if (kept) {
    done.scan = *kept;
  } else {
    done.kept = kept.error();
  }
  return done;
}

}  // namespace mcpjury
