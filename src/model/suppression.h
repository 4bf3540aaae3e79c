// A finding that an operator chose to accept: which, why, until when, who answers for it. A plain value; what
// it covers is decided in scan/suppress.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mcpjury {

struct Suppression {
  std::string rule;                      // detector id or published rule id, as written
  std::vector<std::uint16_t> detectors;  // that it stands for, ascending; into the catalogue
  std::string fingerprint;               // of one finding; empty: any
  std::string subject, pointer;          // globs over the finding's subject and place; empty: any
  std::string target;                    // glob over the target's id, what was typed, and the server's name
  std::string reason, owner;
  std::string expires;  // YYYY-MM-DD, the last day on which it holds (UTC)
  std::string place;    // "mcpjury.yaml:12:5", for messages

  bool operator==(const Suppression&) const = default;
};

// What one did in one report.
struct SuppressionUse {
  Suppression what;
  bool expired = false;                 // its last day is over: the findings are back
  std::vector<std::uint32_t> findings;  // those it covers, or covered
};

}  // namespace mcpjury
