// gradle.lockfile: "group:artifact:version=configuration,configuration" a line.
#include "packages/inventory_formats.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

// Every configuration it is locked for is one of tests.
bool only_tests(std::string_view configurations) {
  if (configurations.empty()) return false;
  while (!configurations.empty()) {
    const std::size_t end = std::min(configurations.find(','), configurations.size());
    const std::string_view one = trim(configurations.substr(0, end));
    if (!one.starts_with("test") && one.find("Test") == std::string_view::npos) return false;
    configurations.remove_prefix(std::min(end + 1, configurations.size()));
  }
  return true;
}

}  // namespace

Status read_gradle_lock(const InventorySource& source, InventoryBuilder& builder) {
  const bool build = source.path.ends_with("buildscript-gradle.lockfile");
  TextLines lines(source.text);
  std::size_t read = 0, broken = 0;
  for (std::string_view line; lines.next(line);) {
    line = trim(line);
    if (line.empty() || line[0] == '#') continue;
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string_view coordinates = line.substr(0, equals);
    const std::string_view configurations = line.substr(std::min(equals + 1, line.size()));
    if (coordinates == "empty") {
      ++read;
      continue;
    }
    const std::size_t version = coordinates.rfind(':');
    if (version == std::string_view::npos || coordinates.find(':') == version || equals == line.size()) {
      builder.note("not group:artifact:version=…", lines.number());
      ++broken;
      continue;
    }
    ++read;
    PackageRow row;
    row.ecosystem = "Maven";
    row.name = coordinates.substr(0, version);
    row.version = coordinates.substr(version + 1);
    row.line = lines.number();
    row.development = build || only_tests(configurations);
    if (row.development) row.group = build ? "build" : "dev";
    builder.add(std::move(row));
  }
  if (read == 0 && broken > 0) return inventory_error(ErrorCode::kNotJson, source.path, "no gradle.lockfile");
  return Ok{};
}

}  // namespace mcpjury
