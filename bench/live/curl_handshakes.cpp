// How many TLS handshakes a second libcurl alone reaches: one request on a fresh connection each, one shared
// certificate store, many at once on one thread. The peer of our own client in make bench-live.
//
//   curl_handshakes URL COUNT AT_ONCE      prints handshakes a second
#include <curl/curl.h>
#include <openssl/ssl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

X509_STORE* g_store = nullptr;

CURLcode share_store(CURL*, void* context, void*) {
  SSL_CTX_set1_cert_store(static_cast<SSL_CTX*>(context), g_store);
  return CURLE_OK;
}

std::size_t discard(char*, std::size_t size, std::size_t count, void*) { return size * count; }

CURL* make(const char* url) {
  CURL* easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_CAINFO, nullptr);
  curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, share_store);
  curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
  curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, discard);
  return easy;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  g_store = X509_STORE_new();
  X509_STORE_set_default_paths(g_store);
  const int count = std::atoi(argv[2]), at_once = std::atoi(argv[3]);
  CURLM* multi = curl_multi_init();
  int started = 0, done = 0, good = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (; started < count && started < at_once; ++started) curl_multi_add_handle(multi, make(argv[1]));
  while (done < count) {
    int running = 0, left = 0;
    curl_multi_perform(multi, &running);
    while (CURLMsg* message = curl_multi_info_read(multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL* easy = message->easy_handle;
      good += message->data.result == CURLE_OK ? 1 : 0;
      ++done;
      curl_multi_remove_handle(multi, easy);
      curl_easy_cleanup(easy);
      if (started < count) {
        ++started;
        curl_multi_add_handle(multi, make(argv[1]));
      }
    }
    if (done < count) curl_multi_poll(multi, nullptr, 0, 100, nullptr);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%.1f %d\n", good / seconds, good);
  return good == count ? 0 : 1;
}
