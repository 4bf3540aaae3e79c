#include <gtest/gtest.h>

#include "mcp/client.h"
#include "mcp/failure.h"
#include "mcp/test_server.h"

namespace mcpjury {
namespace {

using testing::FakeProcess;
using Pieces = std::vector<std::string>;
using Methods = std::vector<std::string>;

// The answers of an HTTP server played on a pipe.
template <class Server>
std::function<Pieces(const Json&)> on_a_pipe(Server server) {
  return [server](const Json& line) {
    testing::Sent sent;
    sent.frame = line;
    sent.request.body = "x";
    sent.request.headers = {{"Mcp-Session-Id", "x"}};
    const testing::Answer answer = server(sent);
    if (find(line, "id") == nullptr || find(line, "method") == nullptr) return Pieces{};
    return Pieces{answer.pieces.at(0) + "\n"};
  };
}

struct ChildTalk {
  std::shared_ptr<FakeProcess::Script> script = std::make_shared<FakeProcess::Script>();
  std::function<void(FakeProcess::Script&)> on_start;
  Conversation talked;

  void go(ClientOptions options = testing::client_options()) {
    talked = talk_over_stdio(
        [this]() -> Result<std::unique_ptr<ServerProcess>> {
          ++script->starts;
          if (on_start) on_start(*script);
          return std::unique_ptr<ServerProcess>(std::make_unique<FakeProcess>(script));
        },
        options);
  }
  Methods methods() const {
    Methods out;
    for (const Json& line : script->lines) out.emplace_back(find_string(line.get_object(), "method"));
    return out;
  }
  std::string era() const { return testing::text_member(talked.protocol, "era"); }
};

TEST(StdioClient, LegacyServerRefusesDiscoverAndGoesOn) {
  ChildTalk run;
  run.script->greeting = {"banner\n"};
  run.script->stderr_bytes = 17;
  run.script->answer = on_a_pipe(testing::LegacyServer{});
  run.go();
  EXPECT_EQ(run.methods(), (Methods{"server/discover", "initialize", "notifications/initialized",
                                    "tools/list", "tools/list"}));
  EXPECT_EQ(run.era(), "legacy");
  EXPECT_EQ(run.script->starts, 1);
  EXPECT_TRUE(run.script->ended);
  EXPECT_EQ(run.talked.protocol.at("non_json_lines").to_number<int>(), 1);
  EXPECT_EQ(run.talked.protocol.at("stderr_bytes").to_number<int>(), 17);
  EXPECT_FALSE(run.talked.protocol.contains("session"));
}

TEST(StdioClient, ModernStaysModern) {
  ChildTalk run;
  run.script->answer = on_a_pipe(testing::ModernServer{});
  run.go();
  EXPECT_EQ(run.methods(), (Methods{"server/discover", "tools/list", "tools/list"}));
  EXPECT_EQ(run.era(), "modern");
  EXPECT_NE(resolve_pointer(run.script->lines[1], "/params/_meta"), nullptr);
}

TEST(StdioClient, SilenceOnDiscoverFallsBackInTheSameProcess) {
  ChildTalk run;
  const auto legacy = on_a_pipe(testing::LegacyServer{});
  run.script->answer = [&](const Json& line) {
    return find_string(line.get_object(), "method") == "server/discover" ? Pieces{} : legacy(line);
  };
  run.go();
  EXPECT_EQ(run.era(), "legacy");
  EXPECT_EQ(run.script->starts, 1);
  EXPECT_TRUE(run.talked.tools_complete);
}

TEST(StdioClient, AModernServerThatWasStillStarting) {
  ChildTalk run;
  int asked = 0;
  const auto modern = on_a_pipe(testing::ModernServer{});
  run.script->answer = [&](const Json& line) {
    return find_string(line.get_object(), "method") == "server/discover" && ++asked == 1 ? Pieces{}
                                                                                         : modern(line);
  };
  run.go();
  EXPECT_EQ(run.era(), "modern");
  EXPECT_TRUE(run.talked.handshake);
}

TEST(StdioClient, AProcessThatEndedIsStartedOnceMoreWithInitialize) {
  ChildTalk run;
  run.on_start = [](FakeProcess::Script& script) { script.exits_on_first = script.starts == 1; };
  run.script->answer = on_a_pipe(testing::LegacyServer{});
  run.go();
  EXPECT_EQ(run.methods(), (Methods{"server/discover", "initialize", "notifications/initialized",
                                    "tools/list", "tools/list"}));
  EXPECT_EQ(run.script->starts, 2);
  EXPECT_TRUE(run.talked.restarted);
  EXPECT_EQ(run.talked.failure, "");

  ChildTalk dying;
  dying.script->exits_on_first = true;
  dying.go();
  EXPECT_EQ(dying.script->starts, 2);
  EXPECT_EQ(dying.talked.failure, failure::kExited);
}

TEST(StdioClient, AChildThatNeverAnswers) {
  ChildTalk run;
  run.script->answer = [](const Json&) { return Pieces{}; };
  run.go();
  EXPECT_EQ(run.methods(), (Methods{"server/discover", "initialize"}));
  EXPECT_EQ(run.talked.failure, failure::kResponseTimeout);
  EXPECT_FALSE(run.talked.answered);
  EXPECT_TRUE(run.script->ended);
}

TEST(StdioClient, DiesWhileListing) {
  ChildTalk run;
  const auto legacy = on_a_pipe(testing::LegacyServer{});
  run.script->answer = [&](const Json& line) {
    return find_string(line.get_object(), "method") == "tools/list" ? Pieces{"EXIT"} : legacy(line);
  };
  run.go();
  EXPECT_TRUE(run.talked.handshake);
  EXPECT_FALSE(run.talked.tools_listed);
  EXPECT_EQ(run.talked.failure, failure::kExited);
}

TEST(StdioClient, CannotBeStarted) {
  const Conversation talked = talk_over_stdio(
      []() -> Result<std::unique_ptr<ServerProcess>> {
        return Error{ErrorCode::kNotReached, "no such program"};
      },
      testing::client_options());
  EXPECT_EQ(talked.failure, failure::kNotStarted);
  EXPECT_EQ(talked.failure_detail, "no such program");
}

TEST(StdioClient, MessagesOfSeveralMegabytes) {
  ChildTalk run;
  testing::LegacyServer server;
  server.over["tools/list"] = [](const testing::Sent& sent) {
    return testing::result(sent,
                           R"({"tools":[{"name":"a","description":")" + std::string(3u << 20, 'x') + "\"}]}");
  };
  run.script->answer = on_a_pipe(server);
  run.go();
  EXPECT_TRUE(run.talked.tools_complete);
}

}  // namespace
}  // namespace mcpjury
