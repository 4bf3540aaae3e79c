#include "serve/service.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <exception>
#include <thread>

#include "base/ascii.h"
#include "base/escape.h"
#include "serve/api_scans.h"
#include "serve/readers.h"
#include "serve/service_parts.h"

namespace mcpjury {
namespace {

struct ListenPlace {
  std::string address;
  std::uint16_t port = 0;
};

Result<ListenPlace> listen_place(const std::string& text) {
  ListenPlace out;
  const std::size_t colon = text.rfind(':');
  unsigned port = 0;
  const std::string digits = colon == std::string::npos ? "" : text.substr(colon + 1);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size() || port > 65'535) {
    return Error{ErrorCode::kUsage, fmt::format("{}: listen is ADDRESS:PORT", escape_terminal(text))};
  }
  out.port = static_cast<std::uint16_t>(port);
  out.address = text.substr(0, colon);
  if (out.address.starts_with('[') && out.address.ends_with(']'))
    out.address = out.address.substr(1, out.address.size() - 2);
  if (out.address == "localhost") out.address = "127.0.0.1";
  if (!parse_ip(out.address)) {
    return Error{ErrorCode::kUsage, fmt::format("{}: not an address to listen on", escape_terminal(text))};
  }
  return out;
}

bool is_loopback(const std::string& address) {
  const auto ip = parse_ip(address);
  return ip && address_class(*ip) == "loopback";
}

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1'000));
}

HttpdOptions httpd_options(const ServeSettings& settings, const ListenPlace& place) {
  HttpdOptions out;
  out.address = place.address;
  out.port = place.port;
  out.body_bytes = static_cast<std::size_t>(settings.body_bytes);
  out.connections = static_cast<std::size_t>(settings.connections);
  out.connections_of_address = static_cast<std::size_t>(settings.connections_of_address);
  out.header_time = milliseconds(settings.header_seconds);
  out.body_time = milliseconds(settings.body_seconds);
  out.idle_time = milliseconds(settings.idle_seconds);
  out.write_time = milliseconds(settings.write_seconds);
  out.certificate_file = settings.certificate;
  out.key_file = settings.key;
  return out;
}

std::string next_request_id() {
  static const std::string kPrefix = "r_" + random_hex(6);
  static std::atomic<std::uint64_t> number = 0;
  return fmt::format("{}{:08x}", kPrefix, number.fetch_add(1, std::memory_order_relaxed));
}

bool wants_html(const HttpdRequest& request) {
  return request.header("accept").find("text/html") != std::string_view::npos &&
         !request.path.starts_with("/api/");
}

}  // namespace

struct Service::Inside {
  Inside(ServiceOptions given, std::uint32_t anonymous)
      : options(std::move(given)), parts(options.settings, anonymous) {}

  // One request on its way.
  struct Turn {
    std::shared_ptr<HttpdExchange> exchange;
    ApiCall call;
    std::string cache_key;
    std::chrono::steady_clock::time_point begin;
  };

  void handle(std::shared_ptr<HttpdExchange> exchange) {
    const HttpdRequest& request = exchange->request();
    auto turn = std::make_shared<Turn>(
        Turn{std::move(exchange), ApiCall{parts, request}, {}, std::chrono::steady_clock::now()});
    turn->call.request_id = next_request_id();
    if (!parts.up)
      return answer(*turn, fault_answer(turn->call.request_id, {503, "busy", "the service is starting", 1}));
    if (auto fault = admit(turn->call)) return answer(*turn, fault_answer(turn->call.request_id, *fault));
    if (auto known = from_cache(*turn)) return answer(*turn, std::move(*known));
    if (turn->call.route->work == RouteWork::kInline) return answer(*turn, made(*turn));
    const bool taken = readers->give([this, turn](Store& store, JobBook& book) {
      turn->call.store = &store;
      turn->call.book = &book;
      if (turn->call.route->work == RouteWork::kStream) {
        count(*turn, 200);
        return turn->call.route->stream(turn->call, turn->exchange);
      }
      answer(*turn, made(*turn));
    });
    if (!taken)
      answer(*turn, fault_answer(turn->call.request_id, {503, "busy", "too many requests are waiting", 2}));
  }

