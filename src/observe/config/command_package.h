// Which package a start command runs: "npx -y name@1.2.3", "uvx --from name prog", "docker run -i image:tag",
// through cmd /c, bash -c and env as well.
//
// Pure. Names what the package client would fetch; guesses nothing: a command in which an option is not known
// may hide the package, and then no package is named.
#pragma once

#include <string>
#include <vector>

namespace mcpjury {

struct CommandPackage {
  std::string form;       // "npx", "uvx", "docker", "node", "python-module", "program"; empty: no command
  std::string ecosystem;  // as OSV writes it: "npm", "PyPI", "NuGet", "Go"; "docker" for images; empty: none
  std::string name;
  std::string version;   // exact
  std::string range;     // what is asked for when that is not exact: "^1", "latest", ">=2", a tag of an image
  std::string digest;    // of an image: "sha256:…"; of a repository: the commit
  std::string source;    // "registry", "git", "url", "path", "image", "installed"
  std::string address;   // where "git" and "url" are fetched from, as written
  std::string remote;    // the URL a bridge (mcp-remote) leads to, as written
  std::string script;    // what a shell was given to run
  bool fetched = false;  // the command may download what it runs
  bool pinned = false;   // what is downloaded is always the same
};

CommandPackage command_package(const std::string& command, const std::vector<std::string>& args);

}  // namespace mcpjury
