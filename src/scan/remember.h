// Between a scan and the store: the earlier surface and the fingerprints enter the evidence before it is
// judged; what was judged is kept afterwards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/report.h"
#include "store/store.h"

namespace mcpjury {

// The key of a target in the history; empty: it has none (stdin), nothing is compared or kept.
std::string history_key(const Evidence& evidence);

// What recalling found out and keeping need not find out again.
struct Recalled {
  std::vector<Facet> left_out;           // of the evidence: what the history adds, or may
  std::string evidence_sha256;           // without those; empty: to be computed
  std::optional<ScanRow> same;           // the last scan, when it saw the same to the byte
  std::vector<CommonName> common_names;  // that the neighbours showed to be everybody's
};

// Fills prior_surface. The surface compared with is the one that was approved (pin), else
// that of the last scan: one before this one or, with `same_second`, not after it. What the store cannot
// say is could_not_see with the reason, never a pass.
Recalled recall(Store& store, Evidence& evidence, bool same_second = false);
// The same where the store cannot be asked at all.
void cannot_recall(Evidence& evidence, const std::string& why);

// What was looked at, without what the history added: the same look twice has the same hash.
std::string looked_at_sha256(const Evidence& evidence);
// Refers to `report`.
NewScan scan_to_keep(const ScanReport& report, const Recalled& recalled);

}  // namespace mcpjury
