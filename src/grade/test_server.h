// A small server for the tests of the methodologies: tools by name, findings by detector.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "grade/grade.h"

namespace mcpjury::testing {

class TestServer {
 public:
  explicit TestServer(std::vector<std::string> tools) : names_(std::move(tools)), facts_(names_.size()) {
    evidence_.facet(Facet::kDefinition).state = FacetState::kSeen;
    surface_.tools_listed = true;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      ToolView& tool = surface_.tools.emplace_back();
      tool.index = static_cast<std::uint32_t>(i);
      tool.name = names_[i];
    }
  }

  // A finding about tool number `tool`, or about the server when it is negative.
  Finding& find(std::string_view detector, int tool = 0, std::string pointer = "") {
    const Detector* known = find_detector(detector);
    EXPECT_NE(known, nullptr) << detector;
    Finding& finding = findings_.emplace_back();
    finding.detector = static_cast<std::uint16_t>(known == nullptr ? 0 : index_of(*known));
    finding.severity = known == nullptr ? Severity::kInfo : known->severity;
    finding.subject.type = tool < 0 ? SubjectType::kServer : SubjectType::kTool;
    finding.subject.index = tool;
    if (tool >= 0) finding.subject.name = names_[static_cast<std::size_t>(tool)];
    finding.pointer = std::move(pointer);
    return finding;
  }

  GradeInput input() const { return {evidence_, surface_, facts_, findings_, false}; }
  Evidence& evidence() { return evidence_; }
  Surface& surface() { return surface_; }

 private:
  std::vector<std::string> names_;
  std::vector<ToolFacts> facts_;
  Evidence evidence_;
  Surface surface_;
  std::vector<Finding> findings_;
};

inline std::int64_t sum_of(const std::vector<Contribution>& contributions) {
  std::int64_t sum = 0;
  for (const Contribution& contribution : contributions) sum += contribution.points;
  return sum;
}

inline const Contribution* contribution_of(const std::vector<Contribution>& contributions,
                                           std::string_view rule) {
  for (const Contribution& contribution : contributions) {
    if (contribution.rule == rule) return &contribution;
  }
  return nullptr;
}

}  // namespace mcpjury::testing
