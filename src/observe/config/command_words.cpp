#include "observe/config/command_words.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxWords = 4096;
constexpr int kMaxWrappers = 8;

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array kShells = {"bash"sv, "sh"sv, "zsh"sv, "dash"sv, "ksh"sv, "fish"sv, "busybox"sv};
constexpr std::array kPowerShells = {"powershell"sv, "pwsh"sv};
// Those that run what stands behind "--".
constexpr std::array kRunners = {"op"sv,      "doppler"sv,  "dotenv"sv, "dotenvx"sv, "infisical"sv,
                                 "mise"sv,    "fnm"sv,      "asdf"sv,   "direnv"sv,  "aws-vault"sv,
                                 "chamber"sv, "firejail"sv, "bwrap"sv};
// Those that run what stands behind their options.
constexpr std::array kPlain = {"sudo"sv,   "nohup"sv,  "exec"sv,     "nice"sv, "command"sv, "time"sv,
                               "stdbuf"sv, "setsid"sv, "xvfb-run"sv, "wsl"sv,  "timeout"sv, "caffeinate"sv};

bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || ascii::is_digit(word[0])) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return ascii::is_alnum(c) || c == '_'; });
}

std::vector<std::string> words_from(const std::vector<std::string>& words, std::size_t begin) {
  return {words.begin() + static_cast<std::ptrdiff_t>(std::min(begin, words.size())), words.end()};
}

// One command of a script, its words; commands end at ; & | and line ends outside of quotes.
std::vector<std::string_view> script_commands(std::string_view script) {
  std::vector<std::string_view> out;
  char quote = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= script.size() && out.size() < 64; ++i) {
    const char c = i < script.size() ? script[i] : '\n';
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
      if (i < script.size()) continue;
    } else if (c == '"' || c == '\'') {
      quote = c;
      continue;
    } else if (c == '\\') {
      ++i;
      continue;
    }
    if (i < script.size() && c != ';' && c != '&' && c != '|' && c != '\n') continue;
    const std::string_view one = ascii::trimmed(script.substr(begin, std::min(i, script.size()) - begin));
    if (!one.empty()) out.push_back(one);
    begin = i + 1;
  }
  return out;
}

// The command of a script that is the server.
std::vector<std::string> main_command(std::string_view script) {
  std::vector<std::string> best;
  for (const std::string_view one : script_commands(script)) {
    std::vector<std::string> words = split_words(one);
    while (!words.empty() && is_assignment(words.front())) words.erase(words.begin());
    if (words.empty()) continue;
    const std::string name = program_name(words.front());
    const bool prepares = name == "cd" || name == "export" || name == "source" || name == "." ||
                          name == "set" || name == "umask" || name == "true" || name == "nvm" ||
                          name == "echo" || name == "tee";
    if (!prepares || best.empty()) best = std::move(words);
  }
  return best;
}

// What a shell is told to run; none: a script file, or nothing.
std::optional<std::string> shell_text(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size() && words[i].size() > 1 && words[i][0] == '-'; ++i) {
    const std::string& word = words[i];
    if (word.starts_with("--")) continue;
    if (word.find('c') != std::string::npos) return i + 1 < words.size() ? words[i + 1] : std::string();
    if (word == "-o") ++i;
  }
  return std::nullopt;
}

std::optional<std::string> power_shell_text(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string word = ascii::lowered(words[i]);
    if (word == "-command" || word == "-c" || word == "/c" || word == "-encodedcommand" || word == "-enc") {
      std::string text = word.starts_with("-enc") ? words[i] : std::string();
      for (std::size_t k = i + 1; k < words.size(); ++k) text += (text.empty() ? "" : " ") + words[k];
      return text;
    }
    if (word == "-executionpolicy" || word == "-ep" || word == "-windowstyle" || word == "-file") ++i;
  }
  return std::nullopt;
}