  // Whether this request may go on at all.
  std::optional<ApiFault> admit(ApiCall& call) {
    const HttpdRequest& request = call.request;
    if (!parts.names.host_ok(request.header("host"))) {
      return ApiFault{421, "bad_host",
                      "this service is not called by this name; the operator lists names in serve.hosts"};
    }
    if (!parts.names.origin_ok(request))
      return ApiFault{403, "bad_origin", "pages of other sites may not ask here"};
    auto caller = parts.keys.caller(request.header("authorization"));
    call.address = client_address(request, parts.settings.trusted_proxies);
    const auto now = RateLimit::Clock::now();
    // Wrong keys count for the address, so that guessing is slow.
    const std::string who =
        caller && !caller->name.empty() ? "key " + caller->name : address_bucket(call.address);
    if (const int wait = parts.requests.take(who, parts.settings.requests_per_minute, now); wait > 0) {
      return ApiFault{429, "rate_limited", "too many requests", wait};
    }
    if (!caller) return ApiFault{401, "unauthorized", "this key is not known"};
    call.caller = std::move(*caller);
    Matched matched = match_route(request.method, request.path);
    if (matched.route == nullptr) {
      if (matched.allow.empty()) return ApiFault{404, "not_found", "there is nothing at this address"};
      return ApiFault{405, "method_not_allowed", "this address takes " + matched.allow};
    }
    if (matched.broken) return ApiFault{400, "bad_request", "the address holds an escape that is none"};
    call.route = matched.route;
    call.values = std::move(matched.values);
    return admit_to_route(call);
  }

  std::optional<ApiFault> admit_to_route(ApiCall& call) {
    const Route& route = *call.route;
    if (!call.caller.may(route.scope)) {
      const bool stranger = call.caller.name.empty();
      return ApiFault{stranger ? 401 : 403, stranger ? "unauthorized" : "forbidden",
                      fmt::format("this needs a key with the scope {}", scope_name(route.scope))};
    }
    auto words = query_words(call.request.query);
    if (!words) return ApiFault{400, "bad_request", "the query cannot be read, or has a parameter twice"};
    call.query = std::move(*words);
    const bool is_page = route.type == "text/html";
    for (const auto& [name, value] : call.query) {
      const bool known = std::find(route.query.begin(), route.query.end(), name) != route.query.end();
      if (!known && !is_page) {
        return ApiFault{400, "bad_request", "unknown parameter " + clip(escape_terminal(name), 60)};
      }
    }
    if (route.method == "POST") {
      const std::string_view type = call.request.header("content-type");
      const std::string_view media = ascii::trimmed(type.substr(0, type.find(';')));
      if (!ascii::equal_ignoring_case(media, "application/json")) {
        return ApiFault{415, "unsupported_type", "Content-Type is application/json"};
      }
    }
    return std::nullopt;
  }

  std::optional<HttpdResponse> from_cache(Turn& turn) {
    const HttpdRequest& request = turn.call.request;
    if (turn.call.route->method != "GET" || !turn.call.route->data.empty()) return std::nullopt;
    turn.cache_key =
        fmt::format("{}{}?{}", turn.call.caller.may(kPublish) ? '+' : '-', request.path, request.query);
    const auto page = parts.cache.find(turn.cache_key);
    if (!page) return std::nullopt;
    const bool for_good = page->until == std::chrono::steady_clock::time_point::max();
    if (!for_good &&
        (page->until < turn.begin || (page->generation != 0 && page->generation != parts.generation)))
      return std::nullopt;
    return page_answer(*page, request);
  }

  HttpdResponse made(Turn& turn) {
    // Asked before the store is: a scan that is kept meanwhile may be missing in the answer.
    const std::uint64_t generation = parts.generation;
    HttpdResponse response;
    try {
      response = turn.call.route->handle(turn.call);
    } catch (const std::exception&) {
      response = fault_answer(turn.call, 500, "internal", "the request could not be answered");
    }
    if (response.status != 200 || turn.call.cache_seconds == 0 || turn.cache_key.empty()) return response;
    auto page = std::const_pointer_cast<CachedPage>(make_page(std::move(response)));
    page->generation = turn.call.cache_outlives_scans ? 0 : generation;
    if (turn.call.cache_seconds > 0) page->until = turn.begin + std::chrono::seconds(turn.call.cache_seconds);
    HttpdResponse first = page_answer(*page, turn.call.request);
    parts.cache.put(turn.cache_key, std::move(page));
    return first;
  }

  void answer(Turn& turn, HttpdResponse response) {
    if (response.status >= 400 && wants_html(turn.call.request) &&
        (turn.call.route == nullptr || turn.call.route->type == "text/html")) {
      bool is_page = false;
      for (const auto& [name, value] : response.headers) is_page = is_page || value.starts_with("text/html");
      if (!is_page) response = html_fault(response);
    }
    add_safety_headers(response, turn.call.request.tls);
    response.headers.emplace_back("X-Request-Id", turn.call.request_id);
    count(turn, response.status);
    turn.exchange->answer(std::move(response));
  }

