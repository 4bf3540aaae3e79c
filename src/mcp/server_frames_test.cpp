#include "mcp/server_frames.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <string>

namespace mcpjury {
namespace {

ClientMessage first_of(std::string_view text, ClientFrameLimits limits = {}) {
  ClientFrame frame = read_client_frame(text, limits);
  return std::move(frame.messages.at(0));
}

TEST(ServerFrames, ReadsRequestsNotificationsAndAnswers) {
  const ClientMessage request = first_of(R"({"jsonrpc":"2.0","id":"a","method":"x","params":{"k":1}})");
  EXPECT_EQ(request.kind, ClientMessage::Kind::kRequest);
  EXPECT_EQ(request.id, Json("a"));
  EXPECT_EQ(request.params.at("k"), Json(1));
  EXPECT_EQ(first_of(R"({"jsonrpc":"2.0","method":"x"})").kind, ClientMessage::Kind::kNotification);
  EXPECT_EQ(first_of(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind, ClientMessage::Kind::kAnswer);
}

TEST(ServerFrames, SaysWhatIsWrongAndKeepsTheId) {
  struct {
    const char* text;
    std::int64_t code;
    Json id;
  } const cases[] = {
      {"{", rpc::kParseError, nullptr},
      {"", rpc::kParseError, nullptr},
      {"5", rpc::kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":7})", rpc::kInvalidRequest, 7},
      {R"({"jsonrpc":"2.0","id":null,"method":"x"})", rpc::kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":1.5,"method":"x"})", rpc::kInvalidRequest, nullptr},
      {R"({"jsonrpc":"2.0","id":true,"method":"x"})", rpc::kInvalidRequest, nullptr},
      {R"({"id":7,"method":"x"})", rpc::kInvalidRequest, 7},
      {R"({"jsonrpc":"2.0","id":7,"method":{}})", rpc::kInvalidRequest, 7},
      {R"({"jsonrpc":"2.0","id":7,"method":"x","params":[]})", rpc::kInvalidParams, 7},
  };
  for (const auto& one : cases) {
    const ClientMessage message = first_of(one.text);
    EXPECT_EQ(message.kind, ClientMessage::Kind::kBad) << one.text;
    EXPECT_EQ(message.code, one.code) << one.text;
    EXPECT_EQ(message.id, one.id) << one.text;
  }
}

TEST(ServerFrames, LimitsHold) {
  ClientFrameLimits limits;
  limits.bytes = 40;
  EXPECT_EQ(first_of(std::string(41, ' '), limits).code, rpc::kInvalidRequest);
  limits.bytes = 1000;
  limits.depth = 5;
  EXPECT_EQ(first_of("[[[[[[[]]]]]]]", limits).code, rpc::kInvalidRequest);
}

TEST(ServerFrames, BatchesOnlyWhereTheyExist) {
  const char* batch = R"([{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","method":"b"}])";
  EXPECT_EQ(first_of(batch).code, rpc::kInvalidRequest);
  ClientFrameLimits limits;
  limits.batches = true;
  EXPECT_EQ(read_client_frame(batch, limits).messages.size(), 2u);
  EXPECT_EQ(first_of("[]", limits).code, rpc::kInvalidRequest);
  limits.batch = 1;
  EXPECT_EQ(first_of(batch, limits).code, rpc::kInvalidRequest);
}

TEST(ServerFrames, ModernMeta) {
  JsonObject meta{{"io.modelcontextprotocol/protocolVersion", "2026-07-28"},
                  {"io.modelcontextprotocol/clientCapabilities", JsonObject{}},
                  {"progressToken", 5}};
  const RequestMeta read = request_meta({{"_meta", meta}});
  EXPECT_TRUE(read.names_version);
  EXPECT_EQ(read.fault, "");
  EXPECT_EQ(read.progress_token, Json(5));
  meta.erase("io.modelcontextprotocol/clientCapabilities");
  EXPECT_NE(request_meta({{"_meta", meta}}).fault, "");
  EXPECT_FALSE(request_meta({}).names_version);
  EXPECT_TRUE(is_modern_revision("2026-07-28"));
  EXPECT_FALSE(is_legacy_revision("2026-07-28"));
  EXPECT_TRUE(is_legacy_revision("2024-11-05"));
}

TEST(ServerFrames, Answers) {
  EXPECT_EQ(make_result(1, {}), R"({"jsonrpc":"2.0","id":1,"result":{}})");
  EXPECT_EQ(make_error(nullptr, -32700, "no"),
            R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}})");
}

}  // namespace
}  // namespace mcpjury