std::vector<std::string> behind_cmd(const std::vector<std::string>& words) {
  std::size_t i = 1;
  while (i < words.size() && words[i].size() >= 2 && words[i][0] == '/') ++i;
  std::vector<std::string> rest = words_from(words, i);
  if (rest.size() == 1) return split_words(rest.front());
  return rest;
}

std::vector<std::string> behind_env(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "-S" || word == "--split-string") {
      std::vector<std::string> split =
          i + 1 < words.size() ? split_words(words[i + 1]) : std::vector<std::string>();
      for (const std::string& more : words_from(words, i + 2)) split.push_back(more);
      split.insert(split.begin(), "env");
      return split;  // once more, as one of the wrappers that are counted
    }
    if (word == "-u" || word == "--unset" || word == "-C" || word == "--chdir") {
      ++i;
    } else if (word != "--" && !word.starts_with('-') && !is_assignment(word)) {
      return words_from(words, i);
    }
  }
  return {};
}

std::vector<std::string> behind_options(const std::string& name, const std::vector<std::string>& words) {
  std::size_t i = 1;
  while (i < words.size() && words[i].size() > 1 && words[i][0] == '-') {
    const std::string& word = words[i++];
    if (word == "--") break;
    if (word == "-u" || word == "-n" || word == "-g" || word == "-d" || word == "-k" || word == "-s") ++i;
    if (name == "wsl" && (word == "-e" || word == "--exec")) break;
  }
  if (name == "timeout") ++i;  // the duration
  while (i < words.size() && is_assignment(words[i])) ++i;
  return words_from(words, i);
}

// The words inside one wrapper; none when there is no wrapper.
std::optional<std::vector<std::string>> unwrapped(const std::string& name,
                                                  const std::vector<std::string>& words, InnerCommand& out) {
  if (name == "cmd") return behind_cmd(words);
  if (name == "env") return behind_env(words);
  if (holds(kPlain, name)) return behind_options(name, words);
  if (holds(kRunners, name)) {
    const auto mark = std::find(words.begin(), words.end(), "--");
    if (mark == words.end()) return std::nullopt;
    return std::vector<std::string>(mark + 1, words.end());
  }
  const bool power = holds(kPowerShells, name);
  if (!power && !holds(kShells, name)) return std::nullopt;
  const std::optional<std::string> text = power ? power_shell_text(words) : shell_text(words);
  if (!text) return std::nullopt;
  if (out.script.empty()) out.script = *text;
  return main_command(*text);
}

}  // namespace

std::vector<std::string> split_words(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '\\' && quote != '\'' && i + 1 < line.size()) {
      const char next = line[i + 1];
      const bool escapes = next == '"' || next == '\\' || (quote == 0 && (next == ' ' || next == '\''));
      if (escapes) ++i;
      word += escapes ? next : c;
      open = true;
    } else if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        word += c;
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
      open = true;
    } else if (ascii::is_space(c)) {
      if (open) words.push_back(std::move(word));
      word.clear();
      open = false;
      if (words.size() == kMaxWords) return words;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(std::move(word));
  return words;
}

std::string program_name(std::string_view word) {
  const std::size_t slash = word.find_last_of("/\\");
  std::string name = ascii::lowered(slash == std::string_view::npos ? word : word.substr(slash + 1));
  for (const std::string_view ending : {".exe"sv, ".cmd"sv, ".bat"sv, ".ps1"sv, ".com"sv}) {
    if (name.size() > ending.size() && name.ends_with(ending)) {
      name.resize(name.size() - ending.size());
      break;
    }
  }
  return name;
}

InnerCommand inner_command(const std::string& command, const std::vector<std::string>& args) {
  InnerCommand out;
  if (command.empty()) return out;
  out.words.push_back(command);
  out.words.insert(out.words.end(), args.begin(), args.end());
  for (int depth = 0; depth < kMaxWrappers && !out.words.empty(); ++depth) {
    const std::string name = program_name(out.words.front());
    auto inside = unwrapped(name, out.words, out);
    if (!inside) break;
    out.wrappers.push_back(name);
    out.words = std::move(*inside);
  }
  return out;
}

}  // namespace mcpjury
