#include "packages/inventory_test_help.h"

namespace mcpjury {
namespace {

using namespace test;

TEST(NpmManifest, SectionsApart) {
  const auto read = must_read("a/package.json", R"({
  "name": "demo",
  "dependencies": {
    "zod": "^3.22.0",
    "alias": "npm:@real/pkg@~1.2",
    "fork": "git+https://bob:hunter2x9@git.example/a/b.git#v1",
    "short": "owner/repo",
    "ws": "workspace:*",
    "packed": "1.0.0"
  },
  "devDependencies": {"vitest": ">=1 <3"},
  "optionalDependencies": {"fsevents": "2.3.3"},
  "peerDependencies": {"react": "*", "maybe": "1"},
  "peerDependenciesMeta": {"maybe": {"optional": true}},
  "bundleDependencies": ["packed"],
  "overrides": {"zod": "3.0.0"}
})");
  EXPECT_EQ(read.kind, "package.json");
  EXPECT_EQ(row(read, "zod").version, "^3.22.0");
  EXPECT_TRUE(row(read, "zod").range);
  EXPECT_TRUE(row(read, "zod").direct);
  EXPECT_EQ(row(read, "zod").line, 4u);
  EXPECT_EQ(row(read, "@real/pkg").version, "~1.2");
  EXPECT_EQ(row(read, "fork").version, "");
  EXPECT_EQ(row(read, "fork").resolved, "git+https://git.example/a/b.git#v1");
  EXPECT_EQ(row(read, "short").resolved, "owner/repo");
  EXPECT_EQ(row(read, "ws").resolved, "workspace:*");
  EXPECT_EQ(row(read, "packed").group, "bundled");
  EXPECT_TRUE(row(read, "vitest").development);
  EXPECT_EQ(row(read, "fsevents").group, "optional");
  EXPECT_FALSE(row(read, "react").development);
  EXPECT_TRUE(row(read, "maybe").development);
  EXPECT_TRUE(has_note(read, "overrides"));
}

TEST(NpmManifest, OddParts) {
  const auto read =
      must_read("package.json", R"({"dependencies": {"a": 1, "b": "1", "b": "2"}, "devDependencies": []})");
  EXPECT_EQ(row(read, "a").version, "");
  EXPECT_EQ(row(read, "b").version, "2");
  EXPECT_TRUE(has_note(read, "stands twice"));
  EXPECT_TRUE(has_note(read, "devDependencies is no object"));
  must_fail("package.json", "[]");
  EXPECT_NE(must_fail("package.json", "{\"dependencies\": {").find("package.json:"), std::string::npos);
}

constexpr std::string_view kLock1 = R"({
  "name": "demo", "lockfileVersion": 1, "requires": true,
  "dependencies": {
    "a": {
      "version": "1.0.0", "resolved": "https://r.example/a.tgz", "integrity": "sha512-AA==",
      "requires": {"b": "^1.0.0", "c": "^2.0.0"},
      "dependencies": {
        "b": {"version": "1.5.0", "integrity": "sha512-B1=="}
      }
    },
    "b": {"version": "2.0.0", "dev": true},
    "c": {"version": "npm:real-c@2.1.0", "optional": true},
    "g": {"version": "git+https://git.example/g.git#abc", "from": "g"}
  }
})";

TEST(NpmLock, Version1) {
  const auto read = must_read("package-lock.json", kLock1);
  EXPECT_EQ(read.kind, "package-lock-v1");
  EXPECT_EQ(read.rows.size(), 5u);
  EXPECT_EQ(row(read, "b", "1.5.0").parents, Names{"a"});
  EXPECT_EQ(row(read, "b", "1.5.0").line, 8u);
  EXPECT_TRUE(row(read, "b", "2.0.0").parents.empty());
  EXPECT_TRUE(row(read, "b", "2.0.0").development);
  EXPECT_EQ(row(read, "real-c").parents, Names{"a"});
  EXPECT_EQ(row(read, "real-c").version, "2.1.0");
  EXPECT_EQ(row(read, "real-c").group, "optional");
  EXPECT_EQ(row(read, "g").version, "");
  EXPECT_EQ(row(read, "a").integrity, "sha512-AA==");
  EXPECT_FALSE(row(read, "a").range);
}

std::string lock3(std::string_view version) {
  return R"({
  "name": "demo", "lockfileVersion": )" +
         std::string(version) + R"(,
  "packages": {
    "": {"name": "demo", "dependencies": {"a": "^1"}, "devDependencies": {"d": "*"}, "workspaces": ["packages/w"]},
    "packages/w": {"name": "w", "dependencies": {"e": "1"}},
    "node_modules/w": {"resolved": "packages/w", "link": true},
    "node_modules/a": {
      "version": "1.0.0", "resolved": "https://r.example/a.tgz", "integrity": "sha512-A", "license": "MIT",
      "hasInstallScript": true, "dependencies": {"b": "1"}
    },
    "node_modules/a/node_modules/b": {"version": "1.1.0", "inBundle": true},
    "node_modules/b": {"version": "2.0.0", "dev": true},
    "node_modules/d": {"version": "4.0.0", "dev": true, "dependencies": {"b": "2"}},
    "node_modules/e": {"name": "real-e", "version": "5.0.0"},
    "node_modules/@s/f": {"version": "6.0.0", "devOptional": true}
  },
  "dependencies": {"ignored": {"version": "1.0.0"}}
})";
}

