// The objects of a git repository, read without git: no hook, filter, alias or configuration of the
// repository is looked at, alternates are not followed, nothing is checked out or written.
//
// One owner, one thread. Sizes are asked before anything is inflated; what is larger than a limit is counted
// and passed over. References are read as text from HEAD, refs/ and packed-refs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

struct GitCommit {
  std::string id;            // hex
  std::string committed_at;  // RFC 3339, UTC
  std::int64_t committed_seconds = 0;
  std::string author_name, author_email, committer_email;  // hostile text, at most 200 bytes each
  bool has_signature = false;                              // a signature is there; it is not verified
  std::vector<std::string> parents;
};

struct GitTag {
  std::string name;    // "v1.2.0", without refs/tags/
  std::string commit;  // what it leads to
  bool annotated = false;
  bool has_signature = false;  // of the tag object; not verified
};

struct GitReference {
  std::string name;  // "refs/heads/main"
  std::string id;    // of a commit or a tag object
};

struct GitEntry {
  enum class Kind : std::uint8_t { kFile, kLink, kSubmodule };
  Kind kind = Kind::kFile;
  std::string path;  // as the tree says it: hostile, may hold "..", "\\" or controls
  std::string id;
  std::uint64_t bytes = 0;  // 0 for a submodule, and for an object that is not here
  bool present = true;      // false: the object is missing (a shallow or partial clone)
};

struct GitLimits {
  std::size_t commits = 10'000;
  std::size_t references = 100'000;
  std::size_t entries = 200'000;  // of one tree, with its subtrees
  std::size_t depth = 64;
  std::uint64_t blob_bytes = 1u << 20;     // of one blob that is read
  std::uint64_t total_bytes = 1ull << 30;  // of all blobs of one walk
};

struct GitBlob {
  const GitCommit& commit;  // the oldest commit of the walk that has it
  std::string_view path, id, bytes;
  bool in_head;  // the newest commit still has this very blob
};

struct GitHistory {
  std::uint64_t commits = 0, blobs = 0, bytes = 0;
  std::uint64_t too_large = 0;  // blobs passed over
  bool truncated = false;       // by a limit, or because the callback ended it
  bool shallow = false;         // parents are missing: the clone has not the whole history
  std::string first_commit_at, last_commit_at;
};

class GitRepository {
 public:
  // A bare repository, or a folder with a .git folder in it. A .git file that points elsewhere is not
  // followed. kNothingToGrade when there is no repository.
  static Result<GitRepository> open(const std::string& folder, const GitLimits& limits = {});
  ~GitRepository();
  GitRepository(GitRepository&&) noexcept;
  GitRepository& operator=(GitRepository&&) noexcept;

  // "refs/heads/main"; empty when HEAD is detached or unreadable.
  const std::string& head_reference() const;
  Result<GitCommit> head() const;
  // By a full hex id of a commit or of a tag that leads to one.
  Result<GitCommit> commit(std::string_view id) const;
  // What a name means, as git looks it up: a full id, refs/…, a tag, a branch, a branch of origin.
  std::optional<std::string> find_reference(std::string_view name) const;
  const std::vector<GitReference>& references() const;  // sorted by name
  std::vector<GitTag> tags() const;                     // those that lead to a commit
  // The tag of the newest release by version order ("v1.10.0" over "v1.9.0"); pre-releases only when there
  // is nothing else.
  std::optional<GitTag> latest_tag() const;

  // The newest commits first; at most `count`, and at most the limit.
  std::vector<GitCommit> recent_commits(std::size_t count) const;

  // Every entry below a commit's tree that is no folder, sorted by path. kLimit is never returned:
  // `truncated` says that a limit was met.
  Result<std::vector<GitEntry>> entries(std::string_view commit, bool& truncated) const;
  // The bytes of a blob; nothing when it is missing or larger than `limit`.
  std::optional<std::string> blob(std::string_view id, std::uint64_t limit) const;

  // Calls `look` once for each different blob that the history of HEAD holds, oldest commit first. Stops when
  // it returns false.
  GitHistory walk_history(const std::function<bool(const GitBlob&)>& look) const;

 private:
  GitRepository();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

// Which of these tag names is the newest release by version order; npos when none is a version.
std::size_t newest_release(const std::vector<std::string>& tag_names);

}  // namespace mcpjury
