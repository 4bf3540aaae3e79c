#include "scan/looker.h"

#include <gtest/gtest.h>

#include <set>

#include "net/scripted_server.h"

namespace mcpjury {
namespace {

using std::chrono::seconds;

LiveOptions loopback_allowed() {
  LiveOptions live;
  live.allowed_hosts = {"127.0.0.1"};
  live.jobs = 4;
  return live;
}

// Answers every request of the protocol a look sends with a server of one tool.
void one_tool(ScriptedServer::Connection& connection) {
  for (;;) {
    const std::string request = connection.request();
    if (request.empty()) return;
    const std::string json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    const auto at = request.find("\"id\":");
    const std::string id =
        at == std::string::npos ? "0" : request.substr(at + 5, request.find_first_of(",}", at) - at - 5);
    if (request.find("\"initialize\"") != std::string::npos) {
      connection.answer(R"({"jsonrpc":"2.0","id":)" + id +
                            R"(,"result":{"protocolVersion":"2025-06-18","capabilities":)"
                            R"({"tools":{}},"serverInfo":{"name":"one","version":"1"}}})",
                        json);
    } else if (request.find("\"tools/list\"") != std::string::npos) {
      connection.answer(R"({"jsonrpc":"2.0","id":)" + id +
                            R"(,"result":{"tools":[{"name":"get_time","description":)"
                            R"("Returns the time.","inputSchema":{"type":"object"}}]}})",
                        json);
    } else {
      connection.answer("", "HTTP/1.1 404 Not Found\r\n");
    }
  }
}

TEST(Looker, HandsBackEveryOrderOnce) {
  ScriptedServer server(one_tool);
  Looker looker({}, loopback_allowed());
  const std::string base = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  for (std::uint64_t i = 0; i < 40; ++i) looker.look({i, base + std::to_string(i), {}, false, false, 20});
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 40; ++i) {
    const auto done = looker.next(seconds(60));
    ASSERT_TRUE(done);
    EXPECT_TRUE(seen.insert(done->ticket).second);
    EXPECT_TRUE(done->evidence) << done->evidence.error().message;
  }
  EXPECT_EQ(seen.size(), 40u);
  EXPECT_EQ(looker.in_flight(), 0u);
}

TEST(Looker, TakesNoFileAndNoPrivateAddress) {
  Looker looker({}, {});
  looker.look({1, "http://127.0.0.1:1/mcp", {}, false, false, 5});
  looker.look({2, MCPJURY_SOURCE_DIR, {}, false, false, 5});
  looker.look({3, "-", {}, false, false, 5});
  looker.look({4, "gopher://host/x", {}, false, false, 5});
  for (int i = 0; i < 4; ++i) {
    const auto done = looker.next(seconds(30));
    ASSERT_TRUE(done);
    ASSERT_FALSE(done->evidence);
    if (done->ticket != 4) {
      EXPECT_EQ(done->evidence.error().code, ErrorCode::kRefused) << done->ticket;
    }
  }
}

TEST(Looker, StopEndsWhatHangsAndWhatWaits) {
  ScriptedServer server([](ScriptedServer::Connection& connection) { connection.hold(); });
  Looker looker({}, loopback_allowed());
  const std::string url = "http://127.0.0.1:" + std::to_string(server.port()) + "/";
  for (std::uint64_t i = 0; i < 10; ++i) looker.look({i, url, {}, false, false, 600});
  looker.stop();
  for (int i = 0; i < 10; ++i) {
    const auto done = looker.next(seconds(60));
    ASSERT_TRUE(done);
    EXPECT_FALSE(done->evidence);
  }
  looker.look({11, url, {}, false, false, 5});
  ASSERT_TRUE(looker.next(seconds(30)));
}

}  // namespace
}  // namespace mcpjury
