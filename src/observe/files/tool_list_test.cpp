#include "observe/files/tool_list.h"

#include <gtest/gtest.h>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/serialize.hpp>
#include <cstdlib>
#include <fstream>

#include "base/canonical_json.h"

namespace mcpjury {
namespace {

Result<Evidence> observe(const std::string& text, Limits limits = {}) {
  auto parsed = parse_json(text, "t.json", {});
  if (!parsed) return parsed.error();
  return observe_tool_list(std::move(*parsed), text, {"t.json", "/x/t.json"}, "2026-01-01T00:00:00Z", limits);
}

std::string definition(const std::string& text) {
  auto evidence = observe(text);
  if (!evidence) return evidence.error().message;
  return canonical_json(evidence->facet(Facet::kDefinition).data);
}

TEST(ToolList, TakesEveryShape) {
  EXPECT_EQ(definition(R"({"tools":[{"name":"a"}]})"), R"({"tools":[{"name":"a"}]})");
  EXPECT_EQ(definition(R"([{"name":"a"}])"), R"({"origin":{"tools":""},"tools":[{"name":"a"}]})");
  EXPECT_EQ(definition(R"([])"), R"({"origin":{"tools":""},"tools":[]})");
  EXPECT_EQ(definition(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[]}})"),
            R"({"origin":{"tools":"/result/tools"},"tools":[]})");
  EXPECT_EQ(definition(R"({"tool":{"name":"a"}})"), R"({"origin":{"tool":"/tool"},"tools":[{"name":"a"}]})");
  EXPECT_EQ(definition(R"({"server":"s","tools":[],"prompts":null})"),
            R"({"origin":{"server_name":"/server"},"server":{"name":"s"},"tools":[]})");
  EXPECT_EQ(definition(R"({"server":{"name":"s","version":"1"},"instructions":"hi","tools":[]})"),
            R"({"instructions":"hi","server":{"name":"s","version":"1"},"tools":[]})");
  EXPECT_EQ(
      definition(R"({"tools":[],"resourceTemplates":[{"uriTemplate":"a"}],"resources":[],"prompts":[]})"),
      R"({"prompts":[],"resources":[],"templates":[{"uriTemplate":"a"}],"tools":[]})");
  EXPECT_EQ(definition(R"({"tools":{"jsonrpc":"2.0","result":{"tools":[]}}})"),
            R"({"origin":{"tools":"/tools/result/tools"},"tools":[]})");
}

TEST(ToolList, TakesACapture) {
  EXPECT_EQ(
      definition(R"({"package":"p","version":"1","initialize":{"protocolVersion":"2025-06-18",
    "capabilities":{},"serverInfo":{"name":"s"},"instructions":"do"},"tools":[]})"),
      R"({"handshake":true,"instructions":"do","origin":{"instructions":"/initialize/instructions",)"
      R"("server":"/initialize/serverInfo"},"protocol_version":"2025-06-18","server":{"name":"s"},"tools":[]})");
  EXPECT_EQ(
      definition(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}})"),
      R"({"handshake":true,"protocol_version":"2025-06-18"})");
}

TEST(ToolList, SaysWhatElseItIs) {
  EXPECT_EQ(definition(R"({"mcpServers":{"a":{"command":"x"},"b":{},"c":{}}})"),
            "t.json: this is a client configuration (3 servers); mcpjury scan FILE looks at each of them");
  EXPECT_NE(
      definition(R"({"servers":{"a":{"url":"https://h/mcp"}}})").find("client configuration (1 server)"),
      std::string::npos);
  EXPECT_NE(definition(R"({"name":"x","version":"1","dependencies":{}})").find("a package.json"),
            std::string::npos);
  EXPECT_NE(definition(R"({"lockfileVersion":3})").find("package-lock.json"), std::string::npos);
  EXPECT_NE(definition(R"({"openapi":"3.1.0"})").find("OpenAPI"), std::string::npos);
  EXPECT_NE(definition(R"({"name":"x","version":"1","packages":[]})").find("registry server.json"),
            std::string::npos);
  EXPECT_EQ(definition(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method\nnot found"}})"),
            "t.json: this is a JSON-RPC error reply -32601: \"Method not found\", not a tool list");
  EXPECT_NE(definition(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})").find("request"),
            std::string::npos);
  EXPECT_NE(definition(R"({"tools":{"a":1}})").find("\"tools\" is an object"), std::string::npos);
  EXPECT_NE(definition("3").find("a number"), std::string::npos);
  EXPECT_NE(definition("{}").find("empty object"), std::string::npos);
  EXPECT_NE(definition("[1,2]").find("entries are no tools"), std::string::npos);
  EXPECT_NE(definition(R"({"resources":[{"kind":"Pod"}]})").find("\"resources\" is an array of other things"),
            std::string::npos);
}

