// Every shape a client writes its servers in, read from text alone.
#include <gtest/gtest.h>

#include "observe/config/jsonc.h"
#include "observe/config/read_config.h"

namespace mcpjury {
namespace {

ReadConfigs read_text(const std::string& name, const std::string& text) {
  auto read = read_config_text({"cursor", "user", "/home/u/" + name}, name, text);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : read.error().message);
  return read ? std::move(*read) : ReadConfigs{};
}

std::string commands(const ReadConfigs& read) {
  std::string out;
  for (const ConfiguredServer& server : read.servers) {
    out += server.name + "=" + (server.command.empty() ? server.url : server.command);
    for (const std::string& word : server.args) out += "|" + word;
    out += ";";
  }
  return out;
}

TEST(ConfigShapes, MapOfServers) {
  const auto read = read_text("mcp.json", R"({"mcpServers":{
    "files":{"command":"npx","args":["-y","files-mcp",8080],"env":{"A":"b","N":3}},
    "web":{"url":"https://h.example/mcp","headers":{"X-Key":"v"}}}})");
  EXPECT_EQ(commands(read), "files=npx|-y|files-mcp|8080;web=https://h.example/mcp;");
  EXPECT_EQ(read.servers[0].line, 2u);
  EXPECT_EQ(read.servers[1].line, 3u);
  EXPECT_EQ(read.servers[0].environment.size(), 2u);
  EXPECT_EQ(read.servers[0].environment[1].second, "3");
  EXPECT_EQ(read.servers[1].transport, "http");
  EXPECT_TRUE(read.servers[1].is_remote());
  EXPECT_EQ(read.servers[0].pointer, "/mcpServers/files");
}

TEST(ConfigShapes, CommentsAndTrailingCommas) {
  const std::string text =
      "{ // the servers, \"quoted\"\n  \"servers\": { /* one\n two */ \"a\": {\"command\": \"x\", "
      "\"args\": [\"http://a//b\", \"/* no */\",],},\n  },\n \"inputs\": [],\n}\n";
  const auto read = read_text("mcp.json", text);
  EXPECT_EQ(commands(read), "a=x|http://a//b|/* no */;");
  EXPECT_EQ(read.servers[0].line, 3u);
  const std::string plain = without_comments(text);
  EXPECT_EQ(plain.size(), text.size());
  EXPECT_EQ(without_comments("[1,,]"), "[1,,]");
  EXPECT_EQ(without_comments("[,]"), "[,]");
  EXPECT_EQ(without_comments("{} // end"), "{}       ");
  EXPECT_EQ(without_comments("\"a\\\" // b\""), "\"a\\\" // b\"");
}

TEST(ConfigShapes, EditorsSettings) {
  EXPECT_EQ(commands(read_text("settings.json", R"({"mcp":{"servers":{"a":{"command":"x"}}}})")), "a=x;");
  EXPECT_EQ(
      commands(read_text("settings.json", R"({"mcp.servers":{"a":{"command":"x"}},"editor.tabSize":2})")),
      "a=x;");
  EXPECT_EQ(
      commands(read_text("a.code-workspace", R"({"settings":{"mcp":{"servers":{"a":{"command":"x"}}}}})")),
      "a=x;");
  EXPECT_EQ(commands(read_text("devcontainer.json",
                               R"({"customizations":{"vscode":{"mcp":{"servers":{"a":{"command":"x"}}},
                                   "settings":{"mcp.servers":{"b":{"type":"sse","url":"http://h/s"}}}}}})")),
            "a=x;b=http://h/s;");
  EXPECT_EQ(commands(read_text("settings.json", R"({"amp.mcpServers":{"a":{"command":"x"}}})")), "a=x;");
}

TEST(ConfigShapes, ProjectsOfOneFile) {
  const auto read = read_text(".claude.json", R"({"mcpServers":{"u":{"command":"x"}},"projects":{
    "/projects/a":{"mcpServers":{"p":{"type":"http","url":"https://h/mcp"}},"history":[]},
    "/projects/b":{"mcpServers":{}}}})");
  EXPECT_EQ(commands(read), "u=x;p=https://h/mcp;");
  EXPECT_EQ(read.servers[1].project, "/projects/a");
  EXPECT_EQ(read.servers[1].line, 2u);
}

TEST(ConfigShapes, OtherClients) {
  EXPECT_EQ(commands(read_text("opencode.jsonc", R"({"mcp":{"a":{"type":"local","command":["npx","-y","x"],
      "environment":{"T":"v"},"enabled":false},"b":{"type":"remote","url":"https://h/mcp"}}})")),
            "a=npx|-y|x;b=https://h/mcp;");
  EXPECT_EQ(
      commands(read_text("settings.json", R"({"context_servers":{"a":{"command":{"path":"x","args":["1"],
      "env":{"K":"v"}}},"b":{"source":"custom","command":"y","args":[]}}})")),
      "a=x|1;b=y;");
  EXPECT_EQ(commands(read_text(".mcp.json", R"({"a":{"command":"x"},"b":{"serverUrl":"https://h/a"},
      "c":{"httpUrl":"https://h/b"}})")),
            "a=x;b=https://h/a;c=https://h/b;");
  EXPECT_EQ(commands(read_text("config.json", R"({"experimental":{"modelContextProtocolServers":[
      {"transport":{"type":"stdio","command":"uvx","args":["m"]}}]}})")),
            "server 1=uvx|m;");
}

