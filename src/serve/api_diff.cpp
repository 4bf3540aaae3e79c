// What changed between two scans of one server.
#include "base/escape.h"
#include "model/prior_view.h"
#include "report/report_parts_diff.h"
#include "scan/scan.h"
#include "serve/api_scans.h"
#include "serve/found_scan.h"
#include "serve/server_json.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

struct DiffSide {
  ScanRow row;
  Json report;
  Json evidence;
};

std::variant<DiffSide, HttpdResponse> diff_side(ApiCall& call, std::string_view name,
                                                const std::string& key) {
  const std::string id(call.word(name));
  if (id.empty())
    return fault_answer(call, 400, "bad_request", "from and to are ids of scans of this server");
  auto looked = find_scan(call, id, ScanParts::kReport);
  if (auto* answer = std::get_if<HttpdResponse>(&looked)) return std::move(*answer);
  FoundScan& scan = std::get<FoundScan>(looked);
  if (!scan.stored || scan.stored->target_key != key) {
    return fault_answer(call, 404, "not_found", "this server has no such scan");
  }
  DiffSide side{*scan.stored, nullptr, nullptr};
  auto report = report_of(call, scan);
  if (!report) return store_failed(call, report.error());
  auto evidence = evidence_of(call, scan);
  if (!evidence) return store_failed(call, evidence.error());
  side.report = std::move(*report);
  side.evidence = std::move(*evidence);
  if (!side.report.is_object()) return store_failed(call, {ErrorCode::kUnreadable, ""});
  return side;
}

JsonArray tool_changes(const SurfaceDiff& diff) {
  constexpr std::string_view kKinds[] = {"added", "removed", "changed"};
  JsonArray out;
  for (const ToolChange& tool : diff.tools) {
    JsonArray members;
    for (const MemberChange& member : tool.members) {
      JsonArray lines;
      for (const std::string& line : line_diff(member.before, member.after)) lines.push_back(Json(line));
      members.push_back(JsonObject{{"member", member.member},
                                   {"before", clip(member.before, 4'000)},
                                   {"after", clip(member.after, 4'000)},
                                   {"lines", std::move(lines)}});
    }
    out.push_back(JsonObject{{"change", kKinds[static_cast<std::size_t>(tool.kind)]},
                             {"tool", tool.name},
                             {"members", std::move(members)}});
  }
  return out;
}

Json surface_changes(const DiffSide& before, const DiffSide& after) {
  auto old_evidence = evidence_from_json(before.evidence, "record");
  auto new_evidence = evidence_from_json(after.evidence, "record");
  if (!old_evidence || !new_evidence) return nullptr;
  ScanOptions options;
  Detective detective(options.limits);
  const auto old_report = judge(std::move(*old_evidence), options, detective);
  const auto new_report = judge(std::move(*new_evidence), options, detective);
  const SurfaceDiff diff = compare_surfaces(present_side(old_report->evidence, old_report->surface),
                                            present_side(new_report->evidence, new_report->surface));
  return JsonObject{{"not_comparable", diff.not_comparable},
                    {"unchanged", diff.unchanged()},
                    {"instructions_changed", diff.instructions_changed},
                    {"tools", tool_changes(diff)}};
}

}  // namespace

HttpdResponse get_diff(ApiCall& call) {
  const auto key = target_key_of(call.values[0]);
  if (!key) return not_found(call, "there is no server of this id");
  auto from = diff_side(call, "from", *key);
  if (auto* answer = std::get_if<HttpdResponse>(&from)) return std::move(*answer);
  auto to = diff_side(call, "to", *key);
  if (auto* answer = std::get_if<HttpdResponse>(&to)) return std::move(*answer);
  const DiffSide& before = std::get<DiffSide>(from);
  const DiffSide& after = std::get<DiffSide>(to);
  const JsonObject& earlier = before.report.get_object();
  const JsonObject& later = after.report.get_object();
  Json middle;
  if (wants_middle(compare_reports(earlier, later))) {
    if (auto evidence = evidence_from_json(before.evidence, "record")) {
      ScanOptions options;
      Detective detective(options.limits);
      middle = report_to_json(*judge(std::move(*evidence), options, detective), {});
    }
  }
  const PartedDiff parts =
      part_diff(earlier, later, middle.if_object(), "the evidence of the first cannot be read");
  JsonObject data = parted_diff_json(parts);
  data["from"] = history_json(before.row, false);
  data["to"] = history_json(after.row, before.row.surface_sha256 != after.row.surface_sha256);
  data["tools"] = surface_changes(before, after);
  return data_answer(call, std::move(data));
}

}  // namespace mcpjury
