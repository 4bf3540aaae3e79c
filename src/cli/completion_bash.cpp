// Completion for bash; needs nothing of the package bash-completion.
#include <fmt/format.h>

#include "cli/command_shapes.h"

namespace mcpjury {
namespace {

// The shell breaks words at = and : and hands over the pieces; the head puts the last one together again.
constexpr std::string_view kBashHead = R"(# bash completion for mcpjury; written by `mcpjury completion bash`.
# Load it with:  source <(mcpjury completion bash)
_mcpjury() {
  local cur prev cmd sub i word offer words list file opts
  cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  cmd= sub= offer= words= list= file= opts= COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -- ]]; then return; fi
    if [[ $word == -* ]]; then continue; fi
    if [[ -z $cmd ]]; then cmd=$word; elif [[ -z $sub ]]; then sub=$word; fi
  done
  local glued= at=$((COMP_CWORD - 1))
  if [[ $cur == [=:] ]]; then glued=$prev$cur cur= at=$((COMP_CWORD - 2))
  elif [[ $prev == [=:] ]]; then glued=${COMP_WORDS[COMP_CWORD-2]}$prev at=$((COMP_CWORD - 3))
  fi
  [[ -n $glued ]] && prev=${COMP_WORDS[at]}
  if [[ $glued == -*= ]]; then prev=${glued%=} glued=; fi
  if [[ -z $cmd ]]; then
    COMPREPLY=($(compgen -W '@COMMANDS@' -- "$cur"))
    return
  fi
  case "$cmd $sub" in
)";

constexpr std::string_view kBashTail = R"(  esac
  if [[ $glued == *= ]]; then
    if [[ $file == 1 ]]; then compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); fi
    return
  fi
  if [[ -z $offer ]]; then
    if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$opts" -- "$cur")); return; fi
    offer=$rest words=$restwords
  fi
  case $offer in
    words)
      local before=
      if [[ $list == 1 && $cur == *,* ]]; then before=${cur%,*}, cur=${cur##*,}; fi
      # After a colon only what follows it is replaced.
      if [[ $glued == *: ]]; then
        COMPREPLY=($(compgen -W "$words" -- "${glued##*,}$cur")) COMPREPLY=("${COMPREPLY[@]#"${glued##*,}"}")
      else
        COMPREPLY=($(compgen -P "$before" -W "$words" -- "$cur"))
      fi
      if [[ $file == 1 || $list == 1 ]]; then compopt -o nospace 2>/dev/null; fi ;;
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
  esac
}
complete -F _mcpjury mcpjury
)";

std::string offered(const Completion& completion) {
  switch (completion.offer) {
    case Offer::kWords:
      return fmt::format("offer=words words='{}'{}{}", fmt::join(completion.words, " "),
                         completion.list ? " list=1" : "", completion.takes_file ? " file=1" : "");
    case Offer::kFiles:
      return "offer=files";
    case Offer::kFolders:
      return "offer=folders";
    case Offer::kNothing:
      break;
  }
  return "offer=none";
}

std::string bash_case(const CommandShape& command) {
  const bool inner = command.name.find(' ') != std::string::npos;
  std::string out = fmt::format("    '{}'{})\n", inner ? command.name : command.name + " ", inner ? "" : "*");
  std::vector<std::string> names;
  for (const OptionShape& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  out += fmt::format("      opts='{}'\n", fmt::join(names, " "));
  Completion rest;
  if (!command.positionals.empty()) rest = completion_of(command, command.positionals.front());
  out += fmt::format("      local rest={} restwords='{}'\n",
                     rest.offer == Offer::kWords   ? "words"
                     : rest.offer == Offer::kFiles ? "files"
                                                   : "none",
                     fmt::join(rest.words, " "));
  out += "      case $prev in\n";
  for (const OptionShape& option : command.options) {
    if (option.value.empty()) continue;
    out += fmt::format("        {}) {} ;;\n", fmt::join(option.names, "|"),
                       offered(completion_of(command, option)));
  }
  return out + "      esac ;;\n";
}

}  // namespace

std::string completion_bash(const ProgramShape& program) {
  std::string commands, cases, inner;
  for (const CommandShape& command : program.commands) {
    // Commands inside others first: their pattern is the narrower one.
    const bool is_inner = command.name.find(' ') != std::string::npos;
    if (!is_inner) commands += (commands.empty() ? "" : " ") + command.name;
    (is_inner ? inner : cases) += bash_case(command);
  }
  for (const OptionShape& option : program.options)
    commands += fmt::format(" {}", fmt::join(option.names, " "));
  std::string head(kBashHead);
  head.replace(head.find("@COMMANDS@"), 10, commands);
  return head + inner + cases + std::string(kBashTail);
}

}  // namespace mcpjury
