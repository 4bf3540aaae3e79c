#include "code/summary_json.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

FileSummary sample() {
  FileSummary summary;
  summary.path = "src/a.go";
  summary.language = "Go";
  ToolSite site;
  site.name.value = "search";
  site.description.reference = "texts.Search";
  site.input_schema.value = JsonObject{{"type", "object"}};
  site.form = "mcp.AddTool";
  site.line = 7;
  site.handler = "search";
  site.needs_list = true;
  summary.tools.push_back(site);
  Constant constant;
  constant.name = "texts";
  constant.value.value = "x";
  constant.members = {"a", "b"};
  constant.exported = true;
  summary.constants.push_back(constant);
  summary.imports.push_back({"a", "b", "./c"});
  CodeFact fact;
  fact.fact = "tls-check-off";
  fact.line = 3;
  fact.source_to_sink = {"src/a.go:1 x"};
  summary.facts.push_back(fact);
  summary.routes.push_back(
      {.method = "POST", .path = "/mcp", .handler = "h", .authenticated = true, .line = 4});
  summary.servers.push_back({"mcp-go", 9});
  FunctionFlow function;
  function.name = "run";
  function.handler = true;
  FunctionFlow::Step step;
  step.kind = "sink";
  step.target = "shell-from-parameter";
  step.through = {"1 a"};
  function.steps.push_back(step);
  summary.functions.push_back(function);
  return summary;
}

TEST(SummaryJson, WhatIsWrittenIsRead) {
  const JsonObject written = summary_to_json(sample());
  const Result<FileSummary> read = summary_from_json(written);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(summary_to_json(*read), written);
  EXPECT_EQ(read->tools.at(0).description.reference, "texts.Search");
  EXPECT_EQ(read->functions.at(0).steps.at(0).target, "shell-from-parameter");
}

TEST(SummaryJson, OtherTypesCountAsAbsent) {
  const Json hostile = JsonObject{{"path", 3},
                                  {"tools", JsonArray{1, "x", JsonObject{{"line", -5}, {"name", "plain"}}}},
                                  {"imports", "all"},
                                  {"cut", "yes"}};
  const Result<FileSummary> read = summary_from_json(hostile);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->path, "");
  ASSERT_EQ(read->tools.size(), 1u);
  EXPECT_EQ(read->tools[0].line, 0u);
  EXPECT_FALSE(read->tools[0].name.known());
  EXPECT_FALSE(read->cut);
  EXPECT_FALSE(summary_from_json(JsonArray{}).ok());
}

TEST(SummaryJson, ListsAndTextsAreCut) {
  FileSummary summary;
  summary.facts.resize(kMaxFactsInFile + 10);
  summary.skipped = std::string(kMaxCodeText - 1, 'a') + "\xc3\xa4 and more";
  const JsonObject written = summary_to_json(summary);
  EXPECT_EQ(written.at("facts").as_array().size(), kMaxFactsInFile);
  EXPECT_TRUE(written.at("cut").as_bool());
  EXPECT_EQ(written.at("skipped").as_string().size(), kMaxCodeText - 1);  // no half character
}

}  // namespace
}  // namespace mcpjury
