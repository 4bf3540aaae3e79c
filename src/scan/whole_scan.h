// Evidence to a kept report, the same way for every face: compared with the history and with other servers,
// heard by the jury when there is one, judged, kept.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "scan/compare_servers.h"
#include "scan/deliberate.h"
#include "scan/scan.h"
#include "store/store.h"

namespace mcpjury {

// What a scan is compared with and who hears it. Nothing is owned; whatever is null is left out.
struct WholeScan {
  Store* store = nullptr;
  std::string no_store;  // why there is none although there should be: what it would have told was not seen
  Jury* jury = nullptr;
  ServersTogether* together = nullptr;
  std::string together_key;  // what together->add() gave
  bool same_second = true;   // a kept scan of this very second is an earlier one
  bool keep = true;          // false: compared, not kept
  std::string uid{};         // as in NewScan
};

struct WholeScanDone {
  std::unique_ptr<ScanReport> report;
  std::int64_t scan = 0;     // its number in the store; 0: not kept
  Status kept = Ok{};        // why not, when it should have been
  double store_seconds = 0;  // of it all, spent with the store
};

// Targets without a history key (stdin) are neither compared nor kept.
WholeScanDone scan_whole(Evidence evidence, const ScanOptions& options, const WholeScan& with,
                         Detective& detective);

}  // namespace mcpjury
