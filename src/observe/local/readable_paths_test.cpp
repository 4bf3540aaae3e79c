#include "observe/local/readable_paths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "observe/local/program_lookup.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

class ReadablePathsTest : public testing::Test {
 protected:
  void SetUp() override { folder_ = std::move(*ScratchFolder::make()); }
  std::string make(const std::string& path, const std::string& text = {}) {
    const fs::path file = fs::path(folder_->path()) / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file.string();
  }
  std::string at(const std::string& path) const { return folder_->path() + "/" + path; }
  std::unique_ptr<ScratchFolder> folder_;
};

TEST_F(ReadablePathsTest, NearestPackageUnderTheTemporaryFolder) {
  make("a/package.json", "{}");
  const std::string file = make("a/dist/deep/index.js");
  EXPECT_EQ(package_root(file), at("a"));
  EXPECT_EQ(readable_paths({"/usr/bin/env", file}).shown, std::vector<std::string>{at("a")});
}

TEST_F(ReadablePathsTest, ModulesAndWorkspaces) {
  const std::string inside = make("p/node_modules/x/node_modules/y/index.js");
  EXPECT_EQ(package_root(inside), at("p/node_modules"));
  make("mono/package.json", R"({"workspaces": ["packages/*"]})");
  make("mono/packages/a/package.json", "{}");
  EXPECT_EQ(package_root(make("mono/packages/a/index.js")), at("mono"));
}

TEST_F(ReadablePathsTest, ValuesOfOptionsAndLinks) {
  const std::string config = make("c/config.json");
  fs::create_symlink(config, at("link.json"));
  const ReadablePaths paths =
      readable_paths({"/usr/bin/env", "--config=" + at("link.json"), "--no=/no/such", "text"});
  EXPECT_EQ(paths.shown, (std::vector<std::string>{config, at("link.json")}));
}

TEST_F(ReadablePathsTest, ScriptWithoutPackageHasItsFolder) {
  const std::string script = make("s/server.py");
  make("s/helper.py");
  EXPECT_EQ(readable_paths({"/usr/bin/env", "-u", script}).shown, std::vector<std::string>{at("s")});
}

TEST_F(ReadablePathsTest, NeverTooWide) {
  const char* home = std::getenv("HOME");
  for (const std::string& path : {std::string("/"), std::string("/etc"), std::string("/root"),
                                  std::string("/home"), std::string("/home/somebody"), std::string("/tmp"),
                                  temporary_place(), std::string(home != nullptr ? home : "/root")}) {
    EXPECT_TRUE(is_too_wide(path)) << path;
    const ReadablePaths paths = readable_paths({"/usr/bin/env", path});
    EXPECT_TRUE(paths.shown.empty()) << path;
  }
  EXPECT_FALSE(is_too_wide("/home/somebody/project"));
  EXPECT_FALSE(is_too_wide(folder_->path()));
}

TEST_F(ReadablePathsTest, InterpretersOfScripts) {
  make("venv/pyvenv.cfg");
  const std::string python = make("venv/bin/python");
  fs::permissions(python, fs::perms::owner_all);
  const std::string script = make("elsewhere/run", "#!" + python + "\nprint()\n");
  fs::permissions(script, fs::perms::owner_all);
  const ReadablePaths paths = readable_paths({script});
  EXPECT_EQ(paths.shown, (std::vector<std::string>{script, at("venv")}));
  EXPECT_EQ(program_prefix("/usr/bin/node"), "");
  EXPECT_EQ(program_prefix("/opt/node/bin/node"), "/opt/node");
  EXPECT_EQ(program_prefix("/home/a/.nvm/versions/node/v20/bin/node"), "/home/a/.nvm/versions/node/v20");
}

TEST_F(ReadablePathsTest, ShimsAreSeenThrough) {
  make("pyenv/version", "3.9.9\n");
  const std::string real = make("pyenv/versions/3.9.9/bin/python3");
  const std::string shim = make("pyenv/shims/python3", "#!/bin/sh\n");
  for (const std::string& file : {real, shim}) fs::permissions(file, fs::perms::owner_all);
  EXPECT_EQ(find_program(shim), std::getenv("PYENV_VERSION") == nullptr ? real : find_program(shim));
}

}  // namespace
}  // namespace mcpjury
