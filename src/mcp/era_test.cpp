// Era detection against the answers that real servers of protocol.md 1.4 and 2.5 were recorded to give.
#include "mcp/era.h"

#include <gtest/gtest.h>

#include "mcp/failure.h"
#include "mcp/test_server.h"

namespace mcpjury {
namespace {

using testing::Answer;
using testing::FakeHttpClient;
using testing::LegacyServer;
using testing::ModernServer;
using testing::Sent;
using Methods = std::vector<std::string>;

struct EraTalk {
  Conversation conversation;
  Methods methods;
  std::vector<Sent> log;

  std::string era() const { return testing::text_member(conversation.protocol, "era"); }
};

EraTalk talk_of_era(FakeHttpClient::Server server, ClientOptions options = testing::client_options()) {
  options.check_repeat = false;
  FakeHttpClient client(std::move(server));
  EraTalk out;
  out.conversation = talk_over_http(client, testing::endpoint(), options);
  out.methods = client.methods();
  out.log = client.log;
  return out;
}

const Methods kLegacyWalk = {"server/discover", "initialize", "notifications/initialized", "tools/list",
                             "DELETE"};

TEST(Era, ModernIsOpenedWithDiscover) {
  const EraTalk talked = talk_of_era(ModernServer{});
  EXPECT_EQ(talked.era(), "modern");
  // The second opening at the end only asks whether the other era is there as well.
  EXPECT_EQ(talked.methods, (Methods{"server/discover", "tools/list", "initialize"}));
  EXPECT_EQ(testing::text_member(talked.conversation.protocol, "answered_version"), "2026-07-28");
  EXPECT_EQ(find_string(*find_object(talked.conversation.definition, "server"), "name"), "m");
  EXPECT_TRUE(talked.conversation.handshake);
}

TEST(Era, StatefulLegacyServerRefusesDiscover) {
  const EraTalk talked = talk_of_era(LegacyServer{});
  EXPECT_EQ(talked.era(), "legacy");
  EXPECT_EQ(talked.methods, kLegacyWalk);
  EXPECT_TRUE(talked.conversation.tools_complete);
}

TEST(Era, RecordedRefusalsOfDiscover) {
  const std::vector<std::function<Answer(const Sent&)>> refusals = {
      [](const Sent&) {
        return Answer{400,
                      "application/json",
                      {testing::error_text("null", -32000, "Bad Request: No valid session ID provided")},
                      {}};
      },
      [](const Sent&) {
        return Answer{400,
                      "application/json",
                      {testing::error_text(
                          "null", -32000,
                          "Bad Request: Unsupported protocol version (supported versions: 2025-11-25)")},
                      {}};
      },
      [](const Sent&) { return testing::status(404); },
      [](const Sent&) {
        return testing::status(405, "application/json",
                               testing::error_text("null", -32000, "Method not allowed."));
      },
      [](const Sent&) { return testing::status(406); },
      [](const Sent&) { return testing::status(415); },
      [](const Sent&) { return testing::status(500); },
      [](const Sent& sent) { return testing::error(sent, 200, -32601, "Method not found"); },
      [](const Sent& sent) { return testing::error(sent, 404, -32601, "Method not found"); },
      [](const Sent& sent) { return testing::result(sent, "{}"); },
  };
  for (const auto& refusal : refusals) {
    LegacyServer server;
    server.over["server/discover"] = refusal;
    const EraTalk talked = talk_of_era(server);
    EXPECT_EQ(talked.era(), "legacy");
    EXPECT_EQ(talked.methods, kLegacyWalk);
  }
}

TEST(Era, UnsupportedVersionIsRetriedEvenWhenListed) {
  int asked = 0;
  ModernServer server;
  server.over["server/discover"] = [&](const Sent& sent) {
    if (++asked == 1)
      return testing::error(sent, 400, -32022, "no",
                            R"({"supported":["2026-07-28"],"requested":"2026-07-28"})");
    return ModernServer{}(sent);
  };
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "modern");
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(talked.conversation.handshake);
}

TEST(Era, ModernErrorThatNamesOldVersionsOpensWithOne) {
  LegacyServer server;
  server.version = "2025-06-18";
  server.over["server/discover"] = [](const Sent& sent) {
    return testing::error(sent, 400, -32022, "no", R"({"supported":["2025-03-26","2025-06-18"]})");
  };
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "legacy");
  EXPECT_EQ(testing::text_member(talked.conversation.protocol, "requested_version"), "2025-06-18");
}

