#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "net/client_fixture.h"
#include "observe/git/fetch.h"
#include "observe/git/repository.h"
#include "observe/git/run_git.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

// A repository made with the system's git, in a folder of its own.
class GitTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string place = ::testing::TempDir() + "mcpjury-git-XXXXXX";
    ASSERT_NE(::mkdtemp(place.data()), nullptr);
    folder = place;
  }
  void TearDown() override { fs::remove_all(folder); }

  void git(const std::string& words) {
    const std::string command = "cd '" + folder +
                                "' && GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=A "
                                "GIT_AUTHOR_EMAIL=a@example.com "
                                "GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@example.com GIT_AUTHOR_DATE='" +
                                std::to_string(time) + " +0000' GIT_COMMITTER_DATE='" + std::to_string(time) +
                                " +0000' git " + words + " >/dev/null 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << words;
  }
  void write(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(folder + "/" + path).parent_path());
    std::ofstream(folder + "/" + path) << text;
  }
  void commit(const std::string& message) {
    time += 60;
    git("add -A");
    git("commit -q -m '" + message + "'");
  }
  void three_commits() {
    git("init -q -b main");
    write("a.txt", "one");
    write("config/key.txt", "secret-value");
    commit("first");
    git("tag v1.9.0");
    fs::remove(folder + "/config/key.txt");
    write("a.txt", "two");
    commit("second");
    git("tag -a -m 'release' v1.10.0");
    git("tag v2.0.0-rc.1");
    write("b.txt", "three");
    commit("third");
  }

  std::string folder;
  long time = 1'700'000'000;
};

TEST_F(GitTest, HeadTagsAndCommits) {
  three_commits();
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  EXPECT_EQ(repository->head_reference(), "refs/heads/main");
  const auto head = repository->head();
  ASSERT_TRUE(head.ok());
  EXPECT_EQ(head->committed_at, "2023-11-14T22:16:20Z");
  EXPECT_EQ(head->author_email, "a@example.com");
  EXPECT_FALSE(head->has_signature);
  EXPECT_EQ(repository->recent_commits(10).size(), 3u);
  EXPECT_EQ(repository->recent_commits(2).front().id, head->id);
  EXPECT_EQ(repository->tags().size(), 3u);
  const auto latest = repository->latest_tag();
  ASSERT_TRUE(latest);
  EXPECT_EQ(latest->name, "v1.10.0");
  EXPECT_TRUE(latest->annotated);
  EXPECT_EQ(latest->commit, head->parents.at(0));
}

TEST_F(GitTest, PackedRepositoriesReadTheSame) {
  three_commits();
  git("gc -q");
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  EXPECT_EQ(repository->tags().size(), 3u);
  EXPECT_EQ(repository->recent_commits(10).size(), 3u);
}

TEST_F(GitTest, HistoryShowsEachBlobOnceWithTheCommitThatBroughtIt) {
  three_commits();
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  std::vector<std::string> seen;
  const GitHistory history = repository->walk_history([&](const GitBlob& blob) {
    seen.push_back(std::string(blob.path) + "=" + std::string(blob.bytes) + (blob.in_head ? "+" : "-"));
    return true;
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"a.txt=one-", "config/key.txt=secret-value-", "a.txt=two+",
                                            "b.txt=three+"}));
  EXPECT_EQ(history.commits, 3u);
  EXPECT_FALSE(history.truncated);
  EXPECT_FALSE(history.shallow);
}

TEST_F(GitTest, LimitsOfAWalkAreSaid) {
  three_commits();
  GitLimits limits;
  limits.commits = 2;
  limits.blob_bytes = 4;
  auto repository = GitRepository::open(folder, limits);
  ASSERT_TRUE(repository.ok());
  std::size_t blobs = 0;
  const GitHistory history = repository->walk_history([&](const GitBlob&) { return ++blobs > 0; });
  EXPECT_TRUE(history.truncated);
  EXPECT_EQ(history.too_large, 1u);
  EXPECT_EQ(blobs, 1u);
}

