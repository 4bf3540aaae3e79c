// One connection: requests in, answers out, every wait under a time limit. The stream is plain or TLS.
// Included by httpd.cpp alone.
#pragma once

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <type_traits>

#include "base/ascii.h"
#include "httpd/exchange.h"
#include "httpd/lane.h"

namespace mcpjury {

namespace beast = boost::beast;
namespace http = boost::beast::http;

using PlainStream = beast::basic_stream<asio::ip::tcp, LaneExecutor>;
using TlsStream = beast::ssl_stream<PlainStream>;
constexpr auto kAwait = asio::as_tuple(asio::use_awaitable_t<LaneExecutor>{});

template <class Stream>
class Connection final : public LaneLink, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;
  using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                           asio::wait_traits<std::chrono::steady_clock>, LaneExecutor>;

  Connection(std::shared_ptr<Lane> lane, Stream stream, std::string peer)
      : lane_(std::move(lane)),
        shared_(*lane_->shared),
        stream_(std::move(stream)),
        timer_(lane_->loop.get_executor()),
        peer_(std::move(peer)),
        link_(lane_->links.insert(lane_->links.end(), this)) {}

  // The coroutine that runs a connection owns it; this is its end, in the lane's thread or after it ended.
  void leave() {
    set_idle(false);
    lane_->links.erase(link_);
    shared_.leave(peer_);
    --shared_.open;
  }

  void shut() override {
    shut_ = true;
    set_idle(false);
    boost::system::error_code ignored;
    lowest().socket().close(ignored);
    timer_.cancel();
  }

