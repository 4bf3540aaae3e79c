#include "detect/rules/start_package.h"

#include <array>

#include "model/live_view.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

std::string_view base_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  path = slash == std::string_view::npos ? path : path.substr(slash + 1);
  for (const std::string_view ending : {".cmd"sv, ".exe"sv}) {
    if (path.ends_with(ending)) path.remove_suffix(ending.size());
  }
  return path;
}

bool is_version(std::string_view text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; }

StartPackage npm_package(std::string_view word) {
  const std::size_t at = word.find('@', 1);
  const std::string_view version = at == std::string_view::npos ? ""sv : word.substr(at + 1);
  return {"npm", word.substr(0, at), is_version(version) ? version : ""sv};
}

StartPackage python_package(std::string_view word) {
  const std::size_t end = word.find_first_of("[=@<>~! ");
  const std::size_t pin = word.find("==");
  std::string_view version = pin != std::string_view::npos ? word.substr(pin + 2) : ""sv;
  if (pin == std::string_view::npos && end != std::string_view::npos && word[end] == '@')
    version = word.substr(end + 1);
  return {"PyPI", word.substr(0, end), is_version(version) ? version : ""sv};
}

// The word of a runner's command line that names the package; empty when there is none.
std::string_view package_word(const JsonArray& args, std::string_view verb, std::string_view option) {
  bool behind_verb = verb.empty();
  std::string_view first;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (!args[i].is_string()) return {};
    const std::string_view word = view(args[i].get_string());
    if (word == option || (option == "--package" && word == "-p")) {
      return i + 1 < args.size() && args[i + 1].is_string() ? view(args[i + 1].get_string()) : ""sv;
    }
    if (word.starts_with(option) && word.size() > option.size() && word[option.size()] == '=')
      return word.substr(option.size() + 1);
    if (word.starts_with('-')) continue;
    if (!behind_verb) {
      behind_verb = word == verb;
    } else if (first.empty()) {
      first = word;
      break;
    }
  }
  return first;
}

struct Runner {
  std::string_view command, verb, option;
  bool python;
};
constexpr std::array kRunners = {
    Runner{"npx", "", "--package", false},     Runner{"bunx", "", "--package", false},
    Runner{"npm", "exec", "--package", false}, Runner{"pnpm", "dlx", "--package", false},
    Runner{"yarn", "dlx", "--package", false}, Runner{"uvx", "", "--from", true},
    Runner{"pipx", "run", "--spec", true},
};

StartPackage command_package(const Evidence& evidence) {
  const JsonObject* transport = facet_data(evidence, Facet::kTransport);
  const JsonObject* stdio = transport == nullptr ? nullptr : find_object(*transport, "stdio");
  const JsonArray* args = stdio == nullptr ? nullptr : find_array(*stdio, "args");
  if (args == nullptr) return {};
  const std::string_view command = base_name(find_string(*stdio, "command"));
  for (const Runner& runner : kRunners) {
    if (command != runner.command) continue;
    const std::string_view word = package_word(*args, runner.verb, runner.option);
    // A path or an address names a package of one's own.
    if (word.empty() || word.front() == '.' || word.front() == '/' ||
        word.find(':') != std::string_view::npos)
      return {};
    StartPackage package = runner.python ? python_package(word) : npm_package(word);
    package.facet = Facet::kTransport;
    package.place = "/stdio/args";
    return package;
  }
  return {};
}

// A client's configuration was read with more care than the words of the command: wrappers, aliases, images.
StartPackage configured_package(const Evidence& evidence) {
  const JsonObject* transport = facet_data(evidence, Facet::kTransport);
  const JsonObject* configured = transport == nullptr ? nullptr : find_object(*transport, "configured");
  const JsonObject* package = configured == nullptr ? nullptr : find_object(*configured, "package");
  if (package == nullptr || find_string(*package, "source") != "registry") return {};
  return {find_string(*package, "ecosystem"), find_string(*package, "name"), find_string(*package, "version"),
          Facet::kTransport, "/configured/package"};
}

}  // namespace

StartPackage start_package(const Evidence& evidence) {
  const JsonObject* provenance = facet_data(evidence, Facet::kProvenance);
  const JsonObject* package = provenance == nullptr ? nullptr : find_object(*provenance, "package");
  if (package != nullptr && !find_string(*package, "name").empty()) {
    return {find_string(*package, "ecosystem"), find_string(*package, "name"),
            find_string(*package, "version"), Facet::kProvenance, "/package"};
  }
  if (const StartPackage configured = configured_package(evidence); configured.known()) return configured;
  return command_package(evidence);
}

}  // namespace mcpjury
