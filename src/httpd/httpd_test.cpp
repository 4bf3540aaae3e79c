#include "httpd/httpd.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "httpd/httpd_test_help.h"

namespace mcpjury {
namespace {

TEST(Httpd, answers_and_keeps_the_connection) {
  TestServer server;
  TestClient client(server.port());
  client.say("GET /a?b=c HTTP/1.1\r\nHost: x\r\nX-Name: V\r\n\r\n");
  const std::string first = client.answer();
  EXPECT_TRUE(first.starts_with("HTTP/1.1 200 OK\r\n")) << first;
  EXPECT_NE(first.find("\r\nDate: "), std::string::npos);
  EXPECT_NE(first.find("GET /a b=c host=x x-name=V"), std::string::npos) << first;
  client.say("POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_NE(client.answer().find("POST /p  body=abc"), std::string::npos);
  EXPECT_EQ(server->counts().accepted, 1u);
  EXPECT_EQ(server->counts().requests, 2u);
}

TEST(Httpd, pipelined_requests_are_answered_in_order) {
  TestServer server;
  TestClient client(server.port());
  client.say("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  const std::string both = client.rest();
  EXPECT_LT(both.find("GET /1"), both.find("GET /2"));
  EXPECT_NE(both.find("GET /2"), std::string::npos);
  EXPECT_NE(both.find("Connection: close"), std::string::npos);
}

TEST(Httpd, head_has_the_length_and_no_body) {
  TestServer server;
  const std::string answer = ask(server.port(), "HEAD /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_NE(answer.find("Content-Length: "), std::string::npos);
  EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << answer;
}

TEST(Httpd, chunked_body_and_expect) {
  TestServer server;
  TestClient client(server.port());
  client.say(
      "POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\nConnection: "
      "close\r\n\r\n");
  client.say("3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nAuthorization: Bearer trailer\r\n\r\n");
  const std::string answer = client.rest();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 100 Continue\r\n\r\n")) << answer;
  EXPECT_NE(answer.find("body=abcde"), std::string::npos);
  EXPECT_EQ(answer.find("trailer"), std::string::npos);
}

TEST(Httpd, two_ends_of_one_message_are_refused) {
  TestServer server;
  for (const std::string_view head :
       {"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "Content-Length: 4\r\nContent-Length: 5\r\n",
        "Content-Length: 4\r\nContent-Length: 4\r\n", "Content-Length: 4, 4\r\n", "Content-Length: +4\r\n",
        "Content-Length: -1\r\n", "Content-Length: 0x4\r\n", "Content-Length: 99999999999999999999999\r\n",
        "Transfer-Encoding: gzip\r\n", "Transfer-Encoding: chunked, gzip\r\n",
        "Transfer-Encoding: gzip, chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "Transfer-Encoding: xchunked\r\n",
        "Transfer-Encoding : chunked\r\n", "Content-Length : 4\r\n"}) {
    const std::string answer =
        ask(server.port(), "POST /s HTTP/1.1\r\nHost: x\r\n" + std::string(head) +
                               "\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << head << answer;
    EXPECT_EQ(answer.find("smuggled"), std::string::npos) << head;
    EXPECT_NE(answer.find("bad_request"), std::string::npos) << head;
  }
  EXPECT_EQ(server->counts().requests, 0u);
}

TEST(Httpd, bad_chunks_are_refused) {
  TestServer server;
  for (const std::string_view body :
       {"zz\r\n", "-1\r\n", "3\r\nabcde\r\n0\r\n\r\n", "\r\n", "fffffffffffffffff\r\n"}) {
    const std::string answer =
        ask(server.port(),
            "POST /s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + std::string(body));
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 4")) << body << answer;
  }
  EXPECT_EQ(server->counts().requests, 0u);
}

TEST(Httpd, heads_that_are_none_are_refused) {
  TestServer server;
  for (const std::string_view head :
       {"GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "GET / HTTP/1.1\r\nHost: \r\n\r\n",
        "GET x HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /#f HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\xC3\xA4 HTTP/1.1\r\nHost: a\r\n\r\n",
        "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n", "\x16\x03\x01\x02\x00\r\n\r\n", "GET /\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\r\nBad Name: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\x01z\r\n\r\n", "G@T / HTTP/1.1\r\n: a\r\n\r\n"}) {
    const std::string answer = ask(server.port(), head);
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << head << "\n" << answer;
  }
  EXPECT_EQ(server->counts().requests, 0u);
  const std::string newer = ask(server.port(), "GET / HTTP/2.0\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(newer.starts_with("HTTP/1.1 505 ") || newer.starts_with("HTTP/1.1 400 ")) << newer;
}

TEST(Httpd, an_absolute_target_names_the_host) {
  TestServer server;
  const std::string answer = ask(
      server.port(), "GET http://evil.example?q HTTP/1.1\r\nHost: good.example\r\nConnection: close\r\n\r\n");
  EXPECT_NE(answer.find("GET / q host=evil.example"), std::string::npos) << answer;
}

TEST(Httpd, too_large_is_answered) {
  HttpdOptions options;
  options.header_bytes = 2'000;
  options.body_bytes = 1'000;
  TestServer server(options);
  EXPECT_TRUE(ask(server.port(), "GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(3'000, 'a') + "\r\n\r\n")
                  .starts_with("HTTP/1.1 431 "));
  EXPECT_TRUE(ask(server.port(), "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n")
                  .starts_with("HTTP/1.1 431 "));
  const std::string body(200'000, 'b');
  EXPECT_TRUE(ask(server.port(), "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n" + body)
                  .starts_with("HTTP/1.1 413 "));
  EXPECT_TRUE(ask(server.port(), "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" +
                                     std::string("30d40\r\n") + body + "\r\n0\r\n\r\n")
                  .starts_with("HTTP/1.1 413 "));
  EXPECT_EQ(server->counts().requests, 0u);
}

TEST(Httpd, slow_clients_are_closed_and_others_do_not_notice) {
  HttpdOptions options;
  options.header_time = std::chrono::milliseconds(300);
  options.body_time = std::chrono::milliseconds(300);
  options.idle_time = std::chrono::milliseconds(300);
  TestServer server(options);
  TestClient silent(server.port()), slow_head(server.port()), slow_body(server.port()), idle(server.port());
  slow_body.say("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\na");
  idle.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_FALSE(idle.answer().empty());
  // A byte now and then does not prolong the head.
  for (int i = 0; i < 8; ++i) {
    slow_head.say("G");
    EXPECT_TRUE(ask(server.port(), "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .starts_with("HTTP/1.1 200"));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_TRUE(silent.closed());
  EXPECT_TRUE(slow_head.closed());
  EXPECT_TRUE(slow_body.closed());
  EXPECT_TRUE(idle.closed());
}

TEST(Httpd, the_number_of_connections_is_bounded) {
  HttpdOptions options;
  options.threads = 1;
  options.connections = 3;
  TestServer server(options);
  TestClient idle(server.port());
  idle.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_FALSE(idle.answer().empty());
  TestClient busy1(server.port()), busy2(server.port());
  busy1.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  busy2.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  server.wait_for_kept(2);
  TestClient busy3(server.port());  // takes the place of the idle one
  busy3.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  server.wait_for_kept(3);
  EXPECT_TRUE(idle.closed());
  EXPECT_TRUE(TestClient(server.port()).rest().starts_with("HTTP/1.1 503 "));
  EXPECT_EQ(server->counts().open, 3u);
  server.answer_kept();
  EXPECT_NE(busy3.answer().find("late"), std::string::npos);
}

TEST(Httpd, the_connections_of_one_address_are_bounded) {
  HttpdOptions options;
  options.connections_of_address = 2;
  TestServer server(options);
  TestClient one(server.port()), two(server.port());
  one.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  two.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_FALSE(one.answer().empty());
  EXPECT_FALSE(two.answer().empty());
  EXPECT_TRUE(TestClient(server.port()).rest().starts_with("HTTP/1.1 503 "));
}

TEST(Httpd, answers_from_another_thread_and_when_forgotten) {
  TestServer server;
  TestClient client(server.port());
  client.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  server.wait_for_kept(1);
  server.answer_kept();
  EXPECT_NE(client.answer().find("late"), std::string::npos);
  client.say("GET /forget HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(client.answer().starts_with("HTTP/1.1 500 "));
  client.say("GET /throw HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(client.answer().starts_with("HTTP/1.1 500 "));
}

TEST(Httpd, streams) {
  TestServer server;
  TestClient client(server.port());
  client.say("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto stream = server.stream();
  EXPECT_TRUE(stream->write("data: 1\n\n"));
  EXPECT_TRUE(client.until("data: 1").find("text/event-stream") != std::string::npos);
  EXPECT_TRUE(stream->write("data: 2\n\n"));
  stream->end();
  EXPECT_FALSE(stream->write("data: 3\n\n"));
  const std::string rest = client.rest();
  EXPECT_NE(rest.find("9\r\ndata: 2\n\n\r\n0\r\n\r\n"), std::string::npos) << rest;

  const std::string old = [&] {
    TestClient plain(server.port());
    plain.say("GET /stream HTTP/1.0\r\n\r\n");
    const auto second = server.stream();
    second->write("data: 1\n\n");
    second->end();
    return plain.rest();
  }();
  EXPECT_TRUE(old.ends_with("\r\n\r\ndata: 1\n\n")) << old;
}

TEST(Httpd, a_stream_knows_when_its_reader_went) {
  TestServer server;
  std::shared_ptr<HttpdStream> stream;
  {
    TestClient client(server.port());
    client.say("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    stream = server.stream();
    client.until("\r\n\r\n");
  }
  for (int i = 0; i < 500 && stream->open(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(stream->open());
  EXPECT_FALSE(stream->write("x"));
}

TEST(Httpd, a_reader_that_falls_behind_is_closed) {
  HttpdOptions options;
  options.stream_bytes = 100'000;
  TestServer server(options);
  TestClient client(server.port());
  client.say("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  const auto stream = server.stream();
  bool open = true;
  for (int i = 0; i < 2'000 && open; ++i) open = stream->write(std::string(50'000, 'x'));
  EXPECT_FALSE(open);
  EXPECT_FALSE(client.rest().ends_with("0\r\n\r\n"));
}

TEST(Httpd, stop_lets_answers_finish) {
  TestServer server;
  TestClient busy(server.port()), idle(server.port());
  idle.say("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_FALSE(idle.answer().empty());
  busy.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  server.wait_for_kept(1);
  std::thread stopping([&] { server->stop(std::chrono::milliseconds(10'000)); });
  EXPECT_TRUE(idle.closed());
  server.answer_kept();
  const std::string answer = busy.rest();
  EXPECT_NE(answer.find("late"), std::string::npos);
  EXPECT_NE(answer.find("Connection: close"), std::string::npos);
  stopping.join();
  EXPECT_EQ(server->counts().open, 0u);
}

TEST(Httpd, stop_ends_what_takes_too_long) {
  TestServer server;
  TestClient busy(server.port()), streaming(server.port());
  busy.say("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n");
  streaming.say("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  server.wait_for_kept(1);
  const auto stream = server.stream();
  server->stop(std::chrono::milliseconds(50));
  EXPECT_TRUE(busy.closed());
  EXPECT_FALSE(stream->write("x"));
  server.answer_kept();  // too late, and harmless
}

TEST(Httpd, a_port_is_taken_once) {
  TestServer server;
  HttpdOptions options;
  options.port = server.port();
  auto second = Httpd::start(options, {}, {});
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code, ErrorCode::kCannotWrite);
  options.address = "nowhere";
  EXPECT_EQ(Httpd::start(options, {}, {}).error().code, ErrorCode::kUsage);
  options = {};
  options.certificate_file = options.key_file = "/nonexistent";
  EXPECT_EQ(Httpd::start(options, {}, {}).error().code, ErrorCode::kUnreadable);
}

TEST(Httpd, a_header_value_cannot_become_two) {
  TestServer server;
  const std::string answer =
      ask(server.port(), "GET /split HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(answer.find("\nX-Evil"), std::string::npos) << answer;
}

}  // namespace
}  // namespace mcpjury
