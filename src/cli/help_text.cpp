// Help for a terminal of 80 columns.
#include <fmt/format.h>

#include <algorithm>

#include "cli/command_shapes.h"
#include "cli/wrap.h"

namespace mcpjury {
namespace {

constexpr std::size_t kHelpColumn = 24;

std::string shown_names(const OptionShape& option) {
  std::string out = fmt::format("{}", fmt::join(option.names, ", "));
  if (!option.value.empty() && option.names[0].starts_with("-")) out += " " + option.value;
  return out;
}

void append_option(std::string& out, const std::string& names, const std::string& help) {
  std::string lead = "  " + names;
  if (lead.size() + 2 > kHelpColumn) {
    out += lead + "\n";
    lead.clear();
  }
  lead.resize(kHelpColumn, ' ');
  append_wrapped(out, help, lead, kHelpColumn);
}

void append_options(std::string& out, const std::vector<OptionShape>& options) {
  std::vector<std::string> groups;
  for (const OptionShape& option : options) {
    if (std::find(groups.begin(), groups.end(), option.group) == groups.end()) groups.push_back(option.group);
  }
  for (const std::string& group : groups) {
    out += fmt::format("\n{}:\n", group);
    for (const OptionShape& option : options) {
      if (option.group == group) append_option(out, shown_names(option), option.help);
    }
  }
}

std::string usage_of(const OptionShape& positional) {
  const std::string shown = positional.names[0] + (positional.repeatable ? "..." : "");
  return positional.required ? shown : fmt::format("[{}]", shown);
}

}  // namespace

std::string help_text(const ProgramShape& program) {
  std::string out;
  append_wrapped(out, program.what, "", 0);
  out += "\nUsage: mcpjury COMMAND [OPTIONS]\n";
  append_options(out, program.options);
  out += "\nCommands:\n";
  for (const CommandShape& command : program.commands) {
    if (command.name.find(' ') == std::string::npos) append_option(out, command.name, command.what);
  }
  out += '\n';
  append_wrapped(out, program.footer, "", 0);
  out += "\nmcpjury COMMAND --help tells the options of a command; man mcpjury has all.\n";
  return out;
}

std::string help_text(const CommandShape& command) {
  std::string out;
  append_wrapped(out, command.what + ".", "", 0);
  std::string usage =
      fmt::format("mcpjury {}{} [OPTIONS]", command.name, command.has_commands ? " COMMAND" : "");
  for (const OptionShape& positional : command.positionals) usage += " " + usage_of(positional);
  append_wrapped(out, usage, "\nUsage: ", 8);
  if (!command.positionals.empty()) {
    out += '\n';
    for (const OptionShape& positional : command.positionals)
      append_option(out, positional.names[0], positional.help);
  }
  append_options(out, command.options);
  return out;
}

}  // namespace mcpjury
