// history and feedback: what the store remembers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "catalog/catalog.h"
#include "cli/cli.h"
#include "cli/outputs.h"
#include "cli/store_choice.h"
#include "cli/terminal.h"
#include "scan/clock.h"
#include "store/store.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxNote = 2'000;
constexpr std::array kKinds = {"false_positive"sv, "false_negative"sv, "confirmed"sv};

Result<std::unique_ptr<Store>> store_for(const CliOptions& options, bool read_only) {
  auto choice = chosen_store(options);
  if (!choice) return choice.error();
  return open_store(*choice, read_only);
}

// The keys under which the user may mean a target: as it is written, and as a path.
std::vector<std::string> keys_of(const std::string& target) {
  std::vector<std::string> keys{target};
  std::error_code failed;
  const auto path = std::filesystem::weakly_canonical(target, failed);
  if (!failed) keys.push_back(path.string());
  return keys;
}

Result<std::vector<ScanRow>> rows_of(Store& store, const CliOptions& options) {
  const auto limit = static_cast<std::size_t>(options.limit);
  if (options.targets.empty()) return store.latest_of_all(limit);
  for (const std::string& key : keys_of(options.targets[0])) {
    auto rows = store.history(key, limit);
    if (!rows || !rows->empty()) return rows;
  }
  return std::vector<ScanRow>{};
}

std::string mark(const ScanRow& row, std::string_view methodology, std::string_view member) {
  const JsonObject* marks = row.marks.if_object();
  const JsonObject* own = marks != nullptr ? find_object(*marks, methodology) : nullptr;
  const Json* value = own != nullptr ? find(*own, member) : nullptr;
  if (value == nullptr || value->is_null()) return "-";
  if (value->is_string()) return clip(escape_terminal(view(value->get_string())), 10);
  return value->is_number() ? fmt::format("{:g}", value->to_number<double>()) : "-";
}

// One character a scan, oldest first, between the least and the most that is possible.
std::string plot(const std::vector<ScanRow>& rows, std::string_view methodology, std::string_view member,
                 double most, bool utf8) {
  constexpr std::array kBars = {"▁"sv, "▂"sv, "▃"sv, "▄"sv, "▅"sv, "▆"sv, "▇"sv, "█"sv};
  constexpr std::string_view kPlain = "_.-:=+*#";
  std::string out;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    const JsonObject* marks = row->marks.if_object();
    const JsonObject* own = marks != nullptr ? find_object(*marks, methodology) : nullptr;
    const Json* value = own != nullptr ? find(*own, member) : nullptr;
    if (value == nullptr || !value->is_number()) {
      out += ' ';
      continue;
    }
    const double share = std::clamp(value->to_number<double>() / most, 0.0, 1.0);
    const auto step = static_cast<std::size_t>(share * 7.0 + 0.5);
    out += utf8 ? std::string(kBars[step]) : std::string(1, kPlain[step]);
  }
  return out;
}

struct Scale {
  std::string_view methodology, member, title;
  double most;
};
// The numbers of the five, and which way is good.
constexpr std::array kScales = {Scale{"agentreserve", "score", "agentreserve trust 0-100", 100},
                                Scale{"ampel", "score", "ampel score 0-10", 10},
                                Scale{"aivss", "aivss_score", "aivss risk 0-10", 10},
                                Scale{"mcpbundles", "security_score", "mcpbundles security 0-100", 100},
                                Scale{"tooltrust", "risk_score", "tooltrust risk", 100}};
constexpr std::size_t kPlotted = 50;  // what fits into a line

// One line a methodology, oldest scan first, with the first and the last number.
std::string plots(const std::vector<ScanRow>& rows, bool utf8) {
  const std::vector<ScanRow> newest(
      rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), kPlotted)));
  std::string out;
  for (const Scale& scale : kScales) {
    const std::string drawn = plot(newest, scale.methodology, scale.member, scale.most, utf8);
    if (drawn.find_first_not_of(' ') == std::string::npos) continue;
    out += fmt::format("{:<26} {}\n", scale.title, drawn);
    out += fmt::format("{:<26} {} -> {}\n", "", mark(newest.back(), scale.methodology, scale.member),
                       mark(newest.front(), scale.methodology, scale.member));
  }
  return out;
}

std::string table(const std::vector<ScanRow>& rows, bool one_target) {
  std::string out =
      fmt::format("{:<20}  {:<8}  {:>5}  {:<4} {:<6} {:<5} {:<9} {:<4}\n", "observed",
                  one_target ? "version" : "server", "tools", "a.r.", "ampel", "aivss", "bundles", "tool");
  const ScanRow* before = nullptr;
  std::vector<std::string> lines;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    const bool changed = one_target && before != nullptr && before->surface_sha256 != row->surface_sha256 &&
                         before->credential == row->credential;
    lines.push_back(fmt::format(
        "{:<20}  {:<8}  {:>5}  {:<4} {:<6} {:<5} {:<9} {:<4}{}\n", escape_terminal(row->observed_at),
        clip(escape_terminal(one_target ? row->server_version : row->target_key), 8), row->tool_count,
        mark(*row, "agentreserve", "grade"), mark(*row, "ampel", "light"), mark(*row, "aivss", "grade"),
        mark(*row, "mcpbundles", "posture"), mark(*row, "tooltrust", "grade"), changed ? " changed" : ""));
    before = &*row;
  }
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) out += *line;
  return out;
}

