// Every test runs on SQLite, and on PostgreSQL and NATS where MCPJURY_TEST_POSTGRES and MCPJURY_TEST_NATS
// name servers.
#include "queue/queue.h"

#include <gtest/gtest.h>
#include <soci/soci.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace mcpjury {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Job job(std::string id, std::string host = "", std::string round = "r1") {
  return {std::move(id), std::move(round), std::move(host), JsonObject{{"target", "https://a.example/"}}, 0};
}

class QueueTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    static int number = 0;
    options_.name = "test" + std::to_string(::getpid()) + "x" + std::to_string(++number);
    if (GetParam() == "sqlite") {
      folder_ = fs::temp_directory_path() / options_.name;
      fs::create_directories(folder_);
      options_.url = "sqlite:" + (folder_ / "queue.sqlite").string();
    } else {
      options_.url = std::getenv(GetParam() == "nats" ? "MCPJURY_TEST_NATS" : "MCPJURY_TEST_POSTGRES");
    }
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  std::unique_ptr<JobQueue> open() {
    auto queue = JobQueue::open(options_);
    EXPECT_TRUE(queue.ok()) << (queue ? "" : queue.error().message);
    return queue ? std::move(*queue) : nullptr;
  }
  static std::vector<Job> take(JobQueue& queue, std::size_t most, std::chrono::milliseconds wait = 100ms) {
    auto jobs = queue.take(most, wait);
    EXPECT_TRUE(jobs.ok()) << (jobs ? "" : jobs.error().message);
    return jobs ? std::move(*jobs) : std::vector<Job>{};
  }
  static JobCounts counts(JobQueue& queue, std::string_view round = "r1") {
    auto counted = queue.counts(round);
    EXPECT_TRUE(counted.ok()) << (counted ? "" : counted.error().message);
    return counted ? *counted : JobCounts{};
  }
  static std::uint64_t submit(JobQueue& queue, const std::vector<Job>& jobs) {
    auto fresh = queue.submit(jobs);
    EXPECT_TRUE(fresh.ok()) << (fresh ? "" : fresh.error().message);
    return fresh ? *fresh : 0;
  }
  fs::path folder_;
  JobQueueOptions options_;
};

