#include "observe/config/command_package.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "base/ascii.h"
#include "observe/config/command_words.h"
#include "observe/config/container_words.h"
#include "observe/config/package_words.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Options of package clients that take the next word. Everything else that begins with "-" stands alone.
constexpr std::array kNpmValues = {"-p"sv,
                                   "--package"sv,
                                   "-c"sv,
                                   "--call"sv,
                                   "--registry"sv,
                                   "--cache"sv,
                                   "--loglevel"sv,
                                   "--prefix"sv,
                                   "--userconfig"sv,
                                   "-w"sv,
                                   "--workspace"sv,
                                   "--node-options"sv,
                                   "--script-shell"sv,
                                   "-C"sv,
                                   "--dir"sv,
                                   "--reporter"sv};
constexpr std::array kPythonValues = {"--from"sv,
                                      "--spec"sv,
                                      "--with"sv,
                                      "-w"sv,
                                      "--python"sv,
                                      "-p"sv,
                                      "--index-url"sv,
                                      "-i"sv,
                                      "--index"sv,
                                      "--default-index"sv,
                                      "--extra-index-url"sv,
                                      "--find-links"sv,
                                      "-f"sv,
                                      "--with-editable"sv,
                                      "--with-requirements"sv,
                                      "--constraint"sv,
                                      "--constraints"sv,
                                      "-c"sv,
                                      "--override"sv,
                                      "--env-file"sv,
                                      "--directory"sv,
                                      "--project"sv,
                                      "--cache-dir"sv,
                                      "--refresh-package"sv,
                                      "--exclude-newer"sv,
                                      "--resolution"sv,
                                      "--prerelease"sv,
                                      "--link-mode"sv,
                                      "--config-file"sv,
                                      "--color"sv,
                                      "--python-preference"sv,
                                      "-P"sv,
                                      "--keyring-provider"sv,
                                      "--pip-args"sv,
                                      "--extra"sv,
                                      "--group"sv,
                                      "--only-group"sv,
                                      "--package"sv,
                                      "--allow-insecure-host"sv,
                                      "--index-strategy"sv,
                                      "--upgrade-package"sv,
                                      "--python-platform"sv};
constexpr std::array kDotnetValues = {"--version"sv,   "--source"sv, "--add-source"sv, "--configfile"sv,
                                      "--verbosity"sv, "-v"sv,       "--framework"sv};
constexpr std::array kNodeValues = {
    "-r"sv,         "--require"sv, "--import"sv,     "--loader"sv,
    "--env-file"sv, "-C"sv,        "--conditions"sv, "--experimental-loader"sv,
    "--title"sv};
constexpr std::array kDenoValues = {"--config"sv, "-c"sv,    "--import-map"sv, "--lock"sv, "--env-file"sv,
                                    "--cert"sv,   "--ext"sv, "--location"sv,   "--seed"sv};

// The first word that is no option, and the values of the options before it.
struct Read {
  std::string word;
  std::size_t at = 0;  // of the word; the number of words when there is none
  std::vector<std::pair<std::string, std::string>> options;

  std::string last(std::initializer_list<std::string_view> names) const {
    std::string value;
    for (const auto& [name, one] : options) {
      if (std::find(names.begin(), names.end(), name) != names.end()) value = one;
    }
    return value;
  }
};

Read read_words(const std::vector<std::string>& words, std::size_t begin,
                std::span<const std::string_view> values) {
  Read out;
  std::size_t i = begin;
  for (; i < words.size() && words[i].size() > 1 && words[i][0] == '-'; ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      ++i;
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (equals != std::string::npos) {
      out.options.emplace_back(name, word.substr(equals + 1));
    } else if (std::find(values.begin(), values.end(), name) != values.end()) {
      if (i + 1 < words.size()) out.options.emplace_back(name, words[i + 1]);
      ++i;
    } else {
      out.options.emplace_back(name, "");
    }
  }
  out.at = std::min(i, words.size());
  if (out.at < words.size()) out.word = words[out.at];
  return out;
}

bool has_option(const Read& read, std::string_view name) {
  return std::any_of(read.options.begin(), read.options.end(),
                     [&](const auto& one) { return one.first == name; });
}

std::string url_among(const std::vector<std::string>& words, std::size_t begin) {
  for (std::size_t i = begin; i < words.size(); ++i) {
    if (words[i].starts_with("https://") || words[i].starts_with("http://")) return words[i];
  }
  return {};
}

void npm_command(const std::vector<std::string>& words, std::size_t begin, CommandPackage& out) {
  const Read read = read_words(words, begin, kNpmValues);
  out.fetched = true;
  if (const std::string call = read.last({"-c", "--call"}); !call.empty()) out.script = call;
  std::string package = read.last({"-p", "--package"});
  if (package.empty()) package = read.word;
  set_npm_package(package, out);
  if (has_option(read, "--no-install") || has_option(read, "--no")) out.fetched = false;
  // Bridges that only pass a remote server on.
  if (out.name == "mcp-remote" || out.name == "supergateway" || out.name == "mcp-proxy")
    out.remote = url_among(words, read.at + 1);
}

void python_command(const std::vector<std::string>& words, std::size_t begin, CommandPackage& out) {
  const Read read = read_words(words, begin, kPythonValues);
  out.fetched = true;
  const std::string from = read.last({"--from", "--spec"});
  set_python_package(from.empty() ? read.word : from, out);
  if (out.name == "mcp-proxy") out.remote = url_among(words, read.at + 1);
}

