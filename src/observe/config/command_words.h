// The words of a command as clients write them, and the command inside the wrappers around it.
//
// Pure and bounded: eight wrappers, 4,096 words. Words are read as a POSIX shell reads them, which is what
// the clients do that take a whole line; nothing is expanded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

// Quotes and backslashes respected; a backslash before a letter stays, as in C:\tools\npx.cmd.
std::vector<std::string> split_words(std::string_view line);

// "npx" for "C:\\nodejs\\NPX.CMD", "/usr/bin/npx".
std::string program_name(std::string_view word);

struct InnerCommand {
  std::vector<std::string> words;     // what runs in the end; the first is the program
  std::string script;                 // the text a shell was given, the outermost; empty: no shell
  std::vector<std::string> wrappers;  // "cmd", "bash", "env", … in order
};

// Without cmd /c, bash -c, env A=b, sudo, nohup, timeout, "op run --" and the like. Of several commands in a
// script the last one that starts something is taken: the others prepare it.
InnerCommand inner_command(const std::string& command, const std::vector<std::string>& args);

}  // namespace mcpjury
