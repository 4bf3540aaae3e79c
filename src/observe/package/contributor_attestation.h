// What the operator attests of the contributors: how many of them sign in with a second factor. Nobody can
// see it from outside, so it is a file (--attestation), and it counts only when its signature holds.
//
// {"source": "…", "date": "2026-11-01", "percent": 87.5, "signature": "base64"}; the signature is over the
// RFC 8785 form of the other members, by the key of --attestation-key (ECDSA or RSA over SHA-256, Ed25519).
#pragma once

#include <string>

#include "base/result.h"
#include "model/evidence.h"

namespace mcpjury {

// Fills provenance.contributors_mfa. kUsage when a file cannot be read or is none; nothing is filled then.
Status add_contributor_attestation(const std::string& file, const std::string& key_file, Evidence& evidence);

}  // namespace mcpjury
