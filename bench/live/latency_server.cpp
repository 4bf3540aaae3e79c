// A small MCP server for measuring: answers every request after a fixed time, over plain TCP or TLS, from one
// thread. Knows when at least one request was waiting, which is the network time of a scan.
//
//   latency_server DELAY_MS TOOLS [CERTIFICATE KEY]     prints its port; ends when standard input does
//
// On "stats\n" it prints "REQUESTS CONNECTIONS BUSY_MS" and begins to count anew.
#include <fcntl.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
  int fd = -1;
  SSL* tls = nullptr;
  bool shaken = false;
  std::string in, out;
  unsigned generation = 0;
};

struct Due {
  Clock::time_point when;
  int fd;
  unsigned generation;
  std::string answer;
};

std::string tools_json(int count) {
  std::string out = "[";
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += ',';
    out += "{\"name\":\"get_item_" + std::to_string(i) + "\",\"description\":\"Gives item number " +
           std::to_string(i) +
           " of the catalogue, with its price and how many are "
           "left.\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
           "{\"id\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"id\"],\"additionalProperties\":"
           "false}}";
  }
  return out + "]";
}

std::string http(const char* status, const std::string& body, const char* extra = "") {
  return std::string("HTTP/1.1 ") + status +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         extra + "\r\n" + body;
}

class Server {
 public:
  Server(int delay_ms, int tools, SSL_CTX* context)
      : delay_(delay_ms), tools_(tools_json(tools)), context_(context), epoll_(epoll_create1(0)) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    listen(listener_, 4096);
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    std::printf("%d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    watch(listener_, EPOLLIN);
    fcntl(0, F_SETFL, O_NONBLOCK);
    watch(0, EPOLLIN);
  }

  void run() {
    epoll_event events[256];
    while (!ended_) {
      const int ready = epoll_wait(epoll_, events, 256, wait_ms());
      for (int i = 0; i < ready; ++i) {
        if (events[i].data.fd == listener_) {
          accept_all();
        } else if (events[i].data.fd == 0) {
          control();
        } else {
          serve(events[i].data.fd);
        }
      }
      answer_due();
    }
  }

