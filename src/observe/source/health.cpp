// Signs of a kept repository: named checks, each passed or failed with its reason. What cannot be seen from
// here (no history, an unpacked package without the project's own files, branch protection) is left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/ascii.h"
#include "base/escape.h"
#include "model/utc_time.h"
#include "observe/git/repository.h"
#include "observe/source/project_facts.h"
#include "observe/source/tree_help.h"
#include "packages/inventory.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::int64_t kRecentDays = 365;
constexpr std::size_t kCommitsLookedAt = 2'000;
constexpr std::size_t kSmallestBinary = 1024;

bool is_workflow(std::string_view path) {
  return path.starts_with(".github/workflows/") && (path.ends_with(".yml") || path.ends_with(".yaml"));
}

bool is_ci(std::string_view path) {
  constexpr std::array kFiles = {".gitlab-ci.yml"sv,          ".circleci/config.yml"sv, "Jenkinsfile"sv,
                                 "azure-pipelines.yml"sv,     ".travis.yml"sv,          "appveyor.yml"sv,
                                 "bitbucket-pipelines.yml"sv, ".drone.yml"sv,           "cloudbuild.yaml"sv};
  return is_workflow(path) || path.starts_with(".buildkite/") || path.starts_with(".woodpecker") ||
         path.starts_with(".forgejo/workflows/") || path.starts_with(".gitea/workflows/") ||
         std::find(kFiles.begin(), kFiles.end(), path) != kFiles.end();
}

bool is_lock(std::string_view path) {
  constexpr std::array kFiles = {
      "package-lock.json"sv, "npm-shrinkwrap.json"sv, "pnpm-lock.yaml"sv,  "yarn.lock"sv,
      "bun.lock"sv,          "bun.lockb"sv,           "poetry.lock"sv,     "uv.lock"sv,
      "pdm.lock"sv,          "Pipfile.lock"sv,        "Cargo.lock"sv,      "go.sum"sv,
      "Gemfile.lock"sv,      "composer.lock"sv,       "gradle.lockfile"sv, "deno.lock"sv,
      "packages.lock.json"sv};
  return std::find(kFiles.begin(), kFiles.end(), file_name(path)) != kFiles.end();
}

bool is_manifest(std::string_view path) {
  constexpr std::array kFiles = {"package.json"sv, "pyproject.toml"sv, "Cargo.toml"sv, "go.mod"sv,
                                 "Gemfile"sv,      "composer.json"sv,  "Pipfile"sv};
  return std::find(kFiles.begin(), kFiles.end(), path) != kFiles.end();
}

bool is_update_tool(std::string_view path) {
  const std::string name = ascii::lowered(path);
  return name == ".github/dependabot.yml" || name == ".github/dependabot.yaml" || name == "renovate.json" ||
         name == "renovate.json5" || name == ".renovaterc" || name == ".renovaterc.json" ||
         name == ".github/renovate.json" || name == ".github/renovate.json5" ||
         name == ".gitlab/renovate.json";
}

bool is_program(std::string_view path) {
  constexpr std::array kEndings = {".exe"sv,   ".dll"sv, ".so"sv, ".dylib"sv, ".node"sv, ".jar"sv,
                                   ".class"sv, ".pyc"sv, ".o"sv,  ".a"sv,     ".bin"sv,  ".msi"sv};
  return std::any_of(kEndings.begin(), kEndings.end(), [&](auto ending) { return path.ends_with(ending); });
}

bool is_test(std::string_view path) {
  if (language_of(path).empty()) return false;
  const std::string whole = "/" + ascii::lowered(path);
  const std::string_view name = file_name(path);
  return whole.find("/test/") != std::string::npos || whole.find("/tests/") != std::string::npos ||
         whole.find("/__tests__/") != std::string::npos || whole.find("/spec/") != std::string::npos ||
         whole.find("/e2e/") != std::string::npos || name.find(".test.") != std::string_view::npos ||
         name.find(".spec.") != std::string_view::npos || name.find("_test.") != std::string_view::npos ||
         name.starts_with("test_") || name.ends_with("Test.java") || name.ends_with("Tests.cs") ||
         name.ends_with("Test.kt");
}

class Health {
 public:
  Health(const SourceTree& tree, const SourceLimits& limits) : tree_(tree), limits_(limits) {}

  void look_at_files() {
    check("readme", first([](std::string_view p) {
            // The README of a wheel is the body of its METADATA.
            return ascii::lowered(p).starts_with("readme") || p.ends_with(".dist-info/METADATA");
          }),
          "no README in the root");
    check(
        "licence_file", first([](std::string_view p) {
          const std::string name = ascii::lowered(p);
          // Wheels keep it in NAME-VERSION.dist-info or dist-info/licenses.
          const std::size_t kept = name.find(".dist-info/");
          if (kept != std::string::npos) {
            const std::string_view file = file_name(name);
            return file.starts_with("licen") || file.starts_with("copying") ||
                   name.find(".dist-info/licenses/") != std::string::npos;
          }
          return p.find('/') == std::string_view::npos &&
                 (name.starts_with("licen") || name.starts_with("copying") || name.starts_with("unlicense"));
        }),
        "no licence file in the root");
    // A published package leaves the project's own files at home: their absence says nothing.
    if (limits_.published) return;
    check("security_policy", first([](std::string_view p) {
            const std::string name = ascii::lowered(p);
            return name.starts_with("security.") || name.starts_with(".github/security.") ||
                   name.starts_with("docs/security.");
          }),
          "no SECURITY.md");
    check("continuous_integration", first(is_ci), "no workflow or pipeline");
    check("tests", first(is_test), "no test files");
    check("changelog", first([](std::string_view p) {
            const std::string name = ascii::lowered(p);
            return name.starts_with("changelog") || name.starts_with("changes") ||
                   name.starts_with("history.") || name.starts_with("release_notes") ||
                   name.starts_with(".changeset/");
          }),
          "no changelog");
    if (!first(is_manifest).empty()) {
      check("lock_file", first(is_lock), "a manifest and no lock file");
      check("dependency_updates", first(is_update_tool), "no configuration of an update tool");
    }
    if (!first(is_workflow).empty()) check_pinned();
    check_binaries();
  }

