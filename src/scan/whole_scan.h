// Evidence to a kept report, the same way for every face: compared with the history and with other servers,
// heard by the jury when there is one, judged, kept.
#pragma once

#include <memory>

#include "scan/compare_servers.h"
#include "scan/deliberate.h"
#include "scan/scan.h"
#include "store/store.h"

namespace mcpjury {

struct WholeScan {
  Store* store = nullptr;  // null: nothing is compared or kept
  Jury* jury = nullptr;    // null: nobody is asked
  bool keep = true;        // false: compared, not kept
};

struct WholeScanDone {
  std::unique_ptr<ScanReport> report;
  std::int64_t scan = 0;  // its number in the store; 0: not kept
  Status kept = Ok{};     // why not, when it should have been
};

WholeScanDone scan_whole(Evidence evidence, const ScanOptions& options, const WholeScan& with,
                         Detective& detective);

}  // namespace mcpjury