TEST(Era, OtherModernErrorsDecideToo) {
  for (const int code : {-32020, -32021}) {
    ModernServer server;
    server.over["server/discover"] = [&](const Sent& sent) { return testing::error(sent, 400, code, "no"); };
    const EraTalk talked = talk_of_era(server);
    EXPECT_EQ(talked.era(), "modern");
    EXPECT_FALSE(talked.conversation.handshake);
    EXPECT_TRUE(talked.conversation.tools_listed);
  }
}

TEST(Era, ModernWithoutDiscover) {
  ModernServer server;
  const auto unknown = [](const Sent& sent) { return testing::error(sent, 404, -32601, "Method not found"); };
  server.over["server/discover"] = unknown;
  server.over["initialize"] = unknown;
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "modern");
  EXPECT_TRUE(talked.conversation.tools_listed);
  EXPECT_TRUE(testing::has_violation(talked.conversation, "discover_missing"));
}

TEST(Era, InitializeRefusedWithModernErrorGoesBack) {
  int asked = 0;
  ModernServer server;
  server.over["server/discover"] = [&](const Sent& sent) {
    return ++asked == 1 ? testing::status(503) : ModernServer{}(sent);
  };
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "modern");
  EXPECT_TRUE(talked.conversation.handshake);
}

TEST(Era, InvalidParamsWithSupportedIsRetriedOnce) {
  LegacyServer server;
  int asked = 0;
  server.over["initialize"] = [&](const Sent& sent) {
    if (++asked == 1)
      return testing::error(sent, 200, -32602, "Unsupported protocol version",
                            R"({"supported":["2024-11-05"],"requested":"2025-11-25"})");
    LegacyServer plain;
    plain.version = "2024-11-05";
    return plain(sent);
  };
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "legacy");
  EXPECT_EQ(testing::text_member(talked.conversation.protocol, "answered_version"), "2024-11-05");
  EXPECT_EQ(talked.log[3].header("MCP-Protocol-Version"), "2024-11-05");
}

TEST(Era, AVersionThatNeverExistedIsNotRepeated) {
  LegacyServer server;
  server.version = "1999-01-01";
  const EraTalk talked = talk_of_era(server);
  EXPECT_TRUE(testing::has_violation(talked.conversation, "unknown_version"));
  EXPECT_EQ(talked.log[2].header("MCP-Protocol-Version"), "2025-11-25");
}

TEST(Era, BothErasAreDual) {
  ModernServer server;
  server.over["initialize"] = [](const Sent& sent) { return LegacyServer{}(sent); };
  const EraTalk talked = talk_of_era(server);
  EXPECT_EQ(talked.era(), "dual");
  EXPECT_EQ(talked.methods, (Methods{"server/discover", "tools/list", "initialize", "DELETE"}));
}

TEST(Era, AForcedEraAsksNothingOfTheOther) {
  ClientOptions options = testing::client_options();
  options.era = Era::kModern;
  EXPECT_EQ(talk_of_era(ModernServer{}, options).methods, (Methods{"server/discover", "tools/list"}));
  // A server without discover may still have the lists.
  EXPECT_EQ(talk_of_era(LegacyServer{}, options).methods, (Methods{"server/discover", "tools/list"}));
  options.era = Era::kLegacy;
  options.legacy_version = "2025-03-26";
  const EraTalk talked = talk_of_era(LegacyServer{}, options);
  EXPECT_EQ(talked.methods, (Methods{"initialize", "notifications/initialized", "tools/list", "DELETE"}));
  EXPECT_EQ(testing::text_member(talked.conversation.protocol, "requested_version"), "2025-03-26");
}

