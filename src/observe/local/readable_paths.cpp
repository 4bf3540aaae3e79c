#include "observe/local/readable_paths.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "observe/local/program_lookup.h"
#include "observe/local/scratch_folder.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPaths = 256;
constexpr const char* kPackageFiles[] = {"package.json",     "pyproject.toml", "setup.py",    "setup.cfg",
                                         "requirements.txt", "go.mod",         "Cargo.toml",  "deno.json",
                                         "composer.json",    "Gemfile",        "pom.xml",     "build.gradle",
                                         "pyvenv.cfg",       "mix.exs",        "pubspec.yaml"};
constexpr std::string_view kWide[] = {"/",        "/root",  "/home", "/etc", "/var",     "/tmp",
                                      "/var/tmp", "/opt",   "/srv",  "/mnt", "/media",   "/run",
                                      "/boot",    "/proc",  "/sys",  "/dev", "/var/lib", "/var/run",
                                      "/var/log", "/Users", "/data", "/nix", "/snap"};

bool is_there(const fs::path& path) {
  std::error_code code;
  return fs::exists(path, code);
}

// Shown to every server in any case.
bool is_system(const std::string& path) {
  for (const char* folder : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"})
    if (is_inside(path, folder)) return true;
  return false;
}

bool is_workspace(const fs::path& folder) {
  if (is_there(folder / "pnpm-workspace.yaml")) return true;
  std::ifstream stream(folder / "package.json", std::ios::binary);
  std::string text(64u << 10, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
  return text.find("\"workspaces\"") != std::string::npos;
}

std::string outermost_node_modules(const std::string& path) {
  const std::size_t found = path.find("/node_modules/");
  return found == std::string::npos ? std::string() : path.substr(0, found + 13);
}

class Gatherer {
 public:
  ReadablePaths paths;

  void add(const std::string& path) {
    if (path.empty() || is_system(path) || paths.shown.size() >= kMaxPaths) return;
    auto& list = is_too_wide(path) ? paths.too_wide : paths.shown;
    if (std::find(list.begin(), list.end(), path) == list.end()) list.push_back(path);
  }

  // A path of the command: itself under every name, and its package.
  void add_named(const std::string& path) {
    for (const std::string& name : link_chain(path)) {
      add(name);
      const std::string root = package_root(name);
      if (root.empty() || is_too_wide(root)) continue;
      add(root);
      add_modules_above(root);
    }
  }

  void add_program(const std::string& program, int depth = 0) {
    for (const std::string& name : link_chain(program)) {
      const std::string prefix = program_prefix(name);
      add(prefix.empty() || is_too_wide(prefix) ? name : prefix);
    }
    const std::vector<std::string> line = shebang(program);
    if (line.empty() || depth > 2) return;
    add_named(program);
    const bool by_name = fs::path(line[0]).filename() == "env";
    const std::size_t at = by_name ? (line.size() > 2 && line[1] == "-S" ? 2 : 1) : 0;
    if (at >= line.size()) return;
    if (const std::string interpreter = find_program(line[at]); !interpreter.empty())
      add_program(interpreter, depth + 1);
  }

 private:
  // Node looks for modules in every folder above.
  void add_modules_above(const std::string& root) {
    for (fs::path folder = fs::path(root).parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
      if (const fs::path modules = folder / "node_modules"; is_there(modules)) add(modules.string());
  }
};

// Also the value of "--config=path". Longer words are no paths.
std::string path_in(std::string_view word) {
  if (const std::size_t equals = word.find('=');
      word.size() > 1 && word[0] == '-' && equals != std::string_view::npos)
    word.remove_prefix(equals + 1);
  if (word.empty() || word.size() > 4096 || word[0] == '-' || word.find('\0') != std::string_view::npos)
    return {};
  std::string path = absolute_path(word);
  return access(path.c_str(), F_OK) == 0 ? path : std::string();
}

// `python -m name` with the module in the working directory.
std::string module_path(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i + 1 < argv.size() && argv[i].rfind('-', 0) == 0; ++i) {
    if (argv[i] != "-m") continue;
    std::string name = argv[i + 1];
    std::replace(name.begin(), name.end(), '.', '/');
    for (const std::string& place : {name, name + ".py", "src/" + name})
      if (std::string path = path_in(place); !path.empty()) return path;
    return {};
  }
  return {};
}

// A script without a package stands among the files it loads.
std::string folder_of_script(const std::vector<std::string>& argv) {
  for (std::size_t i = 1; i < argv.size(); ++i) {
    if (argv[i].rfind('-', 0) == 0) continue;
    const std::string path = path_in(argv[i]);
    const std::string ending = fs::path(path).extension().string();
    const bool script = ending == ".py" || ending == ".js" || ending == ".mjs" || ending == ".cjs" ||
                        ending == ".ts" || ending == ".rb" || ending == ".php";
    std::error_code code;
    if (!script || !fs::is_regular_file(path, code) || !package_root(path).empty()) return {};
    return fs::path(path).parent_path().string();
  }
  return {};
}

}  // namespace

bool is_too_wide(std::string_view path) {
  if (std::find(std::begin(kWide), std::end(kWide), path) != std::end(kWide)) return true;
  if (path == temporary_place()) return true;
  // Every home, also those of others.
  for (const std::string_view homes : {"/home/", "/Users/"})
    if (path.rfind(homes, 0) == 0 && path.find('/', homes.size()) == std::string_view::npos) return true;
  const char* given = std::getenv("HOME");
  const std::string home = given != nullptr && given[0] == '/' ? absolute_path(given) : "/root";
  const std::string real = real_path(home);
  return is_inside(home, path) || (!real.empty() && is_inside(real, path));
}

std::string package_root(const std::string& path) {
  if (std::string modules = outermost_node_modules(path); !modules.empty()) {
    // A project of its own keeps its package.json beside node_modules, but needs nothing of it.
    return modules;
  }
  std::error_code code;
  std::string nearest;
  for (fs::path folder = fs::is_directory(path, code) ? fs::path(path) : fs::path(path).parent_path();
       folder.has_relative_path() && !is_too_wide(folder.string()); folder = folder.parent_path()) {
    const bool marked = std::any_of(std::begin(kPackageFiles), std::end(kPackageFiles),
                                    [&](const char* name) { return is_there(folder / name); });
    if (marked && nearest.empty()) nearest = folder.string();
    // Packages of a workspace are linked to each other.
    if (!nearest.empty() && is_workspace(folder)) return folder.string();
  }
  return nearest;
}

ReadablePaths readable_paths(const std::vector<std::string>& argv) {
  Gatherer gatherer;
  if (!argv.empty()) gatherer.add_program(argv[0]);
  for (std::size_t i = 1; i < argv.size(); ++i)
    if (const std::string path = path_in(argv[i]); !path.empty()) gatherer.add_named(path);
  if (const std::string path = module_path(argv); !path.empty()) gatherer.add_named(path);
  if (const std::string folder = folder_of_script(argv); !folder.empty() && !is_too_wide(folder))
    gatherer.add(folder);
  ReadablePaths& paths = gatherer.paths;
  std::sort(paths.shown.begin(), paths.shown.end());
  std::vector<std::string> outer;
  for (std::string& path : paths.shown) {
    const bool inside = std::any_of(outer.begin(), outer.end(),
                                    [&](const std::string& folder) { return is_inside(path, folder); });
    if (!inside) outer.push_back(std::move(path));
  }
  paths.shown = std::move(outer);
  return std::move(paths);
}

}  // namespace mcpjury
