#include "observe/local/launch_plan.h"

#include <gtest/gtest.h>

#include "observe/local/package_program.h"

namespace mcpjury {
namespace {

using Words = std::vector<std::string>;

TEST(LaunchPlan, Npx) {
  const auto plain = parse_launch({"npx", "-y", "@scope/server@1.2.3", "stdio", "--flag"});
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(plain->name, "@scope/server");
  EXPECT_EQ(plain->version, "1.2.3");
  EXPECT_EQ(plain->label(), "npm:@scope/server@1.2.3");
  EXPECT_EQ(plain->key(), "npm:@scope/server");
  EXPECT_EQ(plain->arguments, (Words{"stdio", "--flag"}));
  const auto two = parse_launch({"/usr/bin/npx", "-p", "one@2", "--package=two", "--", "run-it", "-x"});
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(two->packages, (Words{"one@2", "two"}));
  EXPECT_EQ(two->binary, "run-it");
  EXPECT_EQ(two->arguments, Words{"-x"});
  const auto exec = parse_launch({"npm", "exec", "--yes", "server"});
  ASSERT_TRUE(exec.ok());
  EXPECT_EQ(exec->label(), "npm:server");
}

TEST(LaunchPlan, Python) {
  const auto uvx = parse_launch({"uvx", "MCP_Server.Time@0.6.2", "--local-timezone=UTC"});
  ASSERT_TRUE(uvx.ok());
  EXPECT_EQ(uvx->label(), "pypi:mcp-server-time==0.6.2");
  EXPECT_EQ(uvx->packages, Words{"mcp-server-time==0.6.2"});
  EXPECT_EQ(uvx->arguments, Words{"--local-timezone=UTC"});
  const auto from = parse_launch(
      {"uv", "tool", "run", "--from", "pkg[cli]>=1,<2", "--with", "extra", "--python", "3.12", "run"});
  ASSERT_TRUE(from.ok());
  EXPECT_EQ(from->packages, (Words{"pkg[cli]>=1,<2", "extra"}));
  EXPECT_EQ(from->binary, "run");
  EXPECT_EQ(from->python, "3.12");
  const auto pipx = parse_launch({"pipx", "run", "--spec", "pkg==1.0", "prog"});
  ASSERT_TRUE(pipx.ok());
  EXPECT_EQ(pipx->label(), "pypi:pkg==1.0");
  EXPECT_EQ(parse_launch({"uvx", "pkg@latest"})->packages, Words{"pkg"});
}

TEST(LaunchPlan, PlainPrograms) {
  for (const Words& command : {Words{"node", "x.js"}, Words{"./server"}, Words{"python3", "-m", "x"}}) {
    const auto launch = parse_launch(command);
    ASSERT_TRUE(launch.ok());
    EXPECT_EQ(launch->ecosystem, Ecosystem::kNone);
    EXPECT_EQ(launch->arguments, command);
    EXPECT_EQ(launch->label(), "");
  }
}

TEST(LaunchPlan, Refused) {
  for (const Words& command : {Words{"docker", "run", "x"}, Words{"deno", "run", "x"},
                               Words{"bunx", "x"},          Words{"dnx", "x"},
                               Words{"npx", "-c", "echo"},  Words{"npx", "--unknown", "x"},
                               Words{"npx", "./folder"},    Words{"npx", "github:user/repo"},
                               Words{"npx", "user/repo"},   Words{"npx", "https://example.com/x.tgz"},
                               Words{"npx", "x@file:../y"}, Words{"npx", "x@npm:y@1"},
                               Words{"npx", "../x"},        Words{"uvx", "git+https://example.com/x"},
                               Words{"uvx", "./x.whl"},     Words{"uvx", "x@https://example.com"},
                               Words{"uv", "run", "x"},     Words{"npm", "start"},
                               Words{"sudo", "x"},          Words{"pipx", "install", "x"}}) {
    const auto launch = parse_launch(command);
    ASSERT_FALSE(launch.ok()) << command.back();
    EXPECT_EQ(launch.error().code, ErrorCode::kRefused) << command.back();
  }
  for (const Words& command : {Words{}, Words{""}, Words{"npx", "-y"}, Words{"uvx"}, Words{"npx", "-p"}})
    EXPECT_EQ(parse_launch(command).error().code, ErrorCode::kUsage);
  EXPECT_EQ(parse_launch({"a", std::string("b\0c", 3)}).error().code, ErrorCode::kUsage);
}

TEST(PackageProgram, NpmChoosesAsNpxDoes) {
  EXPECT_EQ(*choose_npm_program(R"({"bin":"dist/x.js"})", "@a/b"), "dist/x.js");
  EXPECT_EQ(*choose_npm_program(R"({"bin":{"other":"o.js"}})", "@a/b"), "o.js");
  EXPECT_EQ(*choose_npm_program(R"({"bin":{"b":"b.js","c":"c.js"}})", "@a/b"), "b.js");
  EXPECT_EQ(*choose_npm_program(R"({"bin":{"x":"b.js","c":"b.js"}})", "@a/b"), "b.js");
  for (const char* text :
       {R"({"bin":{"x":"b.js","c":"c.js"}})", "{}", "[]", "", R"({"bin":7})", R"({"bin":{"b":7}})"})
    EXPECT_FALSE(choose_npm_program(text, "@a/b").ok()) << text;
}

TEST(PackageProgram, ConsoleScripts) {
  EXPECT_EQ(console_scripts(
                "[gui]\nx = y:z\n\n[console_scripts]\none = a:b\r\n # c = d\n two=c:d\n[other]\nthree = e:f"),
            (Words{"one", "two"}));
  EXPECT_TRUE(console_scripts("").empty());
  EXPECT_TRUE(console_scripts("[console_scripts").empty());
}

}  // namespace
}  // namespace mcpjury
