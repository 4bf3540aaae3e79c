#include <fmt/format.h>

#include <charconv>

#include "base/ascii.h"
#include "report/cyclonedx_parts.h"
#include "report/purl.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

bool bool_at(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

// "CWE-79" as 79; 0 when it is none.
int cwe_number(std::string_view text) {
  int number = 0;
  if (text.starts_with("CWE-")) std::from_chars(text.data() + 4, text.data() + text.size(), number);
  return number;
}

JsonObject property(std::string_view name, std::string_view value) {
  return JsonObject{{"name", name}, {"value", value}};
}

std::string_view rated(std::string_view severity) {
  for (const std::string_view known : {"critical", "high", "medium", "low", "info", "none"}) {
    if (severity == known) return known;
  }
  return "unknown";
}

}  // namespace

BomPackages::BomPackages(const ScanReport& report, std::string prefix)
    : prefix_(std::move(prefix)), server_ref_(prefix_ + "server") {
  if (const JsonObject* provenance = report.evidence.facet(Facet::kProvenance).data.if_object()) {
    const JsonObject* own = find_object(*provenance, "package");
    if (own != nullptr) {
      const std::string ref = add(find_string(*own, "ecosystem"), find_string(*own, "name"),
                                  find_string(*own, "version"), true, {});
      if (!ref.empty()) components_[ref]["type"] = "application";
    }
  }
  const FacetRecord& facet = report.evidence.facet(Facet::kDependencies);
  if (const JsonObject* data = facet.data.if_object()) {
    read_locked(*data);
    read_advisories(*data);
    aggregate_ = facet.state == FacetState::kSeen && bool_at(*data, "complete") ? "complete" : "incomplete";
  } else {
    read_named_by_findings(report);
    if (facet.state == FacetState::kSeen) aggregate_ = "incomplete";
  }
}

std::string BomPackages::ref_of(std::string_view ecosystem, std::string_view name,
                                std::string_view version) const {
  return prefix_ + purl_of(ecosystem, name, version);
}

std::string BomPackages::add(std::string_view ecosystem, std::string_view name, std::string_view version,
                             bool direct, std::string_view file) {
  if (name.empty()) return {};
  const std::string ref = ref_of(ecosystem, name, version);
  auto [place, is_new] = components_.try_emplace(ref);
  if (is_new) {
    JsonObject& out = place->second;
    out = JsonObject{{"type", "library"}, {"bom-ref", ref}, {"name", name}};
    if (!version.empty()) out["version"] = version;
    out["purl"] = purl_of(ecosystem, name, version);
    if (!file.empty()) out["properties"] = JsonArray{property("mcpjury:file", file)};
    by_name_[fmt::format("{}\n{}", ecosystem, name)] = ref;
  }
  if (direct) depends_[server_ref_][ref] = true;
  return ref;
}

void BomPackages::read_locked(const JsonObject& data) {
  const JsonArray* packages = find_array(data, "packages");
  if (packages == nullptr) return;
  for (const Json& entry : *packages) {
    const JsonObject* package = entry.if_object();
    if (package == nullptr) continue;
    add(find_string(*package, "ecosystem"), find_string(*package, "name"), find_string(*package, "version"),
        bool_at(*package, "direct"), find_string(*package, "file"));
  }
  // Parents are told by name, so they are resolved when all packages are known.
  for (const Json& entry : *packages) {
    const JsonObject* package = entry.if_object();
    const JsonArray* parents = package != nullptr ? find_array(*package, "parents") : nullptr;
    if (parents == nullptr) continue;
    const std::string_view ecosystem = find_string(*package, "ecosystem");
    const std::string child =
        ref_of(ecosystem, find_string(*package, "name"), find_string(*package, "version"));
    for (const Json& parent : *parents) {
      if (!parent.is_string()) continue;
      const auto known = by_name_.find(fmt::format("{}\n{}", ecosystem, view(parent.get_string())));
      if (known != by_name_.end() && known->second != child) depends_[known->second][child] = true;
    }
  }
}

void BomPackages::read_advisories(const JsonObject& data) {
  const JsonArray* advisories = find_array(data, "advisories");
  if (advisories == nullptr) return;
  for (const Json& entry : *advisories) {
    const JsonObject* advisory = entry.if_object();
    if (advisory == nullptr || find_string(*advisory, "id").empty()) continue;
    const std::string ref = add(find_string(*advisory, "ecosystem"), find_string(*advisory, "package"),
                                find_string(*advisory, "version"), false, {});
    if (ref.empty()) continue;
    JsonObject out{{"bom-ref", fmt::format("{}vulnerability-{}", prefix_, vulnerabilities_.size() + 1)},
                   {"id", find_string(*advisory, "id")}};
    if (const std::string_view feed = find_string(*advisory, "feed"); !feed.empty())
      out["source"] = JsonObject{{"name", feed}};
    JsonObject rating{{"severity", rated(find_string(*advisory, "severity"))}};
    if (const Json* score = find(*advisory, "cvss_tenths"); score != nullptr && score->is_int64()) {
      rating["score"] = static_cast<double>(score->get_int64()) / 10.0;
      rating["method"] = "other";
    }
    out["ratings"] = JsonArray{std::move(rating)};
    JsonArray weaknesses;
    if (const JsonArray* cwe = find_array(*advisory, "cwe")) {
      for (const Json& id : *cwe) {
        const int number = id.is_string() ? cwe_number(view(id.get_string())) : 0;
        if (number > 0) weaknesses.emplace_back(number);
      }
    }
    if (!weaknesses.empty()) out["cwes"] = std::move(weaknesses);
    if (const std::string_view summary = find_string(*advisory, "summary"); !summary.empty())
      out["description"] = summary;
    if (const std::string_view fixed = find_string(*advisory, "fixed"); !fixed.empty())
      out["recommendation"] = fmt::format("Update to {} or later.", fixed);
    out["affects"] = JsonArray{JsonObject{{"ref", ref}}};
    vulnerabilities_.push_back(std::move(out));
  }
}

// A saved report has no list of packages; findings about packages name theirs as "name version (ecosystem)".
void BomPackages::read_named_by_findings(const ScanReport& report) {
  for (const Finding& finding : report.findings) {
    if (finding.subject.type != SubjectType::kPackage) continue;
    std::string_view name = finding.subject.name, version, ecosystem = "generic";
    const std::size_t open = name.rfind(" (");
    if (open != std::string_view::npos && name.back() == ')') {
      ecosystem = name.substr(open + 2, name.size() - open - 3);
      name = name.substr(0, open);
    }
    if (const std::size_t blank = name.rfind(' '); blank != std::string_view::npos) {
      version = name.substr(blank + 1);
      name = name.substr(0, blank);
    }
    add(ecosystem, name, version, false, {});
  }
}

void BomPackages::append_to(JsonArray& components, JsonArray& dependencies,
                            JsonArray& vulnerabilities) const {
  for (const auto& [ref, component] : components_) components.push_back(component);
  for (const auto& [ref, needs] : depends_) {
    JsonArray on;
    for (const auto& [need, yes] : needs) on.emplace_back(need);
    dependencies.push_back(JsonObject{{"ref", ref}, {"dependsOn", std::move(on)}});
  }
  for (const Json& vulnerability : vulnerabilities_) vulnerabilities.push_back(vulnerability);
}

}  // namespace mcpjury
