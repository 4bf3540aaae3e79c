// For the tests of httpd: a server whose handler does what the path says, and a client that says exactly the
// bytes it is told to.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "httpd/httpd.h"

namespace mcpjury {

class TestClient {
 public:
  explicit TestClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~TestClient() { ::close(socket_); }
  TestClient(const TestClient&) = delete;
  TestClient& operator=(const TestClient&) = delete;

  void say(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }
  // One answer with a Content-Length.
  std::string answer() {
    std::string head = until("\r\n\r\n");
    const auto at = head.find("Content-Length: ");
    if (at == std::string::npos) return head;
    const std::size_t body = std::stoul(head.substr(at + 16));
    const std::size_t end = head.find("\r\n\r\n") + 4;
    while (pending_.size() < end + body && more()) {
    }
    std::string whole = pending_.substr(0, end + body);
    pending_.erase(0, whole.size());
    return whole;
  }
  // Everything up to and beyond `mark`; stays pending.
  std::string until(std::string_view mark) {
    while (pending_.find(mark) == std::string::npos && more()) {
    }
    return pending_;
  }
  std::string rest() {
    while (more()) {
    }
    return pending_;
  }
  bool closed() {
    while (more()) {
    }
    return ended_;
  }

 private:
  bool more() {
    pollfd waiting = {socket_, POLLIN, 0};
    if (::poll(&waiting, 1, 10'000) <= 0) return false;
    char bytes[65'536];
    const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) {
      ended_ = true;
      return false;
    }
    pending_.append(bytes, static_cast<std::size_t>(count));
    return true;
  }
  int socket_;
  std::string pending_;
  bool ended_ = false;
};

inline std::string ask(std::uint16_t port, std::string_view bytes) {
  TestClient client(port);
  client.say(bytes);
  return client.rest();
}

class TestServer {
 public:
  explicit TestServer(HttpdOptions options = {}) {
    if (options.threads == 0) options.threads = 2;
    auto started = Httpd::start(
        options, [this](std::shared_ptr<HttpdExchange> exchange) { handle(std::move(exchange)); },
        [](int status, std::string_view code, std::string_view message) {
          HttpdResponse response;
          response.status = status;
          response.body = std::make_shared<std::string>(std::string(code) + ": " + std::string(message));
          return response;
        });
    EXPECT_TRUE(started.ok());
    server_ = std::move(*started);
  }
  std::uint16_t port() const { return server_->port(); }
  Httpd* operator->() { return server_.get(); }

  void wait_for_kept(std::size_t count) {
    wait([&] { return kept_.size() >= count; });
  }
  void answer_kept() {
    std::vector<std::shared_ptr<HttpdExchange>> kept;
    {
      const std::lock_guard lock(mutex_);
      kept.swap(kept_);
    }
    for (const auto& exchange : kept) exchange->answer({200, {}, std::make_shared<std::string>("late")});
  }
  std::shared_ptr<HttpdStream> stream() {
    wait([&] { return stream_ != nullptr; });
    const std::lock_guard lock(mutex_);
    return std::move(stream_);
  }

 private:
  template <class Condition>
  void wait(Condition condition) {
    for (int i = 0; i < 1'000; ++i) {
      {
        const std::lock_guard lock(mutex_);
        if (condition()) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL() << "nothing came";
  }
  void handle(std::shared_ptr<HttpdExchange> exchange) {
    const HttpdRequest& request = exchange->request();
    if (request.path == "/forget") return;
    if (request.path == "/throw") throw std::runtime_error("a fault of ours");
    if (request.path == "/wait") {
      const std::lock_guard lock(mutex_);
      kept_.push_back(std::move(exchange));
      return;
    }
    if (request.path == "/stream") {
      const std::lock_guard lock(mutex_);
      stream_ = exchange->stream({200, {{"Content-Type", "text/event-stream"}}, nullptr});
      return;
    }
    std::string text = request.method + " " + request.path + " " + request.query;
    for (const auto& [name, value] : request.headers) {
      if (name == "host" || name.starts_with("x-")) text += " " + name + "=" + value;
    }
    if (!request.body.empty()) text = request.method + " " + request.path + "  body=" + request.body;
    HttpdResponse response;
    if (request.path == "/split") response.headers.push_back({"X-A", "a\r\nX-Evil: b"});
    response.body = std::make_shared<std::string>(std::move(text));
    exchange->answer(std::move(response));
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<HttpdExchange>> kept_;
  std::shared_ptr<HttpdStream> stream_;
  std::unique_ptr<Httpd> server_;
};

}  // namespace mcpjury
