// What a hostile repository may put where a lock file is expected.
#include <fmt/format.h>

#include "packages/inventory_builder.h"
#include "packages/inventory_test_help.h"

namespace mcpjury {
namespace {

using namespace test;

std::string repeated(std::string_view part, std::size_t count) {
  std::string out;
  out.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += part;
  return out;
}

TEST(HostileYaml, AliasBomb) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    bomb += fmt::format("a{0}: &a{0} [{1}*a{2}]\n", i, repeated(fmt::format("*a{},", i - 1), 9), i - 1);
  }
  for (const std::string_view path : {"pnpm-lock.yaml", ".github/workflows/x.yml"}) {
    EXPECT_NE(must_fail(path, bomb).find("too many values"), std::string::npos);
  }
}

TEST(HostileYaml, LongTextCopied) {
  const std::string text = "a: &a " + repeated("x", 100'000) + "\nb: [" + repeated("*a,", 100'000) + "]\n";
  EXPECT_NE(must_fail("pnpm-lock.yaml", text).find("too many values"), std::string::npos);
}

TEST(HostileYaml, Circle) {
  EXPECT_NE(must_fail("pnpm-lock.yaml", "a: &a [1, *a]\n").find("inside the value"), std::string::npos);
  EXPECT_NE(must_fail("pnpm-lock.yaml", "&r {x: *r}\n").find("inside the value"), std::string::npos);
  must_fail("pnpm-lock.yaml", "a: *unknown\n");
}

TEST(HostileYaml, PlainAliasIsRead) {
  const auto read = must_read(".github/workflows/x.yml",
                              "jobs:\n  a:\n    steps: &s\n      - uses: o/r@v1\n  b:\n    steps: *s\n");
  EXPECT_EQ(read.rows.size(), 1u);
}

