// mcpjury.yaml: any bytes are read or refused with a place; what was read is written as YAML that reads the
// same.
#include "settings/settings.h"

#include <string_view>

#include "check.h"
#include "report/baseline.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  const auto settings = parse_settings(text, "f");
  if (!settings.ok()) {
    fuzz::check(settings.error().message.starts_with("f:"), "a fault names the file");
    fuzz::check(settings.error().message.find('\x1b') == std::string::npos, "a fault is escaped");
  } else {
    const JsonObject shown = settings_to_json(*settings);
    const auto again = parse_settings(settings_to_yaml(shown), "f");
    fuzz::check(again.ok(), "what is printed can be read");
    // Not the same values: what could steer a terminal is printed by its number.
    fuzz::check(settings_to_yaml(settings_to_json(*again)) == settings_to_yaml(shown), "and prints the same");
  }
  // The older report of --baseline is read loosely, from any JSON.
  if (auto document = parse_json(text, "f", {}); document.ok()) {
    if (const auto baseline = Baseline::read(document->value, "f"); baseline.ok()) {
      ScanReport report;
      report.findings.resize(2);
      baseline->compare(report, true);
      fuzz::check(report.baseline.has_value(), "a baseline compares");
    }
  }
  return 0;
}
