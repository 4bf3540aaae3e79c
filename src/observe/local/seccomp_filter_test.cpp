#include "observe/local/seccomp_filter.h"

#include <gtest/gtest.h>

#include "observe/local/program_lookup.h"
#include "observe/local/test_child.h"

namespace mcpjury {
namespace {

TEST(SeccompFilter, EveryProgramCanBeMade) {
  for (int abi = 1; abi <= 8; ++abi) EXPECT_FALSE(landlock_gap_filter(abi)->empty()) << abi;
  EXPECT_FALSE(common_filter()->empty());
  EXPECT_FALSE(watch_network_filter()->empty());
  EXPECT_FALSE(no_socket_filter(true)->empty());
  EXPECT_FALSE(no_socket_filter(false)->empty());
  // The kernel takes no more.
  EXPECT_LE(common_filter()->size(), 4096u);
}

// What the oldest Landlock leaves open, closed by the filter alone: no Landlock is entered here.
TEST(SeccompFilter, GapsOfTheOldestLandlock) {
  const std::unique_ptr<ScratchFolder> scratch = std::move(*ScratchFolder::make());
  const auto run = [&](std::vector<std::string> argv) {
    Confinement what = shell("", scratch->path());
    what.argv = std::move(argv);
    ChildSpec spec = std::move(*confine_nothing(what));
    spec.filters = {*common_filter(), *landlock_gap_filter(1), *no_socket_filter(false)};
    return run_child(std::move(spec));
  };
  const Ran ran = run({"/bin/sh", "-c",
                       "echo a > $HOME/a; cat $HOME/a; chmod 700 $HOME/a || echo no-chmod; "
                       "truncate -s 0 $HOME/a; sleep 0.01 & kill -9 $! || echo no-kill; wait; echo end"});
  EXPECT_EQ(ran.output, "a\nno-chmod\nno-kill\nend\n") << ran.facts.stderr_tail;
  const std::string node = find_program("node");
  if (node.empty()) {
    std::cout << "no node here: that part did not run\n";
    return;
  }
  const Ran script = run({node, "-e",
                          "require('fs').writeFileSync(process.env.HOME+'/b','x');"
                          "new (require('worker_threads').Worker)('setTimeout(()=>0,5)',{eval:true});"
                          "require('net').connect(80,'192.0.2.1').on('error',e=>console.log(e.code))"});
  EXPECT_EQ(script.output, "EACCES\n") << script.facts.stderr_tail;
  EXPECT_EQ(script.facts.exit_status, 0);
}

}  // namespace
}  // namespace mcpjury
