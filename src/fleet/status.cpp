#include "fleet/status.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number), out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}

JsonObject counts_object(const std::map<std::string, std::uint64_t>& counts) {
  JsonObject out;
  for (const auto& [name, count] : counts) out[name] = count;
  return out;
}

std::string counted(const std::map<std::string, std::uint64_t>& counts) {
  std::string out;
  for (const auto& [name, count] : counts)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", grouped(count), escape_terminal(name));
  return out.empty() ? "none" : out;
}

}  // namespace

std::string duration_text(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::ceil(std::max(seconds, 0.0)));
  if (whole < 120) return fmt::format("{} s", whole);
  if (whole < 7200) return fmt::format("{} min", (whole + 59) / 60);
  return fmt::format("{:.1f} h", static_cast<double>(whole) / 3600);
}

Result<FleetStatus> fleet_status(FleetBook& book, JobQueue& queue, const std::string& round,
                                 std::int64_t now) {
  FleetStatus out;
  auto rounds = book.rounds(round.empty() ? 1 : 10'000);
  if (!rounds) return rounds.error();
  const auto found = std::find_if(rounds->begin(), rounds->end(),
                                  [&](const RoundRow& row) { return round.empty() || row.round == round; });
  if (found == rounds->end())
    return Error{ErrorCode::kNothingToGrade,
                 round.empty() ? "no round was submitted yet; see mcpjury fleet submit --help"
                               : "no such round was submitted"};
  out.round = *found;
  auto counts = queue.counts(out.round.round);
  if (!counts) return counts.error();
  out.counts = *counts;
  auto outcomes = book.outcomes(out.round.round);
  if (!outcomes) return outcomes.error();
  out.outcomes = std::move(*outcomes);
  auto failures = book.failures(out.round.round);
  if (!failures) return failures.error();
  out.failures = std::move(*failures);
  auto targets = book.targets();
  if (!targets) return targets.error();
  out.targets = std::move(*targets);
  const std::int64_t span = std::clamp<std::int64_t>(now - out.round.began, 1, 60);
  auto recent = book.ended_since(out.round.round, now - span);
  if (!recent) return recent.error();
  out.per_second = static_cast<double>(*recent) / static_cast<double>(span);
  const std::uint64_t open = out.counts.waiting + out.counts.taken;
  if (open == 0) {
    out.seconds_left = 0;
  } else if (out.per_second > 0) {
    out.seconds_left = static_cast<double>(open) / out.per_second;
  }
  return out;
}

std::string status_text(const FleetStatus& status) {
  const JobCounts& counts = status.counts;
  std::string out = fmt::format(
      "round {}, begun {}, {}\n", escape_terminal(status.round.round), format_time(status.round.began),
      status.round.ended != 0 ? "ended " + format_time(status.round.ended)
                              : (counts.waiting + counts.taken == 0 ? "nothing left to do" : "going on"));
  out += fmt::format("  jobs      {} waiting, {} under way, {} done, {} dead\n", grouped(counts.waiting),
                     grouped(counts.taken), grouped(counts.done), grouped(counts.dead));
  out += fmt::format("  servers   {}\n", counted(status.outcomes));
  if (!status.failures.empty()) out += fmt::format("  failures  {}\n", counted(status.failures));
  if (status.per_second > 0 && counts.waiting + counts.taken > 0) {
    out += fmt::format("  rate      {:.1f} servers/s in the last minute, {} left\n", status.per_second,
                       status.seconds_left >= 0 ? duration_text(status.seconds_left) : "?");
  }
  out += fmt::format("  known     {}\n", counted(status.targets));
  if (counts.dead > 0)
    out += fmt::format("next: mcpjury fleet dead --round {}\n", escape_terminal(status.round.round));
  return out;
}

JsonObject status_json(const FleetStatus& status) {
  const JobCounts& counts = status.counts;
  return JsonObject{
      {"round", status.round.round},
      {"began", format_time(status.round.began)},
      {"ended", status.round.ended != 0 ? Json(format_time(status.round.ended)) : Json()},
      {"jobs", JsonObject{{"waiting", counts.waiting},
                          {"taken", counts.taken},
                          {"done", counts.done},
                          {"dead", counts.dead}}},
      {"outcomes", counts_object(status.outcomes)},
      {"failures", counts_object(status.failures)},
      {"targets", counts_object(status.targets)},
      {"per_second", std::round(status.per_second * 100) / 100},
      {"seconds_left", status.seconds_left >= 0 ? Json(std::round(status.seconds_left)) : Json()}};
}

std::string progress_line(const JobCounts& counts, double per_second, int width) {
  const std::uint64_t ended = counts.done + counts.dead, all = ended + counts.waiting + counts.taken;
  const double part = all > 0 ? static_cast<double>(ended) / static_cast<double>(all) : 1;
  const int bar = std::clamp(width - 60, 10, 30);
  const int full = static_cast<int>(part * bar);
  std::string out = fmt::format("[{}{}] {} of {}, {} %", std::string(static_cast<std::size_t>(full), '#'),
                                std::string(static_cast<std::size_t>(bar - full), '.'), grouped(ended),
                                grouped(all), static_cast<int>(part * 100));
  if (per_second > 0 && ended < all) {
    out += fmt::format(", {:.1f}/s, {} left", per_second,
                       duration_text(static_cast<double>(all - ended) / per_second));
  }
  if (counts.dead > 0) out += fmt::format(", {} dead", grouped(counts.dead));
  return out;
}

std::string metrics_text(const WorkerFigures& figures) {
  std::string out;
  const auto put = [&](std::string_view name, std::string_view kind, std::string_view help, auto&& values) {
    out += fmt::format("# HELP mcpjury_fleet_{} {}\n# TYPE mcpjury_fleet_{} {}\n", name, help, name, kind);
    values();
  };
  put("queue_jobs", "gauge", "Jobs in the queue by state.", [&] {
    out += fmt::format(
        "mcpjury_fleet_queue_jobs{{state=\"waiting\"}} {}\nmcpjury_fleet_queue_jobs{{state=\"taken\"}} {}\n"
        "mcpjury_fleet_queue_jobs{{state=\"done\"}} {}\nmcpjury_fleet_queue_jobs{{state=\"dead\"}} {}\n",
        figures.counts.waiting, figures.counts.taken, figures.counts.done, figures.counts.dead);
  });
  put("in_flight", "gauge", "Jobs this worker has in hand.",
      [&] { out += fmt::format("mcpjury_fleet_in_flight {}\n", figures.in_flight); });
  put("jobs_total", "counter", "Jobs of this worker by how they went.", [&] {
    out += fmt::format(
        "mcpjury_fleet_jobs_total{{outcome=\"kept\"}} {}\nmcpjury_fleet_jobs_total{{outcome=\"unchanged\"}} "
        "{}\nmcpjury_fleet_jobs_total{{outcome=\"retried\"}} "
        "{}\nmcpjury_fleet_jobs_total{{outcome=\"dead\"}} "
        "{}\nmcpjury_fleet_jobs_total{{outcome=\"repeated\"}} {}\n",
        figures.kept, figures.unchanged, figures.retried, figures.dead, figures.repeated);
  });
  put("failures_total", "counter", "Failed looks of this worker by class.", [&] {
    for (const auto& [name, count] : figures.failures)
      out += fmt::format("mcpjury_fleet_failures_total{{class=\"{}\"}} {}\n", name, count);
  });
  put("seconds_total", "counter", "Time of the judging thread by what it was spent on.", [&] {
    out += fmt::format(
        "mcpjury_fleet_seconds_total{{part=\"queue\"}} {:.6f}\nmcpjury_fleet_seconds_total{{part=\"store\"}} "
        "{:.6f}\nmcpjury_fleet_seconds_total{{part=\"judge\"}} {:.6f}\n",
        figures.queue_seconds, figures.store_seconds, figures.judge_seconds);
  });
  put("engine_trouble", "gauge", "1 while the queue or the store does not answer.",
      [&] { out += fmt::format("mcpjury_fleet_engine_trouble {}\n", figures.trouble.empty() ? 0 : 1); });
  return out;
}

}  // namespace mcpjury
