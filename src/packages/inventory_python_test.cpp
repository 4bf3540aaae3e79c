#include "packages/inventory_test_help.h"

namespace mcpjury {
namespace {

using namespace test;

TEST(Requirements, WordsOfPip) {
  const auto read = must_read("requirements.txt", R"(# a comment
-r base.txt
--index-url https://bob:s3cr3tpass@index.example/simple
requests[socks,security]==2.31.0 ; python_version >= "3.8"  # pinned
flask>=2,<3
plain
wild==1.*
exact===2.0
old (>=1.0)
hashed==1.0.0 \
    --hash=sha256:aaaa \
    --hash=sha256:bbbb
name @ https://files.example/name-1.0.zip ; python_version < "4"
-e git+https://git.example/o/r.git@main#egg=edit&subdirectory=x
https://files.example/wheelpkg-3.2.1-py3-none-any.whl
./local
!!! nonsense
)");
  EXPECT_EQ(read.kind, "requirements.txt");
  EXPECT_EQ(row(read, "requests").version, "2.31.0");
  EXPECT_FALSE(row(read, "requests").range);
  EXPECT_EQ(row(read, "requests").line, 4u);
  EXPECT_EQ(row(read, "flask").version, ">=2,<3");
  EXPECT_TRUE(row(read, "flask").range);
  EXPECT_EQ(row(read, "plain").version, "");
  EXPECT_TRUE(row(read, "wild").range);
  EXPECT_EQ(row(read, "exact").version, "2.0");
  EXPECT_EQ(row(read, "old").version, ">=1.0");
  EXPECT_EQ(row(read, "hashed").integrity, "sha256:aaaa");
  EXPECT_EQ(row(read, "hashed").line, 10u);
  EXPECT_EQ(row(read, "name").resolved, "https://files.example/name-1.0.zip");
  EXPECT_EQ(row(read, "edit").group, "editable");
  EXPECT_EQ(row(read, "wheelpkg").version, "3.2.1");
  EXPECT_TRUE(has_note(read, "not followed: base.txt"));
  EXPECT_TRUE(has_note(read, "not a requirement"));
  EXPECT_TRUE(has_note(read, "index.example"));
  EXPECT_FALSE(has_note(read, "s3cr3tpass"));
  EXPECT_FALSE(row(read, "flask").development);
}

TEST(Requirements, CompiledWithVia) {
  const auto read = must_read("requirements.txt",
                              "certifi==2024.1.1\n    # via\n    #   httpx\n    #   requests\n"
                              "requests==2.0 # via -r requirements.in\nidna==3.6\n    # via requests\n");
  EXPECT_FALSE(row(read, "certifi").direct);
  EXPECT_EQ(row(read, "certifi").parents, (Names{"httpx", "requests"}));
  EXPECT_TRUE(row(read, "requests").direct);
  EXPECT_EQ(row(read, "idna").parents, Names{"requests"});
}

TEST(Requirements, NamesAndEncodings) {
  EXPECT_TRUE(is_inventory_file("requirements-dev.txt"));
  EXPECT_TRUE(is_inventory_file("requirements/prod.txt"));
  EXPECT_FALSE(is_inventory_file("notes.txt"));
  EXPECT_TRUE(row(must_read("requirements-dev.txt", "pytest==8.0\n"), "pytest").development);
  const std::string wide(
      "\xFF\xFE"
      "a\0=\0=\0"
      "1\0\r\0\n\0",
      14);
  const auto read = must_read("requirements.txt", wide);
  EXPECT_EQ(row(read, "a").version, "1");
  EXPECT_TRUE(has_note(read, "UTF-16"));
  EXPECT_TRUE(has_note(must_read("requirements.txt", "a==1\n# \xff\n"), "not UTF-8"));
  EXPECT_TRUE(must_read("requirements.txt", "").rows.empty());
  must_fail("requirements.txt", "<html>\n<body>\n");
}

TEST(Pyproject, EveryTable) {
  const auto read = must_read("pyproject.toml", R"([build-system]
requires = ["hatchling>=1.0"]

[project]
name = "demo"
dependencies = [
  "mcp[cli]>=1.2",
  "pinned==1.0.0",
  "???",
]
dynamic = ["version"]
[project.optional-dependencies]
redis = ["redis~=5.0"]
test = ["pytest"]

[dependency-groups]
lint = ["ruff", {include-group = "other"}]

[tool.poetry.dependencies]
python = "^3.11"
httpx = "^0.27"
forked = {git = "https://git.example/f.git", optional = true}
many = [{version = "<2", python = "<3.9"}, {version = ">=2", python = ">=3.9"}]
[tool.poetry.dev-dependencies]
black = "*"
[tool.poetry.group.docs.dependencies]
mkdocs = {version = "1.5"}

[tool.pdm.dev-dependencies]
x = ["tox"]
[tool.uv]
dev-dependencies = ["ipython"]
)");
  EXPECT_TRUE(row(read, "mcp").direct);
  EXPECT_TRUE(row(read, "mcp").range);
  EXPECT_EQ(row(read, "mcp").line, 7u);
  EXPECT_FALSE(row(read, "pinned").range);
  EXPECT_EQ(row(read, "redis").group, "redis");
  EXPECT_FALSE(row(read, "redis").development);
  EXPECT_TRUE(row(read, "pytest").development);
  EXPECT_EQ(row(read, "ruff").group, "lint");
  EXPECT_EQ(row(read, "hatchling").group, "build");
  EXPECT_EQ(row(read, "httpx").version, "^0.27");
  EXPECT_EQ(row(read, "httpx").line, 21u);
  EXPECT_EQ(row(read, "forked").resolved, "https://git.example/f.git");
  EXPECT_EQ(row(read, "forked").group, "optional");
  EXPECT_EQ(row(read, "many", "<2").name, "many");
  EXPECT_EQ(row(read, "many", ">=2").name, "many");
  for (const auto name : {"black", "mkdocs", "tox", "ipython"})
    EXPECT_TRUE(row(read, name).development) << name;
  EXPECT_FALSE(has(read, "python"));
  EXPECT_TRUE(has_note(read, "not a requirement"));
  EXPECT_NE(must_fail("pyproject.toml", "[project\n").find("pyproject.toml:1: not TOML"), std::string::npos);
}

TEST(PoetryLock, OldAndNew) {
  const auto old = must_read("poetry.lock", R"([[package]]
name = "requests"
version = "2.31.0"
category = "main"
optional = false
[package.dependencies]
Charset_Normalizer = ">=2,<4"

[[package]]
name = "charset-normalizer"
version = "3.3.2"
category = "dev"
optional = false

[metadata]
lock-version = "1.1"
[metadata.files]
requests = [{file = "requests.whl", hash = "sha256:aa"}]
)");
  EXPECT_EQ(row(old, "requests").integrity, "sha256:aa");
  EXPECT_EQ(row(old, "charset-normalizer").parents, Names{"requests"});
  EXPECT_TRUE(row(old, "charset-normalizer").development);
  EXPECT_EQ(row(old, "charset-normalizer").line, 9u);
  const auto recent = must_read("poetry.lock", R"([[package]]
name = "a"
version = "1.0"
optional = true
groups = ["main", "dev"]
files = [{file = "a.whl", hash = "sha256:bb"}]
[package.source]
type = "git"
url = "https://git.example/a.git"
[[package]]
name = "b"
version = "2.0"
optional = false
groups = ["dev"]
[metadata]
lock-version = "2.1"
)");
  EXPECT_FALSE(row(recent, "a").development);
  EXPECT_EQ(row(recent, "a").group, "optional");
  EXPECT_EQ(row(recent, "a").resolved, "https://git.example/a.git");
  EXPECT_TRUE(row(recent, "b").development);
  must_fail("poetry.lock", "x = 1\n");
}

TEST(UvLock, DirectAndDevelopment) {
  const auto read = must_read("uv.lock", R"(version = 1
requires-python = ">=3.11"

[[package]]
name = "demo"
version = "0.1.0"
source = { editable = "." }
dependencies = [{ name = "mcp" }]
[package.optional-dependencies]
web = [{ name = "starlette" }]
[package.dev-dependencies]
dev = [{ name = "pytest" }]

[[package]]
name = "mcp"
version = "1.2.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "anyio" }]
sdist = { url = "https://files.example/mcp.tar.gz", hash = "sha256:aa" }

[[package]]
name = "anyio"
version = "4.0.0"
source = { registry = "https://index.example/simple" }
wheels = [{ url = "https://files.example/anyio.whl", hash = "sha256:bb" }]

[[package]]
name = "starlette"
version = "0.4"
source = { git = "https://git.example/s.git?rev=1" }

[[package]]
name = "pytest"
version = "8.0"
source = { registry = "https://index.example/simple" }
dependencies = [{ name = "iniconfig" }, { name = "anyio" }]

[[package]]
name = "iniconfig"
version = "2.0"
source = { registry = "https://index.example/simple" }
)");
  EXPECT_FALSE(has(read, "demo"));
  EXPECT_TRUE(row(read, "mcp").direct);
  EXPECT_EQ(row(read, "mcp").integrity, "sha256:aa");
  EXPECT_EQ(row(read, "anyio").parents, (Names{"mcp", "pytest"}));
  EXPECT_FALSE(row(read, "anyio").development);
  EXPECT_FALSE(row(read, "anyio").direct);
  EXPECT_EQ(row(read, "anyio").integrity, "sha256:bb");
  EXPECT_TRUE(row(read, "starlette").direct);
  EXPECT_TRUE(row(read, "pytest").development);
  EXPECT_TRUE(row(read, "iniconfig").development);
  must_fail("uv.lock", "a = 1\n");
}

TEST(PipfileLock, Categories) {
  const auto read = must_read("Pipfile.lock", R"({
  "_meta": {"pipfile-spec": 6},
  "default": {"requests": {"version": "==2.31.0", "hashes": ["sha256:aa", "sha256:bb"], "index": "pypi"},
              "edit": {"git": "https://git.example/e.git", "ref": "abc"}},
  "develop": {"pytest": {"version": "==8.0"}},
  "docs": 3
})");
  EXPECT_EQ(row(read, "requests").version, "2.31.0");
  EXPECT_EQ(row(read, "requests").integrity, "sha256:aa");
  EXPECT_EQ(row(read, "requests").line, 3u);
  EXPECT_EQ(row(read, "edit").resolved, "https://git.example/e.git");
  EXPECT_TRUE(row(read, "pytest").development);
  EXPECT_TRUE(has_note(read, "docs is no object"));
  must_fail("Pipfile.lock", "{}");
}

TEST(PdmLock, Groups) {
  const auto read = must_read("pdm.lock", R"([metadata]
groups = ["default", "test"]
lock_version = "4.5.0"

[[package]]
name = "httpx"
version = "0.27.0"
groups = ["default"]
dependencies = ["anyio", "idna>=2; python_version > \"3\""]
files = [{file = "httpx.whl", hash = "sha256:aa"}]

[[package]]
name = "idna"
version = "3.6"
groups = ["default", "test"]

[[package]]
name = "pytest"
version = "8.0"
groups = ["test"]
)");
  EXPECT_EQ(row(read, "httpx").integrity, "sha256:aa");
  EXPECT_EQ(row(read, "idna").parents, Names{"httpx"});
  EXPECT_FALSE(row(read, "idna").development);
  EXPECT_TRUE(row(read, "pytest").development);
  EXPECT_EQ(row(read, "pytest").group, "test");
  must_fail("pdm.lock", "[[package");
}

}  // namespace
}  // namespace mcpjury
