#include "observe/git/history.h"

#include <queue>

namespace mcpjury {
namespace {

// Older first out last; equal times by id, so that the order does not depend on chance.
struct Older {
  bool operator()(const GitCommit& a, const GitCommit& b) const {
    return a.committed_seconds != b.committed_seconds ? a.committed_seconds < b.committed_seconds
                                                      : a.id > b.id;
  }
};

}  // namespace

std::vector<GitCommit> newest_commits(const GitRepository& repository, const std::string& newest,
                                      std::size_t count, bool& truncated, bool& shallow) {
  std::vector<GitCommit> out;
  IdSet seen;
  std::priority_queue<GitCommit, std::vector<GitCommit>, Older> waiting;
  const auto add = [&](const std::string& id) {
    if (!seen.insert(id).second) return;
    auto commit = repository.commit(id);
    if (commit) {
      waiting.push(std::move(*commit));
    } else {
      shallow = true;
    }
  };
  add(newest);
  while (!waiting.empty()) {
    if (out.size() >= count) {
      truncated = true;
      break;
    }
    out.push_back(waiting.top());
    waiting.pop();
    for (const std::string& parent : out.back().parents) add(parent);
  }
  return out;
}

bool TreeWalk::commit(std::string_view id, const std::function<void(GitEntry)>& look) {
  const auto oid = oid_of(id);
  git_commit* commit = nullptr;
  if (!oid || git_commit_lookup(&commit, repository_, &*oid) != 0) return false;
  const CommitHandle owned(commit);
  entries_ = 0;
  return tree(*git_commit_tree_id(commit), "", 0, look);
}

bool TreeWalk::tree(const git_oid& id, const std::string& prefix, std::size_t depth,
                    const std::function<void(GitEntry)>& look) {
  if (only_new_ && !seen_.insert(hex_of(id)).second) return true;
  git_tree* tree = nullptr;
  if (git_tree_lookup(&tree, repository_, &id) != 0) return false;
  const TreeHandle owned(tree);
  const std::size_t count = git_tree_entrycount(tree);
  for (std::size_t i = 0; i < count; ++i) {
    if (entries_ >= limits_.entries) {
      truncated_ = true;
      break;
    }
    entry(git_tree_entry_byindex(tree, i), prefix, depth, look);
  }
  return true;
}

void TreeWalk::entry(const git_tree_entry* entry, const std::string& prefix, std::size_t depth,
                     const std::function<void(GitEntry)>& look) {
  ++entries_;
  const git_oid& id = *git_tree_entry_id(entry);
  const git_filemode_t mode = git_tree_entry_filemode(entry);
  std::string path = prefix + git_tree_entry_name(entry);
  if (mode == GIT_FILEMODE_TREE) {
    // A tree can name the same subtree thousands of times: the count of entries bounds that, the depth bounds
    // the recursion.
    if (depth >= limits_.depth || path.size() > 4096) {
      truncated_ = true;
    } else {
      tree(id, path + "/", depth + 1, look);
    }
    return;
  }
  GitEntry out;
  out.kind = mode == GIT_FILEMODE_LINK     ? GitEntry::Kind::kLink
             : mode == GIT_FILEMODE_COMMIT ? GitEntry::Kind::kSubmodule
                                           : GitEntry::Kind::kFile;
  out.path = std::move(path);
  out.id = hex_of(id);
  if (only_new_ && !seen_.insert(out.id).second) return;
  git_object_t type = GIT_OBJECT_INVALID;
  std::size_t bytes = 0;
  if (out.kind != GitEntry::Kind::kSubmodule) {
    out.present = git_odb_read_header(&bytes, &type, odb_, &id) == 0 && type == GIT_OBJECT_BLOB;
    out.bytes = bytes;
  }
  look(std::move(out));
}

}  // namespace mcpjury