  void look_at_history(const GitRepository& repository, std::string_view observed_at, JsonObject& out) {
    const std::vector<GitCommit> commits = repository.recent_commits(kCommitsLookedAt);
    if (commits.empty()) return;
    out["commits"] = commits.size();
    out["last_commit_at"] = commits.front().committed_at;
    std::int64_t newest = 0;
    std::set<std::string> people;
    for (const GitCommit& commit : commits) {
      newest = std::max(newest, commit.committed_seconds);
      if (commit.author_name.find("[bot]") == std::string::npos &&
          commit.author_email.find("[bot]") == std::string::npos)
        people.insert(ascii::lowered(commit.author_email));
    }
    out["contributors"] = people.size();
    if (const auto now = unix_seconds(observed_at)) {
      const std::int64_t days = (*now - newest) / 86'400;
      add("recent_commit", days <= kRecentDays,
          fmt::format("the newest commit is {} days old", std::max<std::int64_t>(days, 0)));
    }
    // One commit is a snapshot or a shallow clone: who else took part cannot be seen.
    if (commits.size() > 1)
      add("contributors", people.size() > 1,
          fmt::format("{} people in {} commits", people.size(), commits.size()));
    look_at_tags(repository, commits.size() > 1);
  }

  JsonArray take() { return std::move(checks_); }

 private:
  void add(std::string_view id, bool passed, std::string_view reason) {
    checks_.push_back(
        JsonObject{{"id", id}, {"passed", passed}, {"reason", escape_terminal(clip(reason, 200))}});
  }
  void check(std::string_view id, std::string_view found, std::string_view missing) {
    add(id, !found.empty(), found.empty() ? missing : found);
  }

  // The path of the first file that fits; empty when none does.
  std::string_view first(bool (*fits)(std::string_view)) const {
    const auto place = std::find_if(tree_.files.begin(), tree_.files.end(),
                                    [&](const SourceFile& file) { return fits(file.path); });
    return place == tree_.files.end() ? std::string_view() : std::string_view(place->path);
  }

  void check_pinned() {
    std::size_t all = 0, pinned = 0;
    std::string example;
    for (const SourceFile& file : tree_.files) {
      if (!is_workflow(file.path)) continue;
      const auto text = read_source(tree_, file.path, limits_.file_bytes);
      auto inventory = text ? read_inventory(file.path, *text) : Result<Inventory>(Error{});
      if (!inventory) continue;
      for (const PackageRow& row : inventory->rows) {
        if (row.ecosystem != "GitHub Actions") continue;
        ++all;
        pinned += row.integrity.empty() ? 0 : 1;
        if (row.integrity.empty() && example.empty()) example = row.name + "@" + row.version;
      }
    }
    if (all == 0) return;
    add("actions_pinned", pinned == all,
        pinned == all ? fmt::format("{} actions by commit", all)
                      : fmt::format("{} of {} actions by commit; not {}", pinned, all, example));
  }

  void check_binaries() {
    std::string found;
    std::size_t count = 0;
    for (const SourceFile& file : tree_.files) {
      if (!is_program(file.path) || file.bytes < kSmallestBinary || is_sample_path(file.path)) continue;
      if (file.path.ends_with("gradle-wrapper.jar")) continue;  // every project with Gradle has it
      if (count++ == 0) found = file.path;
    }
    add("no_binaries", count == 0,
        count == 0 ? "none" : fmt::format("{} programs without source, {} first", count, found));
  }

  void look_at_tags(const GitRepository& repository, bool whole) {
    const auto latest = repository.latest_tag();
    if (!latest) {
      // A clone of one commit has no tags; nothing is known then.
      if (whole) add("release_tags", false, "no tag names a version");
      return;
    }
    add("release_tags", true, latest->name);
    add("signed_tags", latest->has_signature,
        fmt::format("{} {} a signature (not verified)", latest->name,
                    latest->has_signature ? "has" : "is without"));
  }

  const SourceTree& tree_;
  const SourceLimits& limits_;
  JsonArray checks_;
};

}  // namespace

JsonObject health_facts(const SourceTree& tree, const SourceLimits& limits, std::string_view observed_at) {
  Health health(tree, limits);
  JsonObject out;
  health.look_at_files();
  if (auto repository = GitRepository::open(tree.root); repository.ok())
    health.look_at_history(*repository, observed_at, out);
  out["checks"] = health.take();
  return out;
}

}  // namespace mcpjury
