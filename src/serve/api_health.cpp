// How the service itself is.
#include "report/report.h"
#include "serve/api_scans.h"
#include "serve/service_parts.h"

namespace mcpjury {

HttpdResponse get_health(ApiCall& call) {
  return data_answer(call, JsonObject{{"status", "ok"}, {"version", program_info().version}});
}

HttpdResponse get_ready(ApiCall& call) {
  const auto asked = call.store->scan(0);
  if (call.service.stopping || !asked) {
    return fault_answer(call, 503, "busy",
                        call.service.stopping ? "the service is stopping" : "the store does not answer");
  }
  return data_answer(call, JsonObject{{"status", "ready"}, {"version", program_info().version}});
}

HttpdResponse get_metrics(ApiCall& call) {
  const ServiceParts& service = call.service;
  std::vector<std::string> names;
  for (const Route& route : routes())
    names.emplace_back(std::string(route.method) + " " + std::string(route.path));
  names.emplace_back("other");
  const EngineCounts scans = service.engine->counts();
  const PageCache::Counts cache = service.cache.counts();
  const HttpdCounts http = service.httpd->counts();
  const auto number = [](auto value) { return static_cast<double>(value); };
  return raw_answer(
      "text/plain; version=0.0.4",
      service.metrics.text(
          names,
          {{"mcpjury_scans_accepted_total", "counter", "Scans accepted.", number(scans.accepted)},
           {"mcpjury_scans_done_total", "counter", "Scans done.", number(scans.done)},
           {"mcpjury_scans_failed_total", "counter", "Scans that failed.", number(scans.failed)},
           {"mcpjury_scans_waiting", "gauge", "Scans that wait.", number(scans.waiting)},
           {"mcpjury_scans_observing", "gauge", "Targets being looked at.", number(scans.observing)},
           {"mcpjury_scans_judging", "gauge", "Scans being judged.", number(scans.judging)},
           {"mcpjury_webhooks_delivered_total", "counter", "Messages to webhooks that were taken.",
            number(service.webhooks->delivered())},
           {"mcpjury_webhooks_dropped_total", "counter", "Messages to webhooks that were given up.",
            number(service.webhooks->dropped())},
           {"mcpjury_http_connections_open", "gauge", "Connections now.", number(http.open)},
           {"mcpjury_http_connections_total", "counter", "Connections accepted.", number(http.accepted)},
           {"mcpjury_http_refused_total", "counter", "Requests and connections refused before a route.",
            number(http.refused)},
           {"mcpjury_page_cache_hits_total", "counter", "Answers from the page cache.", number(cache.hits)},
           {"mcpjury_page_cache_misses_total", "counter", "Pages that had to be made.", number(cache.misses)},
           {"mcpjury_page_cache_bytes", "gauge", "Bytes in the page cache.", number(cache.bytes)}}));
}

}  // namespace mcpjury