Json row_json(const ScanRow& row) {
  return JsonObject{{"id", row.id},
                    {"target", row.target_key},
                    {"display", row.display},
                    {"credential", row.credential},
                    {"observed_at", row.observed_at},
                    {"evidence_sha256", row.evidence_sha256},
                    {"surface_sha256", row.surface_sha256},
                    {"truncated", row.truncated},
                    {"tools", row.tool_count},
                    {"server", JsonObject{{"name", row.server_name}, {"version", row.server_version}}},
                    {"catalog", row.catalog_version},
                    {"marks", row.marks}};
}

std::optional<double> share_of(std::uint64_t part, std::uint64_t rest) {
  if (part + rest == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(part + rest);
}
// Of what was found and judged; and of what should have been found.
std::optional<double> wrong_share(const FeedbackCount& count) {
  return share_of(count.false_positive, count.confirmed);
}
std::optional<double> missed_share(const FeedbackCount& count) {
  return share_of(count.false_negative, count.confirmed);
}

int feedback_report(Store& store, const CliOptions& options) {
  auto counts = store.feedback_counts();
  if (!counts) return complain(counts.error());
  if (options.format == "json") {
    JsonArray out;
    for (const FeedbackCount& count : *counts) {
      JsonObject row{{"detector", count.detector},
                     {"false_positive", count.false_positive},
                     {"false_negative", count.false_negative},
                     {"confirmed", count.confirmed},
                     {"wrong_share", nullptr},
                     {"missed_share", nullptr}};
      if (const auto share = wrong_share(count)) row["wrong_share"] = *share;
      if (const auto share = missed_share(count)) row["missed_share"] = *share;
      out.push_back(std::move(row));
    }
    return finish_with(pretty_json(out) + "\n", 0);
  }
  const auto percent = [](std::optional<double> share) {
    return share ? fmt::format("{:.0f}", 100.0 * *share) : std::string("-");
  };
  std::string out = fmt::format("{:<32} {:>6} {:>7} {:>10} {:>7} {:>8}\n", "detector", "wrong", "missed",
                                "confirmed", "wrong%", "missed%");
  for (const FeedbackCount& count : *counts) {
    out += fmt::format("{:<32} {:>6} {:>7} {:>10} {:>7} {:>8}\n", clip(escape_terminal(count.detector), 32),
                       count.false_positive, count.false_negative, count.confirmed,
                       percent(wrong_share(count)), percent(missed_share(count)));
  }
  return finish_with(counts->empty() ? "no feedback was given yet\n" : out, 0);
}

}  // namespace

int history_command(const CliOptions& options) {
  auto store = store_for(options, true);
  if (!store) return complain(store.error());
  auto rows = rows_of(**store, options);
  if (!rows) return complain(rows.error());
  if (rows->empty()) {
    complain(options.targets.empty()
                 ? std::string("no scan is kept; mcpjury scan TARGET keeps one")
                 : fmt::format("{}: no scan of it is kept", escape_terminal(options.targets[0])));
    return 3;
  }
  if (options.format == "json") {
    JsonArray out;
    for (const ScanRow& row : *rows) out.push_back(row_json(row));
    return finish_with(pretty_json(out) + "\n", 0);
  }
  const bool one = !options.targets.empty();
  std::string out = table(*rows, one);
  const std::string drawn = one && rows->size() > 1 ? plots(*rows, locale_is_utf8()) : std::string();
  if (!drawn.empty()) out += "\n" + drawn;
  return finish_with(out, 0);
}

int feedback_command(const CliOptions& options) {
  const std::string& verb = options.targets[0];
  const bool add = verb == "add" && options.targets.size() == 3;
  if (!add && !(verb == "report" && options.targets.size() == 1)) {
    complain("feedback add FINGERPRINT false_positive|false_negative|confirmed, or feedback report");
    return 2;
  }
  auto store = store_for(options, true);
  if (!store) return complain(store.error());
  if (!add) return feedback_report(**store, options);
  if (std::find(kKinds.begin(), kKinds.end(), options.targets[2]) == kKinds.end()) {
    complain("feedback: the kind is false_positive, false_negative or confirmed");
    return 2;
  }
  if (options.reason.size() > kMaxNote) {
    complain(fmt::format("feedback: the note is longer than {} characters", kMaxNote));
    return 2;
  }
  auto known = (*store)->finding(options.targets[1]);
  if (!known) return complain(known.error());
  auto id = (*store)->add_feedback({current_time(), options.targets[1], known->detector, known->target_key,
                                    options.targets[2], options.reason});
  if (!id) return complain(id.error());
  return finish_with(fmt::format("kept: {} of {} on {}\n", options.targets[2], known->detector,
                                 clip(escape_terminal(known->target_key), 100)),
                     0);
}

}  // namespace mcpjury
