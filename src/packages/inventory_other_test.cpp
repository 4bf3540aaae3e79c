#include "packages/inventory_test_help.h"

namespace mcpjury {
namespace {

using namespace test;

TEST(GoMod, RequireAndReplace) {
  const auto read = must_read("go.mod", R"(module example.test/demo // a comment

go 1.22
toolchain go1.22.3

require github.com/a/one v1.0.0
require (
  github.com/b/two/v2 v2.1.0-rc.1
  golang.org/x/net v0.20.0 // indirect
  "github.com/c/old" v0.0.0-20200101000000-abcdefabcdef
  example.test/local v0.0.0
  broken
)
replace github.com/c/old => github.com/c/new v1.1.0
replace example.test/local v0.0.0 => ../local
exclude github.com/z/z v1.0.0
frobnicate yes
)");
  EXPECT_EQ(row(read, "github.com/a/one").version, "v1.0.0");
  EXPECT_TRUE(row(read, "github.com/a/one").direct);
  EXPECT_EQ(row(read, "github.com/a/one").line, 6u);
  EXPECT_EQ(row(read, "github.com/b/two/v2").version, "v2.1.0-rc.1");
  EXPECT_FALSE(row(read, "golang.org/x/net").direct);
  EXPECT_FALSE(has(read, "github.com/c/old"));
  EXPECT_EQ(row(read, "github.com/c/new").version, "v1.1.0");
  EXPECT_EQ(row(read, "example.test/local").resolved, "../local");
  EXPECT_EQ(row(read, "example.test/local").version, "");
  EXPECT_EQ(row(read, "stdlib").version, "1.22.3");
  EXPECT_TRUE(row(read, "stdlib").range);
  EXPECT_FALSE(has(read, "github.com/z/z"));
  EXPECT_TRUE(has_note(read, "require without a version"));
  EXPECT_TRUE(has_note(read, "unknown word frobnicate"));
  must_fail("go.mod", "{\"a\": 1}");
}

TEST(GoSum, OnlyWhatIsBuilt) {
  const auto read = must_read("go.sum",
                              "a.test/x v1.0.0 h1:AAA=\na.test/x v1.0.0/go.mod h1:BBB=\n"
                              "a.test/y v2.0.0/go.mod h1:CCC=\nbroken line\n");
  EXPECT_EQ(read.rows.size(), 1u);
  EXPECT_EQ(row(read, "a.test/x").integrity, "h1:AAA=");
  EXPECT_TRUE(has_note(read, "line 4"));
  must_fail("go.sum", "<<<<<<< HEAD\n");
}

TEST(CargoLock, Versions) {
  const auto read = must_read("Cargo.lock", R"~(version = 3

[[package]]
name = "demo"
version = "0.1.0"
dependencies = ["serde", "rand 0.8.5"]

[[package]]
name = "serde"
version = "1.0.1"
source = "registry+https://index.example/crates"
checksum = "aa"

[[package]]
name = "rand"
version = "0.7.0"
source = "registry+https://index.example/crates"

[[package]]
name = "rand"
version = "0.8.5"
source = "registry+https://index.example/crates"
dependencies = ["serde 1.0.1 (registry+https://index.example/crates)"]
)~");
  EXPECT_FALSE(has(read, "demo"));
  EXPECT_TRUE(row(read, "serde").direct);
  EXPECT_EQ(row(read, "serde").integrity, "aa");
  EXPECT_EQ(row(read, "serde").line, 8u);
  EXPECT_EQ(row(read, "serde").parents, Names{"rand"});
  EXPECT_TRUE(row(read, "rand", "0.8.5").direct);
  EXPECT_FALSE(row(read, "rand", "0.7.0").direct);
  const auto first = must_read("Cargo.lock", R"~([[package]]
name = "a"
version = "1.0.0"
source = "registry+https://i.example/c"
[metadata]
"checksum a 1.0.0 (registry+https://i.example/c)" = "cc"
)~");
  EXPECT_EQ(row(first, "a").integrity, "cc");
  must_fail("Cargo.lock", "x = 1\n");
}

TEST(CargoManifest, Sections) {
  const auto read = must_read("Cargo.toml", R"([package]
name = "demo"
[dependencies]
serde = { version = "1.0", features = ["derive"] }
tokio = "1"
renamed = { package = "real", version = "2", optional = true }
shared = { workspace = true }
gitted = { git = "https://git.example/g.git" }
[dev-dependencies]
insta = "1.30"
[build-dependencies]
cc = "1.0"
[target.'cfg(unix)'.dependencies]
nix = "0.27"
[workspace.dependencies]
shared = "3"
)");
  EXPECT_EQ(row(read, "serde").version, "1.0");
  EXPECT_TRUE(row(read, "serde").range);
  EXPECT_EQ(row(read, "tokio").line, 5u);
  EXPECT_EQ(row(read, "real").group, "optional");
  EXPECT_EQ(row(read, "gitted").resolved, "https://git.example/g.git");
  EXPECT_TRUE(row(read, "insta").development);
  EXPECT_EQ(row(read, "cc").group, "build");
  EXPECT_EQ(row(read, "nix").version, "0.27");
  EXPECT_EQ(row(read, "shared", "3").group, "workspace");
  must_fail("Cargo.toml", "a = 1\n");
}

TEST(Pom, PropertiesAndManagement) {
  const auto read = must_read("pom.xml", R"(<?xml version="1.0"?>
<!-- a comment with <tags> -->
<project xmlns="http://maven.apache.org/POM/4.0.0" note='a > b'>
  <parent><groupId>p.g</groupId><artifactId>p</artifactId><version>7</version></parent>
  <properties><jackson>${base}.1</jackson><base>2.15</base><loop>${loop}</loop></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>m.g</groupId><artifactId>managed</artifactId><version>3.0</version></dependency>
    <dependency><groupId>b.g</groupId><artifactId>bom</artifactId><version>1</version><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>c.f</groupId><artifactId>core</artifactId><version>${jackson}</version></dependency>
    <dependency><groupId>m.g</groupId><artifactId>managed</artifactId></dependency>
    <dependency><groupId>${project.groupId}</groupId><artifactId>own</artifactId><version>[1.0,2.0)</version></dependency>
    <dependency><groupId>j</groupId><artifactId>junit</artifactId><version>4</version><scope>test</scope></dependency>
    <dependency><groupId>u</groupId><artifactId>unknown</artifactId><version>${elsewhere}</version></dependency>
    <dependency><groupId>l</groupId><artifactId>loop</artifactId><version>${loop}</version></dependency>
    <dependency><groupId>t</groupId><artifactId>text</artifactId><version><![CDATA[1]]>&#46;&amp;</version></dependency>
    <dependency><artifactId>nogroup</artifactId></dependency>
  </dependencies>
  <build><plugins><plugin><artifactId>maven-jar-plugin</artifactId><version>3.3</version></plugin></plugins></build>
</project>)");
  EXPECT_EQ(row(read, "c.f:core").version, "2.15.1");
  EXPECT_EQ(row(read, "c.f:core").line, 11u);
  EXPECT_EQ(row(read, "m.g:managed").version, "3.0");
  EXPECT_TRUE(row(read, "p.g:own").range);
  EXPECT_TRUE(row(read, "j:junit").development);
  EXPECT_EQ(row(read, "u:unknown").version, "");
  EXPECT_EQ(row(read, "l:loop").version, "");
  EXPECT_EQ(row(read, "t:text").version, "1.&");
  EXPECT_EQ(row(read, "org.apache.maven.plugins:maven-jar-plugin").group, "build");
  EXPECT_TRUE(has_note(read, "has a parent, not followed: p.g:p:7"));
  EXPECT_TRUE(has_note(read, "b.g:bom are imported"));
  EXPECT_TRUE(has_note(read, "without groupId"));
}

TEST(Pom, Refused) {
  EXPECT_NE(must_fail("pom.xml", "<!DOCTYPE p [<!ENTITY a \"b\">]><project/>").find("DOCTYPE"),
            std::string::npos);
  EXPECT_NE(must_fail("pom.xml", "<project><a></project>").find("end tag"), std::string::npos);
  EXPECT_NE(must_fail("pom.xml", "<project><a>").find("not closed"), std::string::npos);
  must_fail("pom.xml", "<html/>");
  must_fail("pom.xml", "");
  must_fail("pom.xml", "<project/><project/>");
  std::string deep = "<project>";
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_NE(must_fail("pom.xml", deep).find("levels"), std::string::npos);
}

TEST(GradleLock, Configurations) {
  const auto read =
      must_read("gradle.lockfile",
                "# comment\norg.a:b:1.2.3=compileClasspath,testRuntimeClasspath\n"
                "junit:junit:4.13=testCompileClasspath,testRuntimeClasspath\nempty=annotationProcessor\nx\n");
  EXPECT_EQ(row(read, "org.a:b").version, "1.2.3");
  EXPECT_FALSE(row(read, "org.a:b").development);
  EXPECT_TRUE(row(read, "junit:junit").development);
  EXPECT_TRUE(has_note(read, "line 5"));
  must_fail("gradle.lockfile", "nothing here\n");
}

TEST(NuGetLock, DirectAndTransitive) {
  const auto read = must_read("packages.lock.json", R"~({
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Serilog": {"type": "Direct", "requested": "[3.0.0, )", "resolved": "3.0.1", "contentHash": "AA",
                  "dependencies": {
  "system.text.json" : "8.0.0"}},
      "System.Text.Json": {"type": "Transitive", "resolved": "8.0.0"},
      "other": {
  "type" : "Project"
}
}
}
})~");
  EXPECT_TRUE(row(read, "Serilog").direct);
  EXPECT_EQ(row(read, "Serilog").version, "3.0.1");
  EXPECT_EQ(row(read, "Serilog").line, 5u);
  EXPECT_EQ(row(read, "System.Text.Json").parents, Names{"Serilog"});
  EXPECT_FALSE(has(read, "other"));
  must_fail("packages.lock.json", "{\"version\": 1}");
}

