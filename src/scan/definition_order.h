// The definition as every judge and detector reads it: members in the order a record has them. A record is
// written with sorted members, and some detectors name the first place they find; what is judged right after
// looking must stand in the same order as what is replayed later.
#pragma once

#include "model/evidence.h"

namespace mcpjury {

// A record that says it did not see the definition and brings one all the same is not believed: it is
// dropped.
void order_definition(Evidence& evidence);

}  // namespace mcpjury
