// Facts of a connection, kept with its OpenSSL session and freed with it.
#include <openssl/ssl.h>

#include <memory>
#include <string>

#include "net/tls_read.h"

namespace mcpjury {
namespace {

struct Kept {
  std::string host;
  X509* certificate = nullptr;  // a reference: compared by address, which must not be given to another
  long verdict = 0;
  TlsFacts facts;

  Kept() = default;
  ~Kept() { X509_free(certificate); }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
};

void free_kept(void*, void* kept, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Kept*>(kept); }

int place_of_kept() {
  static const int kPlace = SSL_get_ex_new_index(0, nullptr, nullptr, nullptr, free_kept);
  return kPlace;
}

}  // namespace

TlsFacts known_tls_facts(SSL* session, const Url& url) {
  X509* const certificate = SSL_get0_peer_certificate(session);
  const long verdict = SSL_get_verify_result(session);
  const int place = place_of_kept();
  auto* const known = static_cast<Kept*>(SSL_get_ex_data(session, place));
  // Up to TLS 1.2 a server may negotiate again and show another certificate.
  if (known && known->host == url.host && known->certificate == certificate && known->verdict == verdict) {
    return known->facts;
  }
  auto fresh = std::make_unique<Kept>();
  fresh->host = url.host;
  fresh->verdict = verdict;
  fresh->facts = read_tls_facts(session, url);
  if (certificate && X509_up_ref(certificate) == 1) fresh->certificate = certificate;
  TlsFacts facts = fresh->facts;
  if (fresh->certificate && SSL_set_ex_data(session, place, fresh.get()) == 1) {
    fresh.release();
    delete known;
  }
  return facts;
}

}  // namespace mcpjury
