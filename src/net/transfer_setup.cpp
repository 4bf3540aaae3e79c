// Every option of a libcurl handle, in one place: what is not set here is off.
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>

#include "net/transfer.h"

namespace mcpjury {
namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

bool has(const HttpRequest& request, std::string_view name) {
  return std::any_of(request.headers.begin(), request.headers.end(),
                     [&](const HttpHeader& each) { return same_letters(each.name, name); });
}

}  // namespace

void Transfer::set_up_request() {
  const auto add = [this](const std::string& line) {
    header_list_ = curl_slist_append(header_list_, line.c_str());
  };
  for (const auto& each : request_.headers) {
    add(each.value.empty() ? each.name + ";" : each.name + ": " + each.value);
  }
  // Decoding is ours (content_decoder.h), so libcurl is not told of it.
  if (!has(request_, "accept-encoding")) add("Accept-Encoding: gzip, deflate");
  if (!has(request_, "accept")) add("Accept: */*");
  add("Expect:");
  const bool post = request_.method == "POST";
  const bool with_body = post || !request_.body.empty();
  if (with_body && !has(request_, "content-type")) add("Content-Type:");

  curl_easy_setopt(easy_, CURLOPT_URL, request_.url.dial().c_str());
  curl_easy_setopt(easy_, CURLOPT_PATH_AS_IS, 1L);
  if (with_body) {
    curl_easy_setopt(easy_, CURLOPT_POST, 1L);
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, request_.body.data());
  }
  if (request_.method == "HEAD") {
    curl_easy_setopt(easy_, CURLOPT_NOBODY, 1L);
  } else if (!post && request_.method != "GET") {
    curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  }
  curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, header_list_);
  if (!setup_.user_agent.empty()) curl_easy_setopt(easy_, CURLOPT_USERAGENT, setup_.user_agent.c_str());
}

void Transfer::set_up_connection() {
  curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  // An empty proxy and not an absent one: otherwise the environment is asked.
  curl_easy_setopt(easy_, CURLOPT_PROXY, "");
  curl_easy_setopt(easy_, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(easy_, CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  curl_easy_setopt(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(easy_, CURLOPT_HTTP09_ALLOWED, 0L);
  curl_easy_setopt(easy_, CURLOPT_HTTP_TRANSFER_DECODING, 0L);
  curl_easy_setopt(easy_, CURLOPT_SHARE, setup_.share);
  if (setup_.fresh) curl_easy_setopt(easy_, CURLOPT_FRESH_CONNECT, 1L);
  if (setup_.deadline != TimePoint::max()) {
    // libcurl divides this among the addresses it tries; the whole request ends by the fiber's own deadline.
    const auto left = std::chrono::ceil<Milliseconds>(setup_.deadline - Loop::now()).count();
    curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(std::max<std::int64_t>(left, 1)));
  }
  std::string line = request_.url.is_ipv6 ? "[" + request_.url.host + "]" : request_.url.host;
  line += ":" + std::to_string(request_.url.port) + ":";
  for (std::size_t i = 0; i < setup_.vetted.size(); ++i) {
    const std::string address = to_string(setup_.vetted[i]);
    line += (i ? "," : "") + (setup_.vetted[i].v6 ? "[" + address + "]" : address);
  }
  if (!request_.url.is_ipv4 && !request_.url.is_ipv6) {
    resolve_list_ = curl_slist_append(nullptr, line.c_str());
    curl_easy_setopt(easy_, CURLOPT_RESOLVE, resolve_list_);
  }
}

void Transfer::set_up_tls() {
  // libcurl must not judge the chain: it would end the handshake and tell nothing. OpenSSL judges it with our
  // store, and before_request() reads the verdict before anything is sent.
  curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYPEER, 0L);
  curl_easy_setopt(easy_, CURLOPT_SSL_VERIFYHOST, 0L);
  curl_easy_setopt(easy_, CURLOPT_CAINFO, nullptr);
  curl_easy_setopt(easy_, CURLOPT_CAPATH, nullptr);
  // A resumed session shows no chain.
  curl_easy_setopt(easy_, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  if (setup_.offer_old_tls && !request_.carries_secret) {
    curl_easy_setopt(easy_, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_0));
    curl_easy_setopt(easy_, CURLOPT_SSL_CIPHER_LIST, "DEFAULT:@SECLEVEL=0");
  } else {
    curl_easy_setopt(easy_, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  }
  curl_easy_setopt(easy_, CURLOPT_SSL_CTX_FUNCTION, &Transfer::on_tls);
  curl_easy_setopt(easy_, CURLOPT_SSL_CTX_DATA, this);
}

CURLcode Transfer::on_tls(CURL*, void* context, void* self) {
  auto& transfer = *static_cast<Transfer*>(self);
  transfer.tls_begun_ = true;
  auto* const tls = static_cast<SSL_CTX*>(context);
  if (!transfer.setup_.trust) return CURLE_SSL_CACERT_BADFILE;
  SSL_CTX_set1_cert_store(tls, static_cast<X509_STORE*>(const_cast<void*>(transfer.setup_.trust)));
  // The handshake may be weak so that it can be seen; the verdict on keys and signatures stays Debian's.
  X509_VERIFY_PARAM_set_auth_level(SSL_CTX_get0_param(tls), 2);
  if (transfer.setup_.offer_old_tls && !transfer.request_.carries_secret) {
    SSL_CTX_set_options(tls, SSL_OP_LEGACY_SERVER_CONNECT);
  }
  return CURLE_OK;
}

void Transfer::set_up_callbacks() {
  curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_);
  curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &Transfer::on_header);
  curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &Transfer::on_body);
  curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETFUNCTION, &Transfer::on_socket);
  curl_easy_setopt(easy_, CURLOPT_OPENSOCKETDATA, this);
  curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, &Transfer::on_before_request);
  curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
  // Only the debug callback sees bytes beyond the announced length.
  curl_easy_setopt(easy_, CURLOPT_VERBOSE, 1L);
  curl_easy_setopt(easy_, CURLOPT_DEBUGFUNCTION, &Transfer::on_debug);
  curl_easy_setopt(easy_, CURLOPT_DEBUGDATA, this);
}

}  // namespace mcpjury
