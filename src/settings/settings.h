// mcpjury.yaml: what a project or an operator decided once. Read strictly: an unknown key, a key that stands
// twice or a value of the wrong kind is an error (exit 2) that names file, line and column. A plain value.
//
// A section is a struct with a reader and a writer of its own file here: read_x_settings(SettingsMap) and
// x_settings_json(), which must never give a secret. Add yours to Settings, read_sections() and
// settings_to_json() in settings.cpp, and to docs/schema/mcpjury.schema.json.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/suppression.h"
#include "settings/fleet_settings.h"
#include "settings/scan_settings.h"
#include "settings/serve_settings.h"

namespace mcpjury {

inline constexpr std::string_view kSettingsFile = "mcpjury.yaml";

struct Settings {
  std::string file;  // that was read; empty: none
  ScanSettings scan;
  ServeSettings serve;
  FleetSettings fleet;
  std::vector<Suppression> suppressions;
};

Result<Settings> parse_settings(std::string_view text, const std::string& file);
Result<Settings> read_settings(const std::string& file);
// ./mcpjury.yaml when it is there, else nothing: Settings whose file is empty.
Result<Settings> read_settings_here();

// As `mcpjury config` shows it, without what is not set.
JsonObject settings_to_json(const Settings& settings);
std::string settings_to_yaml(const JsonObject& settings);

}  // namespace mcpjury
