// completion: what a shell or man(1) wants to know of the command line, written from the grammar itself.
#include "cli/cli.h"
#include "cli/command_shapes.h"

namespace mcpjury {

int completion_command(const CliOptions& options) {
  const ProgramShape program = program_shape();
  if (options.id == "zsh") return finish_with(completion_zsh(program), 0);
  if (options.id == "fish") return finish_with(completion_fish(program), 0);
  if (options.id == "man") return finish_with(man_page(program), 0);
  return finish_with(completion_bash(program), 0);
}

}  // namespace mcpjury
