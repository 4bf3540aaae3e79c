#include "packages/npm_spec.h"

#include "packages/inventory_builder.h"

namespace mcpjury {
namespace {

bool is_hosted_shorthand(std::string_view spec) {
  // "owner/repo" and "owner/repo#ref" are GitHub; no range has a slash.
  return spec.find('/') != std::string_view::npos;
}

void set(PackageRow& row, std::string_view name, std::string_view spec, bool range) {
  row.ecosystem = "npm";
  if (spec.starts_with("npm:")) {
    const auto [real, version] = split_npm_descriptor(spec.substr(4));
    // "npm:^1" is berry's way to write a plain range.
    const bool alias = !version.empty() || real.starts_with("@");
    row.name = alias ? real : name;
    row.version = alias ? version : spec.substr(4);
  } else if (is_fetch_address(spec) || is_hosted_shorthand(spec)) {
    row.name = name;
    if (row.resolved.empty()) row.resolved = spec;
  } else {
    row.name = name;
    row.version = spec;
  }
  row.range = range && !row.version.empty();
}

}  // namespace

std::pair<std::string_view, std::string_view> split_npm_descriptor(std::string_view text) {
  const std::size_t at = text.find('@', 1);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

void set_npm_range(PackageRow& row, std::string_view name, std::string_view spec) {
  set(row, name, spec, true);
}
void set_npm_version(PackageRow& row, std::string_view name, std::string_view version) {
  set(row, name, version, false);
}

}  // namespace mcpjury
