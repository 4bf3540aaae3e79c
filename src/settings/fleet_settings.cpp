#include "settings/fleet_settings.h"

#include "base/ascii.h"

namespace mcpjury {
namespace {

std::string without_login(const std::string& url) {
  const std::size_t at = url.rfind('@'), scheme = url.find("://");
  if (at == std::string::npos || scheme == std::string::npos || at < scheme) return url;
  return url.substr(0, scheme + 3) + url.substr(at + 1);
}

}  // namespace

FleetSettings read_fleet_settings(SettingsMap map) {
  FleetSettings out;
  out.queue = map.text("queue").value_or("");
  out.store = map.text("store").value_or("");
  for (const std::string& host : map.texts("allowed_hosts"))
    out.allowed_hosts.push_back(ascii::lowered(host));
  out.resolver = map.text("resolver").value_or("");
  out.jobs = map.number("jobs", 1, 1000).value_or(out.jobs);
  out.per_host = map.number("per_host", 1, 2).value_or(out.per_host);
  out.deliveries = map.number("deliveries", 1, 20).value_or(out.deliveries);
  out.timeout_seconds = map.seconds("timeout", 0.1, 3600).value_or(out.timeout_seconds);
  out.lease_seconds = map.seconds("lease", 0.5, 3600).value_or(out.lease_seconds);
  out.retry_seconds = map.seconds("retry", 0.01, 86400).value_or(out.retry_seconds);
  out.registry_rate = map.seconds("registry_rate", 0.01, 1000).value_or(out.registry_rate);
  out.due_least_hours = map.seconds("due_least_hours", 0, 8760).value_or(out.due_least_hours);
  out.due_most_hours = map.seconds("due_most_hours", 0, 8760).value_or(out.due_most_hours);
  if (out.due_most_hours < out.due_least_hours) map.fault("due_most_hours", "less than due_least_hours");
  map.done();
  return out;
}

JsonObject fleet_settings_json(const FleetSettings& settings) {
  const FleetSettings plain;
  JsonObject out;
  if (!settings.queue.empty()) out["queue"] = without_login(settings.queue);
  if (!settings.store.empty()) out["store"] = without_login(settings.store);
  if (!settings.allowed_hosts.empty()) {
    JsonArray hosts;
    for (const std::string& host : settings.allowed_hosts) hosts.push_back(Json(host));
    out["allowed_hosts"] = std::move(hosts);
  }
  if (!settings.resolver.empty()) out["resolver"] = settings.resolver;
  const auto count = [&](std::string_view key, std::int64_t value, std::int64_t usual) {
    if (value != usual) out[key] = value;
  };
  const auto amount = [&](std::string_view key, double value, double usual) {
    if (value != usual) out[key] = value;
  };
  count("jobs", settings.jobs, plain.jobs);
  count("per_host", settings.per_host, plain.per_host);
  count("deliveries", settings.deliveries, plain.deliveries);
  amount("timeout", settings.timeout_seconds, plain.timeout_seconds);
  amount("lease", settings.lease_seconds, plain.lease_seconds);
  amount("retry", settings.retry_seconds, plain.retry_seconds);
  amount("registry_rate", settings.registry_rate, plain.registry_rate);
  amount("due_least_hours", settings.due_least_hours, plain.due_least_hours);
  amount("due_most_hours", settings.due_most_hours, plain.due_most_hours);
  return out;
}

}  // namespace mcpjury