TEST_P(QueueTest, AJobIsGivenOutOnceAndCounted) {
  const auto queue = open();
  EXPECT_EQ(submit(*queue, {job("a", "h1"), job("b", "h2"), job("c", "h3", "r2")}), 3u);
  EXPECT_EQ(counts(*queue).waiting, 2u);
  EXPECT_EQ(counts(*queue, "").waiting, 3u);
  std::set<std::string> seen;
  for (const Job& one : take(*queue, 10)) {
    seen.insert(one.id);
    EXPECT_EQ(one.deliveries, 1);
    EXPECT_EQ(one.body.at("target").as_string(), "https://a.example/");
    EXPECT_EQ(one.host.substr(0, 1), "h");
    ASSERT_TRUE(queue->done(one.id).ok());
  }
  EXPECT_EQ(seen, (std::set<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(take(*queue, 10).empty());
  EXPECT_EQ(counts(*queue).done, 2u);
  EXPECT_EQ(counts(*queue, "").done, 3u);
  EXPECT_EQ(counts(*queue, "").waiting + counts(*queue, "").taken, 0u);
}

TEST_P(QueueTest, TheSameIdIsNoSecondJob) {
  const auto queue = open();
  EXPECT_EQ(submit(*queue, {job("a"), job("a"), job("b")}), 2u);
  EXPECT_EQ(submit(*open(), {job("a"), job("b"), job("c")}), 1u);
  EXPECT_EQ(take(*queue, 10).size(), 3u);
  for (const char* id : {"a", "b", "c"}) EXPECT_TRUE(queue->done(id).ok());
  // Not after it is done either.
  EXPECT_EQ(submit(*queue, {job("a")}), 0u);
  EXPECT_TRUE(take(*queue, 10).empty());
  EXPECT_EQ(counts(*queue).done, 3u);
}

TEST_P(QueueTest, NeverMoreThanTwoOfOneHostAreOut) {
  const auto one = open(), other = open();
  std::vector<Job> jobs;
  for (int i = 0; i < 8; ++i) jobs.push_back(job("a" + std::to_string(i), "busy.example"));
  jobs.push_back(job("z", "quiet.example"));
  submit(*one, jobs);
  std::vector<Job> out = take(*one, 10, 300ms);
  for (Job& more : take(*other, 10, 300ms)) out.push_back(std::move(more));
  std::map<std::string, int> of_host;
  for (const Job& taken : out) ++of_host[taken.host];
  EXPECT_EQ(of_host["busy.example"], 2);
  EXPECT_EQ(of_host["quiet.example"], 1);
  const auto first =
      std::find_if(out.begin(), out.end(), [](const Job& taken) { return taken.host == "busy.example"; });
  ASSERT_NE(first, out.end());
  ASSERT_TRUE(one->done(first->id).ok());
  EXPECT_EQ(take(*other, 10, 2s).size(), 1u);
}

TEST_P(QueueTest, ASilentTakerLosesItsJobAndAKeptOneDoesNot) {
  options_.lease = 500ms;
  const auto queue = open();
  submit(*queue, {job("silent", "h1"), job("kept", "h2")});
  const auto other = open();
  ASSERT_EQ(take(*other, 2).size(), 2u);
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(100ms);
    ASSERT_TRUE(other->keep_alive({"kept"}).ok());
  }
  const std::vector<Job> again = take(*queue, 2, 1s);
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].id, "silent");
  EXPECT_EQ(again[0].deliveries, 2);
  // Its first taker finished after all: it is done, and the second may say so too.
  EXPECT_TRUE(other->done("silent").ok());
  EXPECT_TRUE(queue->done("silent").ok());
  EXPECT_TRUE(other->done("kept").ok());
  EXPECT_EQ(counts(*queue).done, 2u);
}

TEST_P(QueueTest, RetriedUntilItIsADeadLetterWithItsReason) {
  options_.most_deliveries = 3;
  const auto queue = open();
  submit(*queue, {job("a", "h")});
  for (int delivery = 1; delivery <= 3; ++delivery) {
    const auto out = take(*queue, 1, 3s);
    ASSERT_EQ(out.size(), 1u);
    EXPECT_EQ(out[0].deliveries, delivery);
    ASSERT_TRUE(queue->retry("a", 50ms, "not reached, time " + std::to_string(delivery)).ok());
  }
  EXPECT_TRUE(take(*queue, 1, 300ms).empty());
  const auto dead = queue->dead_letters("r1", 10);
  ASSERT_TRUE(dead.ok());
  ASSERT_EQ(dead->size(), 1u);
  EXPECT_EQ((*dead)[0].job.id, "a");
  EXPECT_EQ((*dead)[0].job.host, "h");
  EXPECT_EQ((*dead)[0].job.deliveries, 3);
  EXPECT_EQ((*dead)[0].reason, "not reached, time 3");
  EXPECT_EQ((*dead)[0].at.size(), 20u);
  EXPECT_EQ(counts(*queue).dead, 1u);
  EXPECT_EQ(counts(*queue).waiting + counts(*queue).taken, 0u);
}

TEST_P(QueueTest, ARetryWaitsForItsTime) {
  const auto queue = open();
  submit(*queue, {job("a", "h")});
  ASSERT_EQ(take(*queue, 1).size(), 1u);
  ASSERT_TRUE(queue->retry("a", 700ms, "later").ok());
  EXPECT_TRUE(take(*queue, 1, 200ms).empty());
  EXPECT_EQ(take(*queue, 1, 5s).size(), 1u);
}