TEST(Era, AClosedDoorIsNoVerdict) {
  LegacyServer server;
  server.over["server/discover"] = [](const Sent&) {
    Answer closed = testing::status(401, "application/json", R"({"error":"unauthorized"})");
    closed.headers.push_back({"WWW-Authenticate", "Bearer resource_metadata=\"https://mcp.example/x\""});
    return closed;
  };
  const EraTalk open = talk_of_era(server);
  EXPECT_EQ(open.era(), "legacy");
  ASSERT_TRUE(open.conversation.auth);
  EXPECT_EQ(open.conversation.auth->method, "server/discover");
  EXPECT_EQ(open.conversation.auth->www_authenticate.size(), 1U);
  EXPECT_TRUE(open.conversation.auth->partial);
  server.over["initialize"] = server.over["server/discover"];
  const EraTalk shut = talk_of_era(server);
  EXPECT_EQ(shut.era(), "unknown");
  EXPECT_FALSE(shut.conversation.auth->partial);
  EXPECT_EQ(shut.conversation.failure, "http_401");
  EXPECT_EQ(shut.methods, (Methods{"server/discover", "initialize"}));
}

TEST(Era, AnOutageIsNotAskedAgain) {
  for (const HttpFailure failure : {HttpFailure::kDns, HttpFailure::kRefused, HttpFailure::kConnect,
                                    HttpFailure::kTls, HttpFailure::kTooLarge, HttpFailure::kRedirectLoop}) {
    const EraTalk talked = talk_of_era([&](const Sent&) {
      Answer out;
      out.failure = failure;
      return out;
    });
    EXPECT_EQ(talked.methods, Methods{"server/discover"});
    EXPECT_EQ(talked.conversation.failure, name_of(failure));
    EXPECT_FALSE(talked.conversation.answered);
  }
}

TEST(Era, FiveHundredIsNotTheOlderTransport) {
  const EraTalk talked = talk_of_era([](const Sent&) { return testing::status(500); });
  EXPECT_EQ(talked.methods, (Methods{"server/discover", "initialize"}));
  EXPECT_EQ(talked.conversation.failure, "http_500");
}

TEST(Era, TheOlderTransportIsFoundByGet) {
  FakeHttpClient* client = nullptr;
  testing::FakeStream* stream = nullptr;
  FakeHttpClient made([&](const Sent& sent) {
    if (sent.request.method == "GET") {
      Answer out =
          testing::events({"event: endpoint\ndata: /message?sessionId=00112233445566778899aabbccddeeff\n\n"});
      out.hangs = true;
      return out;
    }
    if (sent.request.url.path == "/mcp") return testing::status(404);
    if (sent.method() == "initialize") stream = client->streams.at(2);
    Sent with_session = sent;
    with_session.request.headers.push_back({"Mcp-Session-Id", "x"});
    const Answer answer = LegacyServer{}(with_session);
    if (!answer.pieces.empty() && !answer.pieces[0].empty())
      stream->push("data: " + answer.pieces[0] + "\n\n");
    return testing::status(202, "text/plain", "Accepted");
  });
  client = &made;
  const Conversation talked = talk_over_http(made, testing::endpoint(), testing::client_options());
  EXPECT_EQ(testing::text_member(talked.protocol, "wire"), "http_sse");
  EXPECT_EQ(testing::text_member(talked.protocol, "era"), "legacy");
  EXPECT_TRUE(talked.tools_complete);
  ASSERT_TRUE(talked.sse_endpoint);
  EXPECT_TRUE(talked.sse_endpoint->same_origin);
  EXPECT_EQ(talked.sse_endpoint->raw, "/message?sessionId=");
  EXPECT_TRUE(talked.session_in_url);
  EXPECT_EQ(find_object(talked.protocol, "session")->at("bits").get_int64(), 128);
}

}  // namespace
}  // namespace mcpjury
