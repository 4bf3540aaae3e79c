#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <vector>

#include "base/nearest.h"
#include "cli/outputs.h"
#include "cli/wrap.h"

namespace mcpjury {
namespace {

CommandLine parse(std::vector<const char*> words) {
  words.insert(words.begin(), "mcpjury");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

TEST(CommandLine, ReadsAScan) {
  const CommandLine line =
      parse({"scan", "a.json", "-o", "json", "b.json", "-o", "sarif=x.sarif", "--fail-on", "high", "-"});
  ASSERT_FALSE(line.exit_now.has_value()) << line.err;
  EXPECT_EQ(line.options.command, Command::kScan);
  EXPECT_EQ(line.options.targets, (std::vector<std::string>{"a.json", "b.json", "-"}));
  EXPECT_EQ(line.options.outputs, (std::vector<std::string>{"json", "sarif=x.sarif"}));
  EXPECT_EQ(line.options.fail_on, "high");
}

TEST(CommandLine, CutsOffALocalCommand) {
  CommandLine line = parse({"scan", "--fail-on", "high", "npx", "-y", "some-server", "--fail-on"});
  ASSERT_FALSE(line.exit_now.has_value()) << line.err;
  EXPECT_EQ(line.options.local_command, (std::vector<std::string>{"npx", "-y", "some-server", "--fail-on"}));
  EXPECT_EQ(line.options.fail_on, "high");
  line = parse({"observe", "-o", "x.json", "--", "server", "-v"});
  ASSERT_FALSE(line.exit_now.has_value()) << line.err;
  EXPECT_EQ(line.options.local_command, (std::vector<std::string>{"server", "-v"}));
  line = parse({"scan", "tools.json", "node"});
  EXPECT_TRUE(line.options.local_command.empty());
}

TEST(CommandLine, SaysWhatIsWrong) {
  for (const auto& words : std::vector<std::vector<const char*>>{{},
                                                                 {"scna", "x"},
                                                                 {"convert", "a", "b"},
                                                                 {"scan", "--config"},
                                                                 {"scan", "--strictness", "soft", "x"},
                                                                 {"scan", "--jobs", "0", "x"},
                                                                 {"observe"},
                                                                 {"grade"},
                                                                 {"explain"},
                                                                 {"scan", "--nonsense", "x"}}) {
    const CommandLine line = parse(words);
    ASSERT_TRUE(line.exit_now.has_value());
    EXPECT_EQ(*line.exit_now, 2);
    EXPECT_FALSE(line.err.empty());
    EXPECT_EQ(line.err.find('\n'), std::string::npos);
  }
  EXPECT_NE(parse({"scna"}).err.find("did you mean scan"), std::string::npos);
}

TEST(CommandLine, HelpsAndTellsItsVersion) {
  for (const auto& words :
       std::vector<std::vector<const char*>>{{"--help"}, {"help"}, {"scan", "--help"}, {"--version"}}) {
    const CommandLine line = parse(words);
    ASSERT_TRUE(line.exit_now.has_value());
    EXPECT_EQ(*line.exit_now, 0);
    EXPECT_FALSE(line.out.empty());
    EXPECT_TRUE(line.err.empty());
  }
  EXPECT_NE(parse({"scan", "--help"}).out.find("--fail-on"), std::string::npos);
}

TEST(Outputs, AtMostOneOnStdout) {
  EXPECT_EQ(parse_outputs({})->front().format, "text");
  EXPECT_TRUE(parse_outputs({"json", "sarif=a", "text=b"}).ok());
  for (const auto& wrong : std::vector<std::vector<std::string>>{
           {"json", "text"}, {"json", "text=-"}, {"pdf"}, {"wrong"}, {"json="}, {"json=a", "sarif=a"}}) {
    EXPECT_FALSE(parse_outputs(wrong).ok());
  }
  EXPECT_NE(parse_outputs({"pdf"}).error().message.find("known: text, json"), std::string::npos);
  EXPECT_EQ(parse_outputs({"md=a", "xml=b", "svg"})->at(0).format, "markdown");
}

TEST(Nearest, FindsWhatWasMeant) {
  const std::vector<std::string> names = {"runs-code", "hidden-text", "AS-001"};
  EXPECT_EQ(nearest_names("run-code", names, 1), std::vector<std::string>{"runs-code"});
  EXPECT_EQ(nearest_names("as-01", names, 1), std::vector<std::string>{"AS-001"});
  EXPECT_EQ(nearest_names("hidden", names, 1), std::vector<std::string>{"hidden-text"});
  EXPECT_TRUE(nearest_names("zzzzzzzz", names, 1).empty());
  EXPECT_TRUE(nearest_names(std::string(10'000, 'a'), names, 1).empty());
}

TEST(Wrap, KeepsTo80Columns) {
  std::string text;
  for (int i = 0; i < 60; ++i) text += "words and\nw\u00f6rter ";
  std::string out;
  append_wrapped(out, text, "  - ", 4);
  std::size_t begin = 0;
  while (begin < out.size()) {
    const std::size_t end = out.find('\n', begin);
    EXPECT_LE(end - begin, 80u + 20u);  // bytes; an umlaut has two
    begin = end + 1;
  }
  EXPECT_EQ(out.substr(0, 9), "  - words");
  std::string empty;
  append_wrapped(empty, "", "x", 2);
  EXPECT_EQ(empty, "x\n");
}

}  // namespace
}  // namespace mcpjury