TEST(HostileYaml, DeepAndDouble) {
  must_fail("pnpm-lock.yaml", repeated("[", 200'000));
  must_fail("pnpm-lock.yaml", repeated("- ", 20'000));
  must_fail("pnpm-lock.yaml", repeated("{a: ", 20'000));
  const auto read =
      must_read("pnpm-lock.yaml", "lockfileVersion: '9.0'\npackages: {}\npackages: {a@1.0.0: {}}\n");
  EXPECT_TRUE(has_note(read, "stands twice"));
  EXPECT_TRUE(has(read, "a"));
}

TEST(HostileYaml, OddKeys) {
  const auto read =
      must_read("pnpm-lock.yaml", "lockfileVersion: '9.0'\n? [a, b]\n: c\n? {d: e}\n: f\n~: g\n");
  EXPECT_TRUE(has_note(read, "not a text"));
}

TEST(HostileToml, LongKeysAndDepth) {
  const std::string key = repeated("a.", 1'000'000) + "b";
  EXPECT_NE(must_fail("Cargo.lock", key + " = 1\n").find("too many parts"), std::string::npos);
  EXPECT_NE(must_fail("Cargo.lock", "[" + key + "]\n").find("too many parts"), std::string::npos);
  EXPECT_NE(must_fail("Cargo.lock", "x = { y = '''\n' ''', " + key + " = '1' }\n").find("too many parts"),
            std::string::npos);
  EXPECT_NE(must_fail("Cargo.lock", "s = \"\"\"x\"\"\"\"\"\n" + key + " = 1\n").find("too many parts"),
            std::string::npos);
  // Dots in strings and comments are no keys.
  const std::string dots = repeated("a.", 5'000);
  must_read("pyproject.toml", "# " + dots + "\nx = \"" + dots + "\"\ny = '''\n" + dots + "\n'''\n");
  EXPECT_NE(must_fail("Cargo.lock", repeated("[[package]]\n", 20'001)).find("too many tables"),
            std::string::npos);
  must_fail("Cargo.lock", "x = " + repeated("[", 100'000));
  must_fail("Cargo.lock", "x = " + repeated("{a = ", 100'000));
  must_fail("Cargo.lock", "x = " + repeated("{a.b.c.d.e.f.g.h = ", 40) + "1" + repeated("}", 40));
}

// Breaks an assertion of toml++ 3.3.
TEST(HostileToml, HeaderWithoutKey) {
  EXPECT_NE(must_fail("Cargo.lock", "[[[[").find("not TOML"), std::string::npos);
}

TEST(HostileJson, DeepAndLong) {
  must_fail("package-lock.json", repeated("{\"dependencies\":", 100'000));
  std::string deep = "{\"lockfileVersion\":1";
  for (int i = 0; i < 50; ++i) deep += ",\"dependencies\":{\"a\":{\"version\":\"1.0.0\"";
  deep += repeated("}}", 50) + "}";
  EXPECT_EQ(must_read("package-lock.json", deep).rows.size(), 1u);
  const std::string folder = repeated("node_modules/a/", 500) + "node_modules/b";
  const auto read = must_read("package-lock.json",
                              R"({"lockfileVersion":3,"packages":{")" + folder + R"(":{"version":"1"}}})");
  EXPECT_TRUE(read.rows.empty());
  EXPECT_TRUE(has_note(read, "folder name"));
}

TEST(Hostile, TooManyPackages) {
  std::string text = "module x.test/y\nrequire (\n";
  for (int i = 0; i <= 50'000; ++i) text += fmt::format("x.test/p{} v1.0.0\n", i);
  text += ")\n";
  const auto read = must_read("go.mod", text);
  EXPECT_EQ(read.rows.size(), kMaxPackages);
  EXPECT_TRUE(read.truncated);
  EXPECT_TRUE(has_note(read, "more than 50000 packages"));
}

TEST(Hostile, TooLarge) {
  const std::string text(kMaxInventoryBytes + 1, ' ');
  const auto read = read_inventory("package.json", text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::kLimit);
}

TEST(Hostile, Names) {
  const auto read = must_read("package.json", R"({"dependencies": {
    "../../etc/passwd": "1", "a/../b": "1", "/root": "1", "a b": "1", "c\u0000d": "1", "e\u001b[31m": "1", "": "1",
    "back\\slash": "1", "fine": "1\u0007", "@scope/ok": "1", "\u202egnp": "1"}})");
  EXPECT_FALSE(has(read, "../../etc/passwd"));
  EXPECT_EQ(row(read, "fine").version, "");
  EXPECT_EQ(row(read, "@scope/ok").version, "1");
  // A name that only looks odd is kept as it is: look-alikes are found by others.
  EXPECT_EQ(read.rows.size(), 3u);
  EXPECT_EQ(read.notes.size(), 9u);
  for (const std::string& note : read.notes) {
    EXPECT_EQ(note.find_first_of("\x1b\x07\n"), std::string::npos) << note;
  }
}

TEST(Hostile, NotesAreCountedAndShort) {
  std::string text = "a==1\n";
  for (int i = 0; i < 500; ++i) text += "!" + repeated("x", 1'000) + "\n";
  const auto read = must_read("requirements.txt", text);
  EXPECT_EQ(read.notes.size(), kMaxNotes + 1);
  EXPECT_EQ(read.notes.back(), "and 400 more notes");
  for (const std::string& note : read.notes) EXPECT_LE(note.size(), 400u);
}

TEST(Hostile, SecretsInAddresses) {
  const auto read = must_read("package-lock.json", R"({"lockfileVersion": 3, "packages": {
    "node_modules/a": {"version": "1", "resolved": "https://bob:s3cr3tpass@r.example/a.tgz"},
    "node_modules/b": {"version": "1", "resolved": "https://r.example/b.tgz?token=Zx29LmVt4Rk0aPq7Zx29"},
    "node_modules/c": {"version": "1", "resolved": "git+ssh://git@git.example/c.git"},
    "node_modules/d": {"version": "1", "resolved": "https://ghp_a8Kd03LmQz71XvB5nT2cRy9UwEe64HsJpFgi@r.example/d"}}})");
  EXPECT_EQ(row(read, "a").resolved, "https://r.example/a.tgz");
  EXPECT_EQ(row(read, "b").resolved.find("Zx29LmVt4Rk0aPq7"), std::string::npos);
  EXPECT_EQ(row(read, "c").resolved, "git+ssh://git@git.example/c.git");
  EXPECT_EQ(row(read, "d").resolved, "https://r.example/d");
}

TEST(Hostile, ParentsAreBounded) {
  std::string text = "version = 3\n";
  for (int i = 0; i < 40; ++i) {
    text += fmt::format(
        "[[package]]\nname = \"p{}\"\nversion = \"1.0.0\"\nsource = \"r\"\ndependencies = [\"z\"]\n", i);
  }
  text += "[[package]]\nname = \"z\"\nversion = \"1.0.0\"\nsource = \"r\"\n";
  EXPECT_EQ(row(must_read("Cargo.lock", text), "z").parents.size(), kMaxParents);
}

TEST(Hostile, UnknownFile) {
  EXPECT_FALSE(is_inventory_file("README.md"));
  EXPECT_FALSE(is_inventory_file(""));
  EXPECT_FALSE(is_inventory_file("package.json/"));
  const auto read = read_inventory("README\x1b.md", "");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace mcpjury
