#include "settings/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mcpjury {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string fault_of(std::string_view text) {
  auto settings = parse_settings(text, "mcpjury.yaml");
  return settings ? "" : settings.error().message;
}

constexpr std::string_view kWhole = R"(
scan:
  fail_on: [high, malice, "tooltrust:D"]
  methodology: tooltrust
  strictness: published
  timeout: 12.5
  jobs: 4
  offline: true
  lock: a.lock
suppressions:
  - rule: runs-code
    subject: "run_*"
    target: "https://example.org/*"
    reason: it is a code runner
    owner: ops
    expires: 2027-06-30
  - {rule: AS-001, fingerprint: 0123456789abcdef0123456789abcdef, reason: r, expires: 2028-02-29}
)";

TEST(Settings, Whole) {
  auto settings = parse_settings(kWhole, "mcpjury.yaml");
  ASSERT_TRUE(settings.ok()) << settings.error().message;
  EXPECT_EQ(settings->scan.fail_on, "high,malice,tooltrust:D");
  EXPECT_EQ(settings->scan.strictness, "published");
  EXPECT_EQ(settings->scan.timeout_seconds, 12.5);
  EXPECT_EQ(settings->scan.offline, true);
  ASSERT_EQ(settings->suppressions.size(), 2u);
  EXPECT_EQ(settings->suppressions[0].expires, "2027-06-30");
  EXPECT_EQ(settings->suppressions[0].detectors.size(), 1u);
  EXPECT_EQ(settings->suppressions[0].place, "mcpjury.yaml:11:5");
  EXPECT_FALSE(settings->suppressions[1].detectors.empty());
}

TEST(Settings, WrittenAndReadAgain) {
  auto first = parse_settings(kWhole, "f");
  ASSERT_TRUE(first.ok());
  auto second = parse_settings(settings_to_yaml(settings_to_json(*first)), "f");
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_EQ(settings_to_json(*first), settings_to_json(*second));
}

TEST(Settings, EmptyIsFine) {
  for (const std::string_view text : {"", "# nothing\n", "{}", "scan:\nsuppressions:\n", "suppressions: []"})
    EXPECT_EQ(fault_of(text), "") << text;
}

TEST(Settings, UnknownKeysNameThePlaceAndTheNearest) {
  EXPECT_EQ(fault_of("scan:\n  fial_on: high\n"),
            "mcpjury.yaml:2:3: unknown key fial_on in scan; did you mean fail_on?");
  EXPECT_EQ(fault_of("supressions: []\n"),
            "mcpjury.yaml:1:1: unknown key supressions; did you mean suppressions?");
  EXPECT_THAT(fault_of("zzzzzzzzz: 1\n"), HasSubstr("known here: scan, "));
}

TEST(Settings, EveryFaultIsTold) {
  const std::string faults = fault_of("scan:\n  jobs: 0\n  offline: yes\n  timeout: [1]\nsuppressions: {}\n");
  EXPECT_THAT(faults, HasSubstr("mcpjury.yaml:2:9: scan.jobs must be a whole number between 1 and 1000"));
  EXPECT_THAT(faults, HasSubstr("mcpjury.yaml:3:12: scan.offline must be true or false"));
  EXPECT_THAT(faults, HasSubstr("mcpjury.yaml:4:12: scan.timeout must be one value"));
  EXPECT_THAT(faults, HasSubstr("mcpjury.yaml:5:15: suppressions must be a list"));
}

TEST(Settings, SuppressionsSayWhatWhereWhyAndUntilWhen) {
  const auto with = [](std::string_view line) {
    return fault_of("suppressions:\n  - " + std::string(line) + "\n");
  };
  EXPECT_THAT(with("{subject: x, reason: r, expires: 2027-01-01}"),
              HasSubstr("suppressions[0].rule is missing"));
  EXPECT_THAT(with("{rule: runs-cod, subject: x, reason: r, expires: 2027-01-01}"),
              HasSubstr("runs-cod is no known rule; did you mean runs-code?"));
  EXPECT_THAT(with("{rule: runs-code, subject: x, expires: 2027-01-01}"), HasSubstr("reason is missing"));
  EXPECT_THAT(with("{rule: runs-code, subject: x, reason: '  ', expires: 2027-01-01}"),
              HasSubstr("reason is empty"));
  EXPECT_THAT(with("{rule: runs-code, subject: x, reason: r}"), HasSubstr("expires is missing"));
  for (const char* day : {"2027-02-29", "2027-13-01", "never", "2027-1-1", "2027-01-01T00:00:00Z"})
    EXPECT_THAT(with("{rule: runs-code, subject: x, reason: r, expires: '" + std::string(day) + "'}"),
                HasSubstr("expires must be a day"))
        << day;
  EXPECT_THAT(with("{rule: runs-code, reason: r, expires: 2027-01-01}"), HasSubstr("says not where"));
  EXPECT_THAT(with("{rule: runs-code, fingerprint: abc, reason: r, expires: 2027-01-01}"),
              HasSubstr("fingerprint must be the 32"));
  EXPECT_EQ(with("{rule: runs-code, subject: '*', reason: r, expires: 2027-01-01}"), "");
}

TEST(Settings, NotYamlTwiceAndTooMuch) {
  EXPECT_THAT(fault_of("scan: {jobs: 1"), HasSubstr("mcpjury.yaml:1:"));
  EXPECT_EQ(fault_of("scan: {}\nscan: {}\n"), "mcpjury.yaml:2:1: the key scan stands twice, first in line 1");
  EXPECT_THAT(fault_of("a: 1\n---\nb: 2\n"), HasSubstr("a second document"));
  EXPECT_THAT(fault_of("- 1\n"), HasSubstr("must be a map of sections"));
  EXPECT_THAT(fault_of("scan: &a\n  b: *a\n"), HasSubstr("an alias inside"));
  EXPECT_THAT(fault_of("scan: {<<: {jobs: 1}}"), HasSubstr("<<"));
  EXPECT_THAT(fault_of("{[1]: 2}"), HasSubstr("no text"));
  EXPECT_THAT(fault_of("\xff"), HasSubstr("not UTF-8"));
  EXPECT_THAT(fault_of(std::string(2u << 20, '#')), HasSubstr("larger than"));
  EXPECT_THAT(fault_of(std::string(5000, '[')), Not(""));
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const char last = static_cast<char>(c - 1);
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int i = 0; i < 10; ++i) bomb += std::string(i == 0 ? "*" : ",*") + last;
    bomb += "]\n";
  }
  EXPECT_THAT(fault_of(bomb), HasSubstr("more than 50000 values"));
}

TEST(Settings, ValuesAreNeverQuoted) {
  EXPECT_THAT(fault_of("scan: {strictness: hunter2, jobs: hunter2, offline: hunter2, timeout: hunter2}"),
              Not(HasSubstr("hunter2")));
}

TEST(Settings, KeysAreEscaped) { EXPECT_THAT(fault_of("\"\\x1b[31m\": 1\n"), Not(HasSubstr("\x1b"))); }

}  // namespace
}  // namespace mcpjury
