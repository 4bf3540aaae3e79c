// consensus: what the judges of a deep scan said, from a saved report or a record; the same answer the
// service gives.
#include "base/escape.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "report/consensus_json.h"
#include "report/report_diff.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

Result<JsonObject> answer_of(const std::string& file, const CliOptions& cli) {
  ScanOptions options;
  options.strictness = strictness_from(cli.strictness).value_or(Strictness::kPrecise);
  auto text = read_text(file, options);
  if (!text) return text.error();
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  auto parsed = parse_json(*text, file, reading);
  if (!parsed) return parsed.error();
  if (looks_like_report(parsed->value)) {
    const Json* consensus = resolve_pointer(parsed->value, "/assessments/aivss/consensus");
    const Json* hash = resolve_pointer(parsed->value, "/evidence/sha256");
    if (consensus == nullptr || !consensus->is_object()) {
      return Error{ErrorCode::kNothingToGrade, escape_terminal(file) + ": the report leaves out aivss"};
    }
    return consensus_answer(consensus->get_object(),
                            hash != nullptr && hash->is_string() ? std::string_view(hash->get_string()) : "");
  }
  auto evidence = evidence_from_json(parsed->value, file);
  if (!evidence) return evidence.error();
  Detective detective(options.limits);
  const auto report = judge(std::move(*evidence), options, detective);
  return consensus_answer(consensus_json(*report), report->evidence_sha256);
}

}  // namespace

int consensus_command(const CliOptions& options) {
  auto answer = answer_of(options.targets.front(), options);
  if (!answer) return complain(answer.error());
  return finish_with(render_consensus(*answer), 0);
}

}  // namespace mcpjury