TEST(NpmLock, Versions2And3) {
  for (const std::string_view version : {"2", "3"}) {
    const auto read = must_read("x/package-lock.json", lock3(version));
    EXPECT_EQ(read.kind, "package-lock-v" + std::string(version));
    EXPECT_EQ(read.rows.size(), 6u);
    EXPECT_TRUE(row(read, "a").direct);
    EXPECT_TRUE(row(read, "a").has_install_script);
    EXPECT_EQ(row(read, "a").licence, "MIT");
    EXPECT_EQ(row(read, "a").line, 7u);
    EXPECT_EQ(row(read, "b", "1.1.0").parents, Names{"a"});
    EXPECT_EQ(row(read, "b", "1.1.0").group, "bundled");
    EXPECT_EQ(row(read, "b", "2.0.0").parents, Names{"d"});
    EXPECT_FALSE(row(read, "b", "2.0.0").direct);
    EXPECT_TRUE(row(read, "d").direct);
    EXPECT_TRUE(row(read, "d").development);
    EXPECT_TRUE(row(read, "real-e").direct);
    EXPECT_FALSE(row(read, "@s/f").development);
  }
}

TEST(NpmLock, ShrinkwrapAndUnknownVersion) {
  EXPECT_EQ(must_read("npm-shrinkwrap.json", lock3("3")).kind, "npm-shrinkwrap-v3");
  const auto read = must_read("package-lock.json", lock3("9"));
  EXPECT_EQ(read.rows.size(), 6u);
  EXPECT_TRUE(has_note(read, "unknown lockfileVersion"));
  must_fail("package-lock.json", "{}");
  must_fail("package-lock.json", R"({"lockfileVersion": 3, "packages": {)");
}

TEST(NpmLock, TwoHashesOfOneVersion) {
  const auto read = must_read("package-lock.json", R"({"lockfileVersion": 3, "packages": {
    "node_modules/a": {"version": "1.0.0", "integrity": "sha512-A"},
    "node_modules/b/node_modules/a": {"version": "1.0.0", "integrity": "sha512-B"}, "node_modules/c": 7}})");
  EXPECT_EQ(read.rows.size(), 1u);
  EXPECT_TRUE(has_note(read, "two different integrity"));
  EXPECT_TRUE(has_note(read, "node_modules/c is no object"));
}

