#include "settings/serve_settings.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/one_of.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kScopes = {"read"sv,    "scan"sv,     "judge"sv,  "probe"sv,
                                "publish"sv, "feedback"sv, "metrics"sv};
constexpr std::size_t kMostKeys = 10'000, kMostWebhooks = 1'000;

void read_count(SettingsMap& map, std::string_view key, std::int64_t& value, std::int64_t least,
                std::int64_t most) {
  value = map.number(key, least, most).value_or(value);
}
void read_seconds(SettingsMap& map, std::string_view key, double& value, double most) {
  value = map.seconds(key, 0.01, most).value_or(value);
}

bool is_sha256(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return ascii::is_digit(c) || (c >= 'a' && c <= 'f');
         });
}

ServeKey read_key(SettingsMap map) {
  ServeKey key;
  key.name = map.required_text("name");
  key.sha256 = map.required_text("sha256");
  if (!key.sha256.empty() && !is_sha256(key.sha256)) {
    map.fault("sha256", "not the SHA-256 of a key; mcpjury serve --new-key NAME prints one");
  }
  key.scopes = map.texts("scopes");
  if (key.scopes.empty()) key.scopes = {"read", "scan"};
  for (const std::string& scope : key.scopes) {
    if (!one_of(scope, kScopes)) {
      map.fault("scopes", "known scopes: read, scan, judge, probe, publish, feedback, metrics");
    }
  }
  read_count(map, "scans_per_minute", key.scans_per_minute, 1, 1'000'000);
  map.done();
  return key;
}

ServeWebhook read_webhook(SettingsMap map) {
  ServeWebhook hook;
  hook.url = map.required_text("url");
  hook.secret_env = map.required_text("secret_env");
  hook.servers = map.texts("servers");
  if (hook.servers.empty()) hook.servers = {"*"};
  map.done();
  return hook;
}

JsonArray strings_json(const std::vector<std::string>& texts) {
  JsonArray out;
  for (const std::string& text : texts) out.push_back(Json(text));
  return out;
}

}  // namespace

