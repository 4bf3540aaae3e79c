#include "text/relax.h"

#include <gtest/gtest.h>

#include "text/pattern_set.h"

namespace mcpjury {
namespace {

TEST(RelaxBounds, WidensLargeBoundsOnly) {
  EXPECT_EQ(relax_bounds("a[^.]{0,40}b"), "a[^.]*b");
  EXPECT_EQ(relax_bounds("[\\w-]{2,40}"), "[\\w-]+");
  EXPECT_EQ(relax_bounds("\\d{16}"), "\\d+");
  EXPECT_EQ(relax_bounds("(?: \\w+){0,3}"), "(?: \\w+){0,3}");
  EXPECT_EQ(relax_bounds("a{8,}"), "a{8,}");
}

TEST(RelaxBounds, LeavesBracesThatAreNoRepeat) {
  EXPECT_EQ(relax_bounds("\\{0,40\\}"), "\\{0,40\\}");
  EXPECT_EQ(relax_bounds("[{0,40}]"), "[{0,40}]");
  EXPECT_EQ(relax_bounds("\\x{200B}{0,9}"), "\\x{200B}*");
  EXPECT_EQ(relax_bounds("{{name}}"), "{{name}}");
  EXPECT_EQ(relax_bounds("a{"), "a{");
}

// What the wider first stage lets through, the second stage takes out again.
TEST(RelaxBounds, TheScannerStillHonoursTheBound) {
  const std::vector<PatternSource> patterns = {{"copy[^.]{0,10}secret", false, false}, {"copy", false, false}};
  auto set = PatternSet::load(patterns, *PatternSet::compile(patterns));
  ASSERT_TRUE(set.ok());
  PatternScanner scanner(**set);
  std::vector<std::uint32_t> hits;
  scanner.scan("copy the secret", hits);
  EXPECT_EQ(hits.size(), 2u);
  hits.clear();
  scanner.scan("copy something that is much too far from the secret", hits);
  EXPECT_EQ(hits, (std::vector<std::uint32_t>{1}));
}

}  // namespace
}  // namespace mcpjury
