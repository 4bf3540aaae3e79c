// Section scan: of mcpjury.yaml: what the command line says when it says nothing.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "settings/settings_map.h"

namespace mcpjury {

struct ScanSettings {
  std::string fail_on;      // as --fail-on; checked where it is used
  std::string methodology;  // as --methodology
  std::string strictness;   // precise, published or empty
  std::optional<double> timeout_seconds;
  std::optional<std::int64_t> jobs;
  std::optional<bool> offline, strict_clean;
  std::string lock;      // the lock file of pin and verify
  std::string baseline;  // as --baseline
};

ScanSettings read_scan_settings(SettingsMap map);
JsonObject scan_settings_json(const ScanSettings& settings);

}  // namespace mcpjury
