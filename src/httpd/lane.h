// One thread of the server: its loop, its connections, and what all lanes share. Included by httpd.cpp alone.
#pragma once

#include <atomic>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "httpd/httpd.h"
#include "httpd/message.h"

namespace mcpjury {

namespace asio = boost::asio;

using LaneExecutor = asio::io_context::executor_type;
using LaneSocket = asio::basic_stream_socket<asio::ip::tcp, LaneExecutor>;
using LaneAcceptor = asio::basic_socket_acceptor<asio::ip::tcp, LaneExecutor>;
template <class T>
using LaneTask = asio::awaitable<T, LaneExecutor>;

// Written by no lane but for the counters; the addresses have their lock.
struct LaneShared {
  HttpdOptions options;
  HttpdHandler handler;
  HttpdRefusal refusal;
  std::unique_ptr<asio::ssl::context> tls;
  std::atomic<std::uint64_t> accepted = 0, requests = 0, refused = 0, open = 0;
  std::atomic<bool> stopping = false;

  bool enter(const std::string& address) {
    const std::lock_guard lock(mutex_);
    std::size_t& count = addresses_[address];
    if (count >= options.connections_of_address) return false;
    ++count;
    return true;
  }
  void leave(const std::string& address) {
    const std::lock_guard lock(mutex_);
    const auto found = addresses_.find(address);
    if (found != addresses_.end() && --found->second == 0) addresses_.erase(found);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::size_t> addresses_;
};

// A connection as its lane sees it.
class LaneLink {
 public:
  virtual ~LaneLink() = default;
  virtual void shut() = 0;  // at once, whatever it is doing
};

// Everything but `loop` belongs to the lane's thread.
struct Lane {
  explicit Lane(std::shared_ptr<LaneShared> all) : shared(std::move(all)), acceptor(loop) {}

  std::shared_ptr<LaneShared> shared;
  asio::io_context loop{1};
  LaneAcceptor acceptor;
  std::list<LaneLink*> links;
  std::list<LaneLink*> idle;  // oldest first

  const std::string& date() {
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    if (now != date_second_) {
      date_second_ = now;
      date_ = http_date(now);
    }
    return date_;
  }

 private:
  std::time_t date_second_ = 0;
  std::string date_;
};

}  // namespace mcpjury
