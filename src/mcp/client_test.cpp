#include "mcp/client.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/schema_check.h"
#include "mcp/failure.h"
#include "mcp/test_server.h"

namespace mcpjury {
namespace {

using testing::Answer;
using testing::FakeHttpClient;
using testing::FakeProcess;
using testing::LegacyServer;
using testing::ModernServer;
using testing::Sent;
using Methods = std::vector<std::string>;

std::string file_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// Every frame of every test here passes this.
void expect_allowed(const std::string& method) {
  static const std::set<std::string> kAllowed = {"initialize",
                                                 "notifications/initialized",
                                                 "server/discover",
                                                 "tools/list",
                                                 "prompts/list",
                                                 "resources/list",
                                                 "resources/templates/list",
                                                 "resources/read",
                                                 "notifications/cancelled"};
  EXPECT_TRUE(kAllowed.contains(method)) << method;
}

void expect_fits_schema(const Conversation& talk) {
  static const Json kSchema = testing::json(
      file_text(std::filesystem::path(MCPJURY_SOURCE_DIR) / "docs/schema/evidence.schema.json"));
  for (const auto& [name, data] : {std::pair{"protocol", &talk.protocol}, {"definition", &talk.definition}}) {
    JsonObject schema = kSchema.get_object();
    for (const char* key : {"required", "properties", "additionalProperties", "type"}) schema.erase(key);
    schema["$ref"] = std::string("#/$defs/") + name;
    for (const SchemaComplaint& complaint : check_schema(schema, *data)) {
      ADD_FAILURE() << name << complaint.pointer << ": " << complaint.message;
    }
  }
}

struct Talked : Conversation {
  std::vector<Sent> log;
  Methods methods;
};

Talked talk(FakeHttpClient::Server server, const ClientOptions& options = testing::client_options()) {
  FakeHttpClient client(std::move(server));
  Talked out{talk_over_http(client, testing::endpoint(), options), {}, {}};
  out.log = client.log;
  out.methods = client.methods();
  for (const Sent& sent : client.log) {
    if (!sent.method().empty()) expect_allowed(sent.method());
  }
  expect_fits_schema(out);
  return out;
}

const JsonObject& list_of(const Conversation& talked, std::string_view name) {
  return find_object(talked.protocol, "lists")->at(name).get_object();
}

TEST(Client, AWholeLegacyConversation) {
  LegacyServer server;
  server.capabilities = R"({"tools":{},"prompts":{},"resources":{}})";
  server.over["prompts/list"] = [](const Sent& sent) {
    return testing::result(sent, R"({"prompts":[{"name":"p"}]})");
  };
  server.over["resources/list"] = [](const Sent& sent) {
    return testing::result(
        sent,
        R"({"resources":[{"uri":"file:///x"},{"uri":"https://a.example/1"},{"uri":"https://a.example/2"},
      {"uri":"HTTPS://b.example/1"},{"uri":"https://c.example/1"}]})");
  };
  server.over["resources/templates/list"] = [](const Sent& sent) {
    return testing::result(sent, R"({"resourceTemplates":[]})");
  };
  server.over["resources/read"] = [](const Sent& sent) {
    return testing::result(sent, R"({"contents":[{"uri":"u","mimeType":"text/plain","text":"hello"}]})");
  };
  const Talked talked = talk(server);
  EXPECT_EQ(talked.methods,
            (Methods{"server/discover", "initialize", "notifications/initialized", "tools/list",
                     "prompts/list", "resources/list", "resources/templates/list", "tools/list",
                     "resources/read", "resources/read", "resources/read", "DELETE"}));
  EXPECT_TRUE(talked.handshake);
  EXPECT_TRUE(talked.tools_complete);
  EXPECT_EQ(talked.failure, "");
  EXPECT_FALSE(talked.repeat_differs);
  const JsonArray& samples = talked.protocol.at("resource_samples").get_array();
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].get_object().at("uri").get_string(), "https://a.example/1");
  EXPECT_EQ(samples[1].get_object().at("uri").get_string(), "HTTPS://b.example/1");
  EXPECT_EQ(samples[2].get_object().at("uri").get_string(), "https://c.example/1");
  EXPECT_EQ(samples[0].get_object().at("text").get_string(), "hello");
  const JsonObject& session = talked.protocol.at("session").get_object();
  EXPECT_EQ(session.at("bits").to_number<int>(), 128);
  EXPECT_TRUE(session.at("deleted").get_bool());
  EXPECT_FALSE(session.contains("session_id"));
  EXPECT_EQ(talked.session_ids.size(), 1U);
  const JsonObject& origin = talked.definition.at("origin").get_object();
  EXPECT_EQ(origin.at("tools").get_string(), "/facets/definition/data/tools");
  EXPECT_EQ(talked.definition.at("instructions").get_string(), "hi");
}

