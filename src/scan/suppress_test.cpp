#include "scan/suppress.h"

#include <gtest/gtest.h>

#include "catalog/catalog.h"

namespace mcpjury {
namespace {

Suppression accepted(std::string_view detector, std::string_view expires) {
  Suppression out;
  out.rule = detector;
  out.detectors = {static_cast<std::uint16_t>(index_of(*find_detector(detector)))};
  out.subject = "*";
  out.expires = expires;
  out.place = "f:1:1";
  return out;
}

void add_finding(ScanReport& report, std::string_view detector, std::string_view subject) {
  Finding& finding = report.findings.emplace_back();
  finding.detector = static_cast<std::uint16_t>(index_of(*find_detector(detector)));
  finding.subject.name = subject;
}

TEST(Suppress, TheLastDayIsIncludedInUtc) {
  EXPECT_FALSE(suppression_expired("2026-01-01", "2026-01-01T23:59:59Z"));
  EXPECT_TRUE(suppression_expired("2026-01-01", "2026-01-02T00:00:00Z"));
  EXPECT_FALSE(suppression_expired("2026-01-01", "2026-01-02T00:30:00+02:00"));
  EXPECT_TRUE(suppression_expired("2026-01-01", ""));
  EXPECT_TRUE(suppression_expired("never", "2026-01-01T00:00:00Z"));
}

TEST(Suppress, AnExpiredOneDoesNotStandInTheWayOfOneThatHolds) {
  ScanReport report;
  report.evidence.observed_at = "2026-06-01T00:00:00Z";
  add_finding(report, "runs-code", "a");
  const SuppressionBook book({accepted("runs-code", "2026-01-01"), accepted("runs-code", "2027-01-01")});
  book.apply(report);
  EXPECT_TRUE(report.findings[0].suppressed);
  ASSERT_EQ(report.suppressions.size(), 2u);
  EXPECT_TRUE(report.suppressions[0].expired);
  EXPECT_EQ(report.findings[0].suppression, 1);
  EXPECT_TRUE(book.used());
  EXPECT_EQ(book.expired().size(), 1u);
  EXPECT_TRUE(book.unused().empty());
}

TEST(Suppress, OnlyItsOwnDetectorAndTarget) {
  ScanReport report;
  report.evidence.observed_at = "2026-06-01T00:00:00Z";
  report.evidence.target.id = "https://example.org/mcp";
  add_finding(report, "deletes-data", "a");
  auto elsewhere = accepted("deletes-data", "2027-01-01");
  elsewhere.target = "https://example.com/*";
  const SuppressionBook book({accepted("runs-code", "2027-01-01"), elsewhere});
  book.apply(report);
  EXPECT_FALSE(report.findings[0].suppressed);
  // The target of the second was not looked at: nobody can say that it is of no use.
  EXPECT_EQ(book.unused().size(), 1u);
}

}  // namespace
}  // namespace mcpjury
