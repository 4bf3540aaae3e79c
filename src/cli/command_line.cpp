#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "base/escape.h"
#include "base/nearest.h"
#include "base/one_of.h"
#include "catalog/catalog.h"
#include "cli/command_shapes.h"
#include "cli/grammar.h"
#include "report/report.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// The first word of a target that makes it and everything after it the command of a local server.
constexpr std::array kLaunchers = {"npx"sv,     "uvx"sv,  "pipx"sv, "node"sv,   "python"sv,
                                   "python3"sv, "deno"sv, "bun"sv,  "docker"sv, "dnx"sv};
// Commands whose target may be a local server.
constexpr std::array kLooking = {"scan"sv, "observe"sv, "pin"sv, "verify"sv, "guard"sv};

bool takes_value(CLI::App& sub, const std::string& option) {
  const CLI::Option* found = sub.get_option_no_throw(option);
  return found != nullptr && found->get_items_expected_max() > 0;
}

// Cuts the words of a local server off the arguments: options of that command are not ours.
void split_local_command(CLI::App& sub, std::vector<std::string>& words, std::vector<std::string>& local) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::size_t begin = words.size();
    if (word == "--") {
      begin = i + 1;
    } else if (word.size() > 1 && word[0] == '-') {
      if (word.find('=') == std::string::npos && takes_value(sub, word)) ++i;
      continue;
    } else if (one_of(word, kLaunchers)) {
      begin = i;
    } else {
      return;  // only the first target decides
    }
    local.assign(words.begin() + static_cast<std::ptrdiff_t>(begin), words.end());
    words.resize(i);
    if (local.empty()) local.emplace_back();
    return;
  }
}

CommandLine wrong_usage(std::string message) {
  CommandLine line;
  line.exit_now = 2;
  line.err = std::move(message);
  return line;
}

std::string one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return escape_terminal(text);
}

std::string unknown_command(const std::string& word, const Grammar& grammar) {
  const auto near = nearest_names(word, grammar.names(), 1);
  return fmt::format("unknown command \"{}\"{}; see mcpjury --help", escape_terminal(word),
                     near.empty() ? "" : ", did you mean " + near[0]);
}

CommandLine failed(const CLI::ParseError& error) {
  return wrong_usage(one_line(error.what()) + "; see mcpjury --help");
}

// "NAME:{text,json}": what is taken, and the words that are known. The rest of what the library adds says
// which numbers are right, which the help says too.
void read_type(const CLI::Option& option, OptionShape& out) {
  if (option.get_items_expected_max() == 0) return;
  const std::string type = option.get_type_name();
  out.value = type.substr(0, type.find(':'));
  if (out.value.empty() || out.value == "TEXT") out.value = "NAME";
  if (out.value == "INT" || out.value == "UINT") out.value = "N";
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return;
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = std::min(type.find(',', at), close);
    out.choices.push_back(type.substr(at, end - at));
    at = end + 1;
  }
}

OptionShape option_shape(const CLI::Option& option) {
  OptionShape out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  read_type(option, out);
  if (out.names.empty()) out.names.push_back(option.get_name(true, false));
  out.help = option.get_description();
  if (out.help.starts_with("Print this help")) out.help = "Print this help";
  out.group = option.get_group();
  out.required = option.get_required();
  out.repeatable = option.get_expected_max() > 1;
  return out;
}

void add_shapes(const CLI::App& app, const std::string& before, ProgramShape& program) {
  for (const CLI::App* sub : app.get_subcommands({})) {
    CommandShape shape;
    shape.name = before + sub->get_name();
    shape.what = sub->get_description();
    shape.has_commands = !sub->get_subcommands({}).empty();
    for (const CLI::Option* option : sub->get_options()) {
      if (option->get_group().empty()) continue;
      (option->get_positional() ? shape.positionals : shape.options).push_back(option_shape(*option));
    }
    program.commands.push_back(std::move(shape));
    add_shapes(*sub, before + sub->get_name() + " ", program);
  }
}

// Of the innermost command that was meant.
std::string help_for(const CLI::App* sub) {
  const ProgramShape program = program_shape();
  if (sub == nullptr) return help_text(program);
  std::string name = sub->get_name();
  for (auto inner = sub->get_subcommands(); !inner.empty(); inner = inner.front()->get_subcommands())
    name += " " + inner.front()->get_name();
  for (const CommandShape& command : program.commands) {
    if (command.name == name) return help_text(command);
  }
  return help_text(program);
}

std::string version_text() {
  const ProgramInfo program = program_info();
  return fmt::format("mcpjury {}{}\ncatalogue {} ({})\n", program.version,
                     program.commit.empty() ? std::string() : fmt::format(" ({})", program.commit),
                     catalog().version, catalog().sha256.substr(0, 12));
}

}  // namespace

ProgramShape program_shape() {
  CliOptions unused;
  Grammar grammar(unused);
  ProgramShape out;
  out.what = grammar.app().get_description();
  out.footer = grammar.app().get_footer();
  for (const CLI::Option* option : grammar.app().get_options()) out.options.push_back(option_shape(*option));
  add_shapes(grammar.app(), "", out);
  return out;
}

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  Grammar grammar(line.options);
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) {
    line = wrong_usage("nothing to do; try mcpjury scan tools.json, or mcpjury --help");
    return line;
  }
  const bool is_option = words[0].starts_with("-");
  CLI::App* sub = is_option ? nullptr : grammar.find(words[0]);
  if (!is_option && words[0] != "help" && sub == nullptr)
    return wrong_usage(unknown_command(words[0], grammar));
  if (words[0] == "help") words[0] = "--help";
  if (sub != nullptr && one_of(words[0], kLooking)) {
    split_local_command(*sub, words, line.options.local_command);
    if (!line.options.local_command.empty()) {
      // The missing target was cut off on purpose.
      for (CLI::Option* option : sub->get_options()) option->required(false);
    }
  }
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    grammar.app().parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    line.exit_now = 0;
    line.out = help_for(sub);
    return line;
  } catch (const CLI::ParseError& error) {
    return failed(error);
  }
  if (grammar.version()) {
    line.exit_now = 0;
    line.out = version_text();
    return line;
  }
  line.options.command = grammar.chosen();
  line.options.given = grammar.given();
  return line;
}

}  // namespace mcpjury
