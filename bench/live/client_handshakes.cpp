// How many TLS handshakes a second our guarded client reaches: one GET on a client of its own each, as the
// scans have it, many at once on one loop. The counterpart of curl_handshakes.
//
//   client_handshakes URL COUNT AT_ONCE      prints handshakes a second
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "net/guarded_client.h"
#include "net/resolver.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const auto url = mcpjury::parse_url(argv[1]);
  if (!url) return 2;
  const int count = std::atoi(argv[2]), at_once = std::atoi(argv[3]);
  int started = 0, good = 0;
  const auto begin = std::chrono::steady_clock::now();
  mcpjury::Loop loop;
  const mcpjury::TrustStore trust;
  const auto resolver = mcpjury::make_ares_resolver(loop);
  for (int job = 0; job < at_once; ++job) {
    loop.spawn([&] {
      while (started < count) {
        ++started;
        mcpjury::RequestLog log;
        mcpjury::GuardedClientOptions options;
        options.policy = mcpjury::AddressPolicy({url->host});
        mcpjury::GuardedClient client(loop, *resolver, trust, log, std::move(options));
        mcpjury::HttpRequest request;
        request.url = *url;
        const mcpjury::HttpResponse response = client.send(std::move(request));
        good += response.status != 0 && response.tls ? 1 : 0;
      }
    });
  }
  loop.run();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%.1f %d\n", good / seconds, good);
  return good == count ? 0 : 1;
}
