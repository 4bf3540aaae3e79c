// config: the settings that hold here, those that nobody set included.
#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "cli/cli.h"

namespace mcpjury {

int config_command(const CliOptions& options) {
  JsonObject shown = settings_to_json(options.settings);
  JsonObject scan{{"fail_on", options.fail_on},
                  {"methodology", options.methodologies},
                  {"strictness", options.strictness},
                  {"timeout", options.timeout_seconds > 0 ? options.timeout_seconds : 90.0},
                  {"offline", options.offline},
                  {"strict_clean", options.strict_clean},
                  {"lock", options.lock_file}};
  // Nothing fails unless it is asked for, and empty words are no settings.
  if (options.fail_on.empty()) scan.erase("fail_on");
  if (options.jobs > 0) scan["jobs"] = options.jobs;
  shown["scan"] = std::move(scan);
  if (options.format == "json") {
    shown["file"] = options.settings.file.empty() ? Json() : Json(options.settings.file);
    return finish_with(pretty_json(shown) + "\n", 0);
  }
  const std::string from = options.settings.file.empty()
                               ? "# no mcpjury.yaml is read; what holds without one:\n"
                               : fmt::format("# from {}\n", escape_terminal(options.settings.file));
  return finish_with(from + settings_to_yaml(shown), 0);
}

}  // namespace mcpjury
