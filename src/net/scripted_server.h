// For tests: a server on loopback that says exactly the bytes it is told to, one thread a connection. With a
// certificate it speaks TLS. Joined in the destructor; a handler must end when its client has gone.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace mcpjury {

class ScriptedServer {
 public:
  class Connection {
   public:
    Connection(int descriptor, SSL* tls, std::atomic<bool>& ending)
        : descriptor_(descriptor), tls_(tls), ending_(ending) {}

    // One request with its body; empty when the client closed.
    std::string request() {
      for (;;) {
        const auto end = pending_.find("\r\n\r\n");
        if (end != std::string::npos) {
          std::size_t size = end + 4;
          const auto length = pending_.find("Content-Length: ");
          if (length != std::string::npos && length < end)
            size += std::stoul(pending_.substr(length + 16, 9));
          if (pending_.size() >= size) {
            std::string whole = pending_.substr(0, size);
            pending_.erase(0, size);
            return whole;
          }
        }
        if (!more()) return {};
      }
    }

    bool say(std::string_view bytes) {
      while (!bytes.empty()) {
        const ssize_t sent = tls_ ? SSL_write(tls_, bytes.data(), static_cast<int>(bytes.size()))
                                  : ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
      }
      return true;
    }

    // 200 with a length.
    bool answer(std::string_view body, std::string_view head = "HTTP/1.1 200 OK\r\n") {
      return say(std::string(head) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                 std::string(body));
    }

    // Until the client goes away: for behaviours that never end by themselves.
    void hold() {
      while (more()) pending_.clear();
    }

    void reset_on_close() {
      const linger now{1, 0};
      ::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }

   private:
    bool more() {
      char block[16384];
      if (tls_) {
        const int got = SSL_read(tls_, block, sizeof block);
        if (got <= 0) return false;
        pending_.append(block, static_cast<std::size_t>(got));
        return true;
      }
      for (;;) {
        pollfd waiting{descriptor_, POLLIN, 0};
        if (::poll(&waiting, 1, 20) > 0) break;
        if (ending_) return false;
      }
      const ssize_t got = ::recv(descriptor_, block, sizeof block, 0);
      if (got <= 0) return false;
      pending_.append(block, static_cast<std::size_t>(got));
      return true;
    }

    int descriptor_;
    SSL* tls_;
    std::atomic<bool>& ending_;
    std::string pending_;
  };

  using Handler = std::function<void(Connection&)>;

  explicit ScriptedServer(Handler handler, SSL_CTX* tls = nullptr) : handler_(std::move(handler)), tls_(tls) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 512);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    acceptor_ = std::thread([this] { accept_all(); });
  }

  ~ScriptedServer() {
    ending_ = true;
    acceptor_.join();
    for (auto& thread : threads_) thread.join();
    ::close(listener_);
  }

  int port() const { return port_; }
  int connections() const { return connections_; }
  std::string url(std::string_view path = "/", std::string_view host = "127.0.0.1") const {
    return std::string(tls_ ? "https://" : "http://") + std::string(host) + ":" + std::to_string(port_) +
           std::string(path);
  }

 private:
  void accept_all() {
    while (!ending_) {
      pollfd waiting{listener_, POLLIN, 0};
      if (::poll(&waiting, 1, 5) <= 0) continue;
      const int descriptor = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (descriptor < 0) continue;
      ++connections_;
      threads_.emplace_back([this, descriptor] { serve(descriptor); });
    }
  }

  void serve(int descriptor) {
    // OpenSSL writes without MSG_NOSIGNAL.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
    SSL* tls = nullptr;
    if (tls_) {
      const timeval patience{2, 0};
      ::setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
      tls = SSL_new(tls_);
      SSL_set_fd(tls, descriptor);
    }
    if (!tls || SSL_accept(tls) == 1) {
      Connection connection(descriptor, tls, ending_);
      handler_(connection);
      if (tls) SSL_shutdown(tls);
    }
    SSL_free(tls);
    ::close(descriptor);
  }

  Handler handler_;
  SSL_CTX* tls_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> ending_{false};
  std::atomic<int> connections_{0};
  std::thread acceptor_;
  std::vector<std::thread> threads_;
};

}  // namespace mcpjury
