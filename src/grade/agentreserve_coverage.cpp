#include "grade/agentreserve_coverage.h"

#include <algorithm>

#include "model/live_view.h"

namespace mcpjury {
namespace {

bool every_tool_documented(const GradeInput& input) {
  return std::all_of(input.surface.tools.begin(), input.surface.tools.end(), [](const ToolView& tool) {
    return !tool.description.empty() && tool.input_schema != nullptr;
  });
}

bool walk_cut(const ProtocolView& protocol) {
  const JsonObject* walk = protocol.list("tools");
  return walk != nullptr && find_flag(*walk, "cap_hit").value_or(false);
}

std::string_view level_of(const GradeInput& input, const ProtocolView& protocol, bool proven) {
  const Surface& surface = input.surface;
  if (!proven) return "none";
  if (!surface.handshake) return "minimal";
  if (surface.server_name.empty() && surface.tools.empty()) return "minimal";
  const bool full = !surface.protocol_version.empty() && !surface.server_name.empty() &&
                    !surface.tools.empty() && !surface.truncated && !walk_cut(protocol) &&
                    every_tool_documented(input);
  return full ? "full" : "partial";
}

// 401 or 403 on tools/list, with whatever credential was sent.
bool list_refused(const ProtocolView& protocol) {
  const JsonObject* walk = protocol.list("tools");
  const JsonObject* error = walk == nullptr ? nullptr : find_object(*walk, "error");
  const std::int64_t status = error == nullptr ? 0 : find_number(*error, "http_status").value_or(0);
  return status == 401 || status == 403;
}

std::string_view remote_tier(const GradeInput& input, const AuthView& auth, const ProtocolView& protocol,
                             bool answered) {
  if (!answered) return "perimeter";
  const bool credential = auth.credential == "api_key" || auth.credential == "dcr";
  // A wall behind a good initialize: what matters was not seen.
  if (!input.surface.tools_listed && (list_refused(protocol) || (auth.required && !credential)))
    return "perimeter";
  return credential ? "authenticated" : "public_handshake";
}

bool registers_machines(const AuthView& auth) {
  return auth.dcr_client_credentials ||
         std::any_of(auth.issuers.begin(), auth.issuers.end(), [](const IssuerView& issuer) {
           const JsonArray* grants =
               issuer.document == nullptr ? nullptr : find_array(*issuer.document, "grant_types_supported");
           return grants != nullptr && std::any_of(grants->begin(), grants->end(), [](const Json& grant) {
                    return grant.is_string() && view(grant.get_string()) == "client_credentials";
                  });
         });
}

bool registers_clients(const AuthView& auth) {
  return auth.dcr_advertised ||
         std::any_of(auth.issuers.begin(), auth.issuers.end(), [](const IssuerView& issuer) {
           return issuer.document != nullptr &&
                  !find_string(*issuer.document, "registration_endpoint").empty();
         });
}

// What a URL must show before anything is said of it. Any API has a Bearer challenge, so that one alone is
// weak: the verdict stays unknown, because nothing useful was seen.
void cover_remote(const GradeInput& input, const ProtocolView& protocol, AgentReserveCoverage& coverage) {
  const AuthView auth = auth_view(input.evidence);
  const bool metadata = auth.resource_document != nullptr || auth.any_document();
  coverage.auth_required = auth.required;
  coverage.useful = coverage.useful || metadata;
  coverage.proven = coverage.handshake || auth.bearer || metadata;
  for (const std::string_view what : {"initialize", "discover", "modern_error", "bearer_challenge",
                                      "resource_metadata", "issuer_metadata", "tool_list"}) {
    coverage.proven = coverage.proven || protocol.proves(what);
  }
  coverage.tier = remote_tier(input, auth, protocol, coverage.handshake);
  coverage.credential = auth.credential;
  coverage.dcr_advertised = registers_clients(auth);
  coverage.dcr_for_machines = registers_machines(auth);
  coverage.url = input.evidence.target.display;
}

}  // namespace

AgentReserveCoverage agentreserve_coverage(const GradeInput& input) {
  const Surface& surface = input.surface;
  const ProtocolView protocol = protocol_view(input.evidence);
  const bool named =
      !surface.server_name.empty() || !surface.server_version.empty() || !surface.protocol_version.empty();
  AgentReserveCoverage coverage;
  coverage.has_url = input.evidence.target.kind == TargetKind::kRemote;
  coverage.started_here = input.evidence.target.kind == TargetKind::kLocal;
  coverage.handshake = surface.handshake || surface.tools_listed;
  coverage.useful = !surface.tools.empty() || (surface.handshake && named);
  coverage.proven = coverage.handshake;
  coverage.era = protocol.era;
  coverage.active_probe = protocol.calls != nullptr && !protocol.calls->empty();
  if (coverage.has_url) cover_remote(input, protocol, coverage);
  coverage.level = level_of(input, protocol, coverage.proven);
  return coverage;
}

}  // namespace mcpjury
