#include "report/report_diff.h"

#include <fmt/format.h>

#include <array>
#include <map>

#include "base/escape.h"
#include "report/layout.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

struct ShownMark {
  std::string_view methodology;
  std::array<std::string_view, 3> members;  // shown in this order when they are there
};
constexpr std::array kMarks = {ShownMark{"agentreserve", {"grade", "verdict", "score"}},
                               ShownMark{"ampel", {"light", "score", "coverage_bp"}},
                               ShownMark{"aivss", {"grade", "aivss_score", ""}},
                               ShownMark{"mcpbundles", {"posture", "security_score", "quality_score"}},
                               ShownMark{"tooltrust", {"grade", "action", "risk_score"}}};

std::string plain(const Json* value) {
  if (value == nullptr || value->is_null()) return "-";
  if (value->is_string()) return std::string(view(value->get_string()));
  if (value->is_double()) return fmt::format("{}", value->get_double());
  if (value->is_int64()) return std::to_string(value->get_int64());
  if (value->is_uint64()) return std::to_string(value->get_uint64());
  return "?";
}

std::string mark_of(const JsonObject* assessments, const ShownMark& mark) {
  const JsonObject* own = assessments != nullptr ? find_object(*assessments, mark.methodology) : nullptr;
  if (own == nullptr) return "not run";
  std::string out;
  for (const std::string_view member : mark.members) {
    if (member.empty()) continue;
    out +=
        fmt::format("{}{}{}", out.empty() ? "" : ", ",
                    member == mark.members[0] ? "" : fmt::format("{} ", member), plain(find(*own, member)));
  }
  return out;
}

FindingChange change_of(const JsonObject& finding) {
  const JsonObject* subject = find_object(finding, "subject");
  return {std::string(find_string(finding, "detector")), std::string(find_string(finding, "severity")),
          subject != nullptr ? std::string(find_string(*subject, "name")) : std::string(),
          std::string(find_string(finding, "message"))};
}

// Without the fingerprint, for reports of different targets: what it is made of but for the target.
std::string key_of(const JsonObject& finding, bool same_target) {
  if (same_target) {
    if (const std::string_view print = find_string(finding, "fingerprint"); !print.empty())
      return std::string(print);
  }
  const FindingChange change = change_of(finding);
  return change.detector + '\n' + change.subject + '\n' + std::string(find_string(finding, "evidence"));
}

std::string place_of(const JsonObject& finding) {
  const JsonObject* location = find_object(finding, "location");
  return location != nullptr ? std::string(find_string(*location, "pointer")) : std::string();
}

using ByKey = std::multimap<std::string, const JsonObject*>;

ByKey by_key(const JsonObject& report, bool same_target) {
  ByKey out;
  const JsonArray* findings = find_array(report, "findings");
  if (findings == nullptr) return out;
  for (const Json& item : *findings) {
    if (const JsonObject* finding = item.if_object()) out.emplace(key_of(*finding, same_target), finding);
  }
  return out;
}

std::string member_of(const JsonObject& report, std::string_view object, std::string_view member) {
  const JsonObject* inner = find_object(report, object);
  return inner != nullptr ? std::string(find_string(*inner, member)) : std::string();
}

JsonArray findings_json(const std::vector<FindingChange>& changes) {
  JsonArray out;
  for (const FindingChange& change : changes) {
    out.push_back(JsonObject{{"detector", change.detector},
                             {"severity", change.severity},
                             {"subject", change.subject},
                             {"message", change.message}});
  }
  return out;
}

void put_findings(std::string& out, std::string_view title, char sign,
                  const std::vector<FindingChange>& changes, bool color) {
  if (changes.empty()) return;
  out += fmt::format("{} ({}):\n", title, changes.size());
  const Ink ink = sign == '+' ? Ink::kRed : sign == '-' ? Ink::kGreen : Ink::kNone;
  Page page(true, color);
  for (const FindingChange& change : changes) {
    page.paragraph(fmt::format("  {} {:<8} ", sign, escape_terminal(change.severity)),
                   fmt::format("{}: {}", change.detector, clip(change.message, 120)), 13, ink);
  }
  out += page.take();
}

}  // namespace

bool looks_like_report(const Json& document) {
  const JsonObject* object = document.if_object();
  return object != nullptr && find_object(*object, "assessments") != nullptr &&
         find_array(*object, "findings") != nullptr && find_object(*object, "catalog") != nullptr;
}

ReportDiff compare_reports(const JsonObject& before, const JsonObject& after) {
  ReportDiff diff;
  const bool same_target = member_of(before, "target", "id") == member_of(after, "target", "id");
  ByKey old = by_key(before, same_target);
  for (const auto& [key, finding] : by_key(after, same_target)) {
    const auto match = old.find(key);
    if (match == old.end()) {
      diff.appeared.push_back(change_of(*finding));
    } else {
      if (place_of(*match->second) == place_of(*finding)) {
        ++diff.unchanged;
      } else {
        diff.moved.push_back(change_of(*finding));
      }
      old.erase(match);
    }
  }
  for (const auto& [key, finding] : old) diff.gone.push_back(change_of(*finding));
  for (const ShownMark& mark : kMarks) {
    std::string was = mark_of(find_object(before, "assessments"), mark);
    std::string is = mark_of(find_object(after, "assessments"), mark);
    if (was != is) diff.marks.push_back({std::string(mark.methodology), std::move(was), std::move(is)});
  }
  diff.evidence_differs = member_of(before, "evidence", "sha256") != member_of(after, "evidence", "sha256");
  diff.catalog_before = member_of(before, "catalog", "version");
  diff.catalog_after = member_of(after, "catalog", "version");
  diff.catalog_differs = member_of(before, "catalog", "sha256") != member_of(after, "catalog", "sha256");
  return diff;
}

Json report_diff_json(const ReportDiff& diff) {
  JsonArray marks;
  for (const MarkChange& mark : diff.marks) {
    marks.push_back(
        JsonObject{{"methodology", mark.methodology}, {"before", mark.before}, {"after", mark.after}});
  }
  return JsonObject{{"evidence_differs", diff.evidence_differs},
                    {"catalog_differs", diff.catalog_differs},
                    {"new", findings_json(diff.appeared)},
                    {"fixed", findings_json(diff.gone)},
                    {"moved", findings_json(diff.moved)},
                    {"unchanged", diff.unchanged},
                    {"grades", std::move(marks)}};
}

std::string report_diff_text(const ReportDiff& diff, bool color) {
  std::string out;
  put_findings(out, "New findings", '+', diff.appeared, color);
  put_findings(out, "Findings that are gone", '-', diff.gone, color);
  put_findings(out, "Findings that moved", '~', diff.moved, color);
  for (const MarkChange& mark : diff.marks) {
    Page page(true, false);
    page.paragraph(fmt::format("  {:<13} ", mark.methodology),
                   fmt::format("{} -> {}", mark.before, mark.after), 16);
    out += page.take();
  }
  out += fmt::format("  {} findings unchanged\n", diff.unchanged);
  return out;
}

}  // namespace mcpjury
