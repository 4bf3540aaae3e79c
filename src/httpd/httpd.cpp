#include "httpd/httpd.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/socket.h>

#include <algorithm>
#include <condition_variable>
#include <thread>

#include "base/escape.h"
#include "httpd/connection.h"

namespace mcpjury {
namespace {

using asio::ip::tcp;
using ReusePort = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

// Two processes of one user could share a port through SO_REUSEPORT unnoticed; a socket without it tells.
Status free_to_bind(const tcp::endpoint& endpoint) {
  asio::io_context loop;
  tcp::acceptor probe(loop);
  boost::system::error_code error;
  probe.open(endpoint.protocol(), error);
  if (!error) probe.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) probe.bind(endpoint, error);
  if (!error) return Ok{};
  return Error{ErrorCode::kCannotWrite,
               fmt::format("cannot listen on {}, port {}: {}", endpoint.address().to_string(),
                           endpoint.port(), error.message())};
}

Status listen_on(Lane& lane, const tcp::endpoint& endpoint) {
  boost::system::error_code error;
  lane.acceptor.open(endpoint.protocol(), error);
  if (!error) lane.acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) lane.acceptor.set_option(ReusePort(true), error);
  if (!error) lane.acceptor.bind(endpoint, error);
  if (!error) lane.acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (!error) return Ok{};
  return Error{ErrorCode::kCannotWrite,
               fmt::format("cannot listen on {}, port {}: {}", endpoint.address().to_string(),
                           endpoint.port(), error.message())};
}

Result<std::unique_ptr<asio::ssl::context>> make_tls(const HttpdOptions& options) {
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                           asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                           asio::ssl::context::no_tlsv1_1,
                       error);
  if (!error) context->use_certificate_chain_file(options.certificate_file, error);
  if (error) {
    return Error{ErrorCode::kUnreadable,
                 fmt::format("{}: not a certificate that can be used: {}",
                             escape_terminal(options.certificate_file), error.message())};
  }
  context->use_private_key_file(options.key_file, asio::ssl::context::pem, error);
  if (error) {
    return Error{ErrorCode::kUnreadable, fmt::format("{}: not a key that can be used: {}",
                                                     escape_terminal(options.key_file), error.message())};
  }
  return context;
}

std::string literal_of(const LaneSocket& socket) {
  boost::system::error_code error;
  const auto endpoint = socket.remote_endpoint(error);
  if (error) return {};
  auto address = endpoint.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  return address.to_string();
}

