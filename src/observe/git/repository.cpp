#include "observe/git/repository.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <git2/odb_backend.h>
#include <git2/sys/repository.h>
#include <sys/stat.h>

#include <algorithm>

#include "base/escape.h"
#include "observe/git/git_handles.h"
#include "observe/git/history.h"
#include "observe/git/references.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxText = 200;

bool is_folder(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
}

void start_library() {
  static const int kStarted = git_libgit2_init();
  static_cast<void>(kStarted);
}

std::string cut(const char* text) {
  std::string_view view = text != nullptr ? text : "";
  return std::string(view.substr(0, kMaxText));
}

std::string rfc3339(std::int64_t seconds) {
  // Years beyond 9999 are nonsense that a hostile commit may hold.
  if (seconds < 0 || seconds > 253402300799) return {};
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(static_cast<std::time_t>(seconds)));
}

bool holds_signature(const char* message) {
  const std::string_view text = message != nullptr ? message : "";
  return text.find("-----BEGIN PGP SIGNATURE-----") != std::string_view::npos ||
         text.find("-----BEGIN SSH SIGNATURE-----") != std::string_view::npos ||
         text.find("-----BEGIN SIGNED MESSAGE-----") != std::string_view::npos;
}

bool has_commit_signature(git_commit* commit) {
  git_buf field = GIT_BUF_INIT;
  const bool found = git_commit_header_field(&field, commit, "gpgsig") == 0;
  git_buf_dispose(&field);
  return found;
}

}  // namespace

struct GitRepository::Parts {
  OdbHandle odb;
  RepositoryHandle repository;
  ReferenceFiles references;
  GitLimits limits;
};

GitRepository::GitRepository() : parts_(std::make_unique<Parts>()) {}
GitRepository::~GitRepository() = default;
GitRepository::GitRepository(GitRepository&&) noexcept = default;
GitRepository& GitRepository::operator=(GitRepository&&) noexcept = default;

Result<GitRepository> GitRepository::open(const std::string& folder, const GitLimits& limits) {
  std::string place;
  if (is_folder(folder + "/.git/objects")) {
    place = folder + "/.git";
  } else if (is_folder(folder + "/objects") && is_folder(folder + "/refs")) {
    place = folder;
  } else {
    return Error{ErrorCode::kNothingToGrade, escape_terminal(folder) + ": no git repository"};
  }
  start_library();
  GitRepository out;
  git_odb* odb = nullptr;
  git_odb_backend *loose = nullptr, *packed = nullptr;
  const std::string objects = place + "/objects";
  // Backends are added one by one: git_odb_open() would follow objects/info/alternates out of the folder.
  bool fine = git_odb_new(&odb) == 0;
  out.parts_->odb.reset(odb);
  fine = fine && git_odb_backend_loose(&loose, objects.c_str(), -1, 0, 0, 0) == 0 &&
         git_odb_add_backend(odb, loose, 1) == 0 && git_odb_backend_pack(&packed, objects.c_str()) == 0 &&
         git_odb_add_backend(odb, packed, 2) == 0;
  git_repository* repository = nullptr;
  fine = fine && git_repository_wrap_odb(&repository, odb) == 0;
  if (!fine) return Error{ErrorCode::kUnreadable, escape_terminal(folder) + ": the objects cannot be read"};
  out.parts_->repository.reset(repository);
  out.parts_->references = read_references(place, limits.references);
  out.parts_->limits = limits;
  return out;
}

const std::string& GitRepository::head_reference() const {
  static const std::string kNone;
  return is_object_id(parts_->references.head) ? kNone : parts_->references.head;
}

const std::vector<GitReference>& GitRepository::references() const { return parts_->references.list; }

std::optional<std::string> GitRepository::find_reference(std::string_view name) const {
  if (is_object_id(name)) return std::string(name);
  const std::string text(name);
  for (const std::string& full :
       {text, "refs/" + text, "refs/tags/" + text, "refs/heads/" + text, "refs/remotes/origin/" + text}) {
    const auto& list = parts_->references.list;
    const auto found = std::lower_bound(
        list.begin(), list.end(), full,
        [](const GitReference& one, const std::string& wanted) { return one.name < wanted; });
    if (found != list.end() && found->name == full) return found->id;
  }
  return std::nullopt;
}

Result<GitCommit> GitRepository::head() const {
  const auto id = find_reference(parts_->references.head);
  if (!id) return Error{ErrorCode::kNothingToGrade, "HEAD leads to no commit"};
  return commit(*id);
}