TEST_F(GitTest, NothingOfAHostileRepositoryIsObeyed) {
  three_commits();
  write(".git/objects/info/alternates", "/\n../../../../\n");
  write(".git/config", "[core]\n\tfsmonitor = touch " + folder + "/ran\n[include]\n\tpath = /dev/zero\n");
  write(".git/refs/tags/loop", "ref: refs/tags/loop\n");
  write(".git/refs/heads/..bad", "0123456789012345678901234567890123456789\n");
  write(".git/packed-refs", "garbage\n0123 refs/tags/x\n" + std::string(2000, 'x') + " refs/tags/y\n");
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  EXPECT_TRUE(repository->head().ok());
  EXPECT_FALSE(fs::exists(folder + "/ran"));
  for (const GitReference& reference : repository->references())
    EXPECT_EQ(reference.name.find(".."), std::string::npos);
}

TEST_F(GitTest, BrokenObjectsAreAnError) {
  three_commits();
  for (const auto& entry : fs::recursive_directory_iterator(folder + "/.git/objects")) {
    if (!entry.is_regular_file()) continue;
    fs::permissions(entry.path(), fs::perms::owner_all);
    std::ofstream(entry.path()) << "broken";
  }
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  EXPECT_FALSE(repository->head().ok());
  EXPECT_EQ(repository->walk_history([](const GitBlob&) { return true; }).commits, 0u);
  EXPECT_FALSE(GitRepository::open(folder + "/nothing").ok());
}

TEST_F(GitTest, EntriesTellLinksAndSubmodules) {
  git("init -q -b main");
  write("plain", "1");
  fs::create_symlink("/etc/passwd", folder + "/link");
  commit("first");
  git("update-index --add --cacheinfo 160000,0123456789012345678901234567890123456789,module");
  git("commit -q -m module");
  auto repository = GitRepository::open(folder);
  ASSERT_TRUE(repository.ok());
  bool truncated = false;
  const auto entries = repository->entries(repository->head()->id, truncated);
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries->size(), 3u);
  EXPECT_EQ((*entries)[0].kind, GitEntry::Kind::kLink);
  EXPECT_EQ((*entries)[1].kind, GitEntry::Kind::kSubmodule);
  EXPECT_EQ((*entries)[2].kind, GitEntry::Kind::kFile);
}

TEST(NewestRelease, FollowsVersionsNotNames) {
  const auto newest = [](const std::vector<std::string>& names) {
    const std::size_t at = newest_release(names);
    return at < names.size() ? names[at] : std::string("none");
  };
  EXPECT_EQ(newest({"v1.9.0", "v1.10.0", "v1.2.0"}), "v1.10.0");
  EXPECT_EQ(newest({"v1.0.0", "v2.0.0-beta.1"}), "v1.0.0");
  EXPECT_EQ(newest({"v2.0.0-beta.1", "v2.0.0-beta.2"}), "v2.0.0-beta.2");
  EXPECT_EQ(newest({"2025.1", "2024.12.3"}), "2025.1");
  EXPECT_EQ(newest({"pkg@1.0.0", "pkg@1.1.0"}), "pkg@1.1.0");
  EXPECT_EQ(newest({"nightly", "latest", ""}), "none");
  EXPECT_EQ(newest({}), "none");
}

TEST(GitAddress, OnlyRepositoriesByHttps) {
  EXPECT_TRUE(is_git_address("https://code.example/a/b.git"));
  EXPECT_TRUE(is_git_address("https://code.example/a/b.git#v1"));
  EXPECT_TRUE(is_git_address("git+https://code.example/a/b"));
  EXPECT_FALSE(is_git_address("https://code.example/mcp"));
  EXPECT_FALSE(is_git_address("git://code.example/a/b.git"));
  const auto address = parse_git_address("git+https://code.example/a/b#release/1");
  ASSERT_TRUE(address.ok());
  EXPECT_EQ(address->wanted, "release/1");
  EXPECT_EQ(address->url.host, "code.example");
  for (const char* wrong : {"https://user:pass@code.example/a.git", "git+ssh://code.example/a",
                            "https://code.example", "https://code.example/a.git#--upload-pack=x",
                            "https://code.example/a.git#a..b", "https://code.example/a.git?x=1"})
    EXPECT_FALSE(parse_git_address(wrong).ok()) << wrong;
}

