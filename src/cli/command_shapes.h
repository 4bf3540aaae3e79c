// The commands and options as plain values, read off the grammar: help, completion and the man page are all
// written from them, so none of them can know an option that the program does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct OptionShape {
  std::vector<std::string> names;  // "-o", "--output"; of a positional its one name
  std::string value;               // what it takes, "FILE"; empty: nothing
  std::vector<std::string> choices;
  std::string help, group;
  bool required = false, repeatable = false;
};

struct CommandShape {
  std::string name, what;  // the name of a command inside another is "outer inner"
  std::vector<OptionShape> positionals, options;
  bool has_commands = false;
};

struct ProgramShape {
  std::string what, footer;
  std::vector<OptionShape> options;
  std::vector<CommandShape> commands;  // as help lists them
};

ProgramShape program_shape();

std::string help_text(const ProgramShape& program);
std::string help_text(const CommandShape& command);

// The words an option or positional may have, and what to offer when there are none.
enum class Offer { kWords, kFiles, kFolders, kNothing };
struct Completion {
  Offer offer = Offer::kNothing;
  std::vector<std::string> words;
  bool list = false;        // several, joined by commas
  bool takes_file = false;  // WORD=FILE
};
Completion completion_of(const CommandShape& command, const OptionShape& option);

std::string completion_bash(const ProgramShape& program);
std::string completion_zsh(const ProgramShape& program);
std::string completion_fish(const ProgramShape& program);
std::string man_page(const ProgramShape& program);

}  // namespace mcpjury
