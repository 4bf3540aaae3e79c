// The files of a folder, found without following a link and read without running anything.
//
// Sorted by path, so that the same folder gives the same evidence. Folders are walked level by level: where a
// limit cuts, what lies near the root has been seen. Links, devices, sockets and pipes are not opened. A
// limit that was met is said.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

struct SourceLimits {
  std::size_t files = 50'000;
  std::size_t depth = 40;
  std::uint64_t file_bytes = 1u << 20;        // of a source file that is read
  std::uint64_t inventory_bytes = 16u << 20;  // of a lock file
  std::uint64_t total_bytes = 1ull << 30;     // read in all
  bool published = false;  // an unpacked package: dist and build are what runs, not output of a tool
};

struct SourceFile {
  std::string path;  // relative to the root, with "/"
  std::uint64_t bytes = 0;
};

struct SourceTree {
  std::string root;
  std::vector<SourceFile> files;
  std::uint64_t bytes = 0;
  std::uint64_t links = 0, special = 0;  // not opened
  std::uint64_t unreadable = 0;          // folders and files that may not be opened
  std::uint64_t bad_names = 0;           // no UTF-8: they cannot be written down, so they are passed over
  std::uint64_t foreign = 0;             // folders of dependencies, build output and caches, passed over
  bool too_many = false, too_deep = false;
  bool truncated() const { return too_many || too_deep; }
};

// kUnreadable when the folder cannot be opened.
Result<SourceTree> walk_source(const std::string& root, const SourceLimits& limits);
// The whole text; nothing when it is larger than `limit`, no regular file, or gone.
std::optional<std::string> read_source(const SourceTree& tree, std::string_view path, std::uint64_t limit);

// How much of a code file is read: of what a bundler packs into one file, more.
std::uint64_t code_bytes(std::string_view path, const SourceLimits& limits);

// Dependencies, build output and caches: what others wrote or a tool made.
bool is_foreign_folder(std::string_view name);
// Tests, fixtures, examples, documentation: honest places for samples of anything.
bool is_sample_path(std::string_view path);
// "TypeScript", "Python" …; empty when it is no source of a language we name.
std::string_view language_of(std::string_view path);

}  // namespace mcpjury