TEST(GemLock, Sections) {
  const auto read = must_read("Gemfile.lock", R"(GIT
  remote: https://git.example/r.git
  revision: abc
  specs:
    forked (0.1)

GEM
  remote: https://gems.example/
  specs:
    nokogiri (1.15.4-x86_64-linux)
      racc (~> 1.4)
    racc (1.7.1)

PLATFORMS
  x86_64-linux

DEPENDENCIES
  forked!
  nokogiri (~> 1.15)

CHECKSUMS
  racc (1.7.1) sha256=aa

BUNDLED WITH
   2.4.0
)");
  EXPECT_EQ(row(read, "nokogiri").version, "1.15.4");
  EXPECT_TRUE(row(read, "nokogiri").direct);
  EXPECT_EQ(row(read, "racc").parents, Names{"nokogiri"});
  EXPECT_FALSE(row(read, "racc").direct);
  EXPECT_EQ(row(read, "racc").integrity, "sha256=aa");
  EXPECT_EQ(row(read, "racc").line, 12u);
  EXPECT_EQ(row(read, "forked").resolved, "https://git.example/r.git");
  must_fail("Gemfile.lock", "hello\n");
}

TEST(ComposerLock, TwoLists) {
  const auto read = must_read("composer.lock", R"({
  "packages": [
    {"name": "monolog/monolog", "version": "3.5.0", "require": {"php": ">=8", "psr/log": "^3"},
     "dist": {"url": "https://d.example/m.zip", "shasum": "aa"}, "license": ["MIT"]},
    {"name": "psr/log", "version": "v3.0.0"}
  ],
  "packages-dev": [{"name": "phpunit/phpunit", "version": "10.0"}]
})");
  EXPECT_EQ(row(read, "monolog/monolog").licence, "MIT");
  EXPECT_EQ(row(read, "monolog/monolog").line, 3u);
  EXPECT_EQ(row(read, "psr/log").parents, Names{"monolog/monolog"});
  EXPECT_TRUE(row(read, "phpunit/phpunit").development);
  must_fail("composer.lock", "{}");
}

