#include "scan/configured_flows.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/redact.h"
#include "detect/detect.h"
#include "model/surface.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxSiblings = 50;
constexpr std::size_t kMaxFlowTools = 5;

struct FlowRole {
  std::string_view member;
  std::array<std::string_view, 3> detectors;
};
constexpr std::array<FlowRole, 3> kFlowRoles = {
    {{"untrusted_content", {"returns-untrusted-content", "", ""}},
     {"private_data", {"returns-sensitive-data", "", ""}},
     {"public_sink", {"sends-messages", "reaches-network", "makes-http-requests"}}}};

// The roles the tools of one server play; an empty object when none does.
JsonObject roles_of(const Evidence& evidence, const Limits& limits, Detective& detective) {
  JsonObject out;
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  if (!evidence.seen(Facet::kDefinition) || definition == nullptr) return out;
  const Surface surface = make_surface(*definition, limits);
  const DetectResult result = detective.run(evidence, surface);
  for (const Finding& finding : result.findings) {
    if (finding.confidence == Confidence::kLow || finding.subject.type != SubjectType::kTool) continue;
    const std::string_view id = catalog().detectors[finding.detector].id;
    for (const FlowRole& role : kFlowRoles) {
      if (std::find(role.detectors.begin(), role.detectors.end(), id) == role.detectors.end()) continue;
      Json& list = out[boost::json::string_view(role.member.data(), role.member.size())];
      if (!list.is_array()) list = JsonArray{};
      JsonArray& tools = list.get_array();
      const Json name(redact(finding.subject.name));
      if (tools.size() < kMaxFlowTools && std::find(tools.begin(), tools.end(), name) == tools.end())
        tools.push_back(name);
    }
  }
  return out;
}

// A server whose client is not known belongs with those of its file.
bool run_together(const ConfiguredServer& a, const ConfiguredServer& b) {
  if (a.disabled || b.disabled) return false;
  if (!a.project.empty() && !b.project.empty() && a.project != b.project) return false;
  if (a.path == b.path) return true;
  return std::any_of(a.clients.begin(), a.clients.end(), [&](const std::string& client) {
    return std::find(b.clients.begin(), b.clients.end(), client) != b.clients.end();
  });
}

}  // namespace

void add_siblings(const std::vector<ConfiguredServer>& servers, const Limits& limits,
                  std::vector<Evidence>& evidence) {
  Detective detective(limits, false);
  std::vector<JsonObject> roles;
  roles.reserve(evidence.size());
  for (const Evidence& one : evidence) roles.push_back(roles_of(one, limits, detective));
  for (std::size_t i = 0; i < evidence.size(); ++i) {
    if (!evidence[i].seen(Facet::kDefinition) || !evidence[i].facet(Facet::kTransport).data.is_object())
      continue;
    JsonArray siblings;
    for (std::size_t k = 0; k < evidence.size() && siblings.size() < kMaxSiblings; ++k) {
      if (k == i || roles[k].empty() || !run_together(servers[i], servers[k])) continue;
      JsonObject sibling = roles[k];
      sibling["server"] = redact(servers[k].name);
      siblings.push_back(std::move(sibling));
    }
    JsonObject& transport = evidence[i].facet(Facet::kTransport).data.get_object();
    if (!siblings.empty() && transport.contains("configured"))
      transport["configured"].get_object()["siblings"] = std::move(siblings);
  }
}

}  // namespace mcpjury
