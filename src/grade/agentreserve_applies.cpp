#include "grade/agentreserve_applies.h"

#include <bit>

#include "model/prior_view.h"

namespace mcpjury {
namespace {

struct Named {
  std::string_view name;     // in the catalogue
  std::string_view why_not;  // when it does not hold
};

constexpr std::array<Named, kAppliesCount> kConditions = {{
    {"always", ""},
    {"tools", "no tools were listed"},
    {"tools_list_ok", "no tool list was read"},
    {"annotations", "no tool carries annotations"},
    {"schemas", "no tool has an input schema"},
    {"output_schemas", "no tool has an output schema"},
    {"two_described_tools", "fewer than two tools have a description"},
    {"titled_tools", "no tool has a title"},
    {"destructive_tools", "no tool deletes, writes or moves money"},
    {"resources", "no resources were listed"},
    {"templates", "no resource templates were listed"},
    {"resources_or_prompts", "neither resources nor prompts were listed"},
    {"instructions", "the server gives no instructions"},
    {"handshake", "no initialize result was seen"},
    {"protocol_version", "no protocol version was advertised"},
    {"server_name", "the server does not name itself"},
    {"observed_text", "no text of the server was seen"},
    {"url_scheme", "the URL was not recorded"},
    {"url_host", "the host was not recorded"},
    {"requests", "no request was recorded"},
    {"https_headers", "no answer's headers were seen"},
    {"tls_handshake", "the handshake was not judged"},
    {"tls_session", "there was no TLS session"},
    {"certificate_dates", "no certificate was seen"},
    {"origin_answer", "the foreign Origin got neither 403 nor success"},
    {"host_answer", "no foreign Host was tried, or the answer decides nothing"},
    {"cors_seen", "no answer to a foreign Origin was seen"},
    {"probe_time", "the time was not taken"},
    {"resource_samples", "no resource was sampled"},
    {"active_probe", "the active probe did not run"},
    {"asked_capabilities", "no announced list was asked for"},
    {"http_wire", "the server was not reached over HTTP"},
    {"session_id", "the server gives no session id"},
    {"remote_name", "no named server behind a URL was seen"},
    {"identity_tokens", "no word of the name can be compared"},
    {"published_version", "the server is not on the allow-list, or the registry is silent"},
    {"issuers", "no issuer was seen"},
    {"advertised_issuers", "no issuer is advertised"},
    {"issuer_documents", "no document of an authorization server was seen"},
    {"trusted_documents", "no document of the issuer itself was seen"},
    {"authorization_endpoint", "no authorization endpoint is named"},
    {"auth_documents", "no metadata document was seen"},
    {"resource_match", "no resource metadata was seen"},
    {"issuer_match", "no document of an authorization server was seen"},
    {"auth_status", "no status of a refused request was recorded"},
    {"scopes", "no scopes are named"},
    {"comparable_prior", "no earlier scan can be compared with this one"},
}};

constexpr std::array<std::string_view, kFacetCount> kFacetMissing = {
    "the definition was not observed",
    "the protocol was not observed",
    "the transport was not observed",
    "TLS was not observed",
    "authorization was not observed",
    "the source was not observed",
    "dependencies were not observed",
    "provenance was not looked up",
    "there is no earlier scan",
    "there are no pins",
    "there is no store of fingerprints",
    "no feed was used",
    "no judge was asked",
};

struct ToolSums {
  bool annotated = false, input_schema = false, output_schema = false, titled = false, destructive = false;
  int described = 0;
};

ToolSums sum_tools(const GradeInput& input) {
  ToolSums sums;
  for (const ToolView& tool : input.surface.tools) {
    sums.annotated |= tool.annotations.present;
    sums.input_schema |= tool.input_schema != nullptr;
    sums.output_schema |= tool.output_schema != nullptr;
    sums.titled |= !tool.title.empty() || !tool.annotations.title.empty();
    sums.described += tool.description.empty() ? 0 : 1;
  }
  for (const ToolFacts& facts : input.tools) {
    sums.destructive |= facts.deletes || facts.writes || facts.financial;
  }
  return sums;
}

// Cut lists are compared only when both were cut at the same count.
bool comparable_prior(const GradeInput& input) {
  const PriorView prior = prior_view(input.evidence);
  if (prior.data == nullptr || prior.side.tools == nullptr || !input.surface.tools_listed) return false;
  if (!prior.side.truncated && !input.surface.truncated) return true;
  const SurfaceSide now = present_side(input.evidence, input.surface);
  return prior.side.truncated && now.truncated && prior.side.tools->size() == now.tools->size();
}

}  // namespace

void Applicability::hold(Applies condition, bool holds) {
  const auto at = static_cast<std::size_t>(condition);
  denied_[at] = holds ? std::string_view() : kConditions[at].why_not;
}

void Applicability::deny(Applies condition, std::string_view reason) {
  denied_[static_cast<std::size_t>(condition)] = reason;
}

std::optional<Applies> applies_from(std::string_view name) {
  for (std::size_t i = 0; i < kAppliesCount; ++i) {
    if (kConditions[i].name == name) return static_cast<Applies>(i);
  }
  return std::nullopt;
}

RuleGate::RuleGate(const MethodologyRule& rule)
    : rule_class(rule.rule_class.empty() ? 'H' : rule.rule_class.front()),
      condition(applies_from(rule.applies).value_or(Applies::kAlways)),
      needs(rule.needs),
      pending(rule.pending) {}

Applicability::Applicability(const GradeInput& input, const AgentReserveCoverage& coverage) {
  if (!coverage.has_url) {
    no_perimeter_ = no_auth_ = "the target has no URL";
  } else {
    if (!coverage.handshake) no_handshake_ = "there was no handshake";
    if (!coverage.auth_required) no_auth_ = "no 401 or 403 was seen";
  }
  for (std::size_t i = 0; i < kFacetCount; ++i) {
    if (!input.evidence.seen(kAllFacets[i])) unseen_ = static_cast<std::uint16_t>(unseen_ | (1u << i));
  }
  const Surface& surface = input.surface;
  const ToolSums tools = sum_tools(input);
  const bool any_entry = !surface.prompts.empty() || !surface.resources.empty() || !surface.templates.empty();
  hold(Applies::kAlways, true);
  hold(Applies::kTools, surface.tools_listed && !surface.tools.empty());
  hold(Applies::kToolsListOk, surface.tools_listed);
  hold(Applies::kComparablePrior, comparable_prior(input));
  hold(Applies::kAnnotations, tools.annotated);
  hold(Applies::kSchemas, tools.input_schema);
  hold(Applies::kOutputSchemas, tools.output_schema);
  hold(Applies::kTwoDescribedTools, tools.described >= 2);
  hold(Applies::kTitledTools, tools.titled);
  hold(Applies::kDestructiveTools, tools.destructive);
  hold(Applies::kResources, !surface.resources.empty());
  hold(Applies::kTemplates, !surface.templates.empty());
  hold(Applies::kResourcesOrPrompts, any_entry);
  hold(Applies::kInstructions, !surface.instructions.empty());
  hold(Applies::kHandshake, surface.handshake);
  hold(Applies::kProtocolVersion, surface.handshake && !surface.protocol_version.empty());
  hold(Applies::kServerName, !surface.server_name.empty());
  hold(Applies::kObservedText,
       surface.handshake || !surface.tools.empty() || any_entry || !surface.instructions.empty());
  hold_live(input);
  hold_conversation(input);
  hold_auth(input);
}

std::string_view Applicability::why_not(const RuleGate& gate) const {
  const std::string_view out_of_class = gate.rule_class == 'H'   ? no_handshake_
                                        : gate.rule_class == 'A' ? no_auth_
                                                                 : no_perimeter_;
  if (!out_of_class.empty()) return out_of_class;
  if (const unsigned missing = gate.needs & unseen_; missing != 0) {
    return kFacetMissing[static_cast<std::size_t>(std::countr_zero(missing))];
  }
  // Without a detector a rule has not been looked at, and what was not looked at is never passed.
  if (!gate.pending.empty()) return gate.pending;
  return denied_[static_cast<std::size_t>(gate.condition)];
}

}  // namespace mcpjury
