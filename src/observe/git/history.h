// Walks over commits and trees. Private to this folder.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "observe/git/git_handles.h"
#include "observe/git/repository.h"

namespace mcpjury {

using IdSet = std::unordered_set<std::string>;

// From `newest` towards the root, newest first by commit time; at most `count`.
std::vector<GitCommit> newest_commits(const GitRepository& repository, const std::string& newest,
                                      std::size_t count, bool& truncated, bool& shallow);

// Entries of trees, depth first in the order of their names. One walk may visit many commits.
class TreeWalk {
 public:
  TreeWalk(git_repository* repository, git_odb* odb, const GitLimits& limits)
      : repository_(repository), odb_(odb), limits_(limits) {}

  // Skips what an earlier commit of this walk already showed, subtrees as a whole.
  void only_new() { only_new_ = true; }
  bool truncated() const { return truncated_; }
  // False when the commit or its tree cannot be read.
  bool commit(std::string_view id, const std::function<void(GitEntry)>& look);

 private:
  bool tree(const git_oid& id, const std::string& prefix, std::size_t depth,
            const std::function<void(GitEntry)>& look);
  void entry(const git_tree_entry* entry, const std::string& prefix, std::size_t depth,
             const std::function<void(GitEntry)>& look);

  git_repository* repository_;
  git_odb* odb_;
  const GitLimits& limits_;
  bool only_new_ = false, truncated_ = false;
  std::size_t entries_ = 0;
  IdSet seen_;
};

}  // namespace mcpjury
