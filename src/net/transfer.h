// One request on libcurl: no redirects, no resolution, no retries of our own. It dials only the addresses it
// was given, sends a secret only over a chain that holds, and decodes the body under the request's limits.
//
// Owned by one fiber, which waits on it; callbacks of libcurl fill it from the loop. Private to net.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "net/chunk_decoder.h"
#include "net/content_decoder.h"
#include "net/framing.h"
#include "net/http.h"

namespace mcpjury {

struct TransferSetup {
  std::vector<IpAddress> vetted;  // in the order of trying
  CURLSH* share = nullptr;        // the client's own connections
  const void* trust = nullptr;    // X509_STORE*, null without TLS
  std::string user_agent;
  bool offer_old_tls = false;
  bool fresh = false;                   // not on a connection that stands already
  std::vector<int>* sockets = nullptr;  // every descriptor the client ever opened; never null
  TimePoint deadline = TimePoint::max();
};

class Transfer {
 public:
  // `request` must outlive the transfer. `easy` is a fresh or reset handle; it stays the caller's.
  Transfer(Loop& loop, CURL* easy, const HttpRequest& request, TransferSetup setup);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  // Until the head of the final answer is there or the transfer ended; false at the deadline.
  bool wait_head(TimePoint deadline);
  // Until bytes are there or the transfer ended; false at the deadline.
  bool wait_body(TimePoint deadline);
  bool wait_end(TimePoint deadline);
  std::string take();

  // From outside: the deadline passed, the scan was stopped.
  void fail(HttpFailure failure, std::string detail);
  // What had not yet happened when the time ran out.
  void fail_timed_out();

  HttpHead head;  // status, version, headers, dialled, tls, failure
  bool ended() const { return ended_; }
  // Nothing was sent: bytes that nobody asked for lay on the kept connection. To be tried on a fresh one.
  bool stale() const { return stale_; }
  bool whole() const { return ended_ && head.failure == HttpFailure::kNone; }
  bool buffered() const { return !buffer_.empty(); }
  std::size_t received() const { return received_; }

 private:
  void set_up_request();
  void set_up_connection();
  void set_up_tls();
  void set_up_callbacks();
  void finished(CURLcode code);
  bool body(std::string_view bytes);
  bool before_request();
  bool talks_unasked(int local_port) const;
  void end();

  static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self);
  static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self);
  static curl_socket_t on_socket(void* self, curlsocktype purpose, curl_sockaddr* address);
  static int on_debug(CURL*, curl_infotype type, char* data, std::size_t size, void* self);
  static int on_before_request(void* self, char* address, char*, int, int local_port);
  static CURLcode on_tls(CURL*, void* context, void* self);

  Loop& loop_;
  CURL* easy_;
  const HttpRequest& request_;
  TransferSetup setup_;
  Loop::Signal changed_;
  curl_slist* header_list_ = nullptr;
  curl_slist* resolve_list_ = nullptr;
  char error_[CURL_ERROR_SIZE] = {};

  HeadReader reader_;
  ChunkDecoder chunks_;
  std::optional<ContentDecoder> codings_;
  std::string plain_, buffer_;
  std::size_t received_ = 0;
  bool added_ = false;
  bool ended_ = false;
  bool tls_begun_ = false;  // a connection stood and the handshake began
  bool sent_ = false;       // the connection stood and the request was let out
  bool paused_ = false;
  bool opened_ = false;  // a socket of its own, not a kept connection
  bool stale_ = false;
};

}  // namespace mcpjury
