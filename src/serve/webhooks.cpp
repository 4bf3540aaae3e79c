#include "serve/webhooks.h"

#include <fmt/format.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdlib>

#include "base/escape.h"
#include "model/mark_word.h"
#include "net/guarded_client.h"
#include "report/report.h"
#include "serve/caller.h"
#include "serve/url_words.h"

namespace mcpjury {

Json change_event(const std::vector<ScanRow>& rows, const std::string& base_url) {
  if (rows.empty() || rows.front().credential != "none" || rows.front().truncated) return nullptr;
  const ScanRow& now = rows.front();
  const auto before = std::find_if(rows.begin() + 1, rows.end(), [](const ScanRow& row) {
    return row.credential == "none" && !row.truncated;
  });
  if (before == rows.end()) return nullptr;
  const bool surface = before->surface_sha256 != now.surface_sha256;
  const std::string_view old_word = word_of_marks(before->marks), word = word_of_marks(now.marks);
  if (!surface && before->marks == now.marks) return nullptr;
  const std::string key = server_key_of(now.target_key);
  return JsonObject{{"event", "server.changed"},
                    {"server", key},
                    {"target", now.display},
                    {"name", now.server_name},
                    {"observed_at", now.observed_at},
                    {"scan_id", std::to_string(now.id)},
                    {"previous_scan_id", std::to_string(before->id)},
                    {"surface_changed", surface},
                    {"catalog_changed", before->catalog_sha256 != now.catalog_sha256},
                    {"verdict", JsonObject{{"before", old_word}, {"after", word}}},
                    {"marks", JsonObject{{"before", before->marks}, {"after", now.marks}}},
                    {"links", JsonObject{{"page", base_url + "/scans/" + std::to_string(now.id)},
                                         {"diff", fmt::format("{}/api/v1/servers/{}/diff?from={}&to={}",
                                                              base_url, key, before->id, now.id)}}}};
}

std::string webhook_signature(std::string_view secret, std::int64_t seconds, std::string_view body) {
  const std::string text = fmt::format("{}.{}", seconds, body);
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(), bytes, &length);
  std::string out = fmt::format("t={},v1=", seconds);
  for (unsigned i = 0; i < length; ++i) out += fmt::format("{:02x}", bytes[i]);
  return out;
}

Result<std::unique_ptr<Webhooks>> Webhooks::start(const std::vector<ServeWebhook>& hooks,
                                                  WebhookOptions options) {
  std::unique_ptr<Webhooks> made(new Webhooks(std::move(options)));
  const AddressPolicy policy(made->options_.allowed_hosts);
  for (const ServeWebhook& hook : hooks) {
    const char* secret = std::getenv(hook.secret_env.c_str());
    if (secret == nullptr || *secret == '\0') {
      return Error{ErrorCode::kUsage, fmt::format("serve.webhooks: the environment variable {} is not set",
                                                  escape_terminal(hook.secret_env))};
    }
    auto url = parse_url(hook.url);
    if (!url) return Error{ErrorCode::kUsage, "serve.webhooks: " + url.error().message};
    if (const auto refused = policy.check(*url)) {
      return Error{ErrorCode::kUsage,
                   fmt::format("serve.webhooks: {} is refused ({}); serve.allowed_hosts lists "
                               "hosts of your own network",
                               escape_terminal(shown_url(*url)), name_of(refused->why))};
    }
    made->hooks_.push_back({hook.url, secret, hook.servers});
  }
  if (!made->hooks_.empty()) made->thread_ = std::thread([raw = made.get()] { raw->run(); });
  return made;
}

Webhooks::~Webhooks() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

namespace {

bool watches(const std::vector<std::string>& servers, std::string_view key) {
  return std::any_of(servers.begin(), servers.end(),
                     [&](const std::string& one) { return one == "*" || one == key; });
}

}  // namespace

bool Webhooks::watched(std::string_view target_key) const {
  return std::any_of(hooks_.begin(), hooks_.end(),
                     [&](const Hook& hook) { return watches(hook.servers, target_key); });
}

void Webhooks::tell(std::string_view target_key, const Json& event) {
  const std::string body = boost::json::serialize(event);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < hooks_.size(); ++i) {
    if (!watches(hooks_[i].servers, target_key)) continue;
    if (messages_.size() >= options_.waiting) {
      ++dropped_;
      continue;
    }
    messages_.push_back({i, body, "d_" + random_hex(12), 0, Clock::now()});
  }
  changed_.notify_one();
}

std::deque<Webhooks::Message>::iterator Webhooks::next_due(Clock::time_point now, Clock::time_point& until) {
  until = Clock::time_point::max();
  std::vector<bool> held(hooks_.size());
  for (auto message = messages_.begin(); message != messages_.end(); ++message) {
    if (held[message->hook]) continue;
    if (message->due <= now) return message;
    held[message->hook] = true;
    until = std::min(until, message->due);
  }
  return messages_.end();
}

// A hook that does not answer holds up its own messages, not those of others.
void Webhooks::run() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    Clock::time_point until;
    const auto next = next_due(Clock::now(), until);
    if (next == messages_.end()) {
      if (until == Clock::time_point::max()) {
        changed_.wait(lock);
      } else {
        changed_.wait_until(lock, until);
      }
      continue;
    }
    Message message = std::move(*next);
    messages_.erase(next);
    lock.unlock();
    const bool taken = deliver(message);
    lock.lock();
    if (taken) {
      ++delivered_;
    } else if (++message.attempts >= options_.attempts) {
      ++dropped_;
    } else {
      message.due = Clock::now() + std::min(options_.pause * (1 << std::min(message.attempts - 1, 10)),
                                            std::chrono::milliseconds(60'000));
      messages_.push_front(std::move(message));
    }
  }
}

bool Webhooks::deliver(const Message& message) {
  const Hook& hook = hooks_[message.hook];
  auto url = parse_url(hook.url);
  if (!url) return false;
  bool taken = false;
  Loop loop;
  loop.spawn([&] {
    const TrustStore trust;
    const auto resolver = make_ares_resolver(loop, options_.resolver);
    RequestLog log;
    GuardedClientOptions guarded;
    guarded.policy = AddressPolicy(options_.allowed_hosts);
    guarded.deadline = Loop::now() + std::chrono::seconds(10);
    guarded.user_agent = fmt::format("mcpjury/{}", program_info().version);
    guarded.offer_old_tls = false;
    GuardedClient client(loop, *resolver, trust, log, std::move(guarded));
    const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    HttpRequest request;
    request.method = "POST";
    request.url = *url;
    request.headers = {{"Content-Type", "application/json"},
                       {"X-Mcpjury-Event", "server.changed"},
                       {"X-Mcpjury-Delivery", message.id},
                       {"X-Mcpjury-Signature", webhook_signature(hook.secret, now, message.body)}};
    request.body = message.body;
    request.label = "webhook";
    // A redirect could carry the message anywhere.
    request.follow_redirects = false;
    request.limits.body_bytes = 64u << 10;
    const HttpResponse answer = client.send(std::move(request));
    taken = answer.failure == HttpFailure::kNone && answer.status >= 200 && answer.status < 300;
  });
  loop.run();
  return taken;
}

}  // namespace mcpjury
