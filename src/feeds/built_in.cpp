#include "feeds/built_in.h"

#include "catalog/catalog.h"
#include "feeds/packed_rows.h"
#include "feeds/record_codec.h"

namespace mcpjury {
namespace {

std::string map_key(std::string_view ecosystem, std::string_view name) {
  PackageKey key = package_key(ecosystem, name);
  // Names of repositories are compared without regard to case.
  if (key.ecosystem == "GitHub Actions" || key.ecosystem == "binary") {
    for (char& c : key.name) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  }
  return key.ecosystem + '\n' + key.name;
}

}  // namespace

const BuiltInRecords& BuiltInRecords::instance() {
  static const BuiltInRecords kInstance;
  return kInstance;
}

BuiltInRecords::BuiltInRecords() {
  add_malicious();
  add_mcp();
}

void BuiltInRecords::add_malicious() {
  for_each_row<9>(catalog().packages.malicious, [this](const std::array<std::string_view, 9>& row) {
    const auto& [ecosystem, package, kind, action, id, aliases, versions, below, summary] = row;
    BuiltInRecord entry;
    entry.feed = kMaliciousFeed;
    entry.action = action;
    OsvRecord& record = entry.record;
    record.id = id;
    record.summary = summary;
    record.malicious = kind == "malicious";
    record.severity_label = action == "block" ? "critical" : "high";
    if (record.malicious) record.cwe = {"CWE-506"};
    for_each_word(aliases, [&](std::string_view alias) { record.aliases.emplace_back(alias); });
    OsvAffected affected;
    affected.ecosystem = ecosystem;
    affected.name = package;
    for_each_word(versions, [&](std::string_view version) { affected.versions.emplace_back(version); });
    if (!below.empty()) {
      OsvAffected::Range range;
      range.type = "SEMVER";
      range.events.push_back({OsvEvent::Type::kIntroduced, "0"});
      if (below != "*") range.events.push_back({OsvEvent::Type::kFixed, std::string(below)});
      affected.ranges.push_back(std::move(range));
    } else {
      // So that versions without an order of their own ("binary") are compared as numbers.
      for (const std::string& version : std::vector<std::string>(affected.versions))
        affected.versions.push_back("v" + version);
    }
    record.affected.push_back(std::move(affected));
    by_package_[map_key(ecosystem, package)].push_back(std::move(entry));
    ++malicious_;
  });
}

void BuiltInRecords::add_mcp() {
  for (const Advisory& advisory : catalog().advisories) {
    // "GitHub" names a repository, "Application" a program: no package that a lock file could name.
    if (ecosystem_from(advisory.ecosystem) == Ecosystem::kOther || advisory.package.empty()) continue;
    BuiltInRecord entry;
    entry.feed = kMcpFeed;
    entry.cvss_tenths = advisory.cvss_tenths;
    OsvRecord& record = entry.record;
    record.id = advisory.id.empty()
                    ? "MCP:" + std::string(advisory.ecosystem) + ":" + std::string(advisory.package)
                    : std::string(advisory.id);
    for (const std::string_view id : advisory.ids) {
      if (id != record.id) record.aliases.emplace_back(id);
    }
    for (const std::string_view cwe : advisory.cwe) record.cwe.emplace_back(cwe);
    record.summary = advisory.summary;
    record.reference = advisory.reference;
    record.severity_label = advisory.severity;
    record.malicious = advisory.category == "malicious-package";
    if (record.malicious) entry.action = "block";
    OsvAffected affected;
    affected.ecosystem = advisory.ecosystem;
    affected.name = advisory.package;
    for (const std::string_view version : advisory.versions) affected.versions.emplace_back(version);
    for (const AdvisoryRange& span : advisory.ranges) {
      OsvAffected::Range range;
      range.type = "ECOSYSTEM";
      range.events.push_back(
          {OsvEvent::Type::kIntroduced, std::string(span.introduced.empty() ? "0" : span.introduced)});
      if (!span.fixed.empty()) range.events.push_back({OsvEvent::Type::kFixed, std::string(span.fixed)});
      if (!span.last_affected.empty())
        range.events.push_back({OsvEvent::Type::kLastAffected, std::string(span.last_affected)});
      affected.ranges.push_back(std::move(range));
    }
    record.affected.push_back(std::move(affected));
    by_package_[map_key(advisory.ecosystem, advisory.package)].push_back(std::move(entry));
    ++mcp_;
  }
}

const std::vector<BuiltInRecord>* BuiltInRecords::find(std::string_view ecosystem,
                                                       std::string_view name) const {
  const auto found = by_package_.find(map_key(ecosystem, name));
  return found == by_package_.end() ? nullptr : &found->second;
}

}  // namespace mcpjury