  void count(const Turn& turn, int status) {
    const std::size_t number = turn.call.route != nullptr
                                   ? static_cast<std::size_t>(turn.call.route - routes().data())
                                   : routes().size();
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - turn.begin).count();
    parts.metrics.count(number, status, seconds);
    if (options.log) {
      options.log(fmt::format("{} {} {} {:.1f} ms {}", turn.call.request_id,
                              turn.call.route != nullptr ? turn.call.route->method : "-",
                              turn.call.route != nullptr ? turn.call.route->path : "-", seconds * 1'000,
                              status));
    }
  }

  void stop() {
    if (parts.stopping.exchange(true)) return;
    const auto grace = milliseconds(parts.settings.grace_seconds);
    // New scans are refused while those that run end; then the last answers go out.
    if (parts.engine) parts.engine->stop(grace);
    if (httpd) httpd->stop(std::min(grace, std::chrono::milliseconds(5'000)));
    if (readers) readers->stop();
  }

  ServiceOptions options;
  ServiceParts parts;
  std::unique_ptr<Readers> readers;
  std::unique_ptr<Httpd> httpd;
};

Service::Service() = default;
Service::~Service() { stop(); }

void Service::stop() {
  if (inside_) inside_->stop();
}

std::string Service::url() const {
  const ServeSettings& settings = inside_->parts.settings;
  const std::string address = settings.listen.substr(0, settings.listen.rfind(':'));
  return fmt::format("{}://{}:{}", settings.certificate.empty() ? "http" : "https", address,
                     inside_->httpd->port());
}

Result<std::unique_ptr<Service>> Service::start(ServiceOptions options) {
  const ServeSettings& settings = options.settings;
  auto place = listen_place(settings.listen);
  if (!place) return place.error();
  const std::uint32_t anonymous = anonymous_scopes(settings.anonymous, is_loopback(place->address));
  std::unique_ptr<Service> service(new Service());
  service->inside_ = std::make_unique<Inside>(std::move(options), anonymous);
  Inside& inside = *service->inside_;
  ServiceParts& parts = inside.parts;
  const char* probe = std::getenv("MCPJURY_ENABLE_ACTIVE_PROBE");
  parts.rules.policy = AddressPolicy(parts.settings.allowed_hosts);
  parts.rules.active_probe =
      parts.settings.active_probe && probe != nullptr && std::string_view(probe) == "1";
  parts.rules.models = !parts.settings.judges.empty();
  parts.rules.scan_seconds = parts.settings.scan_seconds;

  EngineOptions engine;
  engine.store_url = inside.options.store_url;
  engine.live.allowed_hosts = parts.settings.allowed_hosts;
  engine.live.resolver = parts.settings.resolver;
  engine.live.timeout_seconds = parts.settings.scan_seconds;
  engine.scans_at_once = static_cast<std::size_t>(parts.settings.scans_at_once);
  engine.queue = static_cast<std::size_t>(parts.settings.queue);
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  engine.judges_at_once =
      parts.settings.judges_at_once > 0 ? static_cast<std::size_t>(parts.settings.judges_at_once) : cores;
  engine.keep_days = parts.settings.keep_days;
  engine.models.models = parts.settings.judges;
  engine.models.key_env = parts.settings.judge_key_env;
  if (parts.rules.models) {
    // A model that cannot be asked is the operator's mistake, told at start.
    if (auto jury = make_jury(engine.models); !jury) return jury.error();
  }
  auto readers = Readers::start(engine.store_url, static_cast<std::size_t>(parts.settings.readers), 2'000);
  if (!readers) return readers.error();
  inside.readers = std::move(*readers);
  WebhookOptions hooks;
  hooks.allowed_hosts = parts.settings.allowed_hosts;
  hooks.resolver = parts.settings.resolver;
  auto webhooks = Webhooks::start(parts.settings.webhooks, std::move(hooks));
  if (!webhooks) return webhooks.error();
  parts.webhooks = std::move(*webhooks);
  auto httpd = Httpd::start(
      httpd_options(parts.settings, *place),
      [&inside](std::shared_ptr<HttpdExchange> exchange) { inside.handle(std::move(exchange)); },
      [&parts](int status, std::string_view code, std::string_view message) {
        HttpdResponse response = fault_answer(
            next_request_id(), {status, std::string(code), std::string(message), status == 503 ? 5 : 0});
        add_safety_headers(response, !parts.settings.certificate.empty());
        return response;
      });
  if (!httpd) return httpd.error();
  inside.httpd = std::move(*httpd);
  parts.httpd = inside.httpd.get();
  parts.public_url = parts.settings.public_url.empty() ? service->url() : parts.settings.public_url;
  auto started = Engine::start(std::move(engine), [&parts](const KeptScan& scan, Store& store) {
    ++parts.generation;
    if (!parts.webhooks->watched(scan.target_key)) return;
    constexpr std::size_t kLookedBack = 20;  // partial lists and other credentials in between
    if (auto rows = store.history(scan.target_key, kLookedBack); rows) {
      const Json event = change_event(*rows, parts.public_url);
      if (!event.is_null()) parts.webhooks->tell(scan.target_key, event);
    }
  });
  if (!started) return started.error();
  parts.engine = std::move(*started);
  parts.up = true;
  return service;
}

}  // namespace mcpjury
