// The two points where a transfer stops itself: before a socket is opened and before the request is sent.
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>

#include "net/tls_read.h"
#include "net/transfer.h"
#include "net/transfer_failure.h"

namespace mcpjury {
namespace {

bool read_address(const curl_sockaddr& from, IpAddress& address, std::uint16_t& port) {
  if (from.family == AF_INET && from.addrlen >= sizeof(sockaddr_in)) {
    sockaddr_in raw;
    std::memcpy(&raw, &from.addr, sizeof raw);
    std::memcpy(address.bytes.data(), &raw.sin_addr, 4);
    port = ntohs(raw.sin_port);
    return true;
  }
  if (from.family == AF_INET6 && from.addrlen >= sizeof(sockaddr_in6)) {
    sockaddr_in6 raw;
    std::memcpy(&raw, &from.addr, sizeof raw);
    address.v6 = true;
    std::memcpy(address.bytes.data(), &raw.sin6_addr, 16);
    port = ntohs(raw.sin6_port);
    return true;
  }
  return false;
}

int port_of(const sockaddr_storage& address) {
  in_port_t port = 0;
  if (address.ss_family == AF_INET) port = reinterpret_cast<const sockaddr_in&>(address).sin_port;
  if (address.ss_family == AF_INET6) port = reinterpret_cast<const sockaddr_in6&>(address).sin6_port;
  return ntohs(port);
}

}  // namespace

curl_socket_t Transfer::on_socket(void* self, curlsocktype purpose, curl_sockaddr* target) {
  auto& transfer = *static_cast<Transfer*>(self);
  IpAddress address;
  std::uint16_t port = 0;
  const auto& vetted = transfer.setup_.vetted;
  const bool known = purpose == CURLSOCKTYPE_IPCXN && read_address(*target, address, port) &&
                     port == transfer.request_.url.port &&
                     std::find(vetted.begin(), vetted.end(), address) != vetted.end();
  if (!known) {
    // Cannot happen while the library does what it is told; if it ever does, nothing is dialled.
    transfer.head.failure = HttpFailure::kRefused;
    transfer.head.refusal = Refusal::kAddress;
    transfer.head.failure_detail = "an address that was not vetted";
    return CURL_SOCKET_BAD;
  }
  transfer.head.dialled = to_string(address);
  transfer.opened_ = true;
  const int opened = ::socket(target->family, target->socktype | SOCK_CLOEXEC, target->protocol);
  auto& sockets = *transfer.setup_.sockets;
  if (std::find(sockets.begin(), sockets.end(), opened) == sockets.end()) sockets.push_back(opened);
  return opened;
}

int Transfer::on_before_request(void* self, char* address, char*, int, int local_port) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.stale_ = transfer.talks_unasked(local_port);
  if (transfer.stale_) return CURL_PREREQFUNC_ABORT;
  transfer.head.dialled = address ? address : "";
  return transfer.before_request() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

// On a connection that served before, whatever can be read now would be taken for the answer to a request
// that was not yet sent; libcurl does not look. An end of the connection, or a message of TLS itself, counts
// as well: a fresh connection costs little. libcurl does not name the descriptor at this point, so it is
// known by its port; one that was closed since has another or none.
bool Transfer::talks_unasked(int local_port) const {
  if (opened_) return false;
  for (const int each : *setup_.sockets) {
    sockaddr_storage own{};
    socklen_t size = sizeof own;
    if (::getsockname(each, reinterpret_cast<sockaddr*>(&own), &size) != 0 || port_of(own) != local_port)
      continue;
    pollfd look{each, POLLIN, 0};
    return ::poll(&look, 1, 0) > 0;
  }
  return false;
}

bool Transfer::before_request() {
  if (request_.url.scheme == "https") {
    curl_tlssessioninfo* info = nullptr;
    curl_easy_getinfo(easy_, CURLINFO_TLS_SSL_PTR, &info);
    if (info && info->backend == CURLSSLBACKEND_OPENSSL && info->internals) {
      head.tls = known_tls_facts(static_cast<SSL*>(info->internals), request_.url);
    }
    const bool trusted = head.tls && head.tls->chain_valid && head.tls->host_matches;
    if (request_.carries_secret && !trusted) {
      const std::string why = !head.tls                ? "no session"
                              : !head.tls->chain_valid ? head.tls->chain_error
                                                       : "the certificate is for another name";
      head.failure = HttpFailure::kTls;
      head.failure_detail = "a credential is not sent: " + shown_detail(why);
      return false;
    }
  }
  sent_ = true;
  return true;
}

}  // namespace mcpjury
