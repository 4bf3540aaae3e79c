#include "fleet/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/sha256.h"

namespace mcpjury {
namespace {

Job job_of(const FleetTarget& target, const std::string& round) {
  Job job;
  job.id = fleet_uid(round, target.target);
  job.round = round;
  job.host = target.host;
  JsonObject body{{"target", target.target}, {"kind", target.kind}};
  if (const std::string word = word_of(target); word != target.target) body["look_at"] = word;
  if (target.kind == "record") body["input"] = target.input;
  job.body = std::move(body);
  return job;
}

// The jobs of each host spread evenly over the whole: a host with many never stands alone at the end or in
// the way at the beginning.
void spread(std::vector<Job>& jobs) {
  std::map<std::string, std::pair<std::size_t, std::size_t>> hosts;  // all, seen so far
  for (const Job& job : jobs) ++hosts[job.host].first;
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    auto& [all, seen] = hosts[jobs[i].host];
    order.emplace_back((static_cast<double>(seen++) + 0.5) / static_cast<double>(all), i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Job> out;
  out.reserve(jobs.size());
  for (const auto& [place, index] : order) out.push_back(std::move(jobs[index]));
  jobs = std::move(out);
}

}  // namespace

std::string fleet_uid(std::string_view round, std::string_view target) {
  return sha256_hex(fmt::format("fleet\n{}\n{}", round, target)).substr(0, 32);
}

namespace {

// The queue need not remember rounds long ended; the book does.
void forget_old_rounds(FleetBook& book, JobQueue& queue) {
  constexpr std::size_t kRemembered = 7;
  const auto rounds = book.rounds(kRemembered + 20);
  if (!rounds) return;
  for (std::size_t i = kRemembered; i < rounds->size(); ++i) {
    // What cannot be dropped today is dropped tomorrow.
    if ((*rounds)[i].ended != 0) (void)queue.forget((*rounds)[i].round);
  }
}

}  // namespace

Result<Submitted> submit_due(FleetBook& book, JobQueue& queue, const SubmitOptions& options) {
  constexpr std::size_t kPage = 5000;
  // A million jobs are some 300 MB; beyond that they are spread part by part.
  constexpr std::size_t kSpread = 200'000;
  if (auto begun = book.begin_round(options.round, options.now); !begun) return begun.error();
  Submitted out;
  std::vector<Job> jobs;
  const auto send = [&]() -> Status {
    spread(jobs);
    auto fresh = queue.submit(jobs);
    if (!fresh) return fresh.error();
    out.fresh += *fresh;
    jobs.clear();
    return Ok{};
  };
  for (std::string after;;) {
    auto page = book.due(options.source, options.all, options.now, after, kPage);
    if (!page) return page.error();
    for (const FleetTarget& target : *page) jobs.push_back(job_of(target, options.round));
    out.due += page->size();
    if (jobs.size() >= kSpread) {
      if (auto sent = send(); !sent) return sent.error();
    }
    if (page->size() < kPage) break;
    after = page->back().target;
  }
  if (auto sent = send(); !sent) return sent.error();
  forget_old_rounds(book, queue);
  return out;
}

}  // namespace mcpjury
