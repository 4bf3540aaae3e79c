// What one request is between the loop that read it and whoever answers it: the answer, or the pieces of a
// stream, handed over under one lock. Knows nothing of sockets; `wake` brings the loop back to it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "httpd/httpd.h"

namespace mcpjury {

// Shared by the connection and by the owners of the exchange. Thread safe.
class Handover {
 public:
  Handover(HttpdRequest request, std::size_t stream_bytes, std::function<void()> wake)
      : request_(std::move(request)), stream_bytes_(stream_bytes), wake_(std::move(wake)) {}

  const HttpdRequest& request() const { return request_; }

  // Of those who answer. False: an answer was given before, or the client is gone.
  bool answer(HttpdResponse response);
  bool begin_stream(HttpdResponse head);
  bool push(std::string piece);
  void finish();
  bool open() const;
  void let_go();  // nobody will answer any more

  // Of the connection.
  struct Ready {
    std::optional<HttpdResponse> whole;
    std::optional<HttpdResponse> head;  // of a stream
    bool abandoned = false;
  };
  Ready take();
  struct Pieces {
    std::string bytes;
    bool last = false;
    bool cut = false;  // the reader fell behind or is gone: nothing more, and no end
  };
  Pieces take_pieces();
  bool waiting();  // nothing to send yet; from now on wake() is called when there is
  void close();

 private:
  void wake_up(std::unique_lock<std::mutex>& lock);

  const HttpdRequest request_;
  const std::size_t stream_bytes_;
  const std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::optional<HttpdResponse> whole_, head_;
  bool answered_ = false, abandoned_ = false, ended_ = false, closed_ = false, asleep_ = false;
  std::string pending_;
};

// The owner's end: an exchange whose last owner lets go without an answer says so to the connection.
std::shared_ptr<HttpdExchange> make_exchange(std::shared_ptr<Handover> handover);

}  // namespace mcpjury
