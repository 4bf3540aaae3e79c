// Section serve: of mcpjury.yaml: what the operator of the service decided. Nothing here can be changed by a
// request. Keys are held as hashes, secrets of webhooks as names of environment variables.
#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "settings/settings_map.h"

namespace mcpjury {

struct ServeKey {
  std::string name;
  std::string sha256;                 // of the key, lower-case hex
  std::vector<std::string> scopes;    // read, scan, judge, probe, publish, feedback, metrics
  std::int64_t scans_per_minute = 0;  // 0: that of rate:
};

struct ServeWebhook {
  std::string url;
  std::string secret_env;            // the environment variable that holds the secret
  std::vector<std::string> servers;  // history keys; "*": every public one
};

struct ServeSettings {
  std::string listen = "127.0.0.1:8383";
  std::string store;                         // as --store; empty: the user's history
  std::vector<std::string> hosts;            // names by which it is reached, besides its own address
  std::string public_url;                    // how the outside reaches it, for feeds and badges
  std::vector<std::string> trusted_proxies;  // whose X-Forwarded-For is believed
  std::string certificate, key;              // PEM files; empty: no TLS
  std::string anonymous;                     // none, read, scan; empty: scan on loopback, else read
  std::vector<std::string> allowed_hosts;    // the address guard is lifted for these
  std::string resolver;                      // "127.0.0.1:5353"
  std::vector<std::string> judges;           // language models, as --judge
  std::vector<std::string> judge_key_env;
  bool active_probe = false;  // may be asked for, with a key of that scope
  std::int64_t scans_at_once = 16, judges_at_once = 0, readers = 4, queue = 1'000;
  double scan_seconds = 90;
  std::int64_t cooldown = 300, force_cooldown = 30;                 // seconds, of one target
  std::int64_t requests_per_minute = 6'000, scans_per_minute = 30;  // of one address or key; 0: no bound
  std::int64_t body_bytes = 4 << 20, connections = 4'096, connections_of_address = 1'024;
  double header_seconds = 10, body_seconds = 30, idle_seconds = 60, write_seconds = 30, grace_seconds = 10;
  std::int64_t cache_bytes = 256 << 20;
  std::int64_t keep_days = 30;   // of finished jobs and private reports
  std::int64_t stale_days = 30;  // older scans are shown as stale; 0: none is
  std::vector<ServeKey> keys;
  std::vector<ServeWebhook> webhooks;
};

ServeSettings read_serve_settings(SettingsMap map);
JsonObject serve_settings_json(const ServeSettings& settings);

}  // namespace mcpjury
