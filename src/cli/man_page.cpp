// The man page, in the macros of man(7).
#include <fmt/format.h>

#include "base/utf8.h"
#include "cli/command_shapes.h"
#include "cli/wrap.h"
#include "report/report.h"

namespace mcpjury {
namespace {

// Whatever is not ASCII by its number; a hyphen of an option must stay one.
std::string roff(std::string_view text, bool literal = false) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar decoded = decode_utf8(text, at);
    const char32_t code = decoded.code;
    if (code >= 0x80) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(code));
    } else if (code == '\\') {
      out += "\\e";
    } else if (code == '-' && literal) {
      out += "\\-";
    } else {
      out += static_cast<char>(code);
    }
    at += decoded.bytes;
  }
  return out;
}

// Prose in lines of 80; one that begins with a dot or an apostrophe would be a request.
std::string paragraph(std::string_view text) {
  std::string lines, out;
  append_wrapped(lines, roff(text, true), "", 0);
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = lines.find('\n', at) + 1;
    if (lines[at] == '.' || lines[at] == '\'') out += "\\&";
    out.append(lines, at, end - at);
    at = end;
  }
  return out;
}

void append_item(std::string& out, const OptionShape& option) {
  out += ".TP\n";
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name, true));
  if (!option.value.empty() && option.names[0].starts_with("-"))
    names += fmt::format(" \\fI{}\\fR", roff(option.value));
  out += names + "\n" + paragraph(option.help);
}

std::string synopsis(const CommandShape& command) {
  std::string out = fmt::format(".B mcpjury {}\n[\\fIOPTIONS\\fR]", roff(command.name, true));
  for (const OptionShape& positional : command.positionals) {
    const std::string name = fmt::format("\\fI{}\\fR", roff(positional.names[0]));
    out += positional.required ? " " + name : fmt::format(" [{}]", name);
    if (positional.repeatable) out += " ...";
  }
  return out + "\n";
}

constexpr std::string_view kManExitCodes[][2] = {
    {"0", "Scanned; below the threshold."},
    {"1", "Threshold reached (--fail-on), or drift (verify)."},
    {"2", "Wrong usage or configuration; a file that cannot be read or is not valid JSON; unknown scheme."},
    {"3", "Nothing to grade: target not reached, refused address, no tool list, no MCP server."},
    {"4", "Incomplete (zero tools, a limit, a time-out, a partial list), and the threshold was not reached."},
    {"5", "Only with --strict-clean: findings, all below the threshold."},
    {"70", "A fault of the program."},
    {"130", "Interrupted."}};

constexpr std::string_view kManFiles[][2] = {
    {"./mcpjury.yaml", "Settings and suppressions, when --config names no other; see mcpjury config."},
    {"./mcpjury.lock", "Approved tool surfaces, of pin and verify."},
    {"~/.local/share/mcpjury",
     "History and advisory feeds; MCPJURY_DATA_DIR or XDG_DATA_HOME say otherwise."}};

constexpr std::string_view kManEnvironment[][2] = {
    {"MCPJURY_STORE", "Where the history lies, as --store; none keeps none."},
    {"MCPJURY_DATA_DIR", "Where history and feeds lie."},
    {"MCPJURY_ENABLE_ACTIVE_PROBE", "Must be 1 for --active-probe."},
    {"NO_COLOR, CLICOLOR_FORCE, TERM", "Whether colours are used; --color says otherwise."},
    {"CI", "When set, no progress is shown."},
    {"SOURCE_DATE_EPOCH", "The time of observation, for reports that are the same bytes again."}};

template <std::size_t N>
void append_table(std::string& out, std::string_view heading, const std::string_view (&rows)[N][2]) {
  out += fmt::format(".SH {}\n", heading);
  for (const auto& row : rows)
    out += fmt::format(".TP\n\\fB{}\\fR\n{}", roff(row[0], true), paragraph(row[1]));
}

}  // namespace

std::string man_page(const ProgramShape& program) {
  const ProgramInfo info = program_info();
  std::string out = fmt::format(
      ".\\\" Written by mcpjury completion man.\n.TH MCPJURY 1 \"\" \"mcpjury {}\" \"User Commands\"\n",
      info.version);
  out += ".SH NAME\nmcpjury \\- grade MCP servers by five published methodologies\n.SH SYNOPSIS\n";
  out += ".B mcpjury\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\n" + paragraph(program.what) +
         ".PP\nTypical commands are \\fBmcpjury scan https://host/mcp\\fR,\n\\fBmcpjury scan npx \\-y "
         "some\\-server\\fR,\n"
         "\\fBmcpjury scan \\-\\-clients\\fR and \\fBmcpjury explain\\fR \\fIRULE\\fR.\n.SH OPTIONS\n";
  for (const OptionShape& option : program.options) append_item(out, option);
  out += ".SH COMMANDS\n";
  for (const CommandShape& command : program.commands) {
    out +=
        fmt::format(".SS {}\n{}.\n.PP\n{}", roff(command.name, true), roff(command.what), synopsis(command));
    for (const OptionShape& positional : command.positionals) append_item(out, positional);
    for (const OptionShape& option : command.options) {
      if (option.names.back() != "--help") append_item(out, option);
    }
  }
  append_table(out, "EXIT STATUS", kManExitCodes);
  append_table(out, "ENVIRONMENT", kManEnvironment);
  append_table(out, "FILES", kManFiles);
  out += ".SH SEE ALSO\nThe documentation in /usr/share/doc/mcpjury.\n";
  return out;
}

}  // namespace mcpjury