TEST(GitAddress, ChoosesTheNewestReleaseThenTheDefaultBranch) {
  const std::string a(40, 'a'), b(40, 'b'), c(40, 'c');
  const std::string listing = "ref: refs/heads/main\tHEAD\n" + a + "\tHEAD\n" + a + "\trefs/heads/main\n" +
                              b + "\trefs/tags/v1.2.0\n" + c + "\trefs/tags/v1.2.0^{}\n" + b +
                              "\trefs/tags/v1.1.0\n";
  auto chosen = choose_reference(listing, "");
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->ref, "refs/tags/v1.2.0");
  EXPECT_EQ(chosen->ref_kind, "release_tag");
  chosen = choose_reference(listing, "main");
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->ref_kind, "given");
  EXPECT_EQ(chosen->id, a);
  chosen = choose_reference("ref: refs/heads/main\tHEAD\n" + a + "\tHEAD\n" + a + "\trefs/heads/main\n", "");
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(chosen->ref_kind, "default_branch");
  EXPECT_EQ(choose_reference(listing, "missing").error().code, ErrorCode::kNothingToGrade);
  EXPECT_FALSE(choose_reference("", "").ok());
}

class GitPin : public ClientTest {
 protected:
  Result<std::string> pin(const std::string& text, const GitFetchOptions& options = {}) {
    Result<std::string> out = Error{};
    loop.spawn([&] { out = vetted_pin(*parse_git_address(text), resolver, options); });
    loop.run();
    return out;
  }
};

TEST_F(GitPin, HoldsTheAddressThatWasAllowed) {
  resolver.answers["code.example"] = {{"93.184.216.34"}};
  resolver.answers["inside.example"] = {{"10.0.0.1"}};
  resolver.answers["mixed.example"] = {{"93.184.216.34", "127.0.0.1"}};
  EXPECT_EQ(*pin("https://code.example/a.git"), "code.example:443:93.184.216.34");
  EXPECT_EQ(pin("https://inside.example/a.git").error().code, ErrorCode::kRefused);
  EXPECT_EQ(pin("https://mixed.example/a.git").error().code, ErrorCode::kRefused);
  EXPECT_EQ(pin("http://code.example/a.git").error().code, ErrorCode::kRefused);
  EXPECT_EQ(pin("https://127.0.0.1/a.git").error().code, ErrorCode::kRefused);
  EXPECT_EQ(pin("https://nowhere.example/a.git").error().code, ErrorCode::kNotReached);
  GitFetchOptions options;
  options.allow_private = true;
  EXPECT_EQ(*pin("http://inside.example:8080/a.git", options), "inside.example:8080:10.0.0.1");
}

TEST_F(GitTest, RunsEndAtTheirLimits) {
  GitRun run;
  run.home = folder;
  EXPECT_TRUE(run_git(run, {"version"}).ok);
  run.output_bytes = 3;
  EXPECT_FALSE(run_git(run, {"version"}).ok);
  run.output_bytes = 1000;
  run.deadline = Loop::now();
  EXPECT_EQ(run_git(run, {"version"}).problem, "it took too long");
  run.deadline = TimePoint::max();
  // The protocols that could run a program or read a file are off.
  for (const char* url :
       {"ext::sh -c touch% ran", "file:///", "/", "ssh://127.0.0.1/x", "git://127.0.0.1/x"}) {
    const GitOutput out = run_git(run, {"ls-remote", "--", url});
    EXPECT_FALSE(out.ok) << url;
    EXPECT_NE(out.problem.find("not allowed"), std::string::npos) << out.problem;
  }
  EXPECT_FALSE(fs::exists(folder + "/ran"));
}

}  // namespace
}  // namespace mcpjury
