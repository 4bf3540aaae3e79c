#include "guard/surface_verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/sha256.h"
#include "model/prior_view.h"
#include "model/surface_identity.h"
#include "report/shared.h"
#include "report/summary.h"
#include "scan/exit_policy.h"
#include "scan/given_text.h"

namespace mcpjury {
namespace {

constexpr std::size_t kRulesNamed = 8;

std::string_view action_of(char grade) {
  switch (grade) {
    case 'A':
      return "ALLOW";
    case 'B':
      return "ALLOW_RATE_LIMITED";
    case 'C':
    case 'D':
      return "REQUIRE_APPROVAL";
    default:
      return "BLOCK";  // F, and whatever is not known
  }
}

void add_name(std::vector<std::string>& names, std::string_view name) {
  if (names.size() < kRulesNamed && std::find(names.begin(), names.end(), name) == names.end())
    names.emplace_back(name);
}

void add_findings(const ScanReport& report, SurfaceVerdict& out) {
  for (const Finding& finding : report.findings) {
    if (!is_open(report, finding)) continue;
    const Detector& detector = detector_of(finding);
    if (finding.subject.type == SubjectType::kServer && detector.kind == Kind::kMalice)
      add_name(out.server_rules, detector.id);
    if (finding.subject.type != SubjectType::kTool) continue;
    const auto found = out.tools.find(finding.subject.name);
    if (found == out.tools.end()) continue;
    ToolVerdict& tool = found->second;
    tool.malice = tool.malice || (detector.kind == Kind::kMalice && finding.severity >= Severity::kHigh);
    add_name(tool.rules, detector.id);
  }
}

void decide(ToolVerdict& tool, bool server_blocked, const GuardPolicy& policy) {
  const ToolPolicy* ruled = policy.find(tool.name);
  const bool same = ruled != nullptr && ruled->fingerprint == tool.fingerprint;
  const auto set = [&](Decision decision, std::string reason) {
    tool.decision = decision;
    tool.reason = std::move(reason);
  };
  if (ruled != nullptr && ruled->ruling == ToolRuling::kDeny)
    return set(Decision::kBlock, "denied by the policy");
  if (same && ruled->ruling == ToolRuling::kAllow) return set(Decision::kPass, "allowed by the policy");
  if (server_blocked) return set(Decision::kBlock, "the server is known to be hostile");
  if (tool.action == "BLOCK") return set(Decision::kBlock, fmt::format("grade {}", tool.grade));
  if (policy.block_malice && tool.malice) return set(Decision::kBlock, "malice, which the policy blocks");
  tool.limited = tool.action == "ALLOW_RATE_LIMITED";
  if (tool.action != "REQUIRE_APPROVAL") return set(Decision::kPass, fmt::format("grade {}", tool.grade));
  if (same && ruled->ruling == ToolRuling::kApprove) return set(Decision::kPass, "approved by the policy");
  const std::string why =
      ruled != nullptr ? "changed since it was approved" : fmt::format("grade {} needs approval", tool.grade);
  set(policy.approval == OnApproval::kHold ? Decision::kHold : Decision::kMark, why);
}

// Several definitions under one name: nobody can tell which one a call means.
bool add_tools(const JsonArray& tools, SurfaceVerdict& out) {
  bool whole = true;
  for (const Json& tool : tools) {
    const JsonObject* object = tool.if_object();
    const std::string name(object != nullptr ? find_string(*object, "name") : std::string_view());
    if (name.empty()) {
      whole = false;
      continue;
    }
    const auto [place, is_new] = out.tools.try_emplace(name);
    ToolVerdict& verdict = place->second;
    const std::string fingerprint = tool_fingerprint(tool);
    if (!is_new) verdict.reason = "two tools have this name";
    verdict.name = name;
    verdict.fingerprint = is_new ? fingerprint : std::string();
  }
  return whole;
}

void compare_with_pin(const PinnedSurface& pin, Evidence evidence, SurfaceVerdict& out) {
  out.pinned = true;
  add_pins(evidence, pin.entry, pin.file);
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  if (!evidence.seen(Facet::kPins) || definition == nullptr) {
    out.drift = "it cannot be compared with what was approved";
    return;
  }
  const Surface surface = make_surface(*definition, Limits{});
  const SurfaceDiff diff = compare_surfaces(prior_view(evidence).side, present_side(evidence, surface));
  if (!diff.not_comparable.empty()) {
    out.drift = "it cannot be compared with what was approved";
  } else if (!diff.tools.empty()) {
    out.drift = fmt::format("{} tools are not as approved", diff.tools.size());
  } else if (diff.instructions_changed) {
    out.drift = "its instructions are not as approved";
  }
}

}  // namespace

std::string_view name_of(Decision decision) {
  constexpr std::string_view kNames[] = {"pass", "mark", "hold", "block"};
  return kNames[static_cast<std::size_t>(decision)];
}

const ToolVerdict* SurfaceVerdict::find(std::string_view tool) const {
  const auto found = tools.find(tool);
  return found == tools.end() ? nullptr : &found->second;
}

std::string tool_fingerprint(const Json& tool) { return "sha256:" + sha256_hex(canonical_json(tool)); }

SurfaceVerdict judge_surface(const ListedSurface& listed, const GuardPolicy& policy,
                             const std::optional<PinnedSurface>& pin, Detective& detective) {
  SurfaceVerdict out;
  out.complete = listed.complete;
  out.incomplete = listed.incomplete;
  if (!add_tools(listed.tools, out) && out.complete) {
    out.complete = false;
    out.incomplete = "some entries of the tool list are no tools";
  }
  JsonObject document{{"tools", listed.tools}};
  if (const Json* server = find(listed.opening, "serverInfo")) document.emplace("server", *server);
  if (const Json* text = find(listed.opening, "instructions"); text != nullptr && text->is_string())
    document.emplace("instructions", *text);
  ScanOptions options;
  options.strictness = policy.strictness;
  options.hash_evidence = false;
  auto evidence = observe_given_json(std::move(document), "tools/list", options);
  if (!evidence) {
    // A list without tools is nothing to grade, and nothing to hold back.
    if (!listed.tools.empty()) {
      out.complete = false;
      out.incomplete = "the tool list could not be graded";
    }
    return out;
  }
  if (pin) compare_with_pin(*pin, *evidence, out);
  const auto report = judge(std::move(*evidence), options, detective);
  const auto& assessed = report->assessments.tooltrust;
  const ToolTrustResult& result = assessed.at(policy.strictness);
  if (const JsonObject* definition = report->evidence.facet(Facet::kDefinition).data.if_object())
    out.surface_sha256 = surface_identity(report->surface, *definition).surface_sha256;
  out.grade = result.grade;
  if (!listed.tools.empty() && (assessed.state != RunState::kComplete || incomplete(*report)) &&
      out.complete) {
    out.complete = false;
    out.incomplete = assessed.reason.empty() ? "not everything could be graded" : assessed.reason;
  }
  for (const ToolTrustTool& graded : result.tools) {
    const auto found = out.tools.find(graded.name);
    if (found == out.tools.end()) continue;
    found->second.grade = graded.grade;
    found->second.risk = graded.risk_score;
  }
  add_findings(*report, out);
  for (auto& [name, tool] : out.tools) {
    tool.action = action_of(tool.grade);
    if (!tool.reason.empty()) continue;  // two of one name: stays blocked
    decide(tool, result.block_override, policy);
    if (!out.complete && policy.incomplete == OnIncomplete::kMark && tool.decision == Decision::kPass) {
      tool.decision = Decision::kMark;
      tool.reason = "not everything could be graded";
    }
  }
  return out;
}

}  // namespace mcpjury