TEST(Workflow, Uses) {
  const auto read = must_read(".github/workflows/ci.yml", R"(name: ci
on: [push]
jobs:
  build:
    runs-on: ubuntu-latest
    container:
      image: node:20@sha256:abcd
    services:
      db: {image: "registry.example:5000/postgres:16"}
    steps:
      - uses: actions/checkout@v4
      - name: pinned
        uses: "tj-actions/changed-files@0123456789abcdef0123456789abcdef01234567" # v45.0.1
      - uses: github/codeql-action/init@main
      - uses: ./.github/actions/local
      - uses: docker://alpine:3.19
      - uses: nonsense
      - run: |
          uses: not/really@v1
  call:
    uses: org/repo/.github/workflows/x.yml@v2
)");
  EXPECT_EQ(read.kind, "github-workflow");
  EXPECT_EQ(row(read, "actions/checkout").version, "v4");
  EXPECT_EQ(row(read, "actions/checkout").line, 11u);
  EXPECT_EQ(row(read, "tj-actions/changed-files").version, "v45.0.1");
  EXPECT_EQ(row(read, "tj-actions/changed-files").integrity, "0123456789abcdef0123456789abcdef01234567");
  EXPECT_EQ(row(read, "github/codeql-action").resolved, "github/codeql-action/init@main");
  EXPECT_EQ(row(read, "org/repo").version, "v2");
  EXPECT_EQ(row(read, "alpine").ecosystem, "docker");
  EXPECT_EQ(row(read, "node").integrity, "sha256:abcd");
  EXPECT_EQ(row(read, "registry.example:5000/postgres").version, "16");
  EXPECT_FALSE(has(read, "not/really"));
  EXPECT_TRUE(has_note(read, "nonsense is no action"));
  EXPECT_TRUE(is_inventory_file("sub/.github/workflows/a.yaml"));
  EXPECT_FALSE(is_inventory_file("workflows/a.yaml"));
  must_fail(".github/workflows/ci.yml", "a: 1\n");
}

TEST(Workflow, CompositeAction) {
  const auto read = must_read("action.yml", "runs:\n  using: composite\n  steps:\n    - uses: a/b@v1\n");
  EXPECT_EQ(row(read, "a/b").line, 4u);
}

}  // namespace
}  // namespace mcpjury
