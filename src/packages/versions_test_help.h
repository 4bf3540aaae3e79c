// For the tests of versions only.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "packages/versions.h"

namespace mcpjury::test {

// Every pair of the list is compared both ways, and every member with itself.
inline void expect_ascending(Ecosystem ecosystem, const std::vector<std::string_view>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(compare_versions(ecosystem, list[i], list[i]), 0) << list[i];
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      EXPECT_EQ(compare_versions(ecosystem, list[i], list[j]), -1) << list[i] << " < " << list[j];
      EXPECT_EQ(compare_versions(ecosystem, list[j], list[i]), 1) << list[j] << " > " << list[i];
    }
  }
}

inline void expect_equal(Ecosystem ecosystem, const std::vector<std::string_view>& list) {
  for (const auto a : list) {
    for (const auto b : list) EXPECT_EQ(compare_versions(ecosystem, a, b), 0) << a << " = " << b;
  }
}

inline void expect_no_versions(Ecosystem ecosystem, const std::vector<std::string_view>& list) {
  for (const auto text : list) EXPECT_EQ(compare_versions(ecosystem, text, text), std::nullopt) << text;
}

struct RangeCase {
  std::string_view range;
  std::vector<std::string_view> inside, outside;
};

inline void expect_ranges(Ecosystem ecosystem, const std::vector<RangeCase>& cases) {
  for (const auto& one : cases) {
    for (const auto version : one.inside) {
      EXPECT_EQ(range_holds(ecosystem, one.range, version), true) << one.range << " holds " << version;
    }
    for (const auto version : one.outside) {
      EXPECT_EQ(range_holds(ecosystem, one.range, version), false)
          << one.range << " does not hold " << version;
    }
  }
}

inline void expect_no_ranges(Ecosystem ecosystem, std::string_view version,
                             const std::vector<std::string_view>& list) {
  for (const auto text : list) EXPECT_EQ(range_holds(ecosystem, text, version), std::nullopt) << text;
}

}  // namespace mcpjury::test