  LaneTask<void> run() {
    const auto self = this->shared_from_this();
    lowest().expires_after(shared_.options.header_time);
    bool up = true;
    if constexpr (kTls) {
      auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::server, kAwait);
      up = !error;
    }
    if (up) {
      bool more = co_await one_request(true);
      while (more && !shut_) more = co_await one_request(false);
      co_await hang_up();
    }
    leave();
  }

 private:
  PlainStream& lowest() {
    if constexpr (kTls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  void set_idle(bool on) {
    if (on == is_idle_) return;
    is_idle_ = on;
    if (on) {
      idle_ = lane_->idle.insert(lane_->idle.end(), this);
    } else {
      lane_->idle.erase(idle_);
    }
  }

  // False: the connection is over.
  LaneTask<bool> one_request(bool first) {
    if (buffer_.size() == 0) {
      // Of a fresh connection the time for the head already runs.
      if (!first) lowest().expires_after(shared_.options.idle_time);
      set_idle(true);
      auto [error, count] = co_await stream_.async_read_some(buffer_.prepare(kFirstRead), kAwait);
      set_idle(false);
      if (error) co_return false;
      buffer_.commit(count);
    }
    if (!first) lowest().expires_after(shared_.options.header_time);
    http::request_parser<http::string_body> parser;
    parser.header_limit(static_cast<std::uint32_t>(shared_.options.header_bytes));
    parser.body_limit(shared_.options.body_bytes);
    {
      auto [error, count] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
      if (error) co_return co_await refuse_error(error);
    }
    HttpdRequest request = request_of(parser.get());
    if (const auto fault = head_fault(request, parser.get().version())) {
      co_return co_await refuse(fault->status, fault->code, fault->message);
    }
    version_ = parser.get().version();
    keep_alive_ = parser.get().keep_alive();
    if (!parser.is_done()) {
      lowest().expires_after(shared_.options.body_time);
      if (version_ == 11 && ascii::equal_ignoring_case(request.header("expect"), "100-continue")) {
        static constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
        auto [error, count] =
            co_await asio::async_write(stream_, asio::buffer(kGoOn.data(), kGoOn.size()), kAwait);
        if (error) co_return false;
      }
      auto [error, count] = co_await http::async_read(stream_, buffer_, parser, kAwait);
      if (error) co_return co_await refuse_error(error);
      request.body = std::move(parser.get().body());
    }
    lowest().expires_never();
    ++shared_.requests;
    co_return co_await exchange(std::move(request));
  }

  HttpdRequest request_of(const http::request<http::string_body>& message) {
    HttpdRequest request;
    request.method = std::string(message.method_string());
    request.path = std::string(message.target());
    request.headers.reserve(static_cast<std::size_t>(std::distance(message.begin(), message.end())));
    for (const auto& field : message) {
      request.headers.emplace_back(
          ascii::lowered(std::string_view(field.name_string().data(), field.name_string().size())),
          std::string(field.value()));
    }
    request.peer = peer_;
    request.tls = kTls;
    return request;
  }

  LaneTask<bool> exchange(HttpdRequest request) {
    const bool head_only = request.method == "HEAD";
    auto handover = std::make_shared<Handover>(
        std::move(request), shared_.options.stream_bytes, [self = this->shared_from_this()] {
          asio::post(self->lane_->loop, [self] { self->timer_.cancel(); });
        });
    try {
      shared_.handler(make_exchange(handover));
    } catch (...) {  // our own fault; the exchange is gone and the client gets its 500
      handover->let_go();
    }
    co_await wait_for(*handover);
    Handover::Ready ready = handover->take();
    if (shut_) {
      handover->close();
      co_return false;
    }
    if (ready.head) co_return co_await stream_out(*handover, *ready.head, head_only);
    handover->close();
    if (!ready.whole) ready.whole = shared_.refusal(500, "internal", "the request could not be answered");
    co_return co_await write_whole(*ready.whole, head_only);
  }

  LaneTask<void> wait_for(Handover& handover) {
    while (!shut_ && handover.waiting()) {
      timer_.expires_at(std::chrono::steady_clock::time_point::max());
      co_await timer_.async_wait(kAwait);
    }
  }

  LaneTask<bool> write_whole(const HttpdResponse& response, bool head_only) {
    keep_alive_ = keep_alive_ && !shared_.stopping;
    const std::size_t size = response.body ? response.body->size() : 0;
    const std::string head =
        answer_head(response, size, {.keep_alive = keep_alive_, .version = version_, .date = lane_->date()});
    const bool bare = head_only || size == 0 || response.status == 304 || response.status == 204;
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head), bare ? asio::const_buffer() : asio::buffer(*response.body)};
    lowest().expires_after(shared_.options.write_time);
    auto [error, count] = co_await asio::async_write(stream_, parts, kAwait);
    co_return !error && keep_alive_;
  }

  // A stream ends with its connection: what the client sends meanwhile is only looked at to see it go.
  LaneTask<bool> stream_out(Handover& handover, const HttpdResponse& head, bool head_only) {
    const bool chunked = version_ == 11;
    const std::string text = answer_head(head, 0,
                                         {.keep_alive = false,
                                          .chunked = chunked,
                                          .has_length = false,
                                          .version = version_,
                                          .date = lane_->date()});
    lowest().expires_after(shared_.options.write_time);
    bool up = co_await write_all(text);
    lowest().expires_never();
    if (up && !head_only) {
      asio::co_spawn(lane_->loop, watch(this->shared_from_this()), asio::detached);
    }
    while (up && !head_only && !shut_) {
      co_await wait_for(handover);
      Handover::Pieces pieces = handover.take_pieces();
      if (shut_ || pieces.cut) break;
      std::string out;
      if (!pieces.bytes.empty()) out = chunked ? as_chunk(pieces.bytes) : std::move(pieces.bytes);
      if (pieces.last && chunked) out += "0\r\n\r\n";
      lowest().expires_after(shared_.options.write_time);
      up = co_await write_all(out);
      if (pieces.last) break;
    }
    handover.close();
    co_return false;
  }

  static LaneTask<void> watch(std::shared_ptr<Connection> self) {
    std::array<char, 512> ignored;
    for (;;) {
      auto [error, count] = co_await self->stream_.async_read_some(asio::buffer(ignored), kAwait);
      if (error) break;
    }
    self->shut_ = true;
    self->timer_.cancel();
  }

  LaneTask<bool> write_all(const std::string& text) {
    auto [error, count] = co_await asio::async_write(stream_, asio::buffer(text), kAwait);
    co_return !error;
  }

  static std::string as_chunk(const std::string& bytes) {
    char size[20];
    const int length = std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
    std::string out;
    out.reserve(bytes.size() + 24);
    out.append(size, static_cast<std::size_t>(length)).append(bytes).append("\r\n");
    return out;
  }

  // What the parser refused is answered; a client that went away or was too slow is not.
  LaneTask<bool> refuse_error(boost::system::error_code error) {
    if (error == http::error::header_limit || error == http::error::buffer_overflow) {
      co_return co_await refuse(431, "header_too_large", "the head of the request is too large");
    }
    if (error == http::error::body_limit) {
      co_return co_await refuse(413, "too_large", "the body of the request is too large");
    }
    const bool parsing = error.category() == make_error_code(http::error::bad_method).category();
    if (!parsing || error == http::error::end_of_stream || error == http::error::partial_message) {
      co_return false;
    }
    co_return co_await refuse(400, "bad_request", "this is not an HTTP/1.1 request");
  }

  LaneTask<bool> refuse(int status, std::string_view code, std::string_view message) {
    ++shared_.refused;
    keep_alive_ = false;
    linger_ = true;
    co_await write_whole(shared_.refusal(status, code, message), false);
    co_return false;
  }

  // A refused client may still be sending; closing over unread bytes would reset the answer away.
  LaneTask<void> hang_up() {
    boost::system::error_code ignored;
    if (!shut_) {
      lowest().expires_after(kLingerTime);
      if constexpr (kTls) {
        co_await stream_.async_shutdown(kAwait);
      } else if (linger_) {
        lowest().socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
        std::size_t left = kLingerBytes;
        std::array<char, 4096> bytes;
        while (left > 0) {
          auto [error, count] = co_await stream_.async_read_some(asio::buffer(bytes), kAwait);
          if (error) break;
          left -= std::min(left, count);
        }
      }
    }
    lowest().socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
    lowest().socket().close(ignored);
  }

  static constexpr std::size_t kFirstRead = 2048;
  static constexpr std::chrono::seconds kLingerTime{2};
  static constexpr std::size_t kLingerBytes = 16 * 1024 * 1024;

  std::shared_ptr<Lane> lane_;
  LaneShared& shared_;
  Stream stream_;
  Timer timer_;
  beast::flat_buffer buffer_;
  std::string peer_;
  std::list<LaneLink*>::iterator link_, idle_;
  unsigned version_ = 11;
  bool keep_alive_ = false, is_idle_ = false, shut_ = false, linger_ = false;
};

}  // namespace mcpjury
