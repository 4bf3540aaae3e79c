// What a script does, told from its text: the command of an install hook, or the file that it runs.
//
// Words of the evidence: "fetches" something from the network, "runs_fetched" (and runs it), "decodes" a
// hidden text, "runs_decoded" (and runs it), "runs_inline" code that stands in the command, "runs_shell",
// "runs_commands" (starts programs, as most build scripts do), "telemetry", "reads_environment" (credentials
// or the whole environment), "obfuscated", "build" (a build step that everybody knows). Pure; linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

enum class ScriptLanguage : unsigned char { kShell, kJavaScript, kPython, kRust };

// Sorted, each once.
using Behaviours = std::vector<std::string>;

// One line of a shell, as package.json has it.
Behaviours script_behaviours(std::string_view script);
// The text of a file that an installation runs.
Behaviours code_behaviours(std::string_view code, ScriptLanguage language);
void add_behaviours(Behaviours& to, const Behaviours& more);
bool has_behaviour(const Behaviours& behaviours, std::string_view name);

// The files of the same package that a command runs ("node scripts/x.js", "sh ./y.sh", require('./z')), as
// written; and the names of other scripts ("npm run build").
std::vector<std::string> files_run_by(std::string_view script);
std::vector<std::string> scripts_run_by(std::string_view script);

}  // namespace mcpjury
