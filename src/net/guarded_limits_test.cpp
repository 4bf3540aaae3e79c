// Answers that are too much, too little, damaged or late: how each must end.
#include <gmock/gmock.h>
#include <zlib.h>

#include "net/client_fixture.h"

namespace mcpjury {
namespace {

using GuardedLimitsTest = ClientTest;
using ::testing::StartsWith;

std::string gzip(const std::string& plain) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
  std::string coded(deflateBound(&stream, static_cast<uLong>(plain.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(coded.data());
  stream.avail_out = static_cast<uInt>(coded.size());
  deflate(&stream, Z_FINISH);
  coded.resize(stream.total_out);
  deflateEnd(&stream);
  return coded;
}

std::string with_length(const std::string& headers, const std::string& body) {
  return "HTTP/1.1 200 OK\r\n" + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         body;
}

TEST_F(GuardedLimitsTest, ABodyOfTheLimitAndOneByteMore) {
  const std::string exact(1u << 20, 'x');
  const auto whole = answer_to(with_length("", exact));
  EXPECT_EQ(whole.failure, HttpFailure::kNone);
  EXPECT_EQ(whole.body.size(), 1u << 20);
  const auto over = answer_to(with_length("", exact + "y"));
  EXPECT_EQ(over.failure, HttpFailure::kTooLarge);
  EXPECT_EQ(over.body.size(), 1u << 20);
}

TEST_F(GuardedLimitsTest, AnEndlessBody) {
  ScriptedServer server([](Connection& connection) {
    connection.request();
    connection.say("HTTP/1.1 200 OK\r\n\r\n");
    const std::string block(64u << 10, 'x');
    while (connection.say(block)) {
    }
  });
  EXPECT_EQ(fetch(get(server.url())).failure, HttpFailure::kTooLarge);
}

TEST_F(GuardedLimitsTest, Gzip) {
  const auto good = answer_to(with_length("Content-Encoding: gzip\r\n", gzip("{\"tools\":[]}")));
  EXPECT_EQ(good.failure, HttpFailure::kNone) << good.failure_detail;
  EXPECT_EQ(good.body, "{\"tools\":[]}");
  const auto twice = answer_to(with_length("Content-Encoding: gzip, gzip\r\n", gzip(gzip("x"))));
  EXPECT_EQ(twice.body, "x");
  const auto bomb = answer_to(with_length("Content-Encoding: gzip\r\n", gzip(std::string(10u << 20, '\0'))));
  EXPECT_EQ(bomb.failure, HttpFailure::kRatio);
  EXPECT_LE(bomb.body.size(), 256u << 10);
  const std::string cut = gzip("hello hello").substr(0, 20);
  EXPECT_EQ(answer_to(with_length("Content-Encoding: gzip\r\n", cut)).failure, HttpFailure::kBadEncoding);
  EXPECT_EQ(answer_to(with_length("Content-Encoding: gzip\r\n", "{}")).failure, HttpFailure::kBadEncoding);
  const auto unknown = answer_to(with_length("Content-Encoding: br\r\n", "abc"));
  EXPECT_EQ(unknown.failure, HttpFailure::kBadEncoding);
  EXPECT_EQ(unknown.failure_detail, "unknown content coding br");
  const auto layers = answer_to(with_length("Content-Encoding: gzip, gzip, gzip, gzip\r\n", gzip("x")));
  EXPECT_EQ(layers.failure, HttpFailure::kBadEncoding);
  EXPECT_EQ(layers.failure_detail, "encoding layers");
}

TEST_F(GuardedLimitsTest, Headers) {
  std::string many = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 10'000; ++i) many += "a: b\r\n";
  const auto count = answer_to(many + "\r\n");
  EXPECT_EQ(count.failure, HttpFailure::kHeadersTooLarge);
  EXPECT_THAT(count.failure_detail, StartsWith("count"));
  const auto one = answer_to("HTTP/1.1 200 OK\r\nX: " + std::string(1u << 20, 'x') + "\r\n\r\n");
  EXPECT_EQ(one.failure, HttpFailure::kHeadersTooLarge) << one.failure_detail;
  EXPECT_THAT(one.failure_detail, StartsWith("bytes"));
  std::string long_lines = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 100; ++i) long_lines += "X: " + std::string(1000, 'x') + "\r\n";
  EXPECT_EQ(answer_to(long_lines + "\r\n").failure, HttpFailure::kHeadersTooLarge);
}

TEST_F(GuardedLimitsTest, ControlsInAHeaderValueAreKeptForTheObserver) {
  const auto response = answer_to("HTTP/1.1 200 OK\r\nX: a\x1b[31m\xff\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("x"), "a\x1b[31m\xff");
}

TEST_F(GuardedLimitsTest, ANulInAHeaderRefusesTheAnswer) {
  // RFC 9110 section 5.5 leaves a recipient the choice: refuse the message or replace the byte.
  const std::string line("X: a\0b\r\n", 8);
  const auto response = answer_to("HTTP/1.1 200 OK\r\n" + line + "Content-Length: 0\r\n\r\n");
  EXPECT_EQ(response.failure, HttpFailure::kBadHttp) << response.failure_detail;
}

// Bytes nobody asked for, in the same piece or while the connection rests, must not be taken for the answer
// to the next request.
TEST_F(GuardedLimitsTest, BytesAfterAnEmptyBodyAreNoNextAnswer) {
  const std::string empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  const std::string more = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil";
  for (const bool late : {false, true}) {
    ScriptedServer server([&](Connection& connection) {
      if (connection.request().find("GET /first") == 0) {
        connection.say(late ? empty : empty + more);
        if (late) std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (late) connection.say(more);
        if (connection.request().empty()) return;
      }
      connection.answer("good");
    });
    with_client([&](GuardedClient& client) {
      const auto first = client.send(get(server.url("/first")));
      EXPECT_EQ(first.status, 200);
      EXPECT_EQ(first.body, "");
      loop.sleep_until(Loop::now() + Milliseconds(80));
      const auto second = client.send(get(server.url("/second")));
      EXPECT_EQ(second.body, "good") << (late ? "late" : "at once");
    });
  }
}

TEST_F(GuardedLimitsTest, Framing) {
  const auto both =
      answer_to("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
  EXPECT_EQ(both.failure, HttpFailure::kBadHttp);
  EXPECT_THAT(both.failure_detail, StartsWith("framing"));
  const auto differ = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd");
  EXPECT_EQ(differ.failure, HttpFailure::kBadHttp);
  EXPECT_THAT(differ.failure_detail, StartsWith("framing"));
  const auto chunk = answer_to("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n12345678901234567\r\nx");
  EXPECT_EQ(chunk.failure, HttpFailure::kBadHttp);
  EXPECT_THAT(chunk.failure_detail, StartsWith("framing"));
  const auto shorter = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + std::string(10'000, 'x'));
  EXPECT_EQ(shorter.failure, HttpFailure::kBadHttp);
  EXPECT_THAT(shorter.failure_detail, StartsWith("length"));
  const auto extension = answer_to("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;" +
                                   std::string(1u << 20, 'x') + "\r\nhello\r\n0\r\n\r\n");
  EXPECT_EQ(extension.failure, HttpFailure::kTooLarge);
  EXPECT_EQ(answer_to("SSH-2.0-OpenSSH_9.2\r\n").failure, HttpFailure::kBadHttp);
  EXPECT_EQ(answer_to("HTTP/banana\r\n\r\n").failure, HttpFailure::kBadHttp);
}

TEST_F(GuardedLimitsTest, ChunkedBodiesWithTrailersAreWhole) {
  const auto response = answer_to(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n1\r\n!\r\n0\r\nX-T: 1\r\n\r\n");
  EXPECT_EQ(response.failure, HttpFailure::kNone) << response.failure_detail;
  EXPECT_EQ(response.body, "hello!");
  EXPECT_EQ(response.header("x-t"), "");
}

TEST_F(GuardedLimitsTest, InterimAnswersAreReadOver) {
  const auto response =
      answer_to("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.header("link"), "");
  EXPECT_EQ(response.body, "x");
}

TEST_F(GuardedLimitsTest, ClosedEarly) {
  EXPECT_EQ(answer_to("").failure, HttpFailure::kClosedEarly);
  EXPECT_EQ(answer_to("HTTP/1.1 200 OK\r\nContent-Le").failure, HttpFailure::kClosedEarly);
  const auto half = answer_to("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
  EXPECT_EQ(half.failure, HttpFailure::kClosedEarly);
  EXPECT_EQ(half.body, "half");
  const auto chunk = answer_to("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n");
  EXPECT_EQ(chunk.failure, HttpFailure::kClosedEarly);
  ScriptedServer server([](Connection& connection) {
    connection.request();
    connection.say("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    connection.reset_on_close();
  });
  EXPECT_EQ(fetch(get(server.url())).failure, HttpFailure::kClosedEarly);
  ScriptedServer mute([](Connection&) {});
  EXPECT_EQ(fetch(get(mute.url())).failure, HttpFailure::kClosedEarly);
}

TEST_F(GuardedLimitsTest, TooLate) {
  const auto headers = answer_to("HTTP/1.1 200 OK\r\nX: ", true, Milliseconds(100));
  EXPECT_EQ(headers.failure, HttpFailure::kTimeout);
  EXPECT_EQ(headers.failure_detail, "headers");
  const auto body =
      answer_to("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n0123456789", true, Milliseconds(100));
  EXPECT_EQ(body.failure, HttpFailure::kTimeout);
  EXPECT_EQ(body.failure_detail, "body");
  EXPECT_EQ(body.body, "0123456789");
  ScriptedServer mute([](Connection& connection) { connection.hold(); });
  auto request = get("https://127.0.0.1:" + std::to_string(mute.port()) + "/");
  request.limits.total = Milliseconds(100);
  EXPECT_EQ(fetch(std::move(request)).failure, HttpFailure::kTlsTimeout);
}

TEST_F(GuardedLimitsTest, NoConnectionInTime) {
  // A listener whose queue is full drops what comes: as silent as a black hole, on loopback.
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(listener, 0), 0);
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::vector<int> fillers;
  for (int i = 0; i < 8; ++i) {
    fillers.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    ::connect(fillers.back(), reinterpret_cast<sockaddr*>(&address), size);
  }
  auto request = get("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/");
  request.limits.total = Milliseconds(150);
  EXPECT_EQ(fetch(std::move(request)).failure, HttpFailure::kConnectTimeout);
  for (const int filler : fillers) ::close(filler);
  ::close(listener);
}

}  // namespace
}  // namespace mcpjury
