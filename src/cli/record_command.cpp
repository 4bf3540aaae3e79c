// grade on scan records, and rescan: does a record hold, and does the target still give the same?
//
// A record that does not hold is wrong input (exit 2); a target that changed is a threshold reached (exit 1).
#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "cli/cli.h"
#include "cli/live_options.h"
#include "cli/outputs.h"
#include "scan/clock.h"
#include "scan/record.h"

namespace mcpjury {
namespace {

std::string shown_tenths(const std::optional<int>& tenths) {
  return tenths ? fmt::format("{}.{}", *tenths / 10, *tenths % 10) : std::string("none");
}

std::string check_text(const std::string& file, const RecordCheck& check) {
  const AmpelResult& mine = check.recomputed;
  std::string out =
      fmt::format("{}  {}\n", check.wrong.empty() ? "HOLDS" : "DOES NOT HOLD", escape_terminal(file));
  out += fmt::format("recomputed: score {}, {} light, {}% seen, between {} and {}", shown_tenths(mine.score),
                     mine.light, mine.coverage_bp / 100, shown_tenths(mine.low), shown_tenths(mine.high));
  if (!mine.criticals.empty())
    out += fmt::format("; {} before the floor of {}", shown_tenths(mine.score_before_floor),
                       mine.criticals.front().rule);
  out += "\n\nengine                     state           weight  sub-score\n";
  for (const AmpelEngine& engine : mine.engines) {
    constexpr std::string_view kStates[] = {"ok",    "no_data", "not_applicable",
                                            "error", "timeout", "disabled"};
    const bool ok = engine.state == EngineState::kOk;
    out +=
        fmt::format("{:<25}  {:<14}  {:>6}  {}\n", engine.id, kStates[static_cast<std::size_t>(engine.state)],
                    engine.weight_bp, ok ? shown_tenths(engine.sub_score) : "");
  }
  for (const std::string& note : check.notes) out += fmt::format("note: {}\n", note);
  for (const std::string& wrong : check.wrong) out += fmt::format("wrong: {}\n", wrong);
  return out;
}

JsonArray texts_json(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.emplace_back(text);
  return out;
}

JsonObject check_json(const std::string& file, const RecordCheck& check) {
  const AmpelResult& mine = check.recomputed;
  JsonObject out{{"file", file},
                 {"holds", check.wrong.empty()},
                 {"coverage_bp", mine.coverage_bp},
                 {"light", mine.light},
                 {"score_low", mine.low},
                 {"score_high", mine.high},
                 {"wrong", texts_json(check.wrong)},
                 {"notes", texts_json(check.notes)}};
  out["score"] = mine.score ? Json(*mine.score) : Json();
  out["score_before_floor"] = mine.score_before_floor ? Json(*mine.score_before_floor) : Json();
  return out;
}

std::string difference_text(const RecordDifference& difference) {
  std::string out = fmt::format("{}  score {}, now {}\n\n", difference.same ? "SAME" : "DIFFERENT",
                                difference.score_before, difference.score_now);
  out += "engine                     record          now             \n";
  for (const EngineDifference& engine : difference.engines) {
    out += fmt::format("{:<25}  {:<14}  {:<14}  {}\n", engine.id, engine.before, engine.now, engine.why);
  }
  for (const std::string& version : difference.versions) out += fmt::format("not the same: {}\n", version);
  return out;
}

JsonObject difference_json(const RecordDifference& difference) {
  JsonArray engines;
  for (const EngineDifference& engine : difference.engines) {
    engines.push_back(JsonObject{{"id", engine.id},
                                 {"record", engine.before},
                                 {"now", engine.now},
                                 {"same", engine.why.empty()},
                                 {"why", engine.why}});
  }
  return {{"same", difference.same},
          {"score_record", difference.score_before},
          {"score_now", difference.score_now},
          {"engines", std::move(engines)},
          {"versions", texts_json(difference.versions)}};
}

}  // namespace

std::optional<int> grade_records(const CliOptions& options) {
  ScanOptions scan;
  if (options.targets.empty() || !is_record_file(options.targets.front(), scan)) return std::nullopt;
  auto outputs = parse_outputs(options.outputs);
  if (!outputs) return complain(outputs.error());
  std::string out;
  int code = 0;
  for (const std::string& file : options.targets) {
    auto document = read_record(file, scan);
    if (!document) return complain(document.error());
    auto check = check_record(*document);
    if (!check) return complain(check.error());
    const bool json = outputs->front().format == "json" || outputs->front().format == "ndjson";
    out += json ? canonical_json(check_json(file, *check)) + "\n" : check_text(file, *check);
    if (!check->wrong.empty()) {
      complain(fmt::format("{}: the record does not hold", escape_terminal(file)));
      code = 2;
    }
  }
  return finish_with(out, code);
}

int rescan_command(const CliOptions& options) {
  ScanOptions scan;
  scan.observed_at = current_time();
  auto live = make_live_options(options);
  if (!live) return complain(live.error());
  auto document = read_record(options.targets.front(), scan);
  if (!document) return complain(document.error());
  auto check = check_record(*document);
  if (!check) return complain(check.error());
  if (!check->wrong.empty()) {
    complain(fmt::format("{}: the record does not hold: {}", escape_terminal(options.targets.front()),
                         check->wrong.front()));
    return 2;
  }
  stop_on_signals();
  auto now = record_again(document->as_object(), scan, *live);
  if (!now) return complain(now.error());
  const RecordDifference difference = compare_records(document->as_object(), *now);
  const std::string text = options.format == "json" ? pretty_json(difference_json(difference)) + "\n"
                                                    : difference_text(difference);
  return finish_with(text, looking_was_stopped() ? 130 : difference.same ? 0 : 1);
}

}  // namespace mcpjury
