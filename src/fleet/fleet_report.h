// The report of a whole fleet: how the five methodologies grade all its servers, what is found most, where
// they disagree, what changed since the round before, what only shows across servers.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "fleet/book.h"
#include "store/store.h"

namespace mcpjury {

inline constexpr std::array<std::string_view, 5> kFiveMethodologies = {"agentreserve", "ampel", "aivss",
                                                                       "mcpbundles", "tooltrust"};

// How often two methodologies judged the same servers, and how far apart. Each on its own scale, of which
// the best and the worst third are compared; the marks are never converted into one another.
struct PairCount {
  std::string_view one, other;
  std::uint64_t both = 0, agree = 0, opposite = 0;
};

struct ChangedServer {
  std::string target, name, target_key;
  std::string outcome;                     // new, changed, regraded
  std::vector<std::string> before, after;  // grades, in the order of the five; empty: none
  std::uint64_t tools_before = 0, tools_after = 0;
};

struct CrossCount {
  std::string detector, title;
  std::uint64_t servers = 0;
  std::vector<std::string> examples;
};

struct FleetFigures {
  RoundRow round, before;  // before: of the round before; empty when there was none
  std::map<std::string, std::uint64_t> outcomes, failures, outcomes_before, skipped;
  std::uint64_t servers = 0, tools = 0, incomplete = 0;
  DirectoryCounts counts;
  std::vector<DetectorCount> commonest;
  std::vector<PairCount> pairs;
  std::vector<ChangedServer> changed;  // at most 200
  std::uint64_t changed_in_all = 0;
  std::vector<FleetResult> dead;  // at most 200
  std::vector<CrossCount> across;
};

// Empty round: the newest.
Result<FleetFigures> fleet_figures(Store& store, FleetBook& book, const std::string& round);

using FleetWriter = std::function<bool(std::string_view)>;
// html: the figures as one page; csv and ndjson: every server, a line each. kUsage for another format.
Status write_fleet_report(std::string_view format, const FleetFigures& figures, Store& store,
                          const FleetWriter& write);
std::string fleet_html(const FleetFigures& figures);

// "b", "amber", "dangerous": what a methodology said, in lower case; its state when it gave no grade.
std::string grade_in(const Json& marks, std::string_view methodology);
// 0: in the best third of its scale, 1: between, 2: in the worst third; -1: no grade.
int third_of(std::string_view methodology, std::string_view grade);

}  // namespace mcpjury
