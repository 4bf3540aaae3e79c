// The hash of a record without some of its facets: what was looked at, without what a history adds. Pure.
#pragma once

#include <span>
#include <string>

#include "model/evidence.h"

namespace mcpjury {

// Facets of `left_out` count as not looked at; the rest is as in evidence_sha256().
std::string evidence_sha256_without(const Evidence& evidence, std::span<const Facet> left_out);

}  // namespace mcpjury
