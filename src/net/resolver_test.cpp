// c-ares against a name server of our own on loopback.
#include "net/resolver.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace mcpjury {
namespace {

// Answers A questions by the first letter of the name: 'a' with 192.0.2.7, 'c' with a chain of twenty
// aliases, 'n' with "no such name", anything else not at all. AAAA questions get an empty answer.
class NameServer {
 public:
  NameServer() {
    socket_ = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(socket_, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
    servers_ = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::thread([this] { run(); });
  }
  ~NameServer() {
    ending_ = true;
    thread_.join();
    ::close(socket_);
  }
  const std::string& servers() const { return servers_; }
  int questions() const { return questions_; }

 private:
  static void put(std::string& out, int value) {
    out += static_cast<char>(value >> 8);
    out += static_cast<char>(value & 255);
  }

  void run() {
    while (!ending_) {
      pollfd waiting{socket_, POLLIN, 0};
      if (::poll(&waiting, 1, 5) <= 0) continue;
      char block[512];
      sockaddr_in from{};
      socklen_t size = sizeof from;
      const ssize_t got =
          ::recvfrom(socket_, block, sizeof block, 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (got < 17) continue;
      const std::string answer = reply(std::string(block, static_cast<std::size_t>(got)));
      if (answer.empty()) continue;
      ::sendto(socket_, answer.data(), answer.size(), 0, reinterpret_cast<sockaddr*>(&from), size);
    }
  }

  std::string reply(const std::string& question) {
    std::size_t end = 12;
    while (end < question.size() && question[end] != 0) end += 1 + static_cast<unsigned char>(question[end]);
    const char letter = question[13];
    const bool v4 = question[end + 2] == 1;
    ++questions_;
    if (letter != 'a' && letter != 'n' && letter != 'c') return {};
    const int aliases = letter == 'c' ? 20 : 0;
    std::string out = question.substr(0, 2);
    put(out, letter == 'n' ? 0x8183 : 0x8180);
    put(out, 1);
    put(out, letter == 'n' || !v4 ? 0 : aliases + 1);
    put(out, 0);
    put(out, 0);
    out += question.substr(12, end + 5 - 12);
    if (letter == 'n' || !v4) return out;
    int owner = 0xc00c;
    for (int i = 0; i < aliases; ++i) {
      put(out, owner);
      put(out, 5);
      put(out, 1);
      put(out, 0);
      put(out, 60);
      put(out, 3);
      owner = 0xc000 + static_cast<int>(out.size());
      out += '\1';
      out += static_cast<char>('A' + i);
      out += '\0';
    }
    put(out, owner);
    put(out, 1);
    put(out, 1);
    put(out, 0);
    put(out, 60);
    put(out, 4);
    out += std::string("\xc0\x00\x02\x07", 4);
    return out;
  }

  int socket_ = -1;
  std::string servers_;
  std::atomic<bool> ending_{false};
  std::atomic<int> questions_{0};
  std::thread thread_;
};

Resolution ask(const std::string& host, const std::string& servers,
               Milliseconds patience = Milliseconds(3000)) {
  Loop loop;
  const auto resolver = make_ares_resolver(loop, servers);
  Resolution result;
  loop.spawn([&] { result = resolver->resolve(host, Loop::now() + patience); });
  loop.run();
  return result;
}

TEST(ResolverTest, Answers) {
  const NameServer server;
  const auto found = ask("a.example.org", server.servers());
  EXPECT_EQ(found.state, Resolution::State::kOk) << found.detail;
  ASSERT_EQ(found.addresses.size(), 1u);
  EXPECT_EQ(to_string(found.addresses[0]), "192.0.2.7");
  const auto none = ask("n.example.org", server.servers());
  EXPECT_EQ(none.state, Resolution::State::kNoSuchName);
}

TEST(ResolverTest, SilenceEndsAtTheDeadline) {
  const NameServer server;
  EXPECT_EQ(ask("silent.example.org", server.servers(), Milliseconds(50)).state, Resolution::State::kTimeout);
}

TEST(ResolverTest, ALongChainOfAliasesIsNotBelieved) {
  const NameServer server;
  const auto result = ask("c.example.org", server.servers());
  EXPECT_NE(result.state, Resolution::State::kOk);
}

TEST(ResolverTest, TheHostsFileCounts) {
  const NameServer server;
  const auto found = ask("localhost", server.servers());
  EXPECT_EQ(found.state, Resolution::State::kOk) << found.detail;
  EXPECT_EQ(server.questions(), 0);
}

TEST(ResolverTest, ManyAtOnceWaitTheirTurn) {
  const NameServer server;
  Loop loop;
  const auto resolver = make_ares_resolver(loop, server.servers());
  int good = 0;
  for (int i = 0; i < 300; ++i) {
    loop.spawn([&, i] {
      const auto result =
          resolver->resolve("a" + std::to_string(i) + ".example.org", Loop::now() + std::chrono::seconds(20));
      if (result.state == Resolution::State::kOk) ++good;
    });
  }
  loop.run();
  EXPECT_EQ(good, 300);
}

}  // namespace
}  // namespace mcpjury
