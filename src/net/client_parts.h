// The inside of GuardedClient and the stream it hands out. Private to net.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/guarded_client.h"
#include "net/transfer.h"

namespace mcpjury {

struct GuardedClient::Parts {
  Parts(Loop& loop, Resolver& resolver, const TrustStore& trust, RequestLog& log,
        GuardedClientOptions options);
  ~Parts();

  CURL* take_handle();
  void give_back(CURL* easy);
  // Policy, look-up, policy on the answers. A head with the failure when the request must not be made.
  std::optional<HttpHead> vet(const HttpRequest& request, TimePoint deadline,
                              std::vector<IpAddress>& addresses);
  Resolution look_up(const std::string& host, TimePoint deadline);
  bool ended() const;  // the scan's deadline or the loop's stop

  Loop& loop;
  Resolver& resolver;
  const TrustStore& trust;
  RequestLog& log;
  GuardedClientOptions options;
  CURLSH* share = nullptr;
  std::vector<CURL*> handles;  // idle
  std::vector<int> sockets;    // every descriptor number that was ever opened
  std::unordered_map<std::string, std::vector<IpAddress>> pinned;
  std::unordered_map<std::string, std::vector<Loop::Signal*>> asking;  // look-ups in flight, and who waits
};

// One hop. Keeps the client's parts alive, so that a stream may outlive its client's variable.
class GuardedStream : public HttpStream {
 public:
  GuardedStream(std::shared_ptr<GuardedClient::Parts> client, HttpRequest request, TimePoint deadline);
  ~GuardedStream() override;

  // Until a head or a failure is there.
  void start();
  // Reads the rest away.
  void drain(TimePoint deadline);
  void fail(HttpFailure failure, std::string detail);
  HttpHead& mutable_head() { return head_; }
  const HttpRequest& request() const { return request_; }

  const HttpHead& head() const override { return head_; }
  std::string read(TimePoint deadline) override;
  HttpFailure failure() const override { return head_.failure; }
  bool at_end() const override;
  std::size_t received_bytes() const override { return received_; }

 private:
  void time_out();
  void learn();
  void close();

  std::shared_ptr<GuardedClient::Parts> client_;
  HttpRequest request_;
  TimePoint deadline_, begin_;
  std::size_t entry_;
  HttpHead head_;
  CURL* easy_ = nullptr;
  std::unique_ptr<Transfer> transfer_;
  std::string rest_;  // what came before the transfer was given up
  std::size_t received_ = 0;
  bool whole_ = false;
};

}  // namespace mcpjury
