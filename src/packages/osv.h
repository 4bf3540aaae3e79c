// Advisories in the OSV format: reading a record, and whether it says something of a package and version.
// Pure; the index over many records is in feeds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "packages/versions.h"

namespace mcpjury {

struct OsvEvent {
  enum class Type { kIntroduced, kFixed, kLastAffected, kLimit };
  Type type = Type::kIntroduced;
  std::string version;
};

struct OsvAffected {
  std::string ecosystem, name;
  struct Range {
    std::string type;  // SEMVER, ECOSYSTEM, GIT
    std::vector<OsvEvent> events;
  };
  std::vector<Range> ranges;
  std::vector<std::string> versions;
  std::string severity_label;  // database_specific or ecosystem_specific
};

struct OsvRecord {
  std::string id, summary, modified, published, withdrawn;
  std::vector<std::string> aliases, cwe, cvss_vectors;  // vectors of any version, newest first
  std::vector<OsvAffected> affected;
  std::string severity_label;
  bool malicious = false;  // MAL- records and those that say so
  std::string reference;
};

// kNotJson, or kNothingToGrade for JSON that is no OSV record. Bounded: 1,000 affected entries, 20,000
// versions each; kLimit beyond, because a record read in part would call affected versions safe.
Result<OsvRecord> read_osv(const Json& document);

enum class Affected { kNo, kYes, kUnknown };  // unknown: the version cannot be compared
// By the evaluation algorithm of the OSV schema. `fixed` gets the first fixed version above, when there is
// one.
Affected is_affected(const OsvRecord& record, std::string_view ecosystem, std::string_view name,
                     std::string_view version, std::string* fixed = nullptr);

}  // namespace mcpjury
