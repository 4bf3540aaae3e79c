#include "settings/scan_settings.h"

#include <fmt/format.h>

namespace mcpjury {

ScanSettings read_scan_settings(SettingsMap map) {
  ScanSettings out;
  out.fail_on = fmt::format("{}", fmt::join(map.texts("fail_on"), ","));
  out.methodology = fmt::format("{}", fmt::join(map.texts("methodology"), ","));
  out.strictness = map.one_of("strictness", {"precise", "published"}).value_or("");
  out.timeout_seconds = map.seconds("timeout", 0.1, 86400);
  out.jobs = map.number("jobs", 1, 1000);
  out.offline = map.flag("offline");
  out.strict_clean = map.flag("strict_clean");
  out.lock = map.text("lock").value_or("");
  out.baseline = map.text("baseline").value_or("");
  map.done();
  return out;
}

JsonObject scan_settings_json(const ScanSettings& settings) {
  JsonObject out;
  const auto put = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) out[key] = value;
  };
  put("fail_on", settings.fail_on);
  put("methodology", settings.methodology);
  put("strictness", settings.strictness);
  if (settings.timeout_seconds) out["timeout"] = *settings.timeout_seconds;
  if (settings.jobs) out["jobs"] = *settings.jobs;
  if (settings.offline) out["offline"] = *settings.offline;
  if (settings.strict_clean) out["strict_clean"] = *settings.strict_clean;
  put("lock", settings.lock);
  put("baseline", settings.baseline);
  return out;
}

}  // namespace mcpjury
