// Secrets of a folder and of its history, and asking a provider about them: a scripted server on loopback.
#include "observe/source/secret_look.h"

#include <git2.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <boost/json/serialize.hpp>
#include <filesystem>
#include <fstream>

#include "net/client_fixture.h"
#include "observe/source/project_facts.h"
#include "observe/source/verify_secrets.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

// Put together here, so that no text of this tree has the form of a credential.
std::string github(std::string_view body) { return std::string("gh") + "p_" + std::string(body); }
const std::string kFirst = github("a8Kd03LmQz71XvB5nT2cRy9UwEe64HsJpFgi");
const std::string kSecond = github("Zt5Rw8Yb2Nc6Mv9Ql3Xk7Jd1Hs4Gf0Pa5Uo8");

class SecretFolder : public ClientTest {
 protected:
  SecretFolder() : root_(fs::temp_directory_path() / ("mcpjury-secrets-" + std::to_string(::getpid()))) {
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  ~SecretFolder() override { fs::remove_all(root_); }
  void write(const std::string& path, std::string_view text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  SourceTree walk() {
    auto tree = walk_source(root_.string(), {});
    EXPECT_TRUE(tree.ok());
    return tree.ok() ? *tree : SourceTree();
  }
  SecretLook look(const SecretLookOptions& options = {}) {
    auto found = look_for_secrets(walk(), {}, options);
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message);
    return found.ok() ? std::move(*found) : SecretLook();
  }
  // All files of the folder as one commit on top of the last.
  void commit(const char* message, std::int64_t time) {
    git_libgit2_init();
    git_repository* repository = nullptr;
    if (git_repository_open(&repository, root_.c_str()) != 0) {
      ASSERT_EQ(git_repository_init(&repository, root_.c_str(), 0), 0);
    }
    git_index* index = nullptr;
    ASSERT_EQ(git_repository_index(&index, repository), 0);
    git_index_add_all(index, nullptr, 0, nullptr, nullptr);
    git_index_update_all(index, nullptr, nullptr, nullptr);
    git_index_write(index);
    git_oid tree_id, id, parent_id;
    ASSERT_EQ(git_index_write_tree(&tree_id, index), 0);
    git_tree* tree = nullptr;
    git_tree_lookup(&tree, repository, &tree_id);
    git_signature* author = nullptr;
    git_signature_new(&author, "Ann", "ann@acme.example", time, 0);
    git_commit* parent = nullptr;
    if (git_reference_name_to_id(&parent_id, repository, "HEAD") == 0)
      git_commit_lookup(&parent, repository, &parent_id);
    const git_commit* parents[] = {parent};
    EXPECT_EQ(git_commit_create(&id, repository, "HEAD", author, author, nullptr, message, tree,
                                parent == nullptr ? 0 : 1, parents),
              0);
    git_commit_free(parent);
    git_signature_free(author);
    git_tree_free(tree);
    git_index_free(index);
    git_repository_free(repository);
    git_libgit2_shutdown();
  }
  fs::path root_;
};

TEST_F(SecretFolder, KindAndPlaceNeverTheValue) {
  write("src/config.ts", "const a = 1;\nconst key = '" + kFirst + "';\n");
  write("tests/config.ts", "const key = '" + kFirst + "';\n");
  const SecretLook found = look();
  ASSERT_EQ(found.secrets.size(), 2u);
  EXPECT_EQ(found.secrets[0].at("kind").as_string(), "github-token");
  EXPECT_EQ(found.secrets[0].at("line").to_number<int>(), 2);
  EXPECT_EQ(found.secrets[0].at("confidence").as_string(), "high");
  EXPECT_EQ(found.secrets[1].at("confidence").as_string(), "low");
  EXPECT_EQ(boost::json::serialize(found.secrets).find(kFirst.substr(6, 20)), std::string::npos);
}

TEST_F(SecretFolder, RulesOfTheUserStandBesideOurs) {
  write("a.ts", "const key = '" + kFirst + "'; const mine = 'acme-4711-0815';\n");
  const fs::path rules = root_.string() + ".toml";
  std::ofstream(rules)
      << "[[rules]]\nid = 'acme'\nregex = 'acme-[0-9-]+'\n[[rules]]\nid='gh'\nregex='ghp_\\w+'\n";
  const SecretLook found = look({.rule_files = {rules.string()}});
  ASSERT_EQ(found.secrets.size(), 2u);  // the token once, by our own rule
  EXPECT_EQ(found.secrets[1].at("kind").as_string(), "acme");
  std::ofstream(rules) << "[[rules]]\nid = 'acme'\nregex = '('\n";
  EXPECT_FALSE(look_for_secrets(walk(), {}, {.rule_files = {rules.string()}}).ok());
  fs::remove(rules);
}

TEST_F(SecretFolder, HistoryOnRequest) {
  write("src/a.ts", "const key = '" + kFirst + "';\n");
  write("src/b.ts", "const key = '" + kSecond + "';\n");
  commit("first", 1'700'000'000);
  write("src/a.ts", "const key = process.env.KEY;\n");
  commit("second", 1'700'100'000);
  EXPECT_EQ(look().secrets.size(), 1u);
  const SecretLook found = look({.rule_files = {}, .history = true});
  ASSERT_EQ(found.secrets.size(), 2u);
  const JsonObject& old = found.secrets[1].as_object();
  EXPECT_EQ(find_string(old, "file"), "src/a.ts");
  EXPECT_TRUE(old.at("in_history").as_bool());
  EXPECT_EQ(find_string(old, "commit").size(), 40u);
  EXPECT_EQ(found.history.at("commits").to_number<int>(), 2);
  const JsonObject health = health_facts(walk(), {}, "2023-12-01T00:00:00Z");
  EXPECT_EQ(health.at("contributors").to_number<int>(), 1);
}

TEST_F(SecretFolder, ProvidersAreAskedOnceAndOnlyWhenNamed) {
  write("src/a.ts", "const key = '" + kFirst + "';\nconst again = '" + kFirst + "';\n");
  write("src/b.ts", "const key = '" + kSecond + "';\n");
  std::vector<std::string> asked;
  ScriptedServer server([&](Connection& connection) {
    const std::string request = connection.request();
    if (request.empty()) return;
    asked.push_back(request);
    const bool first = request.find(kFirst) != std::string::npos;
    connection.answer("{}", first ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 401 Unauthorized\r\n");
  });
  std::string origin = server.url("");
  SecretLook found = look();
  VerifyOptions options;
  options.addresses = {{"github", origin}};
  with_client([&](GuardedClient& client) { verify_secrets(found, walk(), {}, client, options); });
  EXPECT_TRUE(asked.empty());
  options.providers = {"gitlab"};
  with_client([&](GuardedClient& client) { verify_secrets(found, walk(), {}, client, options); });
  EXPECT_TRUE(asked.empty());
  options.providers = {"github"};
  with_client([&](GuardedClient& client) { verify_secrets(found, walk(), {}, client, options); });
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_TRUE(asked[0].starts_with("GET /user HTTP/1.1"));
  EXPECT_EQ(found.secrets[0].at("verified").as_string(), "live");
  EXPECT_EQ(found.secrets[1].at("verified").as_string(), "live");
  EXPECT_EQ(found.secrets[2].at("verified").as_string(), "dead");
  EXPECT_EQ(boost::json::serialize(log.to_json()).find(kFirst), std::string::npos);
}

TEST_F(SecretFolder, AnAnswerThatSaysNothingIsNoVerdict) {
  write("src/a.ts", "const key = '" + kFirst + "';\n");
  for (const char* head : {"HTTP/1.1 403 Forbidden\r\n", "HTTP/1.1 500 X\r\n",
                           "HTTP/1.1 302 Found\r\nLocation: http://other.test/\r\n"}) {
    ScriptedServer server([&](Connection& connection) {
      if (!connection.request().empty()) connection.answer("{}", head);
    });
    SecretLook found = look();
    VerifyOptions options{.providers = {"github"}, .addresses = {{"github", server.url("")}}};
    with_client([&](GuardedClient& client) { verify_secrets(found, walk(), {}, client, options); });
    EXPECT_EQ(found.secrets[0].at("verified").as_string(), "not_tried") << head;
  }
}

TEST(SecretProviders, UnknownOnesAreRefused) {
  EXPECT_TRUE(check_secret_providers({"github", "slack"}).ok());
  EXPECT_FALSE(check_secret_providers({"nobody"}).ok());
}

}  // namespace
}  // namespace mcpjury
