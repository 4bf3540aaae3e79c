#include "observe/local/install_step.h"

#include <unistd.h>

#include <cstdlib>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/local/child_process.h"
#include "observe/local/program_lookup.h"

namespace mcpjury {
namespace {

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  if (from.empty()) return std::string(text);
  for (std::size_t found = 0; (found = text.find(from)) != std::string_view::npos;) {
    result.append(text.substr(0, found)).append(to);
    text.remove_prefix(found + from.size());
  }
  return result.append(text);
}

Error missing(const std::string& what) {
  return {ErrorCode::kNotReached,
          "'" + escape_terminal(what) + "' is not installed; it is needed to fetch or run the package"};
}

// The last lines, where clients write what went wrong.
std::string last_words(const std::string& tail) {
  const std::string text = escape_terminal(redact(tail));
  return text.size() <= 600 ? text : "…" + escape_terminal(text.substr(text.size() - 600));
}

}  // namespace

std::string with_scratch(std::string_view text, std::string_view scratch) {
  return replaced(text, kScratchWord, scratch);
}

std::string without_scratch(std::string_view text, std::string_view scratch) {
  return replaced(text, scratch, kScratchWord);
}

Result<Interpreter> find_interpreter(const Launch& launch) {
  Interpreter found;
  if (launch.ecosystem == Ecosystem::kNpm) {
    found.program = find_program("node");
    found.client = find_program("npm");
    if (found.program.empty()) return missing("node");
    if (found.client.empty()) return missing("npm");
    return found;
  }
  std::vector<std::string> names{"python3", "python"};
  // "--python 3.12" as uv takes it, or a program.
  if (!launch.python.empty()) {
    const bool number = launch.python[0] >= '0' && launch.python[0] <= '9';
    names = {number ? "python" + launch.python : launch.python};
  }
  for (const std::string& name : names)
    if (found.program.empty()) found.program = find_program(name);
  if (found.program.empty()) return missing(names.front());
  if (launch.client == "uvx" || launch.client == "uv") found.client = find_program("uv");
  found.uv = !found.client.empty();
  if (!found.uv) found.client = found.program;
  return found;
}

std::vector<std::string> install_command(const Launch& launch, const Interpreter& interpreter) {
  const std::string target = std::string(kScratchWord) + "/package";
  std::vector<std::string> command{interpreter.client};
  const auto add = [&](std::initializer_list<std::string> words) { command.insert(command.end(), words); };
  if (launch.ecosystem == Ecosystem::kNpm) {
    add({"install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock",
         "--no-update-notifier", "--omit=dev", "--loglevel=error", "--logs-max=0", "--prefix", target});
    if (!launch.registry.empty()) add({"--registry", launch.registry});
  } else if (interpreter.uv) {
    add({"pip", "install", "--no-build", "--python", interpreter.program, "--target", target});
    if (!launch.registry.empty()) add({"--default-index", launch.registry});
  } else {
    add({"-m", "pip", "install", "--only-binary", ":all:", "--no-input", "--disable-pip-version-check",
         "--no-compile", "--no-warn-script-location", "--target", target});
    if (!launch.registry.empty()) add({"--index-url", launch.registry});
  }
  add({"--"});
  command.insert(command.end(), launch.packages.begin(), launch.packages.end());
  return command;
}

Fetched fetch(Loop& loop, const std::vector<std::string>& command, const std::string& scratch,
              TimePoint deadline) {
  ChildSpec spec;
  for (const std::string& word : command) spec.argv.push_back(with_scratch(word, scratch));
  // The user's own environment: registry settings, certificates and proxies are in it.
  for (char** one = environ; *one != nullptr; ++one) spec.environment.emplace_back(*one);
  spec.environment.emplace_back("npm_config_ignore_scripts=true");
  // Not the folder the user stands in: a project there may bring settings of its own.
  spec.working_dir = scratch + "/package";
  spec.limits = false;
  ChildLimits limits;
  limits.deadline = deadline;
  ChildFacts facts;
  Result<std::unique_ptr<ServerProcess>> child = ChildProcess::start(loop, std::move(spec), limits, facts);
  if (!child) return {false, false, child.error().message};
  (*child)->close_input();
  std::string said;
  while (!(*child)->at_end() && !facts.timed_out && !loop.stopped()) said = (*child)->read(deadline);
  (*child)->end();
  Fetched fetched;
  fetched.ok = !facts.timed_out && facts.exit_status == 0;
  fetched.timed_out = facts.timed_out;
  fetched.detail = last_words(facts.stderr_tail.empty() ? said : facts.stderr_tail);
  return fetched;
}

}  // namespace mcpjury
