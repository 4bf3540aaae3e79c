// Which files and folders of this machine a server is shown, read-only: those its command names, each with
// the package it belongs to, and the interpreter. Never a whole home, never a place where everything is.
//
// Reads the file system, executes nothing. Bounded: 256 paths.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct ReadablePaths {
  std::vector<std::string> shown;     // absolute, sorted, none inside another
  std::vector<std::string> too_wide;  // named by the command, but not shown
};

// `argv`: the command with argv[0] an absolute path.
ReadablePaths readable_paths(const std::vector<std::string>& argv);

// "/", "/home", "/etc", a home folder or anything above one, and the like.
bool is_too_wide(std::string_view path);

// The folder of the package a file or folder belongs to: nearest ancestor with a package file; inside
// node_modules the outermost one; a workspace as a whole. Empty when there is none.
std::string package_root(const std::string& path);

}  // namespace mcpjury
