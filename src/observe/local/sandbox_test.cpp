// What a child can and cannot do in each sandbox that works here.
#include "observe/local/sandbox.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>

#include "observe/local/program_lookup.h"
#include "observe/local/test_child.h"

namespace mcpjury {
namespace {

class Sandboxed : public testing::TestWithParam<SandboxKind> {
 protected:
  void SetUp() override {
    scratch_ = std::move(*ScratchFolder::make());
    outside_ = std::move(*ScratchFolder::make());
    std::ofstream(outside_->path() + "/secret") << "the-secret";
  }
  Ran run(const std::string& script, std::vector<std::string> readable = {}) {
    Result<ChildSpec> spec = confine(GetParam(), shell(script, scratch_->path(), std::move(readable)));
    EXPECT_TRUE(spec.ok());
    return run_child(std::move(*spec));
  }
  bool works() const {
    const bool bubblewrap = GetParam() == SandboxKind::kBubblewrap;
    const bool here = bubblewrap ? bubblewrap_works() : landlock_works();
    if (!here) std::cout << name_of(GetParam()) << " cannot be used here: this part did not run\n";
    return here;
  }
  std::unique_ptr<ScratchFolder> scratch_, outside_;
};

TEST_P(Sandboxed, ReadsOnlyWhatIsShown) {
  if (!works()) return;
  const std::string secret = outside_->path() + "/secret";
  const Ran hidden = run("cat " + secret + "; cat /etc/shadow; echo end");
  EXPECT_EQ(hidden.output, "end\n") << hidden.facts.stderr_tail;
  const Ran shown = run("cat " + secret, {outside_->path()});
  EXPECT_EQ(shown.output, "the-secret") << shown.facts.stderr_tail;
}

TEST_P(Sandboxed, WritesOnlyToScratch) {
  if (!works()) return;
  const std::string folder = outside_->path();
  const Ran ran = run("echo x > " + folder + "/new; rm -f " + folder + "/secret; chmod 000 " + folder +
                          "/secret; true > " + folder + "/secret; touch /usr/x /etc/x /x; " +
                          "echo a > $HOME/a && echo b > $TMPDIR/b && cat $HOME/a $TMPDIR/b",
                      {folder});
  EXPECT_EQ(ran.output, "a\nb\n") << ran.facts.stderr_tail;
  EXPECT_FALSE(std::filesystem::exists(folder + "/new"));
  EXPECT_FALSE(std::filesystem::exists("/x"));
  EXPECT_FALSE(std::filesystem::exists("/usr/x"));
  struct stat facts {};
  ASSERT_EQ(stat((folder + "/secret").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_size, 10);
  EXPECT_NE(facts.st_mode & 0777, 0u);
}

TEST_P(Sandboxed, EnvironmentIsReduced) {
  if (!works()) return;
  setenv("MCPJURY_TEST_SECRET", "leak", 1);
  const Ran ran = run("env");
  unsetenv("MCPJURY_TEST_SECRET");
  EXPECT_EQ(ran.output.find("leak"), std::string::npos);
  EXPECT_NE(ran.output.find("HOME="), std::string::npos);
  EXPECT_NE(ran.output.find("LANG=C.UTF-8"), std::string::npos);
}

TEST_P(Sandboxed, NoDescriptorOfOursIsOpen) {
  if (!works()) return;
  const Ran ran = run("ls /proc/self/fd");
  // Its own folder of /proc is not always there for a second process; then nothing can be listed.
  EXPECT_TRUE(ran.output == "0\n1\n2\n3\n" || ran.output.empty()) << ran.output;
}

TEST_P(Sandboxed, NetworkIsRefusedAndSeen) {
  if (!works()) return;
  const std::string python = find_program("python3");
  if (python.empty()) {
    std::cout << "no python3 here: this part did not run\n";
    return;
  }
  // A listener of ours on loopback: it must not be reached.
  const OwnedFd listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(bind(listener.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(listen(listener.get(), 4), 0);
  getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size);
  Confinement what = shell("", scratch_->path());
  what.argv = {
      python, "-c",
      "import socket,sys\n"
      "def t(f):\n"
      "  try:\n    f(); print('REACHED')\n"
      "  except OSError as e: print('refused')\n"
      "t(lambda: socket.create_connection(('127.0.0.1'," +
          std::to_string(ntohs(address.sin_port)) +
          "),2))\n"
          "t(lambda: socket.create_connection(('192.0.2.7',443),2))\n"
          "t(lambda: socket.socket(socket.AF_INET,socket.SOCK_DGRAM).sendto(b'x',('192.0.2.8',53)))\n"
          "t(lambda: socket.getaddrinfo('collector.example.com',443))\n"};
  if (const std::string prefix = program_prefix(python); !prefix.empty()) what.readable = {prefix};
  if (const std::string prefix = program_prefix(real_path(python)); !prefix.empty())
    what.readable.push_back(prefix);
  Result<ChildSpec> spec = confine(GetParam(), what);
  ASSERT_TRUE(spec.ok());
  const Ran ran = run_child(std::move(*spec));
  EXPECT_EQ(ran.output, "refused\nrefused\nrefused\nrefused\n") << ran.facts.stderr_tail;
  EXPECT_LT(accept(listener.get(), nullptr, nullptr), 0);
  if (!ran.facts.watched) {
    std::cout << "this kernel shows no attempts: that part did not run\n";
    return;
  }
  const auto seen = [&](auto test) {
    return std::any_of(ran.facts.attempts.begin(), ran.facts.attempts.end(), test);
  };
  if (GetParam() == SandboxKind::kBubblewrap) {
    EXPECT_TRUE(seen(
        [](const Attempt& a) { return a.call == "connect" && a.address == "192.0.2.7" && a.port == 443; }));
    EXPECT_TRUE(seen([](const Attempt& a) { return a.call == "send" && a.address == "192.0.2.8"; }));
    EXPECT_TRUE(seen([](const Attempt& a) { return a.call == "dns" && a.name == "collector.example.com"; }));
  } else {
    EXPECT_TRUE(seen([](const Attempt& a) { return a.call == "socket" && a.family == "inet"; }));
  }
}

TEST_P(Sandboxed, DangerousCallsAreRefused) {
  if (!works()) return;
  const Ran ran =
      run("unshare -U true && echo NAMESPACE; mount -t tmpfs none /mnt && echo MOUNT; "
          "kill -0 " +
          std::to_string(getpid()) + " && echo SIGNAL; echo end");
  EXPECT_EQ(ran.output, "end\n") << ran.facts.stderr_tail;
}

INSTANTIATE_TEST_SUITE_P(Both, Sandboxed, testing::Values(SandboxKind::kBubblewrap, SandboxKind::kLandlock),
                         [](const auto& one) {
                           return one.param == SandboxKind::kBubblewrap ? "Bubblewrap" : "Landlock";
                         });

}  // namespace
}  // namespace mcpjury
