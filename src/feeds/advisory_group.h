// Records that speak of one flaw, and the one advisory made of them. Pure. Private to feeds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "packages/osv.h"

namespace mcpjury {

// A record that affects a package.
struct AdvisoryHit {
  const OsvRecord* record = nullptr;
  std::string fixed;
  std::string_view feed, action;
  int cvss_tenths = -1;  // stated; used where no vector can be computed
};

// Hits that share an id or alias (CVE, GHSA, PYSEC, GO … of one flaw) are one group, by union over all of
// them. The first of a group is the record it is called after. Deterministic.
std::vector<std::vector<AdvisoryHit>> group_by_alias(std::vector<AdvisoryHit> hits);

// $defs/advisory without the package's own members.
JsonObject advisory_of(const std::vector<AdvisoryHit>& group);

// By weakness or wording: code of the attacker's choice runs.
bool runs_code(const OsvRecord& record);

}  // namespace mcpjury
