#include "observe/package/wheel_metadata.h"

#include <algorithm>
#include <filesystem>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/package/small_file.h"
#include "observe/source/source_tree.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

// "Repository, https://…": only the labels that name a repository.
std::string_view repository_in(std::string_view value) {
  const std::size_t comma = value.find(',');
  if (comma == std::string_view::npos) return {};
  const std::string label = ascii::lowered(trimmed_line(value.substr(0, comma)));
  const bool named =
      label == "repository" || label == "source" || label == "source code" || label == "github";
  return named ? trimmed_line(value.substr(comma + 1)) : std::string_view();
}

}  // namespace

JsonObject core_metadata(std::string_view text) {
  std::string licence, expression, repository;
  JsonArray people;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;  // the description follows
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.front() == ' ' || line.front() == '\t') continue;
    const std::string key = ascii::lowered(line.substr(0, colon));
    const std::string_view value = trimmed_line(line.substr(colon + 1));
    if (key == "license-expression") expression = value;
    if (key == "license") licence = value;
    if (key == "project-url" && repository.empty()) repository = repository_in(value);
    if ((key == "author" || key == "maintainer") && !value.empty() && people.size() < 50)
      people.push_back(Json(redact(clip(value, 100))));
  }
  JsonObject out;
  if (!expression.empty()) licence = expression;
  if (!licence.empty()) out["licence"] = redact(clip(licence, 200));
  if (!repository.empty()) out["repository"] = redact(clip(repository, 500));
  if (!people.empty()) out["maintainers"] = std::move(people);
  return out;
}

JsonObject python_metadata(const std::string& root) {
  SourceTree tree;
  tree.root = root;
  if (const auto text = read_source(tree, "PKG-INFO", kSmallFile)) return core_metadata(*text);
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(root, failed)) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".dist-info")) continue;
    if (const auto text = read_source(tree, name + "/METADATA", kSmallFile)) return core_metadata(*text);
  }
  return {};
}

}  // namespace mcpjury
