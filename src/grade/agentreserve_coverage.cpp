#include "grade/agentreserve_coverage.h"

#include <algorithm>

namespace mcpjury {
namespace {

struct AuthSeen {
  bool required = false;
  bool challenge = false;
  bool metadata = false;
};

const JsonObject* data_of(const Evidence& evidence, Facet facet) {
  return evidence.seen(facet) ? evidence.facet(facet).data.if_object() : nullptr;
}

bool is_true(const JsonObject& object, std::string_view key) {
  const Json* value = object.if_contains(key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

AuthSeen auth_seen(const Evidence& evidence) {
  AuthSeen seen;
  const JsonObject* data = data_of(evidence, Facet::kAuth);
  if (data == nullptr) return seen;
  const Json* challenge = data->if_contains("challenge");
  seen.challenge = challenge != nullptr && !challenge->is_null();
  seen.required = seen.challenge || is_true(*data, "required");
  const JsonObject* resource = find_object(*data, "protected_resource");
  const JsonArray* servers = find_array(*data, "authorization_servers");
  seen.metadata = resource != nullptr || (servers != nullptr && !servers->empty());
  return seen;
}

bool every_tool_documented(const GradeInput& input) {
  return std::all_of(input.surface.tools.begin(), input.surface.tools.end(), [](const ToolView& tool) {
    return !tool.description.empty() && tool.input_schema != nullptr;
  });
}

std::string_view level_of(const GradeInput& input, bool proven) {
  const Surface& surface = input.surface;
  if (!proven) return "none";
  if (!surface.handshake) return "minimal";
  if (surface.server_name.empty() && surface.tools.empty()) return "minimal";
  const bool full = !surface.protocol_version.empty() && !surface.server_name.empty() &&
                    !surface.tools.empty() && !surface.truncated && every_tool_documented(input);
  return full ? "full" : "partial";
}

std::string_view remote_tier(const GradeInput& input, const AuthSeen& auth, bool handshake) {
  if (!handshake) return "perimeter";
  const JsonObject* protocol = data_of(input.evidence, Facet::kProtocol);
  if (protocol != nullptr && is_true(*protocol, "authenticated")) return "authenticated";
  // 401 or 403 on tools/list after a good initialize: what matters is still behind the wall.
  if (auth.required && !input.surface.tools_listed) return "perimeter";
  return "public_handshake";
}

}  // namespace

AgentReserveCoverage agentreserve_coverage(const GradeInput& input) {
  const Surface& surface = input.surface;
  const bool answered = surface.handshake || surface.tools_listed;
  AgentReserveCoverage coverage;
  coverage.has_url = input.evidence.target.kind == TargetKind::kRemote;
  coverage.handshake = answered;
  const bool named =
      !surface.server_name.empty() || !surface.server_version.empty() || !surface.protocol_version.empty();
  coverage.useful = !surface.tools.empty() || (surface.handshake && named);
  coverage.proven = answered;
  if (coverage.has_url) {
    const AuthSeen auth = auth_seen(input.evidence);
    coverage.auth_required = auth.required;
    coverage.useful = coverage.useful || auth.metadata;
    coverage.proven = answered || auth.challenge || auth.metadata;
    coverage.tier = remote_tier(input, auth, answered);
  }
  coverage.level = level_of(input, coverage.proven);
  return coverage;
}

}  // namespace mcpjury
