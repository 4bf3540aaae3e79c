// Private to report: the parts of reading a saved report. The document fits the schema already; these are
// total all the same, and complain where members contradict one another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/report.h"

namespace mcpjury {

// Everything that was found wrong goes to `trouble`; the first one is kept.
class ReportReader {
 public:
  ReportReader(const JsonObject& from, ScanReport& into) : from_(from), into_(into) {}
  void read();
  const std::string& trouble() const { return trouble_; }

 private:
  void read_evidence();
  void read_surface();
  void read_findings();
  void read_tools();
  void read_assessments();
  void read_agreement();
  void read_decisions();  // suppressions and baseline

  void complain_once(std::string what);
  // Indices of the findings that `list` names.
  std::vector<std::uint32_t> findings_of(const JsonObject& object, std::string_view key);
  std::vector<Contribution> contributions_of(const JsonObject& object, int scale);
  void details(const JsonObject& object, AgentReserveResult& out);
  void details(const JsonObject& object, AmpelResult& out);
  void details(const JsonObject& object, AivssResult& out);
  void details(const JsonObject& object, McpBundlesResult& out);
  void details(const JsonObject& object, ToolTrustResult& out);
  template <class R>
  void read_assessed(const JsonObject& all, std::string_view id, Assessed<R>& out);
  std::vector<AgentReserveRule> rules_of(const JsonObject& object);

  const JsonObject& from_;
  ScanReport& into_;
  std::string trouble_;
};

std::int64_t integer_at(const JsonObject& object, std::string_view key);  // 0 when it is none
std::int64_t tenths_at(const JsonObject& object, std::string_view key);
bool flag_at(const JsonObject& object, std::string_view key);
bool has_number(const JsonObject& object, std::string_view key);

}  // namespace mcpjury
