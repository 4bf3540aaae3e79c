// References of a repository, read as text files. Private to this folder.
#pragma once

#include <string>
#include <vector>

#include "observe/git/repository.h"

namespace mcpjury {

struct ReferenceFiles {
  std::string head;                // the reference HEAD names, or an id
  std::vector<GitReference> list;  // sorted by name
  bool truncated = false;
};

// `folder` is the git folder itself. Links are not followed; symbolic references below refs/ are resolved
// once.
ReferenceFiles read_references(const std::string& folder, std::size_t limit);

bool is_object_id(std::string_view text);
bool is_plain_reference(std::string_view name);

}  // namespace mcpjury