TEST(Client, OnlyAnnouncedListsButToolsAlways) {
  LegacyServer server;
  server.capabilities = R"({"prompts":{}})";
  const Talked talked = talk(server);
  EXPECT_EQ(talked.methods, (Methods{"server/discover", "initialize", "notifications/initialized",
                                     "tools/list", "prompts/list", "tools/list", "DELETE"}));
  EXPECT_FALSE(list_of(talked, "tools").at("announced").get_bool());
  EXPECT_EQ(list_of(talked, "tools").at("state").get_string(), "ok");
  EXPECT_EQ(list_of(talked, "prompts").at("state").get_string(), "not_supported");
  EXPECT_EQ(list_of(talked, "resources").at("state").get_string(), "not_asked");
}

Answer page(const Sent& sent, int items, const std::string& cursor) {
  std::string list;
  for (int i = 0; i < items; ++i) list += (i != 0 ? "," : "") + std::string(R"({"name":"t"})");
  return testing::result(
      sent, R"({"tools":[)" + list + "]" + (cursor.empty() ? "" : R"(,"nextCursor":)" + cursor) + "}");
}

TEST(Client, PagingCaps) {
  int asked = 0;
  LegacyServer server;
  server.over["tools/list"] = [&](const Sent& sent) {
    return page(sent, 2, "\"c" + std::to_string(++asked) + "\"");
  };
  const Talked pages = talk(server);
  EXPECT_EQ(asked, 5);
  EXPECT_EQ(list_of(pages, "tools").at("cap_reason").get_string(), "pages");
  EXPECT_EQ(list_of(pages, "tools").at("state").get_string(), "partial");
  EXPECT_EQ(pages.limits[0].first, "pages");
  EXPECT_TRUE(pages.definition.at("truncated").get_bool());
  EXPECT_TRUE(pages.tools_listed);
  EXPECT_FALSE(pages.tools_complete);

  server.over["tools/list"] = [](const Sent& sent) { return page(sent, 1, "\"same\""); };
  const Talked loop = talk(server);
  EXPECT_EQ(list_of(loop, "tools").at("cap_reason").get_string(), "cursor loop");
  EXPECT_EQ(list_of(loop, "tools").at("items").to_number<int>(), 2);
  EXPECT_EQ(loop.limits[0].first, "cursor_loop");

  server.over["tools/list"] = [](const Sent& sent) { return page(sent, 501, ""); };
  const Talked items = talk(server);
  EXPECT_EQ(list_of(items, "tools").at("cap_reason").get_string(), "items");
  EXPECT_EQ(items.definition.at("tools").get_array().size(), 500U);
  EXPECT_EQ(items.limits[0], (std::pair<std::string, std::uint64_t>{"items", 500}));

  server.over["tools/list"] = [](const Sent& sent) { return page(sent, 500, ""); };
  EXPECT_TRUE(talk(server).tools_complete);
}

TEST(Client, AnEmptyCursorIsACursorAndNullIsNone) {
  LegacyServer server;
  server.over["tools/list"] = [](const Sent& sent) {
    const Json* params = find(sent.frame, "params");
    if (params == nullptr) return page(sent, 1, "\"\"");
    EXPECT_EQ(params->get_object().at("cursor").get_string(), "");
    return page(sent, 1, "null");
  };
  const Talked talked = talk(server);
  EXPECT_EQ(list_of(talked, "tools").at("pages").to_number<int>(), 2);
  EXPECT_TRUE(talked.tools_complete);
}

TEST(Client, WhatWasLearnedIsKeptWhenALaterStepFails) {
  LegacyServer server;
  server.over["tools/list"] = [](const Sent&) {
    Answer closed = testing::status(401, "", "");
    closed.headers.push_back({"WWW-Authenticate", "Bearer"});
    return closed;
  };
  const Talked closed = talk(server);
  EXPECT_TRUE(closed.handshake);
  ASSERT_TRUE(closed.auth);
  EXPECT_EQ(closed.auth->method, "tools/list");
  EXPECT_TRUE(closed.auth->partial);
  EXPECT_EQ(closed.failure, "http_401");
  EXPECT_EQ(closed.definition.at("tools_error").get_object().at("http_status").to_number<int>(), 401);
  EXPECT_FALSE(closed.definition.contains("tools"));

  int asked = 0;
  server.over["tools/list"] = [&](const Sent& sent) {
    if (++asked == 1) return page(sent, 2, "\"c\"");
    Answer cut = testing::status(200, "application/json", "{\"json");
    cut.body_failure = HttpFailure::kClosedEarly;
    return cut;
  };
  const Talked cut = talk(server);
  EXPECT_EQ(cut.definition.at("tools").get_array().size(), 2U);
  EXPECT_TRUE(cut.definition.at("truncated").get_bool());
  EXPECT_EQ(list_of(cut, "tools").at("state").get_string(), "partial");
  EXPECT_EQ(cut.failure, name_of(HttpFailure::kClosedEarly));
}

