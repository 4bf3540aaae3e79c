// observe: only look, and write down what was seen.
#include "base/canonical_json.h"
#include "cli/cli.h"
#include "cli/jury_options.h"
#include "cli/live_options.h"
#include "cli/outputs.h"
#include "cli/scan_plan.h"
#include "scan/clock.h"
#include "scan/deliberate.h"
#include "scan/live.h"

namespace mcpjury {

int observe_command(const CliOptions& options) {
  if (no_command(options)) return 2;
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  auto jury = make_cli_jury(options);
  if (!jury) return complain(jury.error());
  if (is_live(options)) stop_on_signals();
  ScanOptions scan;
  scan.observed_at = current_time();
  Result<Evidence> evidence = Error{ErrorCode::kInternal, "nothing was looked at"};
  if (!options.local_command.empty()) {
    evidence = observe_command_line(options.local_command, scan, *live);
  } else {
    observe_all(options.targets, scan, *live,
                [&](LookedAt looked) { evidence = std::move(looked.evidence); });
  }
  if (!evidence) return complain(evidence.error());
  if (*jury) deliberate(*evidence, **jury, scan.limits);
  // The code of a scan that looks no further: was everything seen that this kind of target has?
  Detective detective(scan.limits);
  scan.hash_evidence = false;
  const Json record = evidence_to_json(*evidence);
  const bool whole = !incomplete(*judge(std::move(*evidence), scan, detective));
  const std::string text = canonical_json(record) + "\n";
  const bool to_stdout = options.record_file.empty() || options.record_file == "-";
  auto written = to_stdout ? write_stdout(text) : write_file(options.record_file, text);
  if (!written) return complain(written.error());
  if (looking_was_stopped()) return 130;
  if (whole) return 0;
  complain("the record is incomplete; mcpjury grade tells what was not seen");
  return 4;
}

}  // namespace mcpjury
