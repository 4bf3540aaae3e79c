// An older JSON report that new ones are compared with: which findings are new, which are gone.
//
// Read loosely, unlike report_read.h: a report of another version, with rules this program no longer has, is
// still a baseline. Findings are the same when their fingerprints are, the target left out of them: whoever
// checks a tree out into another folder still has the same findings. Pure; immutable once read.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/report.h"

namespace mcpjury {

class Baseline {
 public:
  // kUsage when the document is no report.
  static Result<Baseline> read(const Json& document, std::string_view name);

  // Fills report.baseline and the state of each finding. `alone`: the report is the only one of its run, so
  // that a baseline of one target is meant for it, wherever that target lies.
  void compare(ScanReport& report, bool alone) const;

 private:
  struct Saved {
    std::string id, display, observed_at;
    std::multimap<std::string, FixedFinding> findings;  // by fingerprint without the target
    std::map<std::string, std::string, std::less<>> marks;
  };
  static Saved saved_of(const JsonObject& report);
  const Saved* saved_for(const ScanReport& report, bool alone) const;

  std::vector<Saved> saved_;
};

}  // namespace mcpjury