TEST(Client, AListTooLargeLeavesTheOthers) {
  LegacyServer server;
  server.capabilities = R"({"tools":{},"prompts":true,"resources":false})";
  server.over["tools/list"] = [](const Sent&) {
    return testing::status(200, "application/json", std::string((1u << 20) + 1, ' '));
  };
  server.over["prompts/list"] = [](const Sent& sent) { return testing::result(sent, R"({"prompts":[]})"); };
  const Talked talked = talk(server);
  EXPECT_EQ(talked.failure, failure::kTooLarge);
  EXPECT_EQ(talked.limits[0], (std::pair<std::string, std::uint64_t>{"message_bytes", 1u << 20}));
  EXPECT_EQ(list_of(talked, "prompts").at("state").get_string(), "ok");
  EXPECT_EQ(list_of(talked, "resources").at("state").get_string(), "not_asked");
}

TEST(Client, ListsOfTheWrongShape) {
  for (const std::string result : {R"({"tools":{}})", R"({})", "[]", "5"}) {
    LegacyServer server;
    server.over["tools/list"] = [&](const Sent& sent) { return testing::result(sent, result); };
    const Talked talked = talk(server);
    EXPECT_FALSE(talked.tools_listed);
    EXPECT_EQ(talked.failure, failure::kBadResult);
  }
}

TEST(Client, AnswersThatDifferEachTime) {
  int asked = 0;
  LegacyServer server;
  server.over["tools/list"] = [&](const Sent& sent) { return page(sent, ++asked, ""); };
  const Talked talked = talk(server);
  EXPECT_TRUE(talked.repeat_differs);
  EXPECT_TRUE(testing::has_violation(talked, "unstable_list"));
}

TEST(Client, ModernResultsAreChecked) {
  ModernServer server;
  server.over["tools/list"] = [](const Sent& sent) {
    return testing::result(sent, R"({"resultType":"input_required","tools":[]})");
  };
  const Talked asks = talk(server);
  EXPECT_FALSE(asks.tools_listed);
  EXPECT_TRUE(testing::has_violation(asks, "result_type"));
  server.over["tools/list"] = [](const Sent& sent) { return testing::result(sent, testing::kTools); };
  const Talked plain = talk(server);
  EXPECT_TRUE(plain.tools_complete);
  EXPECT_TRUE(testing::has_violation(plain, "missing_cache_hints"));
  const Talked good = talk(ModernServer{});
  EXPECT_EQ(list_of(good, "tools").at("ttl_ms").to_number<int>(), 5);
  EXPECT_EQ(good.protocol.at("violations").get_array().size(), 0U);
}

TEST(Client, InvalidHeaderAnnotationsAreNamedAndKept) {
  ModernServer server;
  server.over["tools/list"] = [](const Sent& sent) {
    return testing::result(
        sent,
        R"({"ttlMs":1,"cacheScope":"public","tools":[{"name":"bad","inputSchema":{"type":"object","properties":
      {"a":{"type":"number","x-mcp-header":"A"}}}}]})");
  };
  const Talked talked = talk(server);
  EXPECT_TRUE(testing::has_violation(talked, "invalid_x_mcp_header"));
  EXPECT_EQ(talked.definition.at("tools").get_array().size(), 1U);
}

TEST(Client, TheChannelIsOpenBeforeTheEnd) {
  ClientOptions options = testing::client_options();
  int called = 0;
  options.before_close = [&](Channel& channel, const Conversation& talked) {
    ++called;
    EXPECT_TRUE(talked.tools_complete);
    Frame frame;
    frame.method = "prompts/list";
    EXPECT_EQ(channel.exchange(frame).state, Reply::State::kError);
  };
  talk(LegacyServer{}, options);
  EXPECT_EQ(called, 1);
}

TEST(Client, NotMcpAtAll) {
  const Talked talked = talk([](const Sent&) { return testing::status(200); });
  EXPECT_EQ(talked.failure, failure::kMediaType);
  EXPECT_FALSE(talked.answered);
  EXPECT_FALSE(talked.handshake);
  EXPECT_EQ(talked.protocol.at("proof").get_array().size(), 0U);
}

TEST(Client, NoUnitOfThisFolderCanCallATool) {
  // Written in two parts, so that this file does not hold it either.
  const std::string forbidden = std::string("tools/") + "call";
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(MCPJURY_SOURCE_DIR) / "src/mcp")) {
    ++files;
    EXPECT_EQ(file_text(entry.path()).find(forbidden), std::string::npos) << entry.path();
  }
  EXPECT_GT(files, 20);
}

}  // namespace
}  // namespace mcpjury
