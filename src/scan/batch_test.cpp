#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/json.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

struct Ran {
  std::string out;
  int code = -1;
};

Ran run(const std::string& input, int jobs, ExitPolicy policy = {}, Limits limits = {}) {
  const std::string path = testing::TempDir() + "batch_test.ndjson";
  std::ofstream(path, std::ios::binary) << input;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  Ran ran;
  ScanOptions options;
  options.jobs = jobs;
  options.limits = limits;
  options.observed_at = "2026-01-01T00:00:00Z";
  const BatchWriter write = [&](std::string_view text) {
    ran.out += text;
    return true;
  };
  ran.code = run_batch(descriptor, write, options, policy, {});
  ::close(descriptor);
  return ran;
}

std::vector<Json> lines_of(const std::string& text) {
  std::vector<Json> out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    auto parsed = parse_json(std::string_view(text).substr(begin, end - begin), "line", {});
    EXPECT_TRUE(parsed.ok()) << text.substr(begin, end - begin);
    if (parsed.ok()) out.push_back(std::move(parsed->value));
    begin = end + 1;
  }
  return out;
}

std::string tool_line(int number) {
  return R"({"id":)" + std::to_string(number) +
         R"(,"tool":{"name":"get_weather","description":"Returns the weather of a city.",)"
         R"("inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}})" +
         "\n";
}

TEST(Batch, GivesIdsBackAsTheyStoodAndInOrder) {
  std::string input;
  for (int i = 0; i < 5'000; ++i) input += tool_line(i);
  const Ran one = run(input, 1);
  const Ran many = run(input, 4);
  EXPECT_EQ(one.out, many.out);
  EXPECT_EQ(one.code, many.code);
  const auto lines = lines_of(one.out);
  ASSERT_EQ(lines.size(), 5'000u);
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].at("id").to_number<std::size_t>(), i);
}

TEST(Batch, KeepsTheSpellingOfAnId) {
  const Ran ran = run("{\"tools\":[],\"id\":[1.0, \"\\u0041\"]}\r\n\n  \n{\"tools\":[]}\n", 1);
  EXPECT_TRUE(ran.out.starts_with("{\"id\":[1.0, \"\\u0041\"],")) << ran.out;
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[1].at("id").is_null());
  EXPECT_EQ(ran.code, 4);
}

TEST(Batch, ABadLineDoesNotStopTheOthers) {
  const Ran ran =
      run("{\"id\":\"x\",\"tools\":[}\n" + tool_line(2) + "{\"id\":3,\"mcpServers\":{}}\nnonsense\n", 2);
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0].at("id"), "x");
  EXPECT_EQ(lines[0].at("line"), 1);
  EXPECT_EQ(lines[0].at("error").at("code"), "not_json");
  EXPECT_EQ(std::string(lines[0].at("error").at("message").as_string()).substr(0, 7), "column ");
  EXPECT_NE(lines[1].as_object().if_contains("assessments"), nullptr);
  EXPECT_EQ(lines[2].at("id"), 3);
  EXPECT_EQ(lines[2].at("error").at("code"), "nothing_to_grade");
  EXPECT_TRUE(lines[3].at("id").is_null());
  EXPECT_EQ(lines[3].at("line"), 4);
  EXPECT_EQ(ran.code, 3);
}

TEST(Batch, ALineBeyondTheLimitIsSaid) {
  Limits limits;
  limits.batch_line_bytes = 300'000;
  const Ran ran =
      run("{\"id\":1,\"tools\":[\"" + std::string(2'000'000, 'x') + "\"]}\n" + tool_line(2), 2, {}, limits);
  const auto lines = lines_of(ran.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("id"), 1);
  EXPECT_EQ(lines[0].at("error").at("code"), "limit");
  EXPECT_EQ(lines[1].at("id"), 2);
  EXPECT_EQ(ran.code, 4);
}

TEST(Batch, ExitZeroForgivesWhatWasJudged) {
  ExitPolicy policy;
  policy.exit_zero = true;
  EXPECT_EQ(run("{\"tools\":[]}\n", 1, policy).code, 0);
  EXPECT_EQ(run("{\n", 1, policy).code, 3);
}

TEST(Batch, StopsWhenTheReaderIsGone) {
  const std::string path = testing::TempDir() + "batch_gone.ndjson";
  {
    std::ofstream file(path);
    for (int i = 0; i < 20'000; ++i) file << tool_line(i);
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  int calls = 0;
  ScanOptions options;
  options.jobs = 3;
  run_batch(descriptor, [&](std::string_view) { return ++calls < 2; }, options, {}, {});
  ::close(descriptor);
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace mcpjury
