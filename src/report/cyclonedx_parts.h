// Private to report: the packages of one server as CycloneDX components, dependencies and vulnerabilities.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

class BomPackages {
 public:
  // `prefix` keeps the references of several servers apart.
  BomPackages(const ScanReport& report, std::string prefix);

  void append_to(JsonArray& components, JsonArray& dependencies, JsonArray& vulnerabilities) const;
  // complete, incomplete or unknown, in CycloneDX's sense of the word.
  std::string_view aggregate() const { return aggregate_; }
  const std::string& server_ref() const { return server_ref_; }

 private:
  std::string add(std::string_view ecosystem, std::string_view name, std::string_view version, bool direct,
                  std::string_view file);
  void read_locked(const JsonObject& data);
  void read_advisories(const JsonObject& data);
  void read_named_by_findings(const ScanReport& report);
  std::string ref_of(std::string_view ecosystem, std::string_view name, std::string_view version) const;

  std::string prefix_, server_ref_;
  std::string_view aggregate_ = "unknown";
  std::map<std::string, JsonObject> components_;                // by reference
  std::map<std::string, std::map<std::string, bool>> depends_;  // what depends on what
  std::map<std::string, std::string> by_name_;                  // last reference of a name, for parents
  JsonArray vulnerabilities_;
};

}  // namespace mcpjury