TEST_P(QueueTest, SilentEachTimeIsDeadToo) {
  options_.most_deliveries = 2;
  options_.lease = 200ms;
  const auto queue = open();
  submit(*queue, {job("a", "h"), job("b", "h2")});
  std::map<std::string, int> given;
  for (int i = 0; i < 30 && counts(*queue).dead < 2; ++i) {
    for (const Job& one : take(*queue, 2, 200ms)) ++given[one.id];
  }
  EXPECT_EQ(given["a"], 2);
  EXPECT_EQ(given["b"], 2);
  const auto dead = queue->dead_letters("", 10);
  ASSERT_TRUE(dead.ok());
  ASSERT_EQ(dead->size(), 2u);
  EXPECT_NE((*dead)[0].reason.find("silent"), std::string::npos);
}

TEST_P(QueueTest, BuriedAtOnce) {
  const auto queue = open();
  submit(*queue, {job("a", "h")});
  ASSERT_EQ(take(*queue, 1).size(), 1u);
  ASSERT_TRUE(queue->bury("a", "no such thing; password=hunter2hunter2").ok());
  EXPECT_TRUE(take(*queue, 1, 200ms).empty());
  EXPECT_EQ(counts(*queue).dead, 1u);
  EXPECT_TRUE(queue->dead_letters("other", 10)->empty());
}

TEST_P(QueueTest, AnEndedRoundIsForgotten) {
  const auto queue = open();
  submit(*queue, {job("a"), job("b", "", "r2")});
  for (const Job& one : take(*queue, 2)) ASSERT_TRUE(queue->done(one.id).ok());
  ASSERT_TRUE(queue->forget("r1").ok());
  EXPECT_EQ(counts(*queue, "r1").done, 0u);
  EXPECT_EQ(counts(*queue, "r2").done, 1u);
  EXPECT_EQ(submit(*queue, {job("a"), job("b", "", "r2")}), 1u);
}

TEST_P(QueueTest, FourTakersShareWithoutLossOrDouble) {
  constexpr int kJobs = 300;
  {
    std::vector<Job> jobs;
    for (int i = 0; i < kJobs; ++i) {
      jobs.push_back(job("j" + std::to_string(i), i % 4 == 0 ? "" : "h" + std::to_string(i % 29)));
    }
    ASSERT_EQ(submit(*open(), jobs), static_cast<std::uint64_t>(kJobs));
  }
  std::mutex mutex;
  std::map<std::string, int> seen, out;
  int worst = 0;
  std::atomic<int> done = 0;
  std::vector<std::thread> takers;
  for (int i = 0; i < 4; ++i) {
    takers.emplace_back([&] {
      const auto queue = open();
      const auto until = std::chrono::steady_clock::now() + 60s;
      while (done < kJobs && std::chrono::steady_clock::now() < until) {
        for (const Job& one : take(*queue, 7, 100ms)) {
          {
            const std::scoped_lock lock(mutex);
            ++seen[one.id];
            if (!one.host.empty()) worst = std::max(worst, ++out[one.host]);
          }
          std::this_thread::yield();
          {
            const std::scoped_lock lock(mutex);
            --out[one.host];
          }
          EXPECT_TRUE(queue->done(one.id).ok());
          ++done;
        }
      }
    });
  }
  for (std::thread& taker : takers) taker.join();
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kJobs));
  EXPECT_EQ(done, kJobs);
  EXPECT_LE(worst, 2);
  EXPECT_EQ(counts(*open()).done, static_cast<std::uint64_t>(kJobs));
}

TEST(QueueOpenTest, AWrongAddressIsSaid) {
  JobQueueOptions options;
  options.url = "redis://user:secret@host";
  auto queue = JobQueue::open(options);
  ASSERT_FALSE(queue.ok());
  EXPECT_EQ(queue.error().code, ErrorCode::kUsage);
  EXPECT_EQ(queue.error().message.find("secret"), std::string::npos);
}

std::vector<std::string> engines() {
  std::vector<std::string> out{"sqlite"};
  if (std::getenv("MCPJURY_TEST_POSTGRES") != nullptr) out.push_back("postgresql");
  if (std::getenv("MCPJURY_TEST_NATS") != nullptr) out.push_back("nats");
  return out;
}

INSTANTIATE_TEST_SUITE_P(Engines, QueueTest, testing::ValuesIn(engines()),
                         [](const auto& shown) { return shown.param; });

}  // namespace
}  // namespace mcpjury
