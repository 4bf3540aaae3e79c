#include "cli/settings_choice.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "cli/cli.h"
#include "cli/rendering.h"
#include "scan/exit_policy.h"

namespace mcpjury {
namespace {

bool was_given(const CliOptions& options, std::string_view name) {
  return std::find(options.given.begin(), options.given.end(), name) != options.given.end();
}

// The same words as on the command line must be right, even when this command does not look at them.
Status check_words(const Settings& settings) {
  const auto wrong = [&](std::string_view key, const Error& error) {
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: scan.{}: {}", escape_terminal(settings.file), key, error.message)};
  };
  if (!settings.scan.fail_on.empty()) {
    if (auto fail_on = parse_fail_on(settings.scan.fail_on); !fail_on)
      return wrong("fail_on", fail_on.error());
  }
  if (!settings.scan.methodology.empty()) {
    if (auto names = parse_methodologies(settings.scan.methodology); !names)
      return wrong("methodology", names.error());
  }
  return Ok{};
}

}  // namespace

Status apply_settings(CliOptions& options) {
  if (options.no_config) return Ok{};
  auto settings = options.config_file.empty() ? read_settings_here() : read_settings(options.config_file);
  if (!settings) return settings.error();
  if (auto checked = check_words(*settings); !checked) return checked;
  if (options.verbose) {
    complain(settings->file.empty() ? std::string("no mcpjury.yaml here; nothing is set")
                                    : fmt::format("settings from {}", escape_terminal(settings->file)));
  }
  const ScanSettings& scan = settings->scan;
  const auto open = [&](std::string_view name) { return !was_given(options, name); };
  if (!scan.fail_on.empty() && open("--fail-on")) options.fail_on = scan.fail_on;
  if (!scan.methodology.empty() && open("--methodology")) options.methodologies = scan.methodology;
  if (!scan.strictness.empty() && open("--strictness")) options.strictness = scan.strictness;
  if (scan.timeout_seconds && open("--timeout")) options.timeout_seconds = *scan.timeout_seconds;
  if (scan.jobs && open("--jobs")) options.jobs = static_cast<int>(*scan.jobs);
  if (scan.offline && open("--offline")) options.offline = *scan.offline;
  if (scan.strict_clean && open("--strict-clean")) options.strict_clean = *scan.strict_clean;
  if (!scan.baseline.empty() && open("--baseline")) options.baseline = scan.baseline;
  if (!scan.lock.empty() && open("--lock")) options.lock_file = scan.lock;
  options.settings = std::move(*settings);
  return Ok{};
}

}  // namespace mcpjury
