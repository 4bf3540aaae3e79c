// Signatures and attestations of a fetched package, as the provenance facet has them. Pure.
//
// The level of SLSA follows docs/decisions/0010: 1 when provenance is there and nobody could check it, 2 when
// it is verified and the build ran on a hosted platform, 3 when it is verified and a known isolated builder
// made it.
#pragma once

#include "base/json.h"
#include "observe/package/fetched_package.h"
#include "observe/package/trust_files.h"

namespace mcpjury {

JsonArray signature_facts(const FetchedPackage& package, const TrustFiles& trust);

struct AttestationFacts {
  JsonArray list;
  int slsa_level = 0;
  bool known = true;  // false: the registry says there are some and they could not be had
};
AttestationFacts attestation_facts(const FetchedPackage& package, const TrustFiles& trust);

}  // namespace mcpjury
