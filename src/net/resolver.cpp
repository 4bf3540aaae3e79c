// c-ares on the loop. A look-up that outlives its deadline stays with c-ares until it ends there; its state
// is shared, so that the late answer finds nobody and harms nothing.
#include "net/resolver.h"

#include <ares.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/time.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr int kInFlight = 64;  // unthrottled, answers are lost and everything slows down
constexpr std::size_t kMaxAddresses = 32;
constexpr int kMaxAliases = 16;  // a longer CNAME chain is a fault or a trap
constexpr int kTryMilliseconds = 2000;
constexpr int kTries = 3;

struct AresProcess {
  AresProcess() { ares_library_init(ARES_LIB_INIT_ALL); }
};

// IPv4 first: a machine without an IPv6 route then never waits for one.
std::vector<IpAddress> addresses_of(const ares_addrinfo* answer) {
  std::vector<IpAddress> found;
  for (const bool v6 : {false, true}) {
    for (const ares_addrinfo_node* node = answer->nodes; node && found.size() < kMaxAddresses;
         node = node->ai_next) {
      if (node->ai_family != (v6 ? AF_INET6 : AF_INET)) continue;
      IpAddress address;
      address.v6 = v6;
      if (v6) {
        sockaddr_in6 raw;
        std::memcpy(&raw, node->ai_addr, sizeof raw);
        std::memcpy(address.bytes.data(), &raw.sin6_addr, 16);
      } else {
        sockaddr_in raw;
        std::memcpy(&raw, node->ai_addr, sizeof raw);
        std::memcpy(address.bytes.data(), &raw.sin_addr, 4);
      }
      if (std::find(found.begin(), found.end(), address) == found.end()) found.push_back(address);
    }
  }
  return found;
}

Resolution resolution_of(int status, const ares_addrinfo* answer) {
  Resolution result;
  if (status == ARES_SUCCESS && answer) {
    int aliases = 0;
    for (const ares_addrinfo_cname* alias = answer->cnames; alias; alias = alias->next) ++aliases;
    if (aliases > kMaxAliases) {
      result.detail = "too many aliases";
      return result;
    }
    result.addresses = addresses_of(answer);
    result.state = result.addresses.empty() ? Resolution::State::kNoSuchName : Resolution::State::kOk;
    if (result.addresses.empty()) result.detail = "no address";
    return result;
  }
  if (status == ARES_ENOTFOUND || status == ARES_ENODATA) result.state = Resolution::State::kNoSuchName;
  if (status == ARES_ETIMEOUT) result.state = Resolution::State::kTimeout;
  result.detail = escape_terminal(ares_strerror(status));
  return result;
}

struct LookUp {
  explicit LookUp(Loop& loop) : done(loop) {}
  Loop::Signal done;
  bool answered = false;
  Resolution result;
};

class AresResolver : public Resolver {
 public:
  AresResolver(Loop& loop, std::string servers)
      : loop_(loop), servers_(std::move(servers)), alarm_(loop, [this] { process(ARES_SOCKET_BAD, 0); }) {}

  ~AresResolver() override {
    if (!channel_) return;
    closing_ = true;
    ares_destroy(channel_);
  }

  Resolution resolve(const std::string& host, TimePoint deadline) override {
    if (!start()) return {Resolution::State::kFailed, {}, "the resolver did not start"};
    while (in_flight_ >= kInFlight) {
      Loop::Signal turn(loop_);
      queue_.push_back(&turn);
      const bool mine = turn.wait_until(deadline);
      std::erase(queue_, &turn);
      if (!mine) return {Resolution::State::kTimeout, {}, "waited for other look-ups"};
    }
    const auto look_up = std::make_shared<LookUp>(loop_);
    ++in_flight_;
    ares_addrinfo_hints hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = ARES_AI_NOSORT;  // sorting would open a socket towards every answer before it is vetted
    ares_getaddrinfo(channel_, host.c_str(), nullptr, &hints, &AresResolver::on_answer,
                     new Context{this, look_up});
    arm();
    while (!look_up->answered && look_up->done.wait_until(deadline)) {
    }
    if (!look_up->answered) return {Resolution::State::kTimeout, {}, "no answer in time"};
    return std::move(look_up->result);
  }

 private:
  struct Context {
    AresResolver* self;
    std::shared_ptr<LookUp> look_up;
  };

  bool start() {
    if (channel_) return true;
    static const AresProcess kOnce;
    ares_options options{};
    options.timeout = kTryMilliseconds;
    options.tries = kTries;
    options.sock_state_cb = [](void* self, ares_socket_t socket, int readable, int writable) {
      static_cast<AresResolver*>(self)->on_socket(socket, readable != 0, writable != 0);
    };
    options.sock_state_cb_data = this;
    const int mask = ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_SOCK_STATE_CB;
    if (ares_init_options(&channel_, &options, mask) != ARES_SUCCESS) {
      channel_ = nullptr;
      return false;
    }
    return servers_.empty() || ares_set_servers_ports_csv(channel_, servers_.c_str()) == ARES_SUCCESS;
  }

  static void on_answer(void* argument, int status, int, ares_addrinfo* answer) {
    const std::unique_ptr<Context> context(static_cast<Context*>(argument));
    context->look_up->result = resolution_of(status, answer);
    context->look_up->answered = true;
    if (answer) ares_freeaddrinfo(answer);
    AresResolver& self = *context->self;
    --self.in_flight_;
    if (self.closing_) return;
    context->look_up->done.raise();
    if (!self.queue_.empty()) {
      Loop::Signal* next = self.queue_.front();
      self.queue_.pop_front();
      next->raise();
    }
  }

  void on_socket(ares_socket_t socket, bool readable, bool writable) {
    const auto events = static_cast<short>((readable ? POLLIN : 0) | (writable ? POLLOUT : 0));
    loop_.watch(socket, events, [this, socket](short ready) { process(socket, ready); });
  }

  void process(ares_socket_t socket, short ready) {
    const bool in = (ready & (POLLIN | POLLERR | POLLHUP)) != 0;
    const bool out = (ready & POLLOUT) != 0;
    ares_process_fd(channel_, in ? socket : ARES_SOCKET_BAD, out ? socket : ARES_SOCKET_BAD);
    arm();
  }

  void arm() {
    timeval left{};
    if (!ares_timeout(channel_, nullptr, &left)) {
      alarm_.clear();
      return;
    }
    alarm_.set(Loop::now() + std::chrono::seconds(left.tv_sec) + std::chrono::microseconds(left.tv_usec));
  }

  Loop& loop_;
  std::string servers_;
  ares_channel channel_ = nullptr;
  Loop::Alarm alarm_;
  int in_flight_ = 0;
  bool closing_ = false;
  std::deque<Loop::Signal*> queue_;
};

}  // namespace

std::unique_ptr<Resolver> make_ares_resolver(Loop& loop, const std::string& servers) {
  return std::make_unique<AresResolver>(loop, servers);
}

}  // namespace mcpjury
