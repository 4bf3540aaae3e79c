// Completion for fish.
#include <fmt/format.h>

#include "cli/command_shapes.h"

namespace mcpjury {
namespace {

std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\n') {
      out += ' ';
    } else {
      if (c == '\'' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + "'";
}

// `-x`: needs a value, offers no files; `-r`: needs a value, offers files.
std::string offered_by_fish(const Completion& completion) {
  switch (completion.offer) {
    case Offer::kWords: {
      std::vector<std::string> words = completion.words;
      if (completion.takes_file) {
        for (const std::string& word : completion.words) words.push_back(word + "=");
      }
      return fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(words, " "))));
    }
    case Offer::kFiles:
      return " -r -F";
    case Offer::kFolders:
      return " -x -a '(__fish_complete_directories)'";
    case Offer::kNothing:
      break;
  }
  return " -x";
}

std::string condition_of(const CommandShape& command) {
  const std::size_t blank = command.name.find(' ');
  if (blank == std::string::npos) return fmt::format("__fish_seen_subcommand_from {}", command.name);
  return fmt::format("__fish_seen_subcommand_from {}; and __fish_seen_subcommand_from {}",
                     command.name.substr(0, blank), command.name.substr(blank + 1));
}

}  // namespace

std::string completion_fish(const ProgramShape& program) {
  std::string out =
      "# fish completion for mcpjury; written by `mcpjury completion fish`.\n"
      "# Put it into ~/.config/fish/completions/mcpjury.fish\n"
      "complete -c mcpjury -f\n";
  for (const OptionShape& option : program.options) {
    out += "complete -c mcpjury -n __fish_use_subcommand";
    for (const std::string& name : option.names)
      out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    out += fmt::format(" -d {}\n", fish_quoted(option.help));
  }
  for (const CommandShape& command : program.commands) {
    const std::string condition = fish_quoted(condition_of(command));
    if (command.name.find(' ') == std::string::npos) {
      out += fmt::format("complete -c mcpjury -n __fish_use_subcommand -a {} -d {}\n", command.name,
                         fish_quoted(command.what));
    }
    for (const OptionShape& option : command.options) {
      out += fmt::format("complete -c mcpjury -n {}", condition);
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty()) out += offered_by_fish(completion_of(command, option));
      out += fmt::format(" -d {}\n", fish_quoted(option.help));
    }
    if (command.positionals.empty()) continue;
    const Completion rest = completion_of(command, command.positionals[0]);
    if (rest.offer == Offer::kFiles) out += fmt::format("complete -c mcpjury -n {} -F\n", condition);
    if (rest.offer == Offer::kWords)
      out += fmt::format("complete -c mcpjury -n {} -a {}\n", condition,
                         fish_quoted(fmt::format("{}", fmt::join(rest.words, " "))));
  }
  return out;
}

}  // namespace mcpjury