// "uv run --with name server.py": what is fetched beside the project.
void uv_run(const std::vector<std::string>& words, CommandPackage& out) {
  const Read read = read_words(words, 2, kPythonValues);
  const std::string with = read.last({"--with", "-w"});
  if (with.empty()) {
    out.source = "path";
    return;
  }
  out.fetched = true;
  set_python_package(with, out);
}

void interpreter(const std::vector<std::string>& words, std::span<const std::string_view> values,
                 CommandPackage& out) {
  const Read read = read_words(words, 1, values);
  for (const std::string_view option : {"-e"sv, "--eval"sv, "-p"sv, "--print"sv}) {
    if (has_option(read, option)) return;  // code in the command: no file
  }
  out.source = "path";
}

void python_program(const std::vector<std::string>& words, CommandPackage& out) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "-m") {
      out.form = "python-module";
      out.source = "installed";
      if (i + 1 < words.size()) out.name = words[i + 1].substr(0, 200);
      // pip run through the interpreter fetches; a module is here already.
      return;
    }
    if (words[i] == "-c") {
      if (i + 1 < words.size()) out.script = words[i + 1];
      return;
    }
    if (words[i] == "-W" || words[i] == "-X") ++i;
    if (!words[i].starts_with('-')) break;
  }
  out.source = "path";
}

void deno_command(const std::vector<std::string>& words, CommandPackage& out) {
  if (words.size() < 2 || (words[1] != "run" && words[1] != "x")) return;
  const Read read = read_words(words, 2, kDenoValues);
  out.fetched = true;
  if (read.word.starts_with("npm:")) return set_npm_package(read.word, out);
  if (read.word.starts_with("http://") || read.word.starts_with("https://")) {
    out.source = "url";
    out.address = read.word;
    return;
  }
  if (read.word.starts_with("jsr:")) {
    CommandPackage spec;
    set_npm_package(std::string_view(read.word).substr(4), spec);
    out.name = spec.name;
    out.version = spec.version;
    out.range = spec.range;
    out.pinned = spec.pinned;
    out.ecosystem = spec.name.empty() ? "" : "JSR";
    out.source = "registry";
    return;
  }
  out.fetched = false;
  out.source = "path";
}

void dotnet_tool(const std::vector<std::string>& words, std::size_t begin, CommandPackage& out) {
  const Read read = read_words(words, begin, kDotnetValues);
  std::string version = read.last({"--version"});
  // Its options may stand behind the package too.
  for (std::size_t i = read.at + 1; version.empty() && i + 1 < words.size() && words[i] != "--"; ++i) {
    if (words[i] == "--version") version = words[i + 1];
  }
  out.fetched = true;
  set_nuget_package(read.word, version, out);
}

bool second_is(const std::vector<std::string>& words, std::string_view word) {
  return words.size() > 1 && words[1] == word;
}

void identify(const std::string& program, const std::vector<std::string>& words, CommandPackage& out) {
  out.form = program;
  if (program == "npx" || program == "bunx" || program == "pnpx") return npm_command(words, 1, out);
  if (program == "npm" && (second_is(words, "exec") || second_is(words, "x")))
    return npm_command(words, 2, out);
  if ((program == "pnpm" || program == "yarn") && second_is(words, "dlx")) return npm_command(words, 2, out);
  if (program == "bun" && second_is(words, "x")) return npm_command(words, 2, out);
  if (program == "uvx") return python_command(words, 1, out);
  if (program == "uv" && second_is(words, "tool") && words.size() > 2 && words[2] == "run")
    return python_command(words, 3, out);
  if (program == "uv" && second_is(words, "x")) return python_command(words, 2, out);
  if (program == "uv" && second_is(words, "run")) return uv_run(words, out);
  if (program == "pipx" && second_is(words, "run")) return python_command(words, 2, out);
  if (program == "docker" || program == "podman" || program == "nerdctl") {
    if (const std::string image = container_image(words); !image.empty()) {
      out.fetched = true;
      set_image(image, out);
    }
    return;
  }
  if (program == "dnx") return dotnet_tool(words, 1, out);
  if (program == "dotnet" && second_is(words, "tool") && words.size() > 2 && words[2] == "exec")
    return dotnet_tool(words, 3, out);
  if (program == "deno") return deno_command(words, out);
  if (program == "go" && second_is(words, "run")) {
    const Read read = read_words(words, 2, {});
    out.fetched = true;
    return set_go_package(read.word, out);
  }
  if (program == "node" || program == "nodejs" || program == "tsx" || program == "ts-node" ||
      program == "bun")
    return interpreter(words, kNodeValues, out);
  if (program.starts_with("python") || program == "py") return python_program(words, out);
  out.form = "program";
  if (program == "mcp-remote") out.remote = url_among(words, 1);
  out.source = "installed";
}

}  // namespace

CommandPackage command_package(const std::string& command, const std::vector<std::string>& args) {
  CommandPackage out;
  const InnerCommand inner = inner_command(command, args);
  if (!inner.words.empty()) identify(program_name(inner.words.front()), inner.words, out);
  if (out.script.empty()) out.script = inner.script;
  if (!out.fetched) out.pinned = false;
  return out;
}

}  // namespace mcpjury
