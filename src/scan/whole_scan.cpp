#include "scan/whole_scan.h"

#include <utility>

#include "scan/remember.h"

namespace mcpjury {

WholeScanDone scan_whole(Evidence evidence, const ScanOptions& options, const WholeScan& with,
                         Detective& detective) {
  WholeScanDone done;
  Store* store = history_key(evidence).empty() ? nullptr : with.store;
  Recalled recalled;
  if (store != nullptr) {
    recalled = recall(*store, evidence, with.same_second);
  } else if (!with.no_store.empty()) {
    cannot_recall(evidence, with.no_store);
  }
  recalled.common_names = recall_neighbours(store, with.together, with.together_key, evidence);
  if (with.jury != nullptr) {
    deliberate(evidence, *with.jury, options.limits);
    recalled.evidence_sha256.clear();  // what the judges said is part of it
  }
  done.report = judge(std::move(evidence), options, detective);
  if (store == nullptr || !with.keep) return done;
  auto kept = remember(*store, *done.report, recalled, with.uid);
  if (kept) {
    done.scan = *kept;
  } else {
    done.kept = kept.error();
  }
  return done;
}

}  // namespace mcpjury
