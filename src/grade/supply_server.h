// A server for tests of the engines that read source, dependencies, provenance and feeds: facets from JSON,
// findings by the real detectors. Tests include detect/detect.h before it: grade itself knows no detector.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "grade/grade.h"

namespace mcpjury::testing {

class SupplyServer {
 public:
  SupplyServer() {
    set(Facet::kDefinition,
        R"({"server":{"name":"acme","version":"1.0.0"},"tools":[{"name":"git_log","description":"Shows the log of a repository.","inputSchema":{"type":"object","properties":{}},"annotations":{"readOnlyHint":true}}]})");
  }

  SupplyServer& set(Facet facet, std::string_view json) {
    auto parsed = parse_json(json, "facet", {});
    EXPECT_TRUE(parsed.ok()) << json;
    if (parsed.ok()) evidence_.facet(facet) = {FacetState::kSeen, "", std::move(parsed->value)};
    judged_ = false;
    return *this;
  }
  SupplyServer& state(Facet facet, FacetState state, std::string reason) {
    evidence_.facet(facet) = {state, std::move(reason), {}};
    judged_ = false;
    return *this;
  }

  GradeInput input() {
    if (!judged_) {
      const JsonObject* definition = evidence_.facet(Facet::kDefinition).data.if_object();
      surface_ = definition == nullptr ? Surface() : make_surface(*definition, {});
      result_ = Detective().run(evidence_, surface_);
      judged_ = true;
    }
    return {evidence_, surface_, result_.tools, result_.findings, false};
  }
  const Finding* finding(std::string_view detector) {
    for (const Finding& finding : input().findings) {
      if (catalog().detectors[finding.detector].id == detector) return &finding;
    }
    return nullptr;
  }
  std::size_t count(std::string_view detector) {
    std::size_t found = 0;
    for (const Finding& finding : input().findings)
      found += catalog().detectors[finding.detector].id == detector ? 1 : 0;
    return found;
  }
  AmpelEngine engine(std::string_view id, Strictness strictness = Strictness::kPrecise) {
    const auto assessed = grade_ampel(input());
    for (const AmpelEngine& engine : assessed.at(strictness).engines) {
      if (engine.id == id) return engine;
    }
    ADD_FAILURE() << id;
    return {};
  }

 private:
  Evidence evidence_;
  Surface surface_;
  DetectResult result_;
  bool judged_ = false;
};

}  // namespace mcpjury::testing
