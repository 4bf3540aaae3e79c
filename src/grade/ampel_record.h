// Recomputes a scan record of MCPAmpel from its raw parts alone: every hash, sub-score and number in it.
//
// Pure and total: a record is somebody's file, and whatever is wrong with it becomes a line of `wrong`.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/assessment.h"

namespace mcpjury {

bool looks_like_record(const Json& document);

struct RecordCheck {
  AmpelResult recomputed;
  std::vector<std::string> wrong;  // what disagrees, one sentence each; empty: the record holds
  std::vector<std::string> notes;  // what differs without being wrong: other weights, another version
};

// kNothingToGrade when it is no record of ours at all.
Result<RecordCheck> check_record(const Json& document);

// One engine of two records of the same target.
struct EngineDifference {
  std::string id;
  std::string before, now;  // "ok 8.0", "no_data"
  std::string why;          // empty: the same
};
struct RecordDifference {
  std::vector<EngineDifference> engines;  // all sixteen, in the order of the earlier record
  std::vector<std::string> versions;  // what was not the same: scanner, catalogue, feeds, what was scanned
  std::string score_before, score_now;
  bool same = true;
};
RecordDifference compare_records(const JsonObject& before, const JsonObject& now);

}  // namespace mcpjury