 private:
  void watch(int fd, unsigned events) {
    epoll_event event{};
    event.events = events;
    event.data.fd = fd;
    epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event);
  }

  int wait_ms() const {
    if (due_.empty()) return 1000;
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(due_.front().when - Clock::now()).count();
    return left <= 0 ? 0 : static_cast<int>(left) + 1;
  }

  void accept_all() {
    for (;;) {
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
      if (fd < 0) return;
      auto connection = std::make_unique<Connection>();
      connection->fd = fd;
      connection->generation = ++generation_;
      if (context_ != nullptr) {
        connection->tls = SSL_new(context_);
        SSL_set_fd(connection->tls, fd);
        SSL_set_accept_state(connection->tls);
      }
      ++connections_seen_;
      connections_[fd] = std::move(connection);
      watch(fd, EPOLLIN);
    }
  }

  void control() {
    char buffer[256];
    const ssize_t got = read(0, buffer, sizeof buffer);
    if (got == 0) ended_ = true;
    if (got <= 0) return;
    std::printf("%llu %llu %.3f\n", requests_, connections_seen_,
                std::chrono::duration<double, std::milli>(busy_).count());
    std::fflush(stdout);
    requests_ = connections_seen_ = 0;
    busy_ = Clock::duration::zero();
  }

  ssize_t receive(Connection& c, char* buffer, std::size_t size) {
    if (c.tls == nullptr) return recv(c.fd, buffer, size, 0);
    const int got = SSL_read(c.tls, buffer, static_cast<int>(size));
    if (got > 0) return got;
    const int error = SSL_get_error(c.tls, got);
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) {
      errno = EAGAIN;
      return -1;
    }
    return 0;
  }

  void serve(int fd) {
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    Connection& c = *found->second;
    char buffer[16384];
    for (;;) {
      const ssize_t got = receive(c, buffer, sizeof buffer);
      if (got > 0) {
        c.in.append(buffer, static_cast<std::size_t>(got));
        continue;
      }
      if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
        drop(fd);
        return;
      }
      break;
    }
    while (take_request(c)) {
    }
  }

  bool take_request(Connection& c) {
    const std::size_t head_end = c.in.find("\r\n\r\n");
    if (head_end == std::string::npos) return false;
    std::size_t length = 0;
    if (const char* at = strcasestr(c.in.c_str(), "content-length:");
        at != nullptr && at < c.in.data() + head_end) {
      length = std::strtoul(at + 15, nullptr, 10);
    }
    if (c.in.size() < head_end + 4 + length) return false;
    const std::string body = c.in.substr(head_end + 4, length);
    const bool post = c.in.starts_with("POST"), remove = c.in.starts_with("DELETE");
    c.in.erase(0, head_end + 4 + length);
    ++requests_;
    if (waiting_++ == 0) busy_since_ = Clock::now();
    due_.push_back({Clock::now() + std::chrono::milliseconds(delay_), c.fd, c.generation,
                    post ? answer(body) : http(remove ? "200 OK" : "405 Method Not Allowed", "")});
    return true;
  }

  std::string answer(const std::string& body) const {
    const auto says = [&](const char* method) { return body.find(method) != std::string::npos; };
    std::string id = "null";
    if (const std::size_t at = body.find("\"id\":"); at != std::string::npos) {
      id = body.substr(at + 5, body.find_first_of(",}", at) - at - 5);
    }
    const std::string head = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",";
    if (says("notifications/")) return http("202 Accepted", "");
    if (says("\"initialize\"")) {
      return http("200 OK",
                  head +
                      "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                      "\"serverInfo\":{\"name\":\"latency\",\"version\":\"1.0.0\"}}}",
                  "Mcp-Session-Id: 0123456789abcdef0123456789abcdef\r\n");
    }
    if (says("\"tools/list\"")) return http("200 OK", head + "\"result\":{\"tools\":" + tools_ + "}}");
    return http("400 Bad Request",
                head + "\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"}}");
  }

  void answer_due() {
    const auto now = Clock::now();
    while (!due_.empty() && due_.front().when <= now) {
      Due due = std::move(due_.front());
      due_.pop_front();
      if (--waiting_ == 0) busy_ += Clock::now() - busy_since_;
      const auto found = connections_.find(due.fd);
      if (found == connections_.end() || found->second->generation != due.generation) continue;
      // Answers are small and loopback takes them whole.
      if (found->second->tls != nullptr) {
        SSL_write(found->second->tls, due.answer.data(), static_cast<int>(due.answer.size()));
      } else if (::send(due.fd, due.answer.data(), due.answer.size(), MSG_NOSIGNAL) < 0) {
        drop(due.fd);
      }
    }
  }

  void drop(int fd) {
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    if (found->second->tls != nullptr) SSL_free(found->second->tls);
    close(fd);
    connections_.erase(found);
  }

  int delay_;
  std::string tools_;
  SSL_CTX* context_;
  int epoll_, listener_ = -1;
  std::map<int, std::unique_ptr<Connection>> connections_;
  std::deque<Due> due_;  // in order: the delay is the same for all
  unsigned generation_ = 0;
  unsigned long long requests_ = 0, connections_seen_ = 0;
  int waiting_ = 0;
  Clock::time_point busy_since_;
  Clock::duration busy_ = Clock::duration::zero();
  bool ended_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5) {
    std::fprintf(stderr, "usage: latency_server DELAY_MS TOOLS [CERTIFICATE KEY]\n");
    return 2;
  }
  SSL_CTX* context = nullptr;
  if (argc == 5) {
    context = SSL_CTX_new(TLS_server_method());
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_num_tickets(context, 0);
    if (SSL_CTX_use_certificate_chain_file(context, argv[3]) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, argv[4], SSL_FILETYPE_PEM) != 1) {
      std::fprintf(stderr, "latency_server: the certificate or its key cannot be read\n");
      return 2;
    }
  }
  Server(std::atoi(argv[1]), std::atoi(argv[2]), context).run();
  return 0;
}
