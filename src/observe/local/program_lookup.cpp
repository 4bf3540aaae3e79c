#include "observe/local/program_lookup.h"

#include <sys/stat.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

bool is_program(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string first_word(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  stream >> word;
  return word.size() > 100 || word.find('/') != std::string::npos ? std::string() : word;
}

// A shim is a shell script that asks pyenv which interpreter is meant; in the sandbox there is no pyenv. The
// same question is answered here from the same files.
std::string behind_shim(const std::string& path) {
  const fs::path shim(path);
  if (shim.parent_path().filename() != "shims") return path;
  const fs::path root = shim.parent_path().parent_path();
  std::error_code code;
  if (!fs::is_directory(root / "versions", code)) return path;
  std::string version;
  if (const char* given = std::getenv("PYENV_VERSION")) version = given;
  for (fs::path folder = fs::current_path(code); version.empty() && folder.has_relative_path();
       folder = folder.parent_path())
    version = first_word(folder / ".python-version");
  if (version.empty()) version = first_word(root / "version");
  const std::string program = (root / "versions" / version / "bin" / shim.filename()).string();
  return !version.empty() && is_program(program) ? program : path;
}

}  // namespace

std::string absolute_path(std::string_view path) {
  std::error_code code;
  std::string text = fs::absolute(fs::path(path), code).lexically_normal().string();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

std::string real_path(const std::string& path) {
  std::error_code code;
  const fs::path real = fs::canonical(path, code);
  return code ? std::string() : real.string();
}

bool is_inside(std::string_view path, std::string_view folder) {
  if (folder == "/") return true;
  return path.substr(0, folder.size()) == folder &&
         (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string find_program(std::string_view word) {
  if (word.empty()) return {};
  if (word.find('/') != std::string_view::npos) {
    std::string path = absolute_path(word);
    return is_program(path) ? behind_shim(path) : std::string();
  }
  const char* given = std::getenv("PATH");
  std::string_view places = given != nullptr ? given : "/usr/local/bin:/usr/bin:/bin";
  while (!places.empty()) {
    const std::size_t colon = std::min(places.find(':'), places.size());
    const std::string_view place = places.substr(0, colon);
    places.remove_prefix(std::min(places.size(), colon + 1));
    // An empty or relative place means the working directory: whoever wrote the files there would choose.
    if (place.empty() || place[0] != '/') continue;
    std::string path = absolute_path(std::string(place) + "/" + std::string(word));
    if (!is_program(path)) continue;
    std::string program = behind_shim(path);
    // A shim whose interpreter is not installed passes the word on to the rest of PATH.
    if (program != path || fs::path(path).parent_path().filename() != "shims") return program;
  }
  return {};
}

std::vector<std::string> link_chain(const std::string& path) {
  std::vector<std::string> chain{path};
  std::error_code code;
  while (chain.size() < 16 && fs::is_symlink(chain.back(), code)) {
    const fs::path from(chain.back());
    const fs::path to = fs::read_symlink(from, code);
    if (code) break;
    chain.push_back(absolute_path((to.is_absolute() ? to : from.parent_path() / to).string()));
  }
  if (std::string real = real_path(path); !real.empty() && real != chain.back())
    chain.push_back(std::move(real));
  return chain;
}

std::vector<std::string> shebang(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line(256, '\0');
  stream.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(stream.gcount()));
  if (line.rfind("#!", 0) != 0) return {};
  line.erase(0, 2);
  line.resize(std::min(line.find('\n'), line.size()));
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (c != ' ' && c != '\t' && c != '\r') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

std::string program_prefix(const std::string& program) {
  if (is_inside(program, "/nix/store")) return "/nix/store";
  if (const std::size_t brew = program.find("/.linuxbrew/"); brew != std::string::npos)
    return program.substr(0, brew + 11);
  const fs::path folder = fs::path(program).parent_path();
  std::error_code code;
  const fs::path up = folder.parent_path();
  const bool installed = folder.filename() == "bin" || fs::exists(up / "pyvenv.cfg", code);
  std::string prefix = installed ? up.string() : program;
  return is_inside(prefix, "/usr") || prefix == "/" ? std::string() : prefix;
}

}  // namespace mcpjury