ServeSettings read_serve_settings(SettingsMap map) {
  ServeSettings out;
  out.listen = map.text("listen").value_or(out.listen);
  out.store = map.text("store").value_or("");
  out.hosts = map.texts("hosts");
  out.public_url = map.text("public_url").value_or("");
  out.trusted_proxies = map.texts("trusted_proxies");
  if (auto tls = map.map("tls")) {
    out.certificate = tls->required_text("certificate");
    out.key = tls->required_text("key");
    tls->done();
  }
  out.anonymous = map.one_of("anonymous", {"none", "read", "scan"}).value_or("");
  out.allowed_hosts = map.texts("allowed_hosts");
  for (std::string& host : out.allowed_hosts) host = ascii::lowered(host);
  out.resolver = map.text("resolver").value_or("");
  out.judges = map.texts("judges");
  out.judge_key_env = map.texts("judge_key_env");
  out.active_probe = map.flag("active_probe").value_or(false);
  read_count(map, "scans_at_once", out.scans_at_once, 1, 1'024);
  read_count(map, "judges_at_once", out.judges_at_once, 1, 256);
  read_count(map, "readers", out.readers, 1, 64);
  read_count(map, "queue", out.queue, 1, 1'000'000);
  read_seconds(map, "scan_seconds", out.scan_seconds, 3'600);
  read_count(map, "cooldown", out.cooldown, 0, 30 * 86'400);
  read_count(map, "force_cooldown", out.force_cooldown, 0, 30 * 86'400);
  read_count(map, "requests_per_minute", out.requests_per_minute, 0, 1'000'000'000);
  read_count(map, "scans_per_minute", out.scans_per_minute, 0, 1'000'000);
  read_count(map, "body_bytes", out.body_bytes, 1'024, 64 << 20);
  read_count(map, "connections", out.connections, 1, 1'000'000);
  read_count(map, "connections_of_address", out.connections_of_address, 1, 1'000'000);
  read_seconds(map, "header_seconds", out.header_seconds, 600);
  read_seconds(map, "body_seconds", out.body_seconds, 600);
  read_seconds(map, "idle_seconds", out.idle_seconds, 3'600);
  read_seconds(map, "write_seconds", out.write_seconds, 600);
  read_seconds(map, "grace_seconds", out.grace_seconds, 600);
  read_count(map, "cache_bytes", out.cache_bytes, 0, std::int64_t{1} << 36);
  read_count(map, "keep_days", out.keep_days, 1, 36'500);
  read_count(map, "stale_days", out.stale_days, 0, 36'500);
  for (const SettingsMap& one : map.maps("keys")) out.keys.push_back(read_key(one));
  for (const SettingsMap& one : map.maps("webhooks")) out.webhooks.push_back(read_webhook(one));
  if (out.keys.size() > kMostKeys) map.fault("keys", "too many");
  if (out.webhooks.size() > kMostWebhooks) map.fault("webhooks", "too many");
  map.done();
  return out;
}

JsonObject serve_settings_json(const ServeSettings& settings) {
  const ServeSettings plain;
  JsonObject out;
  const auto text = [&](std::string_view name, const std::string& value, const std::string& usual) {
    if (value != usual) out[name] = value;
  };
  const auto number = [&](std::string_view name, auto value, auto usual) {
    if (value != usual) out[name] = value;
  };
  const auto texts = [&](std::string_view name, const std::vector<std::string>& value) {
    if (!value.empty()) out[name] = strings_json(value);
  };
  text("listen", settings.listen, plain.listen);
  // A store's address may carry a password.
  if (!settings.store.empty()) out["store"] = settings.store.starts_with("sqlite:") ? settings.store : "set";
  texts("hosts", settings.hosts);
  text("public_url", settings.public_url, "");
  texts("trusted_proxies", settings.trusted_proxies);
  if (!settings.certificate.empty()) {
    out["tls"] = JsonObject{{"certificate", settings.certificate}, {"key", settings.key}};
  }
  text("anonymous", settings.anonymous, "");
  texts("allowed_hosts", settings.allowed_hosts);
  text("resolver", settings.resolver, "");
  texts("judges", settings.judges);
  texts("judge_key_env", settings.judge_key_env);
  number("active_probe", settings.active_probe, plain.active_probe);
  number("scans_at_once", settings.scans_at_once, plain.scans_at_once);
  number("judges_at_once", settings.judges_at_once, plain.judges_at_once);
  number("readers", settings.readers, plain.readers);
  number("queue", settings.queue, plain.queue);
  number("scan_seconds", settings.scan_seconds, plain.scan_seconds);
  number("cooldown", settings.cooldown, plain.cooldown);
  number("force_cooldown", settings.force_cooldown, plain.force_cooldown);
  number("requests_per_minute", settings.requests_per_minute, plain.requests_per_minute);
  number("scans_per_minute", settings.scans_per_minute, plain.scans_per_minute);
  number("body_bytes", settings.body_bytes, plain.body_bytes);
  number("connections", settings.connections, plain.connections);
  number("connections_of_address", settings.connections_of_address, plain.connections_of_address);
  number("header_seconds", settings.header_seconds, plain.header_seconds);
  number("body_seconds", settings.body_seconds, plain.body_seconds);
  number("idle_seconds", settings.idle_seconds, plain.idle_seconds);
  number("write_seconds", settings.write_seconds, plain.write_seconds);
  number("grace_seconds", settings.grace_seconds, plain.grace_seconds);
  number("cache_bytes", settings.cache_bytes, plain.cache_bytes);
  number("keep_days", settings.keep_days, plain.keep_days);
  number("stale_days", settings.stale_days, plain.stale_days);
  JsonArray keys, hooks;
  for (const ServeKey& key : settings.keys) {
    keys.push_back(
        JsonObject{{"name", key.name}, {"sha256", key.sha256}, {"scopes", strings_json(key.scopes)}});
  }
  for (const ServeWebhook& hook : settings.webhooks) {
    hooks.push_back(JsonObject{
        {"url", hook.url}, {"secret_env", hook.secret_env}, {"servers", strings_json(hook.servers)}});
  }
  if (!keys.empty()) out["keys"] = std::move(keys);
  if (!hooks.empty()) out["webhooks"] = std::move(hooks);
  return out;
}

}  // namespace mcpjury
