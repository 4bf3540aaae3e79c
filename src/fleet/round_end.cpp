#include "fleet/round_end.h"

#include "fleet/one_job.h"

namespace mcpjury {

Result<std::size_t> end_rounds(JobQueue& queue, FleetBook& book, const std::string& round,
                               const DueTimes& due) {
  constexpr std::size_t kRounds = 100, kLetters = 1'000'000;
  auto rounds = book.rounds(kRounds);
  if (!rounds) return rounds.error();
  std::size_t open = 0;
  for (const RoundRow& row : *rounds) {
    if (row.ended != 0 || (!round.empty() && row.round != round)) continue;
    auto counts = queue.counts(row.round);
    if (!counts) return counts.error();
    if (counts->waiting + counts->taken > 0) {
      ++open;
      continue;
    }
    if (counts->dead > 0) {
      auto letters = queue.dead_letters(row.round, kLetters);
      if (!letters) return letters.error();
      for (DeadLetter& letter : *letters) {
        FleetResult result;
        result.round = row.round;
        result.outcome = "dead";
        result.failure = "silent";
        result.reason = letter.reason;
        result.at = seconds_now();
        const auto in_hand = job_in_hand(std::move(letter.job));
        if (!in_hand) continue;
        result.target = in_hand->target;
        if (auto finished = book.finish(result, due); !finished) return finished.error();
      }
    }
    if (auto ended = book.end_round(row.round, seconds_now()); !ended) return ended.error();
  }
  return open;
}

}  // namespace mcpjury
