// When a rule of AgentReserve applies: the named conditions of the catalogue's `applies`.
//
// All conditions are evaluated once per server; asking one is an array look-up. Reasons are static.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/catalog.h"
#include "grade/agentreserve_score.h"
#include "grade/grade.h"

namespace mcpjury {

enum class Applies : std::uint8_t {
  kAlways,
  kTools,        // a list that was read and is not empty
  kToolsListOk,  // a list that was read
  kAnnotations,  // some tool carries annotations
  kSchemas,      // some tool has an input schema
  kOutputSchemas,
  kTwoDescribedTools,  // at least two tools with a description
  kTitledTools,        // some tool has a title
  kDestructiveTools,   // some tool deletes, writes or moves money
  kResources,
  kTemplates,
  kResourcesOrPrompts,
  kInstructions,
  kHandshake,        // an initialize or discover result was read
  kProtocolVersion,  // and it names a version
  kServerName,
  kObservedText,  // a handshake; for targets without a URL any definition text
  // What the live facets hold; see agentreserve_live.cpp.
  kUrlScheme,
  kUrlHost,
  kRequests,      // at least one request is recorded
  kHttpsHeaders,  // https, and the headers of an answer were seen
  kTlsHandshake,  // tried, and its chain and name were judged
  kTlsSession,
  kCertificateDates,
  kOriginAnswer,  // 403 or 2xx to a foreign Origin
  kHostAnswer,    // an answer that decides to a foreign Host
  kCorsSeen,
  kProbeTime,
  kResourceSamples,
  kActiveProbe,
  kAskedCapabilities,  // an announced list was asked for
  kHttpWire,
  kSessionId,
  kRemoteName,      // a named server behind a URL
  kIdentityTokens,  // and a word of its name, and the names it can be compared with
  kPublishedVersion,
  kIssuers,
  kAdvertisedIssuers,
  kIssuerDocuments,
  kTrustedDocuments,  // whose issuer is the one that was asked
  kAuthorizationEndpoint,
  kAuthDocuments,  // of the resource or of an issuer
  kResourceMatch,
  kIssuerMatch,
  kAuthStatus,
  kScopes,
  kComparablePrior,  // an earlier surface, neither list cut
};
inline constexpr std::size_t kAppliesCount = 47;

std::optional<Applies> applies_from(std::string_view name);

// What decides about one rule, packed: a server asks for every rule, and the catalogue's own rows are
// too wide to walk for that.
struct RuleGate {
  explicit RuleGate(const MethodologyRule& rule);

  char rule_class = 'H';
  Applies condition = Applies::kAlways;
  std::uint16_t needs = 0;  // bit set of Facet
  std::string_view pending;
};

class Applicability {
 public:
  Applicability(const GradeInput& input, const AgentReserveCoverage& coverage);

  // Why the rule cannot be decided on this target; empty when it can.
  std::string_view why_not(const RuleGate& gate) const;

 private:
  void hold(Applies condition, bool holds);
  // For conditions that fail for more reasons than one.
  void deny(Applies condition, std::string_view reason);
  void hold_live(const GradeInput& input);
  void hold_conversation(const GradeInput& input);
  void hold_auth(const GradeInput& input);

  std::uint16_t unseen_ = 0;                                // bit set of Facet
  std::string_view no_perimeter_, no_handshake_, no_auth_;  // why rules of class P, H, A cannot run
  std::array<std::string_view, kAppliesCount> denied_{};    // why a condition does not hold
};

}  // namespace mcpjury
