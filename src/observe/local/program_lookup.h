// Finding the program a command names, and what it needs to run: the links on the way, the interpreter of a
// script, the folder an interpreter was installed to.
//
// Reads the file system and PATH, executes nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

// Absolute path, links not followed: along PATH when the word has no slash, else from the working directory.
// A shim of pyenv is replaced by the interpreter it stands for. Empty when there is no executable file.
std::string find_program(std::string_view word);

// The links from the path to the file, both ends included; at most 16.
std::vector<std::string> link_chain(const std::string& path);

// Words of a "#!" line; empty when there is none.
std::vector<std::string> shebang(const std::string& file);

// Where the interpreter's libraries are: "/opt/node" for "/opt/node/bin/node", the virtual environment's
// folder, a package store as a whole. Empty when that is part of /usr.
std::string program_prefix(const std::string& program);

std::string absolute_path(std::string_view path);                // lexically normal, links kept
std::string real_path(const std::string& path);                  // empty when it does not exist
bool is_inside(std::string_view path, std::string_view folder);  // or the same

}  // namespace mcpjury
