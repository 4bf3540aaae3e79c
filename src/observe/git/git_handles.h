// Owners of libgit2's values, and the library itself, started once. Private to this folder.
#pragma once

#include <git2.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

template <auto Free>
struct GitFree {
  template <class T>
  void operator()(T* value) const {
    Free(value);
  }
};
using OdbHandle = std::unique_ptr<git_odb, GitFree<&git_odb_free>>;
using RepositoryHandle = std::unique_ptr<git_repository, GitFree<&git_repository_free>>;
using ObjectHandle = std::unique_ptr<git_object, GitFree<&git_object_free>>;
using CommitHandle = std::unique_ptr<git_commit, GitFree<&git_commit_free>>;
using TreeHandle = std::unique_ptr<git_tree, GitFree<&git_tree_free>>;
using TagHandle = std::unique_ptr<git_tag, GitFree<&git_tag_free>>;
using OdbObjectHandle = std::unique_ptr<git_odb_object, GitFree<&git_odb_object_free>>;

inline std::string hex_of(const git_oid& id) {
  char text[GIT_OID_HEXSZ + 1];
  return git_oid_tostr(text, sizeof text, &id);
}

inline std::optional<git_oid> oid_of(std::string_view hex) {
  git_oid id;
  if (hex.size() != GIT_OID_HEXSZ || git_oid_fromstrn(&id, hex.data(), hex.size()) != 0) return std::nullopt;
  return id;
}

}  // namespace mcpjury
