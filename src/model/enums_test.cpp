#include "model/enums.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(Enums, NamesGoRound) {
  for (int i = 0; i < 4; ++i) EXPECT_EQ(kind_from(name_of(static_cast<Kind>(i))), static_cast<Kind>(i));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(severity_from(name_of(static_cast<Severity>(i))), static_cast<Severity>(i));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(confidence_from(name_of(static_cast<Confidence>(i))), static_cast<Confidence>(i));
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(strictness_from(name_of(static_cast<Strictness>(i))), static_cast<Strictness>(i));
  }
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(facet_state_from(name_of(static_cast<FacetState>(i))), static_cast<FacetState>(i));
  }
  for (const Facet which : kAllFacets) EXPECT_EQ(facet_from(name_of(which)), which);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(target_kind_from(name_of(static_cast<TargetKind>(i))), static_cast<TargetKind>(i));
  }
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(subject_type_from(name_of(static_cast<SubjectType>(i))), static_cast<SubjectType>(i));
  }
}

TEST(Enums, SpellingOfTheReport) {
  EXPECT_EQ(name_of(Kind::kMalice), "malice");
  EXPECT_EQ(name_of(Severity::kCritical), "critical");
  EXPECT_EQ(name_of(FacetState::kCouldNotSee), "could_not_see");
  EXPECT_EQ(name_of(Facet::kPriorSurface), "prior_surface");
  EXPECT_EQ(name_of(TargetKind::kToolList), "tool_list");
  EXPECT_EQ(name_of(ToolClass::kDestructive), "destructive");
  EXPECT_EQ(name_of(RunState::kNotRun), "not_run");
  EXPECT_FALSE(kind_from("Malice").has_value());
  EXPECT_FALSE(facet_from("").has_value());
}

}  // namespace
}  // namespace mcpjury
