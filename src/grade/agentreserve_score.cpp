#include "grade/agentreserve_score.h"

#include <algorithm>

#include "catalog/catalog.h"

namespace mcpjury {
namespace {

struct Sums {
  int earned = 0;
  int possible = 0;
};

Sums add_up(const std::vector<AgentReserveRule>& rules) {
  Sums sums;
  for (const AgentReserveRule& rule : rules) {
    if (rule.state == RuleState::kPass) sums.earned += rule.weight;
    if (rule.state == RuleState::kPass || rule.state == RuleState::kFail) sums.possible += rule.weight;
  }
  return sums;
}

std::optional<int> percent(Sums sums, bool capped) {
  if (sums.possible <= 0) return std::nullopt;
  const int score = half_up_percent(sums.earned, sums.possible);
  return capped ? std::min(score, kPerimeterCap) : score;
}

char grade_of(int score) {
  static const std::span<const Band> kBands = methodology("agentreserve").bands;
  std::size_t at = kBands.size() - 1;
  while (at > 0 && kBands[at].from > score) --at;
  return kBands[at].name.front();
}

// The failed rule that decides: hard fails first, then severity, then weight, then order.
const AgentReserveRule* decisive_failure(const std::vector<AgentReserveRule>& rules) {
  const AgentReserveRule* worst = nullptr;
  const auto rank = [](const AgentReserveRule& rule) {
    const bool blocks = rule.hard_fail && rule.severity == Severity::kCritical;
    return (blocks ? 1000000 : 0) + static_cast<int>(rule.severity) * 1000 + rule.weight;
  };
  for (const AgentReserveRule& rule : rules) {
    if (rule.state != RuleState::kFail) continue;
    if (worst == nullptr || rank(rule) > rank(*worst)) worst = &rule;
  }
  return worst;
}

void say(AgentReserveResult& result, std::string_view verdict, std::string_view reason) {
  result.verdict = verdict;
  result.verdict_reason = reason;
}

void say_failed(AgentReserveResult& result, std::string_view verdict, const AgentReserveRule& rule,
                std::string_view manner) {
  result.verdict = verdict;
  result.verdict_reason.reserve(rule.id.size() + manner.size() + 20);
  result.verdict_reason.append(rule.id)
      .append(" failed (")
      .append(name_of(rule.severity))
      .append(manner)
      .append(").");
}

// First match wins; the order is a decision of ours, the conditions are the source's.
void judge(const AgentReserveCoverage& coverage, std::string_view incomplete, AgentReserveResult& result) {
  const AgentReserveRule* failed = decisive_failure(result.rules);
  if (!coverage.proven) return say(result, "unknown", "Nothing seen proves that this is an MCP server.");
  if (failed != nullptr && failed->hard_fail && failed->severity == Severity::kCritical) {
    return say_failed(result, "block", *failed, ", hard fail");
  }
  if (coverage.level == "none") return say(result, "unknown", "No usable signal was seen.");
  if (coverage.level == "minimal" && !coverage.useful) {
    return say(result, "unknown", "Neither tools nor metadata were seen.");
  }
  if (failed != nullptr && failed->severity >= Severity::kHigh)
    return say_failed(result, "review", *failed, "");
  if (!result.score) return say(result, "review", "No rule was applicable.");
  if (*result.score < kReviewBelow) {
    return say(result, "review", "The score of " + std::to_string(*result.score) + " is below 80.");
  }
  if (coverage.tier == "perimeter") return say(result, "review", "Only the perimeter was seen.");
  if (!incomplete.empty()) {
    result.verdict = "review";
    result.verdict_reason.append("Not all was seen: ").append(incomplete).append(".");
    return;
  }
  if (!coverage.has_url)
    return say(result, "review", "Only the definition was seen, which never earns allow.");
  if (coverage.level == "minimal") return say(result, "review", "Very little of the protocol was seen.");
  say(result, "allow", "Scores " + std::to_string(*result.score) + " and no high or critical rule failed.");
}

std::string_view risk_of(const AgentReserveResult& result) {
  if (result.verdict == "allow") return "low";
  if (result.verdict == "block") return "critical";
  if (result.verdict != "review") return "unknown";
  const bool high = std::any_of(result.rules.begin(), result.rules.end(), [](const AgentReserveRule& rule) {
    return rule.state == RuleState::kFail && rule.severity >= Severity::kHigh;
  });
  return high ? "high" : "medium";
}

std::string_view confidence_of(const AgentReserveCoverage& coverage, bool whole,
                               const AgentReserveResult& result) {
  const bool error = std::any_of(result.rules.begin(), result.rules.end(), [](const AgentReserveRule& rule) {
    return rule.state == RuleState::kError;
  });
  if (coverage.level == "full") return whole && !error ? "high" : "medium";
  return coverage.level == "partial" && whole && !error ? "medium" : "low";
}

std::string_view exposure_of(const AgentReserveCoverage& coverage, const AgentReserveResult& result) {
  if (coverage.started_here) return "local";
  if (!coverage.has_url) return "none";
  for (const AgentReserveRule& rule : result.rules) {
    if (rule.id == "endpoint_uses_public_host" && rule.state == RuleState::kFail) return "local";
  }
  return coverage.tier == "authenticated" ? "authenticated" : "public";
}

std::string_view label_of(const AgentReserveCoverage& coverage) {
  if (coverage.tier == "authenticated") {
    return coverage.credential == "dcr" ? "Authenticated passive scan via DCR"
                                        : "Authenticated passive scan via API key";
  }
  if (coverage.tier == "perimeter") return "Limited public scan";
  return coverage.tier == "public_handshake" ? "Public passive scan" : "Definition only";
}

// The source asks a limited scan to say how more could be seen.
std::string follow_up_of(const AgentReserveCoverage& coverage) {
  if (coverage.tier != "perimeter" || !coverage.proven || !coverage.auth_required) return {};
  const std::string scan = "mcpjury scan " + std::string(coverage.url);
  if (coverage.credential != "none")
    return "The credential did not open the server; nothing more can be tried.";
  if (coverage.dcr_advertised && coverage.dcr_for_machines) {
    return "Dynamic client registration is advertised; this would register a client there and scan with "
           "it: " +
           scan + " --dcr";
  }
  return (coverage.dcr_advertised
              ? "Dynamic client registration is advertised, but not the client_credentials grant it would "
                "need; "
                "with a token of your own: "
              : "Dynamic client registration is not advertised; with a token of your own: ") +
         scan + " --bearer-env NAME";
}

void describe(const AgentReserveCoverage& coverage, bool whole, AgentReserveResult& result) {
  if (result.grade != '-') result.grade_qualified = result.grade;
  if (result.grade != '-' && result.verdict == "block") result.grade_qualified += " (blocked)";
  result.risk_level = risk_of(result);
  result.confidence = confidence_of(coverage, whole, result);
  result.exposure = exposure_of(coverage, result);
  result.label = label_of(coverage);
  result.follow_up = follow_up_of(coverage);
  result.era = coverage.era;
  result.active_probe = coverage.active_probe;
}

}  // namespace

void score_agentreserve(const AgentReserveCoverage& coverage, std::string_view incomplete,
                        AgentReserveResult& result) {
  result.tier = coverage.tier;
  result.level = coverage.level;
  if (coverage.proven) {
    const bool capped = coverage.tier == "perimeter";
    const Sums published = add_up(result.rules);
    const Sums ours = add_up(result.ours);
    result.earned = published.earned;
    result.possible = published.possible;
    result.ours_earned = ours.earned;
    result.ours_possible = ours.possible;
    result.score = percent(published, capped);
    result.combined_score =
        percent({published.earned + ours.earned, published.possible + ours.possible}, capped);
    if (result.score) result.grade = grade_of(*result.score);
    if (!incomplete.empty() && result.grade == 'A') result.grade = 'B';
    for (const AgentReserveRule& rule : result.rules) {
      if (rule.state == RuleState::kFail)
        result.contributions.push_back({rule.id, rule.findings, rule.weight});
    }
  }
  judge(coverage, incomplete, result);
  describe(coverage, incomplete.empty(), result);
}

}  // namespace mcpjury
