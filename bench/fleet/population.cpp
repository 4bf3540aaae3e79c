// A population of mock MCP servers in one process, for tests and measurements: every host name and every path
// is a server of its own. One thread.
//
//   population DELAY_MS [TOOL_LISTS.ndjson]    prints "HTTP_PORT DNS_PORT"; ends when standard input does
//
// Paths: /s/N… answers as server N, its tools from line N of the file (round and round), else made up;
// /hang/…, /garbage/…, /closed/…, /endless/…, /huge/… behave as they are called; /flaky/N… closes the first
// connection and answers from the second on. The DNS port answers every name with 127.0.0.1.
// On standard input: "stats" prints how many requests came, how many servers of one host
// were asked at once at most, how many servers were seen; "change" gives every tenth
// server another description.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

struct Connection {
  int fd = -1;
  unsigned generation = 0;
  std::string in, out;
  std::string host, path;  // of the request that is being answered; empty: none
};

struct Due {
  Clock::time_point when;
  int fd;
  unsigned generation;
  std::string answer;
  bool close;
};

std::string http(std::string_view status, const std::string& body, std::string_view extra = "") {
  return "HTTP/1.1 " + std::string(status) +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" +
         std::string(extra) + "\r\n" + body;
}

int bound(int type, std::uint16_t& port) {
  const int fd = socket(AF_INET, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int one = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
  if (type == SOCK_STREAM) listen(fd, 4096);
  socklen_t size = sizeof address;
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return fd;
}

class Population {
 public:
  Population(int delay_ms, const char* lists) : delay_(delay_ms), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    if (lists != nullptr) {
      std::ifstream in(lists);
      for (std::string line; std::getline(in, line);) {
        if (!line.empty()) lists_.push_back(std::move(line));
      }
    }
    std::uint16_t http_port = 0, dns_port = 0;
    listener_ = bound(SOCK_STREAM, http_port);
    dns_ = bound(SOCK_DGRAM, dns_port);
    std::printf("%d %d\n", http_port, dns_port);
    std::fflush(stdout);
    watch(listener_, EPOLLIN);
    watch(dns_, EPOLLIN);
    fcntl(0, F_SETFL, O_NONBLOCK);
    watch(0, EPOLLIN);
  }

  void run() {
    epoll_event events[256];
    while (!ended_) {
      const int ready = epoll_wait(epoll_, events, 256, wait_ms());
      for (int i = 0; i < ready; ++i) {
        const int fd = events[i].data.fd;
        if (fd == listener_) {
          accept_all();
        } else if (fd == dns_) {
          answer_names();
        } else if (fd == 0) {
          control();
        } else {
          if ((events[i].events & EPOLLOUT) != 0) flush(fd);
          serve(fd);
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
      const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) return;
      auto connection = std::make_unique<Connection>();
      connection->fd = fd;
      connection->generation = ++generation_;
      connections_[fd] = std::move(connection);
      watch(fd, EPOLLIN);
    }
  }

  // Every name is here; there is no IPv6.
  void answer_names() {
    unsigned char packet[1500];
    sockaddr_in from{};
    for (;;) {
      socklen_t size = sizeof from;
      const ssize_t got =
          recvfrom(dns_, packet, sizeof packet - 32, 0, reinterpret_cast<sockaddr*>(&from), &size);
      if (got < 17) return;
      std::size_t at = 12;
      while (at < static_cast<std::size_t>(got) && packet[at] != 0) at += packet[at] + 1u;
      at += 5;
      if (at > static_cast<std::size_t>(got)) continue;
      const bool v4 = packet[at - 3] == 1;
      packet[2] = 0x81;
      packet[3] = 0x80;
      packet[4] = 0;
      packet[5] = 1;
      std::memset(packet + 6, 0, 6);
      if (v4) {
        packet[7] = 1;
        const unsigned char answer[] = {0xC0, 0x0C, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1};
        std::memcpy(packet + at, answer, sizeof answer);
        at += sizeof answer;
      }
      sendto(dns_, packet, at, 0, reinterpret_cast<sockaddr*>(&from), size);
    }
  }

  void control() {
    char buffer[256];
    const ssize_t got = read(0, buffer, sizeof buffer);
    if (got == 0) ended_ = true;
    if (got <= 0) return;
    const std::string_view word(buffer, static_cast<std::size_t>(got));
    if (word.starts_with("change")) ++epoch_;
    std::printf("%llu %d %zu\n", requests_, most_, seen_.size());
    std::fflush(stdout);
  }

  void serve(int fd) {
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    Connection& c = *found->second;
    char buffer[16384];
    for (;;) {
      const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
      if (got > 0) {
        c.in.append(buffer, static_cast<std::size_t>(got));
        continue;
      }
      if (got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) return drop(fd);
      break;
    }
    while (take_request(c)) {
    }
  }

  static std::string_view header(std::string_view head, std::string_view name) {
    for (std::size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at + 2)) {
      const std::string_view line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
      if (line.size() > name.size() && strncasecmp(line.data(), name.data(), name.size()) == 0 &&
          line[name.size()] == ':') {
        std::string_view value = line.substr(name.size() + 1);
        while (value.starts_with(" ")) value.remove_prefix(1);
        return value;
      }
    }
    return {};
  }

  bool take_request(Connection& c) {
    const std::size_t head_end = c.in.find("\r\n\r\n");
    if (head_end == std::string::npos) return false;
    const std::string head = c.in.substr(0, head_end + 2);
    const std::size_t length = std::strtoul(std::string(header(head, "content-length")).c_str(), nullptr, 10);
    if (c.in.size() < head_end + 4 + length) return false;
    const std::string body = c.in.substr(head_end + 4, length);
    c.in.erase(0, head_end + 4 + length);
    ++requests_;
    const std::size_t path_at = head.find(' ') + 1;
    const std::string path = head.substr(path_at, head.find(' ', path_at) - path_at);
    release(c);
    c.host = header(head, "host");
    // The probe of the Host header sends the same foreign name everywhere.
    if (c.host.find(".fleet.test") == std::string::npos) c.host.clear();
    c.path = path;
    if (!c.host.empty()) {
      auto& paths = at_host_[c.host];
      ++paths[path];
      most_ = std::max(most_, static_cast<int>(paths.size()));
    }
    Due due{Clock::now() + std::chrono::milliseconds(delay_), c.fd, c.generation, "", false};
    if (path.starts_with("/hang/")) return true;
    if (path.starts_with("/garbage/")) {
      due.answer = std::string("\x00\x01garbage\xff\xfe\r\n\r\n", 15);
      due.close = true;
    } else if (path.starts_with("/closed/") || (path.starts_with("/flaky/") && seen_.insert(path).second)) {
      due.close = true;
    } else if (head.starts_with("POST")) {
      if (path.starts_with("/s/")) seen_.insert(path);
      due.answer = answer(path, body);
    } else {
      due.answer = http(head.starts_with("DELETE") ? "200 OK" : "405 Method Not Allowed", "");
    }
    due_.push_back(std::move(due));
    return true;
  }

  std::string tools(const std::string& path, std::size_t number) const {
    if (path.starts_with("/huge/")) return "[" + std::string(64u << 20, ' ') + "]";
    const bool changed = epoch_ > 0 && number % 10 == 0;
    if (!lists_.empty() && !changed) return lists_[number % lists_.size()];
    std::string out = "[";
    const std::size_t count = 3 + number % 9;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) out += ',';
      out += "{\"name\":\"get_item_" + std::to_string(number) + "_" + std::to_string(i) +
             "\",\"description\":\"Gives item " + std::to_string(i) + " of catalogue " +
             std::to_string(number) + (changed ? " in edition " + std::to_string(epoch_) : std::string()) +
             ", with its price and how many are left.\",\"inputSchema\":{\"type\":\"object\",\"properties\":"
             "{\"id\":{\"type\":\"integer\",\"minimum\":1}},\"required\":[\"id\"],"
             "\"additionalProperties\":false}}";
    }
    return out + "]";
  }

  std::string answer(const std::string& path, const std::string& body) const {
    const auto says = [&](const char* method) { return body.find(method) != std::string::npos; };
    std::string id = "null";
    if (const std::size_t at = body.find("\"id\":"); at != std::string::npos)
      id = body.substr(at + 5, body.find_first_of(",}", at) - at - 5);
    const std::size_t number =
        std::strtoul(path.c_str() + std::min(path.find('/', 1) + 1, path.size()), nullptr, 10);
    const std::string head = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",";
    if (says("notifications/")) return http("202 Accepted", "");
    if (says("\"initialize\"")) {
      return http("200 OK",
                  head +
                      "\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
                      "\"serverInfo\":{\"name\":\"server-" +
                      std::to_string(number) + "\",\"version\":\"1.0.0\"}}}",
                  "Mcp-Session-Id: 0123456789abcdef0123456789abcdef\r\n");
    }
    if (says("\"tools/list\"")) {
      const std::string more = path.starts_with("/endless/")
                                   ? ",\"nextCursor\":\"c" + std::to_string(requests_) + "\""
                                   : std::string();
      return http("200 OK", head + "\"result\":{\"tools\":" + tools(path, number) + more + "}}");
    }
    return http("400 Bad Request",
                head + "\"error\":{\"code\":-32000,\"message\":\"Server not initialized\"}}");
  }

  void release(Connection& c) {
    if (c.host.empty()) return;
    auto& paths = at_host_[c.host];
    if (--paths[c.path] <= 0) paths.erase(c.path);
    if (paths.empty()) at_host_.erase(c.host);
    c.host.clear();
  }

  void answer_due() {
    const auto now = Clock::now();
    while (!due_.empty() && due_.front().when <= now) {
      const Due due = std::move(due_.front());
      due_.pop_front();
      const auto found = connections_.find(due.fd);
      if (found == connections_.end() || found->second->generation != due.generation) continue;
      release(*found->second);
      found->second->out += due.answer;
      flush(due.fd);
      if (due.close) drop(due.fd);
    }
  }

  void flush(int fd) {
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    std::string& out = found->second->out;
    while (!out.empty()) {
      const ssize_t sent = send(fd, out.data(), out.size(), MSG_NOSIGNAL);
      if (sent < 0) {
        if (errno != EAGAIN && errno != EWOULDBLOCK) return drop(fd);
        break;
      }
      out.erase(0, static_cast<std::size_t>(sent));
    }
    epoll_event event{};
    event.events = out.empty() ? EPOLLIN : EPOLLIN | EPOLLOUT;
    event.data.fd = fd;
    epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event);
  }

  void drop(int fd) {
    const auto found = connections_.find(fd);
    if (found == connections_.end()) return;
    release(*found->second);
    close(fd);
    connections_.erase(found);
  }

  int delay_;
  std::vector<std::string> lists_;
  int epoll_, listener_ = -1, dns_ = -1;
  std::unordered_map<int, std::unique_ptr<Connection>> connections_;
  std::deque<Due> due_;  // in order: the delay is the same for all
  std::unordered_map<std::string, std::unordered_map<std::string, int>> at_host_;  // servers asked just now
  std::unordered_set<std::string> seen_;
  unsigned generation_ = 0;
  unsigned long long requests_ = 0;
  int most_ = 0, epoch_ = 0;
  bool ended_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fprintf(stderr, "usage: population DELAY_MS [TOOL_LISTS.ndjson]\n");
    return 2;
  }
  rlimit files{};
  getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  setrlimit(RLIMIT_NOFILE, &files);
  Population(std::atoi(argv[1]), argc == 3 ? argv[2] : nullptr).run();
  return 0;
}
