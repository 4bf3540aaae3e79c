#include "grade/rule_findings.h"

#include <gtest/gtest.h>

#include <array>

namespace mcpjury {
namespace {

// Two detectors; rule 0 takes both per subject, rule 1 detector 1 per place with a weaker precise row,
// rule 2 detector 0 on tools only and once for the server.
class RuleFindingsTest : public ::testing::Test {
 protected:
  static constexpr std::array<std::uint16_t, 2> kBoth = {0, 1};
  static constexpr std::array<std::uint16_t, 1> kFirst = {0};
  static constexpr std::array<std::uint16_t, 1> kSecond = {1};

  RuleFindingsTest() {
    rows0_ = {RuleRow{kBoth, Severity::kHigh}};
    rows1_ = {RuleRow{kSecond, Severity::kLow, true, true},
              RuleRow{kSecond, Severity::kMedium, true, false, Confidence::kMedium}};
    rows2_ = {RuleRow{kFirst, Severity::kInfo, true, true, Confidence::kLow,
                      static_cast<std::uint8_t>(1u << static_cast<unsigned>(SubjectType::kTool))}};
    rules_[0].rows = rows0_;
    rules_[0].per = Per::kSubject;
    rules_[1].rows = rows1_;
    rules_[1].per = Per::kPlace;
    rules_[2].rows = rows2_;
    rules_[2].per = Per::kServer;
    method_.rules = rules_;
  }

  void find(std::uint16_t detector, int tool, std::string pointer,
            Confidence confidence = Confidence::kHigh) {
    Finding& finding = findings_.emplace_back();
    finding.detector = detector;
    finding.confidence = confidence;
    finding.subject.type = tool < 0 ? SubjectType::kServer : SubjectType::kTool;
    finding.subject.index = tool;
    finding.pointer = std::move(pointer);
  }

  std::vector<RuleHit> hits(Strictness strictness, bool leave_out = false) {
    const RuleIndex index(method_, 2);
    std::vector<RuleHit> out;
    collect_hits(index, {evidence_, surface_, facts_, findings_, leave_out}, strictness, out);
    return out;
  }

  std::vector<RuleRow> rows0_, rows1_, rows2_;
  std::array<MethodologyRule, 3> rules_;
  Methodology method_;
  Evidence evidence_;
  Surface surface_;
  std::vector<ToolFacts> facts_;
  std::vector<Finding> findings_;
};

TEST_F(RuleFindingsTest, NothingFeedsNothing) { EXPECT_TRUE(hits(Strictness::kPublished).empty()); }

TEST_F(RuleFindingsTest, UnknownDetectorFeedsNothing) {
  find(7, 0, "/a");
  EXPECT_TRUE(hits(Strictness::kPublished).empty());
}

TEST_F(RuleFindingsTest, GroupsBySubjectOrPlace) {
  find(1, 1, "/tools/1/a");
  find(1, 0, "/tools/0/a");
  find(1, 0, "/tools/0/b");
  find(1, 0, "/tools/0/b");
  const auto found = hits(Strictness::kPublished);
  ASSERT_EQ(found.size(), 8u);  // four for rule 0, four for rule 1
  const auto first = same_rule(found, 0);
  ASSERT_EQ(first.size(), 4u);
  EXPECT_EQ(first[0].group, 0u);
  EXPECT_EQ(first[2].group, 0u);
  EXPECT_EQ(first[3].group, 1u);
  EXPECT_EQ(same_group(found, 0).size(), 3u);
  const auto second = same_rule(found, 4);
  EXPECT_EQ(second[0].finding, 1u);
  EXPECT_EQ(second[1].group, second[2].group);
  EXPECT_EQ(second[3].group, 2u);
  EXPECT_EQ(finding_indices(found), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST_F(RuleFindingsTest, TheMostSevereRowOfAStrictnessCounts) {
  find(1, 0, "/a", Confidence::kMedium);
  const auto published = hits(Strictness::kPublished), precise = hits(Strictness::kPrecise);
  ASSERT_EQ(published.size(), 2u);
  EXPECT_EQ(published[1].severity, Severity::kMedium);
  EXPECT_EQ(published[1].row, 1u);
  EXPECT_EQ(precise[1].severity, Severity::kLow);
  EXPECT_EQ(worst_severity(published), Severity::kHigh);
}

TEST_F(RuleFindingsTest, LowConfidenceCountsOnlyInPublished) {
  find(1, 0, "/a", Confidence::kLow);
  EXPECT_EQ(hits(Strictness::kPublished).size(), 2u);
  EXPECT_TRUE(hits(Strictness::kPrecise).empty());
}

TEST_F(RuleFindingsTest, SubjectsAreObeyed) {
  find(0, -1, "");
  find(0, 3, "");
  const auto found = hits(Strictness::kPrecise);
  const auto last = same_rule(found, 2);
  ASSERT_EQ(last.size(), 1u);
  EXPECT_EQ(last[0].rule, 2u);
  EXPECT_EQ(last[0].finding, 1u);
}

TEST_F(RuleFindingsTest, SuppressedFindingsAreLeftOutOnlyWhenAsked) {
  find(0, 0, "");
  findings_[0].suppressed = true;
  EXPECT_EQ(hits(Strictness::kPrecise).size(), 2u);
  EXPECT_TRUE(hits(Strictness::kPrecise, true).empty());
}

TEST_F(RuleFindingsTest, DividesByPlace) {
  find(0, 0, "/tools/0/description");
  find(0, 0, "/tools/0/inputSchema/properties/a/description");
  find(1, 0, "/tools/0/description");
  const RuleIndex index(method_, 2);
  const GradeInput input{evidence_, surface_, facts_, findings_, false};
  std::vector<RuleHit> found;
  collect_hits(index, input, Strictness::kPublished, found);
  // Rule 2 as prose rule, rule 0 as its schema rule; detector 1 does not feed rule 2 and stays.
  divide_by_place(index, input, 2, 0, found);
  EXPECT_EQ(finding_indices(same_rule(found, 0)), (std::vector<std::uint32_t>{1, 2}));
  ASSERT_EQ(found.back().rule, 2u);
  EXPECT_EQ(found.back().finding, 0u);
  EXPECT_TRUE(inside_schema("/result/tools/0/outputSchema/title"));
  EXPECT_FALSE(inside_schema("/tools/0/inputSchema"));
}

}  // namespace
}  // namespace mcpjury
