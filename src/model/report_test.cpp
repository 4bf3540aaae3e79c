#include "model/report.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Finding sample_finding() {
  Finding finding;
  finding.subject = {SubjectType::kTool, "get_weather", 7};
  finding.pointer = "/result/tools/7/inputSchema/properties/city/enum/2";
  finding.evidence = "do not tell the user";
  return finding;
}

std::string print_of(const Finding& finding) { return fingerprint_of(finding, "hides-from-user", "weather"); }

TEST(FindingId, CountsFromOne) {
  EXPECT_EQ(finding_id(0), "F1");
  EXPECT_EQ(finding_id(41), "F42");
}

TEST(Fingerprint, DoesNotKnowThePositionInTheListOrTheEnvelope) {
  Finding moved = sample_finding();
  moved.subject.index = 2;
  moved.pointer = "/tools/2/inputSchema/properties/city/enum/2";
  EXPECT_EQ(print_of(moved), print_of(sample_finding()));
  moved.pointer = "/2/inputSchema/properties/city/enum/2";
  EXPECT_EQ(print_of(moved), print_of(sample_finding()));
}

TEST(Fingerprint, KnowsEverythingElse) {
  const std::string before = print_of(sample_finding());
  EXPECT_EQ(before.size(), 32u);
  Finding other = sample_finding();
  other.subject.name = "get_news";
  EXPECT_NE(print_of(other), before);
  other = sample_finding();
  other.pointer = "/result/tools/7/inputSchema/properties/city/enum/3";
  EXPECT_NE(print_of(other), before);
  other = sample_finding();
  other.evidence += ".";
  EXPECT_NE(print_of(other), before);
  other = sample_finding();
  other.subject.type = SubjectType::kPrompt;
  EXPECT_NE(print_of(other), before);
  EXPECT_NE(fingerprint_of(sample_finding(), "other", "weather"), before);
  EXPECT_NE(fingerprint_of(sample_finding(), "hides-from-user", "w"), before);
}

TEST(Fingerprint, PartsDoNotRunIntoEachOther) {
  Finding one = sample_finding(), two = sample_finding();
  one.subject.name = "ab";
  one.pointer = "/tools/0";
  one.evidence = "c";
  two.subject.name = "a";
  two.pointer = "/tools/0";
  two.evidence = "bc";
  EXPECT_NE(print_of(one), print_of(two));
}

}  // namespace
}  // namespace mcpjury
