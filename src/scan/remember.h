// Between a scan and the store: the earlier surface and the fingerprints enter the evidence before it is
// judged; what was judged is kept afterwards.
#pragma once

#include "model/report.h"
#include "store/store.h"

namespace mcpjury {

// The key of a target in the history; empty: it has none (stdin), nothing is compared or kept.
std::string history_key(const Evidence& evidence);

// Fills prior_surface and fingerprints. The surface compared with is the one that was approved (pin), else
// that of the last scan: one before this one or, with `same_second`, not after it. What the store cannot
// say is could_not_see with the reason, never a pass.
void recall(Store& store, Evidence& evidence, bool same_second = false);
// The same where the store cannot be asked at all.
void cannot_recall(Evidence& evidence, const std::string& why);

// What was looked at, without what the history added: the same look twice has the same hash.
std::string looked_at_sha256(const Evidence& evidence);
// `kept_evidence`: the hash under which the store has this evidence already; then it is not copied.
NewScan scan_to_keep(const ScanReport& report, const std::string& kept_evidence = {});

}  // namespace mcpjury
