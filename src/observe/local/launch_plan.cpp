#include "observe/local/launch_plan.h"

#include <algorithm>
#include <optional>

#include "base/escape.h"
#include "observe/local/launch_options.h"

namespace mcpjury {
namespace {

Error refused(std::string message) { return {ErrorCode::kRefused, std::move(message)}; }

std::string file_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

// Words that only make sense with a network or another machine's files behind them.
struct Unsupported {
  std::string_view client, reason;
};
constexpr Unsupported kUnsupported[] = {
    {"docker",
     "a container runs beside the sandbox, by a service with all rights; scan the package or the image's "
     "server over HTTP instead"},
    {"podman", "a container needs namespaces and networks that the sandbox does not give"},
    {"deno", "deno fetches modules while it runs, and the sandbox has no network"},
    {"bun", "bun fetches packages while it runs, and the sandbox has no network; use npx or node"},
    {"bunx", "bunx has no fetch step apart from the run; use npx"},
    {"dnx", "dnx has no fetch step apart from the run"},
    {"dotnet",
     "dotnet restores packages while it runs, and the sandbox has no network; give the built program"},
    {"pnpm", "pnpm is not supported as a start command; use npx, or node with the path of the server"},
    {"yarn", "yarn is not supported as a start command; use npx, or node with the path of the server"},
    {"go", "go builds while it runs, and the sandbox has no network; give the built program"},
    {"cargo", "cargo builds while it runs, and the sandbox has no network; give the built program"},
    {"sudo", "a server is never run with more rights than the scan has"},
    {"ssh", "a server on another machine is not run by this program"},
};

std::optional<Error> unsupported(const std::string& client) {
  for (const Unsupported& one : kUnsupported)
    if (one.client == client)
      return refused("'" + client + "' cannot be scanned: " + std::string(one.reason));
  return std::nullopt;
}

// npx [options] package[@version] [arguments]; npx -p package [-p more] [--] program [arguments]
Result<Launch> parse_npm(Launch launch, CommandWords words) {
  Result<LaunchOptions> options = read_options(words, npm_options());
  if (!options) return options.error();
  launch.ecosystem = Ecosystem::kNpm;
  launch.registry = options->last("--registry");
  launch.packages = options->all("--package");
  if (options->has("--call"))
    return refused("'" + launch.client + " -c' runs a shell line; name the package instead");
  if (words.empty()) return Error{ErrorCode::kUsage, "'" + launch.client + "' names no package"};
  const std::string first = words.take();
  if (launch.packages.empty())
    launch.packages.push_back(first);
  else
    launch.binary = first;
  launch.arguments = words.rest();
  for (const std::string& package : launch.packages) {
    Result<PackageSpec> spec = parse_npm_spec(package);
    if (!spec) return spec.error();
    if (&package != &launch.packages.front()) continue;
    launch.name = spec->name;
    launch.version = spec->version;
  }
  return launch;
}

// uvx [options] package[@version] [arguments]; uvx --from package program [arguments]
Result<Launch> parse_python(Launch launch, CommandWords words) {
  Result<LaunchOptions> options = read_options(words, python_options());
  if (!options) return options.error();
  launch.ecosystem = Ecosystem::kPypi;
  launch.python = options->last("--python");
  launch.registry = options->last("--index-url");
  if (words.empty()) return Error{ErrorCode::kUsage, "'" + launch.client + "' names no package"};
  const std::string first = words.take();
  const std::string from = options->last("--from");
  if (!from.empty()) launch.binary = first;
  launch.arguments = words.rest();
  std::vector<std::string> wanted{from.empty() ? first : from};
  for (const std::string& more : options->all("--with")) wanted.push_back(more);
  for (const std::string& text : wanted) {
    Result<PackageSpec> spec = parse_python_spec(text);
    if (!spec) return spec.error();
    if (launch.packages.empty()) {
      launch.name = spec->name;
      launch.version = spec->version;
    }
    // "name@version" is uv's own spelling; "@latest" asks for nothing.
    const bool extras = text.find('[') != std::string::npos;
    const std::string name = extras ? text.substr(0, text.find(']') + 1) : spec->name;
    launch.packages.push_back(name + spec->version);
  }
  return launch;
}

}  // namespace

std::string Launch::key() const {
  if (ecosystem == Ecosystem::kNone) return {};
  return (ecosystem == Ecosystem::kNpm ? "npm:" : "pypi:") + name;
}

std::string Launch::label() const {
  if (ecosystem == Ecosystem::kNpm && !version.empty()) return key() + "@" + version;
  return key() + version;
}

Result<Launch> parse_launch(const std::vector<std::string>& command) {
  if (command.empty() || command[0].empty()) return Error{ErrorCode::kUsage, "no command to scan"};
  for (const std::string& word : command)
    if (word.find('\0') != std::string::npos) return Error{ErrorCode::kUsage, "the command holds a NUL byte"};
  Launch launch;
  launch.client = file_name(command[0]);
  CommandWords words(command, 1);
  const auto follows = [&](std::string_view word) { return command.size() > 1 && command[1] == word; };
  if (launch.client == "npx") return parse_npm(std::move(launch), words);
  if (launch.client == "npm") {
    if (!follows("exec") && !follows("x"))
      return refused(
          "'npm' can only be scanned as 'npm exec'; for a script of a project give 'node' and its file");
    words.take();
    return parse_npm(std::move(launch), words);
  }
  if (launch.client == "uvx") return parse_python(std::move(launch), words);
  if (launch.client == "uv") {
    if (!follows("tool") || command.size() < 3 || command[2] != "run")
      return refused(
          "'uv run' builds an environment while it runs, and the sandbox has no network; give the python of "
          "the environment and the server's file, or 'uvx' with a package");
    words.take();
    words.take();
    return parse_python(std::move(launch), words);
  }
  if (launch.client == "pipx") {
    if (!follows("run")) return refused("'pipx' can only be scanned as 'pipx run'");
    words.take();
    return parse_python(std::move(launch), words);
  }
  if (std::optional<Error> why = unsupported(launch.client)) return std::move(*why);
  launch.client.clear();
  launch.arguments = command;
  return launch;
}

}  // namespace mcpjury
