// AgentReserve's arithmetic: from rule states and coverage to score, grade and verdict.
//
// Apart from the engine so that the published test vectors can be checked on rule states alone. Pure.
#pragma once

#include <string_view>

#include "model/assessment.h"

namespace mcpjury {

inline constexpr int kPerimeterCap = 87;
inline constexpr int kReviewBelow = 80;

// How much of the server was seen, and how.
struct AgentReserveCoverage {
  bool proven = false;         // the proof-of-MCP gate is met
  bool has_url = false;        // a remote endpoint; others have tier "definition"
  bool handshake = false;      // class H rules may run
  bool auth_required = false;  // 401 or 403 seen; class A rules may run
  bool useful = false;         // tools, initialize metadata or parsed auth metadata
  std::string_view tier = "definition";
  std::string_view level = "none";
  bool started_here = false;             // a server that runs on this machine
  std::string_view credential = "none";  // none, api_key, dcr
  bool dcr_advertised = false;           // dynamic client registration
  bool dcr_for_machines = false;         // with the client_credentials grant
  std::string_view url = {};             // as shown to the user; of targets that have one
  std::string_view era = {};
  bool active_probe = false;
};

// floor(100 * earned / possible + 1/2); possible must be positive.
constexpr int half_up_percent(int earned, int possible) { return (200 * earned + possible) / (2 * possible); }

// Reads result.rules and result.ours, fills everything else. A failed endpoint_uses_public_host is what
// makes the exposure local. `incomplete` says why the tool list is
// not whole, and is empty when it is: then the grade is B at best and the verdict is never allow.
void score_agentreserve(const AgentReserveCoverage& coverage, std::string_view incomplete,
                        AgentReserveResult& result);

}  // namespace mcpjury