TEST(ToolList, NotesOddEntriesAndKeepsTheirPlaces) {
  auto evidence = observe("{\"tools\":[\n 1,\n {\"description\":\"d\"},\n {\"name\":\"a\",\"name\":\"b\"}]}");
  ASSERT_TRUE(evidence.ok());
  ASSERT_EQ(evidence->notes.size(), 3u);
  EXPECT_EQ(evidence->notes[0].what, "duplicate_key");
  EXPECT_EQ(evidence->notes[0].pointer, "/tools/2/name");
  EXPECT_EQ(evidence->notes[0].line, 4u);
  EXPECT_EQ(evidence->notes[1].what, "tool_not_an_object");
  EXPECT_EQ(evidence->notes[2].what, "tool_without_name");
  EXPECT_EQ(evidence->notes[2].line, 3u);
  EXPECT_EQ(evidence->facet(Facet::kDefinition).data.at("tools").as_array().size(), 3u);
  EXPECT_EQ(evidence->places.lines.at("/tools/2"), 4u);
  EXPECT_EQ(evidence->target.id, "/x/t.json");
}

TEST(ToolList, SaysWhatWasCut) {
  Limits limits;
  limits.tools = 2;
  auto evidence = observe(R"([{"name":"a"},{"name":"b"},{"name":"c"}])", limits);
  ASSERT_TRUE(evidence.ok());
  ASSERT_EQ(evidence->limits.size(), 1u);
  EXPECT_EQ(evidence->limits[0].what, "tools");
  EXPECT_EQ(evidence->limits[0].limit, 2u);
  EXPECT_TRUE(evidence->facet(Facet::kDefinition).data.at("truncated").as_bool());
  auto partial = observe(R"({"tools":[],"nextCursor":""})");
  ASSERT_TRUE(partial.ok());
  EXPECT_TRUE(partial->facet(Facet::kDefinition).data.at("truncated").as_bool());
}

TEST(ToolList, MovesTheListsOutOfTheDocument) {
  boost::json::monotonic_resource room;
  JsonReadOptions options;
  options.storage = &room;
  auto parsed = parse_json(R"({"tools":[{"name":"a"}],"server":"s"})", "t", options);
  ASSERT_TRUE(parsed.ok());
  const void* before = parsed->value.at("tools").as_array().data();
  Evidence evidence;
  ASSERT_TRUE(definition_from(std::move(parsed->value), evidence, {}).ok());
  EXPECT_EQ(evidence.facet(Facet::kDefinition).data.at("tools").as_array().data(), before);
}

TEST(ToolList, OtherFacetsSayWhyTheyAreNotSeen) {
  auto evidence = observe(R"({"tools":[]})");
  ASSERT_TRUE(evidence.ok());
  EXPECT_EQ(evidence->facet(Facet::kTls).reason, "not part of a tool list");
  EXPECT_EQ(evidence->facet(Facet::kJudges).reason, "not asked for");
  EXPECT_EQ(evidence->facet(Facet::kTls).state, FacetState::kNotLooked);
}

TEST(ReadInput, SaysWhyItCannot) {
  auto missing = read_input("no/such/file.json", {});
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "cannot open no/such/file.json: No such file or directory");
  EXPECT_EQ(missing.error().code, ErrorCode::kUnreadable);
  auto folder = read_input(".", {});
  ASSERT_FALSE(folder.ok());
  EXPECT_EQ(folder.error().message, "cannot read .: Is a directory");
}

TEST(ReadInput, IsBounded) {
  const std::string path = testing::TempDir() + "read_input_test.json";
  std::ofstream(path) << std::string(200'000, ' ') << "[]";
  auto whole = read_input(path, {});
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(whole->size(), 200'002u);
  Limits limits;
  limits.input_bytes = 100'000;
  auto cut = read_input(path, limits);
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().code, ErrorCode::kLimit);
  auto endless = read_input("/dev/zero", limits);
  ASSERT_FALSE(endless.ok());
  EXPECT_EQ(endless.error().code, ErrorCode::kLimit);
}

}  // namespace
}  // namespace mcpjury
