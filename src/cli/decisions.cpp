#include "cli/decisions.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/cli.h"

namespace mcpjury {

Result<Decisions> make_decisions(const CliOptions& options, const ScanOptions& scan) {
  Decisions out;
  if (!options.settings.suppressions.empty())
    out.suppressions = std::make_unique<SuppressionBook>(options.settings.suppressions);
  if (options.baseline.empty()) return out;
  auto text = read_text(options.baseline, scan);
  if (!text) return text.error();
  JsonReadOptions reading;
  reading.max_depth = scan.limits.json_depth;
  auto document = parse_json(*text, options.baseline, reading);
  if (!document) return document.error();
  auto baseline = Baseline::read(document->value, options.baseline);
  if (!baseline) return baseline.error();
  out.baseline = std::move(*baseline);
  return out;
}

void tell_suppressions(const Decisions& decisions, const CliOptions& options) {
  if (decisions.suppressions == nullptr) return;
  for (const std::string& line : decisions.suppressions->expired()) complain(line);
  // Whoever scans a foreign tree from within may not know that it brings its own excuses.
  if (options.config_file.empty() && decisions.suppressions->used()) {
    complain(fmt::format("findings are suppressed by ./{}; --no-config counts them",
                         escape_terminal(options.settings.file)));
  }
  if (options.quiet) return;
  for (const std::string& line : decisions.suppressions->unused()) complain(line);
}

}  // namespace mcpjury
