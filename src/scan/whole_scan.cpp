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
  Recalled recalled;
  if (store != nullptr) {
    recalled = recall(*store, evidence, with.same_second);
  } else if (!with.no_store.empty()) {
    cannot_recall(evidence, with.no_store);
  }
  recalled.common_names = recall_neighbours(store, with.together, with.together_key, evidence);
  done.store_seconds = seconds_since(begun);
  if (with.jury != nullptr) {
    deliberate(evidence, *with.jury, options.limits);
    recalled.evidence_sha256.clear();  // what the judges said is part of it
  }
  done.report = judge(std::move(evidence), options, detective);
  if (store == nullptr || !with.keep) return done;
  NewScan scan = scan_to_keep(*done.report, recalled);
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
