// One row for every target and credential: its newest scan, what of it the directory filters by, and when its
// surface last changed. Derived from scans and findings, kept in the transaction of each scan, made again
// after an import. Private to the module; Store::directory() has the questions.
//
// Everything here runs in the caller's transaction and is harmless when repeated.
#pragma once

#include <soci/soci.h>

#include <string>

#include "store/store.h"

namespace mcpjury {

// What a directory shows as the grade of each methodology: "\nampel=green\naivss=b\n", in lower case.
std::string grades_text(const Json& marks);

void keep_latest(soci::session& sql, const NewScan& scan, std::int64_t id);
// All rows anew.
void fill_latest(soci::session& sql);

}  // namespace mcpjury