void turn_away(Lane& lane, LaneSocket& socket) {
  ++lane.shared->refused;
  if (!lane.shared->tls) {
    const HttpdResponse response = lane.shared->refusal(503, "busy", "too many connections; try again later");
    std::string text = answer_head(response, response.body ? response.body->size() : 0,
                                   {.keep_alive = false, .date = lane.date()});
    if (response.body) text += *response.body;
    // Whatever fits: a client that does not take it is not waited for.
    [[maybe_unused]] const auto sent =
        ::send(socket.native_handle(), text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    boost::system::error_code ignored;
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }
}

bool make_room(Lane& lane) {
  LaneShared& shared = *lane.shared;
  if (shared.open < shared.options.connections) return true;
  if (lane.idle.empty()) return false;
  lane.idle.front()->shut();
  return true;
}

template <class Stream>
void run_connection(const std::shared_ptr<Lane>& lane, Stream stream, std::string peer) {
  auto connection = std::make_shared<Connection<Stream>>(lane, std::move(stream), std::move(peer));
  asio::co_spawn(
      lane->loop, [connection]() { return connection->run(); }, asio::detached);
}

LaneTask<void> accept_all(std::shared_ptr<Lane> lane) {
  using Timer = Connection<PlainStream>::Timer;
  LaneShared& shared = *lane->shared;
  while (!shared.stopping) {
    auto [error, socket] = co_await lane->acceptor.async_accept(kAwait);
    if (error == asio::error::operation_aborted || error == asio::error::bad_descriptor) break;
    if (error) {  // out of descriptors: others will be closed
      Timer pause(lane->loop.get_executor(), std::chrono::milliseconds(50));
      co_await pause.async_wait(kAwait);
      continue;
    }
    ++shared.accepted;
    std::string peer = literal_of(socket);
    if (peer.empty()) continue;
    if (!make_room(*lane) || !shared.enter(peer)) {
      turn_away(*lane, socket);
      continue;
    }
    ++shared.open;
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    PlainStream plain(std::move(socket));
    if (shared.tls) {
      run_connection(lane, TlsStream(std::move(plain), *shared.tls), std::move(peer));
    } else {
      run_connection(lane, std::move(plain), std::move(peer));
    }
  }
}

class BeastHttpd final : public Httpd {
 public:
  explicit BeastHttpd(std::shared_ptr<LaneShared> shared) : shared_(std::move(shared)) {}
  ~BeastHttpd() override { stop(std::chrono::milliseconds(0)); }

  Status listen(const tcp::endpoint& wanted, int lanes) {
    tcp::endpoint endpoint = wanted;
    if (endpoint.port() != 0) {
      if (auto is_free = free_to_bind(endpoint); !is_free) return is_free;
    }
    for (int i = 0; i < lanes; ++i) {
      auto lane = std::make_shared<Lane>(shared_);
      if (auto listening = listen_on(*lane, endpoint); !listening) return listening;
      endpoint.port(lane->acceptor.local_endpoint().port());
      lanes_.push_back(std::move(lane));
    }
    port_ = endpoint.port();
    for (const auto& lane : lanes_) {
      asio::co_spawn(lane->loop, accept_all(lane), asio::detached);
      threads_.emplace_back([lane] {
        // The names of threads show in ps -T and in a debugger.
        ::pthread_setname_np(::pthread_self(), "httpd");
        lane->loop.run();
      });
    }
    return Ok{};
  }

  std::uint16_t port() const override { return port_; }
  HttpdCounts counts() const override {
    return {shared_->accepted, shared_->requests, shared_->refused, shared_->open};
  }

  void stop(std::chrono::milliseconds grace) override {
    if (stopped_) return;
    stopped_ = true;
    shared_->stopping = true;
    for (const auto& lane : lanes_) {
      // By its address: a loop that has no work left keeps what is posted, and would keep the lane that owns
      // it.
      asio::post(lane->loop, [raw = lane.get()] {
        boost::system::error_code ignored;
        raw->acceptor.close(ignored);
        for (LaneLink* link : std::list(raw->idle)) link->shut();
      });
    }
    wait_until_none(grace);
    for (const auto& lane : lanes_) {
      asio::post(lane->loop, [raw = lane.get()] {
        for (LaneLink* link : raw->links) link->shut();
      });
    }
    // Coroutines end by themselves once their sockets are closed; a loop runs out of work then.
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    lanes_.clear();
  }

 private:
  void wait_until_none(std::chrono::milliseconds grace) const {
    const auto end = std::chrono::steady_clock::now() + grace;
    while (shared_->open > 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  std::shared_ptr<LaneShared> shared_;
  std::vector<std::shared_ptr<Lane>> lanes_;
  std::vector<std::thread> threads_;
  std::uint16_t port_ = 0;
  bool stopped_ = false;
};

}  // namespace

Result<std::unique_ptr<Httpd>> Httpd::start(const HttpdOptions& options, HttpdHandler handler,
                                            HttpdRefusal refusal) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error) {
    return Error{ErrorCode::kUsage,
                 fmt::format("{}: not an address to listen on", escape_terminal(options.address))};
  }
  auto shared = std::make_shared<LaneShared>();
  shared->options = options;
  shared->handler = std::move(handler);
  shared->refusal = std::move(refusal);
  if (!options.certificate_file.empty()) {
    auto tls = make_tls(options);
    if (!tls) return tls.error();
    shared->tls = std::move(*tls);
  }
  const int lanes = options.threads > 0 ? options.threads
                                        : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  auto server = std::make_unique<BeastHttpd>(std::move(shared));
  if (auto listening = server->listen({address, options.port}, lanes); !listening) return listening.error();
  return std::unique_ptr<Httpd>(std::move(server));
}

}  // namespace mcpjury