TEST(Pnpm, Version5) {
  const auto read = must_read("pnpm-lock.yaml", R"(lockfileVersion: 5.4
specifiers:
  a: ^1.0.0
dependencies:
  a: 1.0.0_react@18.0.0
devDependencies:
  '@s/d': 2.0.0
packages:
  /a/1.0.0_react@18.0.0:
    resolution: {integrity: sha512-A}
    dependencies:
      b: 1.10.0
    requiresBuild: true
    dev: false
  /b/1.10.0:
    resolution: {integrity: sha512-B}
    dev: false
  /@s/d/2.0.0:
    resolution: {integrity: sha512-D}
    dev: true
  r.example/e/3.0.0:
    resolution: {tarball: https://r.example/e-3.0.0.tgz}
  github.com/o/r/abcdef:
    resolution: {tarball: https://git.example/o/r/abcdef}
    name: forked
    version: 0.1.0
)");
  EXPECT_EQ(read.kind, "pnpm-lock-v5");
  EXPECT_TRUE(row(read, "a", "1.0.0").direct);
  EXPECT_TRUE(row(read, "a").has_install_script);
  EXPECT_EQ(row(read, "a").line, 10u);
  EXPECT_EQ(row(read, "b", "1.10.0").parents, Names{"a"});
  EXPECT_TRUE(row(read, "@s/d", "2.0.0").development);
  EXPECT_TRUE(row(read, "@s/d").direct);
  EXPECT_EQ(row(read, "e").version, "3.0.0");
  EXPECT_EQ(row(read, "forked").version, "0.1.0");
}

TEST(Pnpm, Version6) {
  const auto read = must_read("pnpm-lock.yaml", R"(lockfileVersion: '6.0'
importers:
  .:
    dependencies:
      a:
        specifier: ^1.0.0
        version: 1.0.0(react@18.0.0)
      alias:
        specifier: npm:real@2
        version: /real@2.0.0
  packages/w:
    devDependencies:
      w: {specifier: 'workspace:*', version: 'link:../w'}
packages:
  /a@1.0.0(react@18.0.0):
    resolution: {integrity: sha512-A}
    dependencies: {'@s/b': 3.0.0}
    dev: false
  /@s/b@3.0.0:
    resolution: {integrity: sha512-B}
    optional: true
  /real@2.0.0:
    resolution: {integrity: sha512-R}
)");
  EXPECT_EQ(read.kind, "pnpm-lock-v6");
  EXPECT_EQ(read.rows.size(), 3u);
  EXPECT_TRUE(row(read, "a", "1.0.0").direct);
  EXPECT_TRUE(row(read, "real", "2.0.0").direct);
  EXPECT_EQ(row(read, "@s/b", "3.0.0").parents, Names{"a"});
  EXPECT_EQ(row(read, "@s/b").group, "optional");
}

TEST(Pnpm, Version9WithSnapshots) {
  const auto read = must_read("pnpm-lock.yaml", R"(lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      a: {specifier: ^1, version: 1.0.0(peer@2.0.0)}
    devDependencies:
      d: {specifier: ^4, version: 4.0.0}
packages:
  a@1.0.0:
    resolution: {integrity: sha512-A}
    peerDependencies: {peer: '*'}
  peer@2.0.0:
    resolution: {integrity: sha512-P}
  d@4.0.0:
    resolution: {integrity: sha512-D}
  both@5.0.0:
    resolution: {integrity: sha512-O}
  only@6.0.0:
    resolution: {integrity: sha512-N}
snapshots:
  a@1.0.0(peer@2.0.0):
    dependencies: {peer: 2.0.0, both: 5.0.0}
  peer@2.0.0: {}
  d@4.0.0:
    dependencies: {both: 5.0.0, only: 6.0.0}
  both@5.0.0: {}
  only@6.0.0: {}
)");
  EXPECT_EQ(read.kind, "pnpm-lock-v9");
  EXPECT_TRUE(row(read, "a").direct);
  EXPECT_FALSE(row(read, "a").development);
  EXPECT_TRUE(row(read, "d").development);
  EXPECT_FALSE(row(read, "both").development);
  EXPECT_TRUE(row(read, "only").development);
  EXPECT_EQ(row(read, "both").parents, (Names{"a", "d"}));
  EXPECT_EQ(row(read, "peer").parents, Names{"a"});
}

TEST(Pnpm, Broken) {
  must_fail("pnpm-lock.yaml", "packages: {}\n");
  EXPECT_NE(must_fail("pnpm-lock.yaml", "lockfileVersion: '9.0'\npackages: [\n").find("not YAML"),
            std::string::npos);
  EXPECT_TRUE(has_note(must_read("pnpm-lock.yaml", "lockfileVersion: '12.0'\n"), "unknown lockfileVersion"));
}

TEST(Yarn, Version1) {
  const auto read = must_read("yarn.lock", R"(# THIS IS AN AUTOGENERATED FILE.
# yarn lockfile v1


"@s/a@^1.0.0", "@s/a@^1.2.0":
  version "1.2.3"
  resolved "https://r.example/a.tgz#abc"
  integrity sha512-A==
  dependencies:
    b "^2.0.0"
  optionalDependencies:
    "@s/c" "3"

b@^2.0.0:
  version "2.0.1"

"@s/c@3":
  version "3.0.0"

x@npm:real-x@^4:
  version "4.0.0"
)");
  EXPECT_EQ(read.kind, "yarn.lock-v1");
  EXPECT_EQ(read.rows.size(), 4u);
  EXPECT_EQ(row(read, "@s/a").version, "1.2.3");
  EXPECT_EQ(row(read, "@s/a").line, 5u);
  EXPECT_EQ(row(read, "@s/a").integrity, "sha512-A==");
  EXPECT_EQ(row(read, "b").parents, Names{"@s/a"});
  EXPECT_EQ(row(read, "@s/c").parents, Names{"@s/a"});
  EXPECT_EQ(row(read, "real-x").version, "4.0.0");
}

TEST(Yarn, Version1PartlyBroken) {
  const auto read = must_read("yarn.lock",
                              "# yarn lockfile v1\na@1:\n  version \"1.0.0\"\n<<<<<<< HEAD\n  version \"9\"\n"
                              "b@1:\n  resolved \"x\"\n");
  EXPECT_EQ(row(read, "a").version, "1.0.0");
  EXPECT_EQ(row(read, "b").version, "");
  EXPECT_TRUE(has_note(read, "without a colon"));
  EXPECT_TRUE(has_note(read, "without a version"));
  must_fail("yarn.lock", "just some text\n");
}

TEST(Yarn, Berry) {
  const auto read = must_read("yarn.lock", R"(__metadata:
  version: 8
  cacheKey: 10c0

"a@npm:^1.0.0, a@npm:^1.1.0":
  version: 1.1.0
  resolution: "a@npm:1.1.0"
  dependencies:
    b: "npm:^2.0.0"
  checksum: 10c0/aaaa
  languageName: node
  linkType: hard

"b@npm:^2.0.0":
  version: 2.10.0
  resolution: "b@npm:2.10.0"

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
  dependencies:
    a: ^1.0.0
  languageName: unknown
  linkType: soft
)");
  EXPECT_EQ(read.kind, "yarn.lock-berry-8");
  EXPECT_EQ(read.rows.size(), 2u);
  EXPECT_TRUE(row(read, "a", "1.1.0").direct);
  EXPECT_EQ(row(read, "a").line, 6u);
  EXPECT_EQ(row(read, "b", "2.10.0").parents, Names{"a"});
  EXPECT_FALSE(row(read, "b").direct);
}

}  // namespace
}  // namespace mcpjury
