#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "secrets/entropy.h"
#include "secrets/pack.h"
#include "secrets/scanner.h"

namespace mcpjury {
namespace {

// Values are put together here, so that no text of this tree has the form of a credential.
std::string joined(std::initializer_list<std::string_view> parts) {
  std::string out;
  for (const std::string_view part : parts) out += part;
  return out;
}
const std::string kGithub = joined({"gh", "p_", "a8Kd03LmQz71XvB5", "nT2cRy9UwEe64HsJpFgi"});

SecretPack pack_of(std::string_view text) {
  auto pack = read_secret_pack(text, "pack.toml");
  EXPECT_TRUE(pack.ok()) << (pack.ok() ? "" : pack.error().message);
  return pack.ok() ? std::move(*pack) : std::move(*default_secret_pack());
}
std::vector<FoundSecret> found(const SecretPack& pack, std::string_view text, std::string_view path = "a.ts",
                               std::string_view commit = {}) {
  return SecretScanner(pack).scan(path, text, commit);
}
std::string refusal(std::string_view text) {
  auto pack = read_secret_pack(text, "pack.toml");
  return pack.ok() ? "" : pack.error().message;
}

TEST(Entropy, IsCountedAsGitleaksDoes) {
  EXPECT_DOUBLE_EQ(shannon_entropy(""), 0);
  EXPECT_DOUBLE_EQ(shannon_entropy("aaaa"), 0);
  EXPECT_DOUBLE_EQ(shannon_entropy("abcd"), 2);
  EXPECT_NEAR(shannon_entropy("aabbbc"), 1.459148, 1e-6);
  EXPECT_NEAR(shannon_entropy("\xC3\xA9"), 0.5, 1e-9);  // one character, two bytes
}

TEST(SecretPack, ReadsTheFormatAsItIs) {
  const SecretPack pack = pack_of(R"(
title = "x"
[[rules]]
ID = "acme"
description = "Acme"
regex = '''(?i)acme_(?<env>live|test)_([0-9a-f]{8})'''
secretGroup = 2
keywords = ["ACME_"]
[[rules.allowlists]]
regexTarget = "line"
regexes = ['''nothing to see''']
[[rules.allowlists]]
condition = "AND"
paths = ['''fixtures/''']
stopwords = ["DEAD"]
[[rules]]
id = "by-path"
path = '''\.p12$'''
)");
  EXPECT_EQ(pack.size(), 2u);
  const auto hit = found(pack, "a\nkey acme_live_0123abcd\n");
  ASSERT_EQ(hit.size(), 1u);
  EXPECT_EQ(hit[0].rule, "acme");
  EXPECT_EQ(hit[0].line, 2u);
  EXPECT_EQ(hit[0].end - hit[0].begin, 8u);
  EXPECT_TRUE(found(pack, "acme_live_0123abcd nothing to see").empty());
  EXPECT_TRUE(found(pack, "acme_live_dead0123", "fixtures/a.ts").empty());
  EXPECT_EQ(found(pack, "acme_live_dead0123", "src/a.ts").size(), 1u);
  EXPECT_EQ(found(pack, "acme_live_0123abcd", "fixtures/a.ts").size(), 1u);
  EXPECT_TRUE(found(pack, "acme_live_0123abcd // gitleaks:allow").empty());
  EXPECT_EQ(found(pack, "", "keys/a.p12").size(), 1u);
}

TEST(SecretPack, GlobalAllowlistsAndCommits) {
  const std::string commit(40, 'a');
  const SecretPack pack = pack_of(R"(
[allowlist]
paths = ['''^vendor/''']
commits = [")" + commit + R"("]
[[allowlists]]
targetRules = ["b"]
stopwords = ["harmless"]
[[rules]]
id = "a"
regex = '''A=(\w+)'''
[[rules]]
id = "b"
regex = '''B=(\w+)'''
)");
  EXPECT_EQ(found(pack, "A=harmless1 B=harmless2").size(), 1u);
  EXPECT_TRUE(found(pack, "A=x", "vendor/a").empty());
  EXPECT_TRUE(found(pack, "A=x", "a", commit).empty());
  EXPECT_EQ(found(pack, "A=x", "a", std::string(40, 'b')).size(), 1u);
}

TEST(SecretPack, EntropyMustBeAbove) {
  const SecretPack pack = pack_of("[[rules]]\nid = 'a'\nregex = 'k=(\\w+)'\nentropy = 2\n");
  EXPECT_TRUE(found(pack, "k=abcd").empty());
  EXPECT_EQ(found(pack, "k=abcde").size(), 1u);
}

TEST(SecretPack, ExtendsTheBuiltInRules) {
  const SecretPack pack = pack_of(R"(
[extend]
useDefault = true
disabledRules = ["aws-access-key-id"]
[[rules]]
id = "github-token"
[rules.allowlist]
stopwords = ["nt2cry9u"]
[[rules]]
id = "own"
regex = '''own-[0-9]{4}'''
)");
  EXPECT_EQ(pack.size(), default_secret_pack()->size());  // one less, one more
  EXPECT_TRUE(found(pack, "const t = '" + kGithub + "'").empty());
  EXPECT_EQ(found(pack, "own-1234").size(), 1u);
  ASSERT_EQ(pack.notes().size(), 1u);
}

TEST(SecretPack, ExtendsOnlyFilesOfTheSameFolder) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("mcpjury-packs-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const auto write = [&](const char* name, std::string_view text) { std::ofstream(folder / name) << text; };
  write("base.toml", "[[rules]]\nid = 'a'\nregex = 'aaa'\n");
  write("top.toml", "[extend]\npath = 'base.toml'\n");
  write("loop.toml", "[extend]\npath = 'loop.toml'\n");
  write("out.toml", "[extend]\npath = '../base.toml'\n");
  auto top = read_secret_pack_file((folder / "top.toml").string());
  ASSERT_TRUE(top.ok());
  EXPECT_EQ(top->size(), 1u);
  EXPECT_FALSE(read_secret_pack_file((folder / "loop.toml").string()).ok());
  EXPECT_FALSE(read_secret_pack_file((folder / "out.toml").string()).ok());
  EXPECT_FALSE(read_secret_pack_file((folder / "none.toml").string()).ok());
  EXPECT_FALSE(read_secret_pack_file(folder.string()).ok());
  fs::remove_all(folder);
}

TEST(SecretPack, HostilePacksGiveClearErrors) {
  EXPECT_NE(refusal("[[rules]]\nregex = 'a'\n").find("has no id"), std::string::npos);
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\n").find("neither regex nor path"), std::string::npos);
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = '(?=a)'\n").find("rule a"), std::string::npos);
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = 'a'\nsecretGroup = 3\n").find("groups"), std::string::npos);
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = '((a{1000}){1000}){1000}'\n"), "");
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = '\\pL{900}\\pL{900}\\pL{900}'\n"), "");
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = 'a'\nkeywords = 'a'\n").find("no list"), std::string::npos);
  EXPECT_NE(refusal("[[rules]]\nid = 'a'\nregex = 'a'\n[rules.allowlist]\ncondition = 'XOR'\n"), "");
  EXPECT_NE(refusal("[extend]\nurl = 'https://x.example/p'\n").find("refused"), std::string::npos);
  EXPECT_NE(refusal("[extend]\npath = 'a.toml'\n"), "");
  EXPECT_NE(refusal("rules = 3\n"), "");
  EXPECT_NE(refusal("title = 'x'\n").find("no rules"), std::string::npos);
  EXPECT_NE(refusal("[[rules"), "");
  EXPECT_NE(refusal(std::string(kMaxSecretPackBytes + 1, '#')), "");
  std::string many;
  for (std::size_t i = 0; i <= kMaxSecretRules; ++i)
    many += "[[rules]]\nid = '" + std::to_string(i) + "'\nregex = 'a'\n";
  EXPECT_NE(refusal(many).find("limit"), std::string::npos);
  std::string large;
  for (int i = 0; i < 200; ++i)
    large += "[[rules]]\nid = '" + std::to_string(i) + "'\nregex = '[a-z]{1000}[0-9]{1000}\\w{1000}" +
             "(?:a[a-z]{500}|b[a-z]{500}|c\\w{900}){1,20}'\n";
  EXPECT_NE(refusal(large), "");
}

TEST(DefaultPack, FindsTheFormsOfProviders) {
  const SecretPack pack = std::move(*default_secret_pack());
  const auto hit = found(pack, "x\nconst t = '" + kGithub + "';");
  ASSERT_EQ(hit.size(), 1u);
  EXPECT_EQ(hit[0].kind, "github-token");
  EXPECT_EQ(hit[0].confidence, Confidence::kHigh);
  EXPECT_EQ(hit[0].tag.size(), 6u);
  const std::string key = joined({"-----BEGIN RSA PRIVATE", " KEY-----\\n",
                                  "MIIEowIBAAKCAQEAy8Dbv8prpJ/0kKhlGeJYozo2t60EG8L0561g13R29LvMR5hy\\n"});
  ASSERT_EQ(found(pack, "const k = \"" + key + "\"").size(), 1u);
  const std::string url = joined({"postgres://app", ":", "Vq7rT2mZx9Lk", "@db.acme-internal.net/prod"});
  ASSERT_EQ(found(pack, url).size(), 1u);
  EXPECT_EQ(found(pack, url)[0].kind, "url-userinfo");
  const std::string generic = joined({"clientSec", "ret: \"", "9fKq2LmZ7xWvB3nT8cRy", "\""});
  ASSERT_EQ(found(pack, generic).size(), 1u);
  EXPECT_EQ(found(pack, generic)[0].kind, "assigned-secret");
}

TEST(DefaultPack, LetsHarmlessOnesPass) {
  const SecretPack pack = std::move(*default_secret_pack());
  const std::string aws = joined({"AKIA", "IOSFODNN7", "EXAMPLE"});
  for (const std::string& text : std::vector<std::string>{
           "aws_access_key_id = " + aws, joined({"gh", "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}),
           joined({"gh", "p_123456789012345678901234567890123456"}), "apiKey: process.env.API_KEY",
           "token = '${GITHUB_TOKEN_FROM_VAULT_9}'", "const secret = \"your-client-secret-goes-here-1\"",
           "token: '550e8400-e29b-41d4-a716-446655440000'",
           "\"integrity\": \"sha512-9fKq2LmZ7xWvB3nT8cRy9fKq2LmZ7xWvB3nT8cRy==\"",
           "const tokenHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'",
           "postgres://user:password@localhost:5432/db", "mongodb://root:Vq7rT2mZx9Lk@mongo:27017",
           "-----BEGIN PRIVATE KEY-----\\n...\\n-----END PRIVATE KEY-----",
           "password: 'correct-horse-battery'", "const tokenKey = 'someVeryLongIdentifierName2'",
           "nextPageToken: 'CAUQAA9fKq2LmZ7xWvB3nT8cRy'"}) {
    const auto hits = found(pack, text);
    EXPECT_TRUE(hits.empty()) << text << " " << hits[0].rule;
  }
  EXPECT_TRUE(found(pack, "t = '" + kGithub + "'", "package-lock.json").empty());
}

TEST(SecretScanner, ManyMatchesAreBounded) {
  const SecretPack pack = pack_of("[[rules]]\nid = 'a'\nregex = 'k'\n");
  const auto hits = found(pack, std::string(100'000, 'k'));
  EXPECT_EQ(hits.size(), SecretScanner::kMaxFound);
}

TEST(SecretScanner, TakesAnyBytes) {
  const SecretPack pack = std::move(*default_secret_pack());
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes.push_back(static_cast<char>(i * 37));
  EXPECT_TRUE(found(pack, bytes).empty());
  EXPECT_EQ(found(pack, bytes + "\n'" + kGithub + "'\xFF\xFE").size(), 1u);
}

}  // namespace
}  // namespace mcpjury
