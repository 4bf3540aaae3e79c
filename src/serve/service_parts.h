// Everything the handlers share. Owned by the Service; each member is thread safe or constant.
#pragma once

#include <atomic>
#include <string>

#include "scan/live.h"
#include "serve/caller.h"
#include "serve/engine.h"
#include "serve/metrics.h"
#include "serve/origin.h"
#include "serve/page_cache.h"
#include "serve/rate_limit.h"
#include "serve/webhooks.h"
#include "settings/serve_settings.h"

namespace mcpjury {

struct ServiceParts {
  ServiceParts(ServeSettings given, std::uint32_t anonymous)
      : settings(std::move(given)),
        keys(settings.keys, anonymous),
        names(settings.hosts),
        cache(static_cast<std::size_t>(settings.cache_bytes)) {}

  const ServeSettings settings;
  const KeyRing keys;
  const OwnNames names;
  OrderRules rules;
  std::string public_url;  // "http://127.0.0.1:8383", for feeds and badges
  RateLimit requests, scans, forced;
  PageCache cache;
  Metrics metrics;
  std::unique_ptr<Webhooks> webhooks;  // outlives the engine, which tells it
  std::unique_ptr<Engine> engine;
  std::atomic<std::uint64_t> generation = 1;  // grows with every scan that is kept
  std::atomic<bool> stopping = false;
  Httpd* httpd = nullptr;
  std::atomic<bool> up = false;  // everything above is set; before, every request is told to come back
};

}  // namespace mcpjury
