#include "cli/jury_options.h"

#include "cli/cli.h"

namespace mcpjury {

Result<std::optional<Jury>> make_cli_jury(const CliOptions& options) {
  const bool details = !options.judge_key_env.empty() || !options.judge_price.empty() ||
                       options.judge_timeout > 0 || options.judge_concurrency > 0;
  if (details && options.judges.empty()) {
    return Error{ErrorCode::kUsage, "--judge-… options are about language models; name one with --judge"};
  }
  if (!options.judges.empty() && options.offline) {
    return Error{ErrorCode::kUsage, "--judge asks a language model, which --offline forbids"};
  }
  if (!options.judges.empty() && !options.batch.empty()) {
    return Error{ErrorCode::kUsage, "--batch takes --deep with the embedded judges only, not --judge"};
  }
  if (!options.deep && options.judges.empty()) return std::optional<Jury>();
  JuryOptions wanted;
  wanted.models = options.judges;
  wanted.key_env = options.judge_key_env;
  wanted.prices = options.judge_price;
  wanted.unit_seconds = options.judge_timeout;
  wanted.concurrency = options.judge_concurrency;
  wanted.offline = options.offline;
  if (options.targets.size() == 1) wanted.target = options.targets.front();
  // Also under --quiet: where words go is no chatter.
  wanted.tell = [](const std::string& line) { complain(line); };
  auto jury = make_jury(wanted);
  if (!jury) return jury.error();
  return std::optional<Jury>(std::move(*jury));
}

}  // namespace mcpjury
