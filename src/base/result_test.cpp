#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

namespace mcpjury {
namespace {

constexpr ErrorCode kAll[] = {ErrorCode::kUsage,         ErrorCode::kUnreadable,     ErrorCode::kNotJson,
                              ErrorCode::kUnknownScheme, ErrorCode::kNothingToGrade, ErrorCode::kNotReached,
                              ErrorCode::kRefused,       ErrorCode::kLimit,          ErrorCode::kCannotWrite,
                              ErrorCode::kInternal};

TEST(Result, ExitCodes) {
  EXPECT_EQ(exit_code_of(ErrorCode::kUsage), 2);
  EXPECT_EQ(exit_code_of(ErrorCode::kUnreadable), 2);
  EXPECT_EQ(exit_code_of(ErrorCode::kNotJson), 2);
  EXPECT_EQ(exit_code_of(ErrorCode::kUnknownScheme), 2);
  EXPECT_EQ(exit_code_of(ErrorCode::kCannotWrite), 2);
  EXPECT_EQ(exit_code_of(ErrorCode::kNothingToGrade), 3);
  EXPECT_EQ(exit_code_of(ErrorCode::kNotReached), 3);
  EXPECT_EQ(exit_code_of(ErrorCode::kRefused), 3);
  EXPECT_EQ(exit_code_of(ErrorCode::kLimit), 4);
  EXPECT_EQ(exit_code_of(ErrorCode::kInternal), 70);
}

TEST(Result, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (ErrorCode code : kAll) EXPECT_TRUE(names.insert(name_of(code)).second) << name_of(code);
}

TEST(Result, HoldsAValueOrAnError) {
  Result<std::unique_ptr<int>> good(std::make_unique<int>(7));
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(**good, 7);
  std::unique_ptr<int> taken = std::move(good).value();
  EXPECT_EQ(*taken, 7);

  Result<std::unique_ptr<int>> bad(Error{ErrorCode::kLimit, "too much"});
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::kLimit);
  EXPECT_EQ(bad.error().message, "too much");

  Status fine = Ok{};
  EXPECT_TRUE(fine.ok());
}

}  // namespace
}  // namespace mcpjury