TEST(ConfigShapes, Toml) {
  const auto read = read_text("config.toml",
                              "model = \"m\"\n[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n"
                              "[mcp_servers.a.env]\nTOKEN = \"v\"\n[mcp_servers.b]\nurl = \"https://h/mcp\"\n"
                              "http_headers = { X = \"1\" }\nenabled = false\n");
  EXPECT_EQ(commands(read), "a=npx|-y|x;b=https://h/mcp;");
  EXPECT_EQ(read.servers[0].line, 2u);
  EXPECT_EQ(read.servers[0].environment.front().first, "TOKEN");
  EXPECT_EQ(read.servers[1].headers.size(), 1u);
  EXPECT_TRUE(read.servers[1].disabled);
}

TEST(ConfigShapes, Yaml) {
  const auto read =
      read_text("config.yaml",
                "name: c\nmcpServers:\n  - name: a\n    command: npx\n    args:\n      - -y\n      - x\n"
                "    env:\n      K: ${{ secrets.K }}\n  - name: b\n    type: streamable-http\n"
                "    url: https://h/mcp\n    disabled: true\n");
  EXPECT_EQ(commands(read), "a=npx|-y|x;b=https://h/mcp;");
  EXPECT_EQ(read.servers[0].line, 3u);
  EXPECT_TRUE(read.servers[1].disabled);
  EXPECT_EQ(read.servers[1].transport, "http");
}

TEST(ConfigShapes, LinesAndApproval) {
  auto read = read_text("mcp.json", R"({"mcpServers":{"a":{"command":"npx -y \"my server\" --root 'a b'"},
    "b":{"command":"C:\\Program Files\\nodejs\\npx.cmd","args":["-y","x"],"alwaysAllow":["read","list"]},
    "c":{"command":"npx -y","args":["z"],"autoApprove":["*"]},"d":{"command":"x","trust":true}}})");
  EXPECT_EQ(commands(read),
            "a=npx|-y|my server|--root|a b;b=C:\\Program Files\\nodejs\\npx.cmd|-y|x;c=npx|-y|z;d=x;");
  EXPECT_EQ(read.servers[1].auto_approve.size(), 2u);
  EXPECT_TRUE(read.servers[2].approves_all);
  EXPECT_TRUE(read.servers[3].approves_all);
  read = read_text("settings.json",
                   R"({"chat.tools.autoApprove":true,"mcp":{"servers":{"a":{"command":"x"}}}})");
  EXPECT_TRUE(read.servers[0].approves_all);
  read = read_text(
      "agent.json",
      R"({"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}},"allowedTools":["@a","@b/read"]})");
  EXPECT_TRUE(read.servers[0].approves_all);
  EXPECT_EQ(read.servers[1].auto_approve, std::vector<std::string>{"read"});
}

TEST(ConfigShapes, WhatIsNoConfiguration) {
  for (const char* text : {R"({"tools":[{"name":"a"}]})", "[]", "3", "{}", R"({"a":{"b":1}})",
                           R"({"servers":["a"]})", R"({"openapi":"3.1.0","servers":[{"url":"https://h"}]})",
                           R"({"tools":{"command":"x"},"a":{"command":"x"}})"}) {
    const auto read = read_config_text({}, "x.json", text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, ErrorCode::kNothingToGrade) << text;
  }
}

TEST(ConfigShapes, HostileFiles) {
  // What can be read is read, what cannot is said, and no text of the file is.
  auto read = read_text(
      "mcp.json",
      R"({"mcpServers":{"a":{"command":"x"},"b":7,"c":{"note":"no command"},"a":{"command":"y"}}})");
  EXPECT_EQ(commands(read), "a=y;");
  EXPECT_EQ(read.problems.size(), 3u);
  EXPECT_FALSE(read_config_text({}, "x.json", std::string(400, '[')).ok());
  EXPECT_FALSE(read_config_text({}, "x.toml", "a = [[[").ok());
  const auto broken = read_config_text({}, "x.toml", "mcp = hunter2secret\n");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message.find("hunter2secret"), std::string::npos) << broken.error().message;
  EXPECT_EQ(broken.error().message, "x.toml:1: not valid TOML");
  const auto yaml = read_config_text({}, "x.yaml", "mcpServers: [hunter2secret\n");
  ASSERT_FALSE(yaml.ok());
  EXPECT_EQ(yaml.error().message.find("hunter2secret"), std::string::npos) << yaml.error().message;
  std::string many = "{\"mcpServers\":{";
  for (int i = 0; i < 25'000; ++i)
    many += (i == 0 ? "\"s" : ",\"s") + std::to_string(i) + "\":{\"command\":\"x\"}";
  read = read_text("mcp.json", many + "}}");
  EXPECT_EQ(read.servers.size(), kMaxConfiguredServers);
  ASSERT_FALSE(read.problems.empty());
  EXPECT_TRUE(read.problems.back().incomplete);
}

}  // namespace
}  // namespace mcpjury
