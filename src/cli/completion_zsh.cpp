// Completion for zsh, by its own _arguments.
#include <fmt/format.h>

#include "cli/command_shapes.h"

namespace mcpjury {
namespace {

std::string one_sentence(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += ' ';
    } else if (c == '\'') {
      out += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string words_action(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    for (const char c : word) {
      if (c == ':') out += '\\';
      out += c;
    }
  }
  return out;
}

std::string action_of(const Completion& completion) {
  switch (completion.offer) {
    case Offer::kWords:
      if (completion.list) return fmt::format("_values -s , value {}", words_action(completion.words));
      if (completion.takes_file) return "_mcpjury_output";
      return fmt::format("({})", words_action(completion.words));
    case Offer::kFiles:
      return "_files";
    case Offer::kFolders:
      return "_files -/";
    case Offer::kNothing:
      break;
  }
  return " ";
}

std::string option_spec(const CommandShape& command, const OptionShape& option) {
  std::string out;
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    out += fmt::format("    '{}{}{}[{}]", option.repeatable ? "*" : "", name,
                       option.value.empty() ? ""
                       : is_long            ? "="
                                            : "+",
                       one_sentence(option.help));
    if (!option.value.empty())
      out += fmt::format(":{}:{}", one_sentence(option.value), action_of(completion_of(command, option)));
    out += "' \\\n";
  }
  return out;
}

std::string function_name(std::string name) {
  for (char& c : name) {
    if (c == ' ' || c == '-') c = '_';
  }
  return "_mcpjury_command_" + name;
}

}  // namespace

std::string completion_zsh(const ProgramShape& program) {
  std::string formats, functions, described, cases;
  for (const CommandShape& command : program.commands) {
    functions += fmt::format("{}() {{\n  _arguments -s -S \\\n", function_name(command.name));
    for (const OptionShape& option : command.options) {
      functions += option_spec(command, option);
      if (const Completion words = completion_of(command, option); words.takes_file)
        formats = fmt::format("{}", fmt::join(words.words, " "));
    }
    if (command.positionals.empty()) {
      functions += "    '*: : '\n}\n";
    } else {
      functions += fmt::format("    '*:{}:{}'\n}}\n", one_sentence(command.positionals[0].names[0]),
                               action_of(completion_of(command, command.positionals[0])));
    }
    if (command.name.find(' ') != std::string::npos) continue;
    described += fmt::format("    '{}:{}'\n", command.name, one_sentence(command.what));
    cases += fmt::format("        {}) {} ;;\n", command.name, function_name(command.name));
  }
  return fmt::format(R"(#compdef mcpjury
# zsh completion for mcpjury; written by `mcpjury completion zsh`. Put it into a folder of $fpath as _mcpjury.
_mcpjury_output() {{
  if compset -P '*='; then
    _files
  else
    compadd -S '' -- {0}
  fi
}}
{1}
_mcpjury() {{
  local curcontext=$curcontext state line
  local -a commands
  commands=(
{2}  )
  _arguments -C '(- *)'{{-h,--help}}'[help]' '(- *)--version[version]' '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
{3}      esac ;;
  esac
}}
if [[ $funcstack[1] == _mcpjury ]]; then _mcpjury "$@"; else compdef _mcpjury mcpjury; fi
)",
                     formats, functions, described, cases);
}

}  // namespace mcpjury
