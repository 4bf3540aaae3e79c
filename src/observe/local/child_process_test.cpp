#include "observe/local/child_process.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>

#include "observe/local/pipe_ends.h"
#include "observe/local/process_tree.h"
#include "observe/local/test_child.h"

namespace mcpjury {
namespace {

ChildSpec plain(const std::string& script) {
  ChildSpec spec;
  spec.argv = {"/bin/sh", "-c", script};
  spec.environment = {"PATH=/usr/bin:/bin"};
  return spec;
}

ChildLimits short_grace() {
  ChildLimits limits;
  limits.grace = Milliseconds(60);
  return limits;
}

bool is_gone(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    if (kill(process, 0) != 0) return true;
    usleep(10'000);
  }
  return false;
}

TEST(ChildProcess, TalksAndEndsWithItsInput) {
  const Ran ran = run_child(plain("cat; echo note >&2; exit 3"), "hello\n");
  EXPECT_EQ(ran.output, "hello\n");
  EXPECT_EQ(ran.facts.stderr_tail, "note\n");
  EXPECT_EQ(ran.facts.exit_status, 3);
  EXPECT_FALSE(ran.facts.signal);
  EXPECT_NE(ran.facts.end, ChildEnd::kSigkill);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
}

TEST(ChildProcess, SaysWhenThereIsNoProgram) {
  ChildSpec spec = plain("");
  spec.argv = {"/no/such/program"};
  const Ran ran = run_child(std::move(spec));
  EXPECT_FALSE(ran.started);
  EXPECT_NE(ran.error.find("No such file"), std::string::npos);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
}

TEST(ChildProcess, DiesAtOnce) {
  const Ran ran = run_child(plain("kill -SEGV $$"), std::string(1 << 20, 'x'));
  EXPECT_EQ(ran.facts.signal, SIGSEGV);
  EXPECT_EQ(ran.facts.end, ChildEnd::kExited);
}

TEST(ChildProcess, TermIsEnoughForMost) {
  const Ran ran = run_child(plain("exec 1>&-; sleep 60"), {}, short_grace());
  EXPECT_EQ(ran.facts.end, ChildEnd::kSigterm);
  EXPECT_EQ(ran.facts.signal, SIGTERM);
}

TEST(ChildProcess, KilledAfterGrace) {
  const Ran ran = run_child(plain("trap '' TERM; exec 1>&-; while :; do sleep 60; done"), {}, short_grace());
  EXPECT_EQ(ran.facts.end, ChildEnd::kSigkill);
  EXPECT_EQ(ran.facts.signal, SIGKILL);
}

TEST(ChildProcess, GrandchildrenInOtherSessionsAreEnded) {
  const Ran ran = run_child(plain("setsid sh -c 'sleep 98.7 & echo $!; exec sleep 98.7' & sleep 0.2; exit 0"),
                            {}, short_grace(), Milliseconds(400));
  ASSERT_FALSE(ran.output.empty());
  EXPECT_TRUE(is_gone(static_cast<pid_t>(std::stol(ran.output))));
  EXPECT_GE(ran.facts.helpers, 1u);
}

TEST(ChildProcess, FloodOnStandardErrorIsLimited) {
  ChildLimits limits = short_grace();
  limits.stderr_bytes = 1u << 20;
  const Ran ran = run_child(plain("exec cat /dev/zero >&2"), {}, limits);
  EXPECT_EQ(ran.facts.limit, "stderr_bytes");
  EXPECT_EQ(ran.facts.end, ChildEnd::kSigkill);
  EXPECT_EQ(ran.facts.stderr_tail.size(), limits.tail_bytes);
  EXPECT_EQ(run_child(plain("cat /dev/zero >&2; echo end"), {}, limits).facts.limit, "stderr_bytes");
}

TEST(ChildProcess, StandardOutputIsReadAheadWhileWeWrite) {
  // The child writes a lot before it reads a lot: each side would wait for the other.
  const Ran ran =
      run_child(plain("head -c 900000 /dev/zero; cat >/dev/null; echo; echo end"), std::string(1 << 20, 'y'));
  ASSERT_GE(ran.output.size(), 900'000u);
  EXPECT_EQ(ran.output.substr(ran.output.size() - 5), "\nend\n");
}

TEST(ChildProcess, EndlessOutputIsLimited) {
  ChildLimits limits = short_grace();
  limits.stdout_bytes = 4u << 20;
  const Ran ran = run_child(plain("exec cat /dev/zero"), {}, limits);
  EXPECT_EQ(ran.facts.limit, "stdout_bytes");
}

TEST(ChildProcess, NeverAnswers) {
  ChildLimits limits = short_grace();
  limits.deadline = Loop::now() + Milliseconds(600);  // a loaded machine must still have started the child
  Loop loop;
  ChildFacts facts;
  loop.spawn([&] {
    auto child = ChildProcess::start(loop, plain("cat >/dev/null; sleep 60"), limits, facts);
    ASSERT_TRUE(child.ok());
    EXPECT_EQ((*child)->read(TimePoint::max()), "");
    EXPECT_FALSE((*child)->at_end());
    (*child)->end();
  });
  loop.run();
  EXPECT_TRUE(facts.timed_out);
  EXPECT_EQ(facts.end, ChildEnd::kSigterm);
}

TEST(ChildProcess, TwoAtOnceDoNotHoldEachOthersPipes) {
  Loop loop;
  ChildFacts first, second;
  loop.spawn([&] {
    auto one = ChildProcess::start(loop, plain("cat >/dev/null"), {}, first);
    auto two = ChildProcess::start(loop, plain("cat >/dev/null"), {}, second);
    ASSERT_TRUE(one.ok() && two.ok());
    (*one)->end();
    (*two)->end();
  });
  loop.run();
  EXPECT_EQ(first.end, ChildEnd::kStdinClose);
  EXPECT_EQ(second.end, ChildEnd::kStdinClose);
}

// Kill -9 of the whole program: every process and the scratch folder have to go.
void killed_program(SandboxKind kind) {
  std::array<OwnedFd, 2> said;
  ASSERT_TRUE(make_pipe(said));
  const pid_t program = fork();
  if (program == 0) {
    std::unique_ptr<ScratchFolder> scratch = std::move(*ScratchFolder::make());
    Loop loop;
    ChildFacts facts;
    loop.spawn([&] {
      Result<ChildSpec> spec = confine(
          kind,
          shell("trap '' TERM; sleep 97.3 & setsid sleep 97.3 & echo ready; sleep 97.3", scratch->path()));
      auto child = ChildProcess::start(loop, std::move(*spec), {}, facts);
      const std::string answer = (*child)->read(Loop::now() + Milliseconds(20'000));
      const std::string line = scratch->path() + "\n";
      if (answer == "ready\n") (void)!write(said[1].get(), line.data(), line.size());
      loop.sleep_until(Loop::now() + Milliseconds(60'000));
    });
    loop.run();
    _exit(0);
  }
  said[1].reset();
  char line[4096];
  const ssize_t size = read(said[0].get(), line, sizeof line);
  ASSERT_GT(size, 1);
  const std::string folder(line, static_cast<std::size_t>(size) - 1);
  EXPECT_TRUE(std::filesystem::exists(folder));
  usleep(50'000);
  const std::vector<pid_t> below = descendants_of(program);
  EXPECT_GE(below.size(), 5u);
  kill(program, SIGKILL);
  waitpid(program, nullptr, 0);
  for (const pid_t one : below) EXPECT_TRUE(is_gone(one)) << one;
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(ChildProcess, NothingIsLeftWhenTheProgramIsKilled) {
  for (const SandboxKind kind : working_sandboxes()) {
    SCOPED_TRACE(name_of(kind));
    killed_program(kind);
  }
  killed_program(SandboxKind::kNone);
}

}  // namespace
}  // namespace mcpjury
