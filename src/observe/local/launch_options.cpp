#include "observe/local/launch_options.h"

#include <algorithm>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr LaunchOption kNpm[] = {
    {"-y", "", false},
    {"--yes", "", false},
    {"-q", "", false},
    {"--quiet", "", false},
    {"--silent", "", false},
    {"-s", "", false},
    {"--no-install", "", false},
    {"--ignore-existing", "", false},
    {"--prefer-offline", "", false},
    {"--prefer-online", "", false},
    {"--no-audit", "", false},
    {"--no-fund", "", false},
    {"--no-update-notifier", "", false},
    {"--loglevel", "", true},
    {"--cache", "", true},
    {"-p", "--package", true},
    {"--package", "--package", true},
    {"-c", "--call", true},
    {"--call", "--call", true},
    {"--registry", "--registry", true},
};

constexpr LaunchOption kPython[] = {
    {"-q", "", false},
    {"--quiet", "", false},
    {"-v", "", false},
    {"--verbose", "", false},
    {"--refresh", "", false},
    {"-U", "", false},
    {"--upgrade", "", false},
    {"--isolated", "", false},
    {"--no-cache", "", false},
    {"-n", "", false},
    {"--no-progress", "", false},
    {"--no-config", "", false},
    {"--native-tls", "", false},
    {"--offline", "", false},
    {"--reinstall", "", false},
    {"--from", "--from", true},
    {"--spec", "--from", true},
    {"--with", "--with", true},
    {"-w", "--with", true},
    {"-p", "--python", true},
    {"--python", "--python", true},
    {"--index-url", "--index-url", true},
    {"-i", "--index-url", true},
    {"--default-index", "--index-url", true},
};

}  // namespace

std::span<const LaunchOption> npm_options() { return kNpm; }
std::span<const LaunchOption> python_options() { return kPython; }

bool LaunchOptions::has(std::string_view name) const {
  return std::any_of(found_.begin(), found_.end(), [&](const auto& one) { return one.first == name; });
}

std::string LaunchOptions::last(std::string_view name) const {
  const std::vector<std::string> values = all(name);
  return values.empty() ? std::string() : values.back();
}

std::vector<std::string> LaunchOptions::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const auto& [one, value] : found_)
    if (one == name) values.push_back(value);
  return values;
}

Result<LaunchOptions> read_options(CommandWords& words, std::span<const LaunchOption> known) {
  LaunchOptions options;
  while (!words.empty() && words.peek().size() > 1 && words.peek()[0] == '-') {
    const std::string word = words.take();
    if (word == "--") break;
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const LaunchOption& one) { return one.word == name; });
    if (found == known.end())
      return Error{ErrorCode::kRefused, "the option '" + escape_terminal(clip(word, 80)) +
                                            "' in front of the package is not known; leave it out"};
    std::string value = equals == std::string::npos ? std::string() : word.substr(equals + 1);
    if (found->value && equals == std::string::npos) {
      if (words.empty()) return Error{ErrorCode::kUsage, "the option '" + name + "' has no value"};
      value = words.take();
    }
    if (!found->means.empty()) options.add(std::string(found->means), std::move(value));
  }
  return options;
}

}  // namespace mcpjury