Result<GitCommit> GitRepository::commit(std::string_view id) const {
  const auto oid = oid_of(id);
  const Error none{ErrorCode::kUnreadable, "the commit cannot be read"};
  git_object *object = nullptr, *peeled = nullptr;
  if (!oid || git_object_lookup(&object, parts_->repository.get(), &*oid, GIT_OBJECT_ANY) != 0) return none;
  const ObjectHandle owned(object);
  if (git_object_peel(&peeled, object, GIT_OBJECT_COMMIT) != 0) return none;
  const ObjectHandle owned_peeled(peeled);
  auto* found = reinterpret_cast<git_commit*>(peeled);
  GitCommit out;
  out.id = hex_of(*git_commit_id(found));
  out.committed_seconds = git_commit_time(found);
  out.committed_at = rfc3339(out.committed_seconds);
  if (const git_signature* author = git_commit_author(found)) {
    out.author_name = cut(author->name);
    out.author_email = cut(author->email);
  }
  if (const git_signature* committer = git_commit_committer(found))
    out.committer_email = cut(committer->email);
  out.has_signature = has_commit_signature(found);
  const unsigned count = std::min(git_commit_parentcount(found), 64u);
  for (unsigned i = 0; i < count; ++i) out.parents.push_back(hex_of(*git_commit_parent_id(found, i)));
  return out;
}

std::vector<GitTag> GitRepository::tags() const {
  std::vector<GitTag> out;
  constexpr std::string_view kPrefix = "refs/tags/";
  for (const GitReference& reference : parts_->references.list) {
    if (!reference.name.starts_with(kPrefix)) continue;
    GitTag tag;
    tag.name = reference.name.substr(kPrefix.size());
    git_tag* object = nullptr;
    const auto oid = oid_of(reference.id);
    if (oid && git_tag_lookup(&object, parts_->repository.get(), &*oid) == 0) {
      const TagHandle owned(object);
      tag.annotated = true;
      tag.has_signature = holds_signature(git_tag_message(object));
    }
    const auto target = commit(reference.id);
    if (!target) continue;
    tag.commit = target->id;
    out.push_back(std::move(tag));
  }
  return out;
}

std::optional<GitTag> GitRepository::latest_tag() const {
  std::vector<GitTag> all = tags();
  std::vector<std::string> names;
  for (const GitTag& tag : all) names.push_back(tag.name);
  const std::size_t best = newest_release(names);
  if (best >= all.size()) return std::nullopt;
  return std::move(all[best]);
}

std::vector<GitCommit> GitRepository::recent_commits(std::size_t count) const {
  bool truncated = false, shallow = false;
  const auto newest = find_reference(parts_->references.head);
  if (!newest) return {};
  return newest_commits(*this, *newest, std::min(count, parts_->limits.commits), truncated, shallow);
}

Result<std::vector<GitEntry>> GitRepository::entries(std::string_view commit_id, bool& truncated) const {
  std::vector<GitEntry> out;
  TreeWalk walk(parts_->repository.get(), parts_->odb.get(), parts_->limits);
  if (!walk.commit(commit_id, [&](GitEntry entry) { out.push_back(std::move(entry)); }))
    return Error{ErrorCode::kUnreadable, "the tree of the commit cannot be read"};
  truncated = walk.truncated();
  return out;
}

std::optional<std::string> GitRepository::blob(std::string_view id, std::uint64_t limit) const {
  const auto oid = oid_of(id);
  std::size_t bytes = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  git_odb* odb = parts_->odb.get();
  if (!oid || git_odb_read_header(&bytes, &type, odb, &*oid) != 0 || type != GIT_OBJECT_BLOB || bytes > limit)
    return std::nullopt;
  git_odb_object* object = nullptr;
  if (git_odb_read(&object, odb, &*oid) != 0) return std::nullopt;
  const OdbObjectHandle owned(object);
  return std::string(static_cast<const char*>(git_odb_object_data(object)), git_odb_object_size(object));
}

GitHistory GitRepository::walk_history(const std::function<bool(const GitBlob&)>& look) const {
  GitHistory out;
  const auto newest = find_reference(parts_->references.head);
  if (!newest) return out;
  const std::vector<GitCommit> commits =
      newest_commits(*this, *newest, parts_->limits.commits, out.truncated, out.shallow);
  if (commits.empty()) return out;
  out.commits = commits.size();
  out.last_commit_at = commits.front().committed_at;
  out.first_commit_at = commits.back().committed_at;
  IdSet in_head;
  TreeWalk head(parts_->repository.get(), parts_->odb.get(), parts_->limits);
  head.commit(commits.front().id, [&](const GitEntry& entry) { in_head.insert(entry.id); });
  TreeWalk walk(parts_->repository.get(), parts_->odb.get(), parts_->limits);
  walk.only_new();
  bool go_on = true;
  for (auto commit = commits.rbegin(); commit != commits.rend() && go_on; ++commit) {
    walk.commit(commit->id, [&](const GitEntry& entry) {
      if (!go_on || entry.kind != GitEntry::Kind::kFile || !entry.present) return;
      if (entry.bytes > parts_->limits.blob_bytes) {
        ++out.too_large;
        return;
      }
      if (out.bytes + entry.bytes > parts_->limits.total_bytes) {
        out.truncated = true;
        go_on = false;
        return;
      }
      const auto bytes = blob(entry.id, parts_->limits.blob_bytes);
      if (!bytes) return;
      ++out.blobs;
      out.bytes += bytes->size();
      go_on = look({*commit, entry.path, entry.id, *bytes, in_head.contains(entry.id)});
      if (!go_on) out.truncated = true;
    });
  }
  out.truncated = out.truncated || walk.truncated();
  return out;
}

}  // namespace mcpjury
