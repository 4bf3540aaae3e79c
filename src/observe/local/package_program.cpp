#include "observe/local/package_program.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/escape.h"
#include "base/json.h"
#include "observe/local/program_lookup.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMaxMetadata = 1u << 20;

Error no_program(std::string message) { return {ErrorCode::kNothingToGrade, std::move(message)}; }

std::string read_text(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxMetadata, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return text;
}

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

std::string unscoped(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash == std::string::npos ? name : name.substr(slash + 1);
}

std::string version_in(const std::string& package_json) {
  const Result<ParsedJson> parsed = parse_json(package_json, "package.json", {});
  if (!parsed || !parsed->value.is_object()) return {};
  return escape_terminal(clip(find_string(parsed->value.get_object(), "version"), 64));
}

// A script for node is given to node; anything else has to be a program of its own.
Result<PackageProgram> npm_argv(const Interpreter& interpreter, const std::string& file,
                                const std::string& folder) {
  const std::string real = real_path(file);
  if (real.empty() || !is_inside(real, real_path(folder)))
    return no_program("the package names a program that is not in it");
  PackageProgram program;
  const std::vector<std::string> line = shebang(real);
  const bool node = line.empty()
                        ? file_name(real).find('.') != std::string::npos || access(real.c_str(), X_OK) != 0
                        : file_name(line.back()) == "node" || file_name(line[0]) == "node" ||
                              (line.size() > 1 && std::find(line.begin(), line.end(), "node") != line.end());
  if (node) program.argv.push_back(interpreter.program);
  program.argv.push_back(real);
  return program;
}

Result<PackageProgram> npm_program(const Launch& launch, const Interpreter& interpreter,
                                   const std::string& folder) {
  const std::string home = folder + "/node_modules/" + launch.name;
  const std::string text = read_text(home + "/package.json");
  std::string file;
  if (!launch.binary.empty()) {
    if (launch.binary.find('/') != std::string::npos) return no_program("the program's name holds a slash");
    file = folder + "/node_modules/.bin/" + launch.binary;
    if (real_path(file).empty())
      return no_program("the package has no program '" + escape_terminal(clip(launch.binary, 80)) + "'");
  } else {
    Result<std::string> chosen = choose_npm_program(text, launch.name);
    if (!chosen) return chosen.error();
    file = home + "/" + *chosen;
  }
  Result<PackageProgram> program = npm_argv(interpreter, file, folder);
  if (program) program->version = version_in(text);
  return program;
}

// The folder "name-1.2.3.dist-info" of the package itself among those of everything it needs.
std::string metadata_folder(const std::string& folder, const std::string& name) {
  std::error_code code;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, code)) {
    const std::string found = entry.path().filename().string();
    if (found.size() < 11 || found.compare(found.size() - 10, 10, ".dist-info") != 0) continue;
    const Result<PackageSpec> spec = parse_python_spec(found.substr(0, found.find('-')));
    if (spec && spec->name == name) return entry.path().string();
  }
  return {};
}

Result<PackageProgram> python_program(const Launch& launch, const Interpreter& interpreter,
                                      const std::string& folder) {
  const std::string metadata = metadata_folder(folder, launch.name);
  const std::vector<std::string> scripts = metadata.empty()
                                               ? std::vector<std::string>{}
                                               : console_scripts(read_text(metadata + "/entry_points.txt"));
  std::string chosen = launch.binary;
  for (const std::string& script : scripts) {
    const Result<PackageSpec> as_name = parse_python_spec(script);
    if (chosen.empty() && as_name && as_name->name == launch.name) chosen = script;
  }
  if (chosen.empty() && scripts.size() == 1) chosen = scripts.front();
  if (chosen.empty())
    return no_program(scripts.empty() ? "the package has no program"
                                      : "the package has several programs; name one with --from");
  const std::string file = folder + "/bin/" + chosen;
  if (chosen.find('/') != std::string::npos || real_path(file).empty())
    return no_program("the package has no program '" + escape_terminal(clip(chosen, 80)) + "'");
  PackageProgram program;
  program.argv = {interpreter.program, real_path(file)};
  std::string version = file_name(metadata);
  version = version.substr(0, version.size() - 10);
  program.version = escape_terminal(clip(version.substr(version.find('-') + 1), 64));
  return program;
}

}  // namespace

Result<std::string> choose_npm_program(std::string_view package_json, const std::string& name) {
  const Result<ParsedJson> parsed = parse_json(package_json, "package.json", {});
  if (!parsed || !parsed->value.is_object()) return no_program("the package has no readable package.json");
  const Json* bin = find(parsed->value.get_object(), "bin");
  if (bin != nullptr && bin->is_string()) return std::string(view(bin->get_string()));
  const JsonObject none;
  const JsonObject& programs = bin != nullptr && bin->is_object() ? bin->get_object() : none;
  const Json* chosen = find(programs, unscoped(name));
  if (chosen == nullptr && programs.size() == 1) chosen = &programs.begin()->value();
  // Several names for one file are one program.
  if (chosen == nullptr && programs.size() > 1 &&
      std::all_of(programs.begin(), programs.end(),
                  [&](const auto& one) { return one.value() == programs.begin()->value(); }))
    chosen = &programs.begin()->value();
  if (chosen != nullptr && chosen->is_string()) return std::string(view(chosen->get_string()));
  return no_program(programs.empty() ? "the package has no program"
                                     : "the package has several programs; name one with -p PACKAGE PROGRAM");
}

std::vector<std::string> console_scripts(std::string_view entry_points) {
  std::vector<std::string> names;
  bool inside = false;
  while (!entry_points.empty()) {
    const std::size_t end = std::min(entry_points.find('\n'), entry_points.size());
    std::string_view line = entry_points.substr(0, end);
    entry_points.remove_prefix(std::min(entry_points.size(), end + 1));
    const std::size_t from = line.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) continue;
    line.remove_prefix(from);
    if (line[0] == '[') inside = line.rfind("[console_scripts]", 0) == 0;
    const std::size_t equals = line.find('=');
    if (!inside || line[0] == '[' || line[0] == '#' || equals == std::string_view::npos ||
        names.size() >= 256)
      continue;
    const std::string_view name = line.substr(0, equals);
    names.emplace_back(name.substr(0, name.find_last_not_of(" \t") + 1));
  }
  return names;
}

Result<PackageProgram> package_program(const Launch& launch, const Interpreter& interpreter,
                                       const std::string& scratch) {
  const std::string folder = scratch + "/package";
  return launch.ecosystem == Ecosystem::kNpm ? npm_program(launch, interpreter, folder)
                                             : python_program(launch, interpreter, folder);
}

}  // namespace mcpjury
