// The tables of the fleet, in the same database as the history: what is known, when it is due, how each round
// went. Private to the module. Times are seconds since 1970.
#pragma once

#include "store/connection.h"

namespace mcpjury {

const TableSet& fleet_tables();

}  // namespace mcpjury
