// The one client that reaches the network, on libcurl. Every request, redirect and discovery URL passes the
// address policy before a name is looked up and again with the answers; the address that was vetted is the
// one that is dialled (CURLOPT_CONNECT_TO / RESOLVE plus a check in the open-socket callback), so that a
// second resolution never happens. No proxy from the environment, no cookies, no netrc, no connection shared
// between clients.
//
// One client a scan; it lives on one Loop and is used from fibers of that loop only. Every request is written
// to the log when it ends.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/json.h"
#include "net/address_policy.h"
#include "net/http.h"
#include "net/resolver.h"

namespace mcpjury {

// One line a request, in order of their beginning; redirect hops are lines of their own.
class RequestLog {
 public:
  struct Entry {
    std::string purpose, method, url, label;  // url without secrets
    int status = 0;
    std::size_t bytes = 0;
    std::int64_t duration_ms = 0;
    std::string failure, detail;
  };
  std::size_t begin(Entry entry);
  Entry& at(std::size_t index) { return entries_[index]; }
  const std::vector<Entry>& entries() const { return entries_; }
  JsonArray to_json() const;

 private:
  std::vector<Entry> entries_;
};

// The certificates of the system, loaded once a process and shared by every connection.
class TrustStore {
 public:
  // The system's bundle; or the PEM files given instead (tests, private authorities).
  explicit TrustStore(const std::vector<std::string>& pem_files = {});
  ~TrustStore();
  void* x509_store() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

struct GuardedClientOptions {
  AddressPolicy policy;
  // Ends every wait of this client: the scan's own deadline.
  TimePoint deadline = TimePoint::max();
  std::string user_agent;
  // Offer TLS 1.0 and 1.1 as well, to see what an old server speaks; never together with a secret.
  bool offer_old_tls = true;
};

class GuardedClient : public HttpClient {
 public:
  GuardedClient(Loop& loop, Resolver& resolver, const TrustStore& trust, RequestLog& log,
                GuardedClientOptions options);
  ~GuardedClient() override;
  std::unique_ptr<HttpStream> open(HttpRequest request) override;
  Loop& loop() override;
  const AddressPolicy& policy() const;

 private:
  friend class GuardedStream;
  struct Parts;
  std::shared_ptr<Parts> parts_;  // shared with the streams that are open
};

}  // namespace mcpjury
