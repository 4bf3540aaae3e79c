// The seam every judge stands behind. A judge sees one tool at a time and neither another judge nor a finding
// of the rules. Embedded judges are deterministic and keep no state between calls; one Judge belongs to one
// thread.
#pragma once

#include <memory>
#include <vector>

#include "judge/judgement.h"

namespace mcpjury {

class Judge {
 public:
  virtual ~Judge() = default;
  virtual const JudgeIdentity& identity() const = 0;
  virtual Judgement judge(const JudgedUnit& unit) = 0;
};

// The five that need no network, in a fixed order.
std::vector<std::unique_ptr<Judge>> embedded_judges();

}  // namespace mcpjury
