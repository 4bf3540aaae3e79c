// The small judgements: session ids, header annotations, which resources to read.
#include <gtest/gtest.h>

#include "mcp/resource_samples.h"
#include "mcp/session.h"
#include "mcp/test_fakes.h"
#include "mcp/x_mcp_header.h"

namespace mcpjury {
namespace {

int bits(const std::string& id) { return session_quality({id}).at("bits").to_number<int>(); }

TEST(SessionQuality, BitsByLengthAndAlphabet) {
  EXPECT_EQ(bits("6f1b2c3d-1111-4000-8000-1234567890ab"), 128);
  EXPECT_EQ(bits("12345678"), 26);
  EXPECT_EQ(bits("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), 0);
  EXPECT_EQ(bits("abcdefghijklmnopqrstuvwx"), 112);
  EXPECT_EQ(bits("AbCdEfGhIjKlMnOpQrStUv12"), 142);
  EXPECT_EQ(bits(""), 0);
}

TEST(SessionQuality, Members) {
  EXPECT_EQ(session_quality({}), (JsonObject{{"given", false}}));
  EXPECT_FALSE(session_quality({"a b"}).at("visible_ascii").get_bool());
  EXPECT_FALSE(session_quality({"a"}).contains("distinct"));
  EXPECT_TRUE(session_quality({"a", "b"}).at("distinct").get_bool());
  EXPECT_FALSE(session_quality({"a", "a"}).at("distinct").get_bool());
}

std::string fault(std::string_view schema) {
  return x_mcp_header_fault({{"name", "t"}, {"inputSchema", testing::json(schema)}});
}

TEST(XMcpHeader, ValidOnes) {
  EXPECT_EQ(fault("{}"), "");
  EXPECT_EQ(fault(R"({"properties":{"a":{"type":"string","x-mcp-header":"Region"},
                      "b":{"type":"object","properties":{"c":{"type":"integer","x-mcp-header":"C"},
                      "d":{"type":"boolean","x-mcp-header":"D"}}}}})"),
            "");
  // A property may have this name, and data may hold it.
  EXPECT_EQ(fault(R"({"properties":{"x-mcp-header":{"type":"number"}},"default":{"x-mcp-header":""}})"), "");
}

TEST(XMcpHeader, InvalidOnes) {
  for (
      const std::string_view schema : {
          R"({"properties":{"a":{"type":"string","x-mcp-header":""}}})",
          R"({"properties":{"a":{"type":"string","x-mcp-header":5}}})",
          R"({"properties":{"a":{"type":"string","x-mcp-header":"a b"}}})",
          R"({"properties":{"a":{"type":"string","x-mcp-header":"a:b"}}})",
          R"({"properties":{"a":{"type":"string","x-mcp-header":"a\r\nb"}}})",
          R"({"properties":{"a":{"type":"number","x-mcp-header":"A"}}})",
          R"({"properties":{"a":{"type":"object","x-mcp-header":"A"}}})",
          R"({"properties":{"a":{"x-mcp-header":"A"}}})",
          R"({"type":"string","x-mcp-header":"A"})",
          R"({"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}})",
          R"({"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}})",
          R"({"oneOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]})",
          R"({"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
          R"({"$defs":{"a":{"type":"string","x-mcp-header":"A"}}})",
      }) {
    EXPECT_NE(fault(schema), "") << schema;
  }
}

TEST(Resources, DistinctHostsFirst) {
  const Json list =
      testing::json(R"([{"uri":"https://a/1"},{"uri":"https://a/2"},{"uri":"http://b/1"},5,{"uri":7},
                                      {"uri":"https://A/3"},{"uri":"https://c/1"},{"uri":"https://a/1"}])");
  EXPECT_EQ(choose_resources(list.get_array(), 3),
            (std::vector<std::string>{"https://a/1", "https://c/1", "https://a/2"}));
  EXPECT_TRUE(choose_resources(list.get_array(), 0).empty());
}

}  // namespace
}  // namespace mcpjury
