#include "feeds/advisory_group.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "base/escape.h"
#include "packages/cvss.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Which database's name a flaw is shown under: those with versions of packages before those with CVE texts.
int id_rank(std::string_view id) {
  static constexpr std::array kOrder = {"MAL-"sv, "GHSA-"sv, "PYSEC-"sv, "GO-"sv, "RUSTSEC-"sv, "CVE-"sv};
  for (std::size_t i = 0; i < kOrder.size(); ++i) {
    if (id.starts_with(kOrder[i])) return static_cast<int>(i);
  }
  return static_cast<int>(kOrder.size());
}

std::string_view severity_of_label(std::string_view label) {
  if (label == "moderate") return "medium";
  for (const std::string_view known : {"critical"sv, "high"sv, "medium"sv, "low"sv}) {
    if (label == known) return known;
  }
  return {};
}

std::string_view severity_of_tenths(int tenths) {
  return tenths >= 90   ? "critical"sv
         : tenths >= 70 ? "high"sv
         : tenths >= 40 ? "medium"sv
         : tenths > 0   ? "low"sv
                        : "none"sv;
}

std::size_t root_of(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

void set_score(const std::vector<AdvisoryHit>& group, JsonObject& out) {
  // The first record with a vector that can be computed; its newest vector.
  for (const AdvisoryHit& hit : group) {
    for (const std::string& vector : hit.record->cvss_vectors) {
      const auto score = cvss_score(vector);
      if (!score) continue;
      out["cvss_tenths"] = score->tenths;
      out["cvss_vector"] = clip(vector, 300);
      out["severity"] = score->severity;
      return;
    }
  }
  for (const AdvisoryHit& hit : group) {
    if (hit.cvss_tenths < 0) continue;
    out["cvss_tenths"] = hit.cvss_tenths;
    out["severity"] = severity_of_tenths(hit.cvss_tenths);
    return;
  }
  out["unscored"] = true;
  for (const AdvisoryHit& hit : group) {
    std::string_view label = severity_of_label(hit.record->severity_label);
    for (const OsvAffected& affected : hit.record->affected) {
      if (label.empty()) label = severity_of_label(affected.severity_label);
    }
    if (label.empty()) continue;
    out["severity"] = label;
    return;
  }
}

}  // namespace

bool runs_code(const OsvRecord& record) {
  static constexpr std::array kWeaknesses = {"CWE-77"sv, "CWE-78"sv,  "CWE-94"sv,  "CWE-95"sv,  "CWE-96"sv,
                                             "CWE-98"sv, "CWE-502"sv, "CWE-913"sv, "CWE-917"sv, "CWE-1336"sv};
  for (const std::string& cwe : record.cwe) {
    if (std::find(kWeaknesses.begin(), kWeaknesses.end(), cwe) != kWeaknesses.end()) return true;
  }
  std::string text = record.summary;
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  for (const std::string_view words : {"remote code execution"sv, "arbitrary code execution"sv,
                                       "execute arbitrary code"sv, "command injection"sv, "code injection"sv,
                                       "execute arbitrary command"sv, "arbitrary command execution"sv}) {
    if (text.find(words) != std::string::npos) return true;
  }
  return false;
}

std::vector<std::vector<AdvisoryHit>> group_by_alias(std::vector<AdvisoryHit> hits) {
  std::stable_sort(hits.begin(), hits.end(), [](const AdvisoryHit& a, const AdvisoryHit& b) {
    const int left = id_rank(a.record->id), right = id_rank(b.record->id);
    return left != right ? left < right : a.record->id < b.record->id;
  });
  std::vector<std::size_t> parent(hits.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  std::map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const auto join = [&](std::string_view id) {
      const auto [known, added] = first.emplace(id, i);
      if (added) return;
      // The smaller index stays the root, so that a group is called after its best record.
      const std::size_t a = root_of(parent, known->second), b = root_of(parent, i);
      parent[std::max(a, b)] = std::min(a, b);
    };
    join(hits[i].record->id);
    for (const std::string& alias : hits[i].record->aliases) join(alias);
  }
  std::map<std::size_t, std::vector<AdvisoryHit>> groups;
  for (std::size_t i = 0; i < hits.size(); ++i) groups[root_of(parent, i)].push_back(hits[i]);
  std::vector<std::vector<AdvisoryHit>> out;
  for (auto& entry : groups) out.push_back(std::move(entry.second));
  return out;
}

JsonObject advisory_of(const std::vector<AdvisoryHit>& group) {
  const OsvRecord& best = *group.front().record;
  JsonObject out{{"id", clip(best.id, 200)}};
  std::set<std::string> aliases, cwe;
  bool malicious = false, code = false;
  std::string_view action;
  for (const AdvisoryHit& hit : group) {
    if (hit.record->id != best.id) aliases.insert(hit.record->id);
    for (const std::string& alias : hit.record->aliases) {
      if (alias != best.id) aliases.insert(alias);
    }
    cwe.insert(hit.record->cwe.begin(), hit.record->cwe.end());
    malicious = malicious || hit.record->malicious;
    code = code || runs_code(*hit.record);
    if (hit.action == "block" || (action.empty() && !hit.action.empty())) action = hit.action;
  }
  const auto list = [](const std::set<std::string>& values) {
    JsonArray items;
    for (const std::string& value : values) items.push_back(Json(clip(value, 200)));
    return items;
  };
  if (!aliases.empty()) out["aliases"] = list(aliases);
  if (!cwe.empty()) out["cwe"] = list(cwe);
  out["kind"] = malicious ? "malicious" : "vulnerability";
  // Records of malicious packages in feeds are confirmed malware.
  if (action.empty() && malicious) action = "block";
  if (!action.empty()) out["action"] = action;
  set_score(group, out);
  if (malicious) out["severity"] = action == "warn" ? "high" : "critical";
  if (code) out["remote_code_execution"] = true;
  const auto text = [&](const char* key, auto member) {
    for (const AdvisoryHit& hit : group) {
      const std::string& value = member(hit);
      if (value.empty()) continue;
      out[key] = clip(value, 500);
      return;
    }
  };
  text("summary", [](const AdvisoryHit& hit) -> const std::string& { return hit.record->summary; });
  text("reference", [](const AdvisoryHit& hit) -> const std::string& { return hit.record->reference; });
  text("fixed", [](const AdvisoryHit& hit) -> const std::string& { return hit.fixed; });
  out["feed"] = group.front().feed;
  return out;
}

}  // namespace mcpjury
