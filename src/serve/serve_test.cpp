#include <gtest/gtest.h>

#include "serve/age.h"
#include "serve/caller.h"
#include "serve/openapi.h"
#include "serve/origin.h"
#include "serve/page_cache.h"
#include "serve/rate_limit.h"
#include "serve/scan_order.h"
#include "serve/url_words.h"
#include "serve/webhooks.h"

namespace mcpjury {
namespace {

TEST(RateLimitTest, fills_evenly_and_forgets_the_oldest) {
  RateLimit limit(2);
  auto now = RateLimit::Clock::time_point{} + std::chrono::hours(1);
  for (int i = 0; i < 60; ++i) EXPECT_EQ(limit.take("a", 60, now), 0);
  EXPECT_EQ(limit.take("a", 60, now), 1);
  EXPECT_EQ(limit.take("a", 60, now + std::chrono::seconds(1)), 0);
  EXPECT_EQ(limit.take("a", 6, now + std::chrono::seconds(1)), 10);
  EXPECT_EQ(limit.take("a", 0, now), 0);
  // Room for two: the third pushes the least lately used out, never the one that is asking.
  EXPECT_EQ(limit.take("b", 1, now), 0);
  EXPECT_EQ(limit.take("c", 1, now), 0);
  EXPECT_NE(limit.take("c", 1, now), 0);
  EXPECT_EQ(address_bucket("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(address_bucket("2001:db8:1:2:3:4:5:6"), address_bucket("2001:db8:1:2::1"));
  EXPECT_NE(address_bucket("2001:db8:1:2::1"), address_bucket("2001:db8:1:3::1"));
}

TEST(ScanAgeTest, is_stale_after_so_many_days) {
  constexpr std::int64_t kNow = 1'794'700'800;  // 2026-11-15T00:00:00Z
  const auto stale = [](std::string_view at, std::int64_t days) { return age_at(at, kNow, days).stale; };
  EXPECT_EQ(age_at("2026-11-14T23:00:00Z", kNow, 30).days, 0);
  EXPECT_EQ(age_at("2026-10-01T00:00:00Z", kNow, 30).days, 45);
  EXPECT_FALSE(stale("2026-10-16T00:00:00Z", 30));
  EXPECT_TRUE(stale("2026-10-15T23:59:59Z", 30));
  EXPECT_FALSE(stale("2020-01-01T00:00:00Z", 0));
  EXPECT_FALSE(stale("2030-01-01T00:00:00Z", 30));
  EXPECT_EQ(age_at("2030-01-01T00:00:00Z", kNow, 30).days, 0);
  for (const std::string_view none : {"", "yesterday", "2026-13-01T00:00:00Z"})
    EXPECT_TRUE(stale(none, 30)) << none;
}

TEST(UrlWordsTest, decodes_strictly) {
  EXPECT_EQ(percent_decoded("a%20b", false), "a b");
  EXPECT_EQ(percent_decoded("a+b", true), "a b");
  EXPECT_EQ(percent_decoded("a+b", false), "a+b");
  for (const std::string_view wrong : {"%", "%2", "%zz", "%00", "%ff", "%c3%28"}) {
    EXPECT_FALSE(percent_decoded(wrong, false)) << wrong;
  }
  EXPECT_FALSE(query_words("a=1&a=2"));
  EXPECT_EQ(query_words("a=1&b&&c=%3D")->size(), 3u);
  EXPECT_EQ(percent_encoded("a b/\xC3\xA4"), "a%20b%2F%C3%A4");
}

TEST(UrlWordsTest, one_spelling_for_a_server) {
  for (const std::string_view key : {"a", "ab", "abc", "https://host.example/mcp?x=\xC3\xA4"}) {
    const std::string opaque = server_key_of(key);
    EXPECT_EQ(opaque.find_first_of("+/="), std::string::npos);
    EXPECT_EQ(target_key_of(opaque), key);
  }
  EXPECT_FALSE(target_key_of("YQ=="));  // padded
  EXPECT_FALSE(target_key_of("YR"));    // bits that no encoder leaves
  EXPECT_FALSE(target_key_of(""));
  EXPECT_FALSE(target_key_of("_w"));  // not UTF-8
}

HttpdRequest request_with(std::vector<std::pair<std::string, std::string>> headers,
                          std::string method = "POST") {
  HttpdRequest request;
  request.method = std::move(method);
  request.headers = std::move(headers);
  return request;
}

TEST(OwnNamesTest, names_that_may_be_rebound_are_refused) {
  const OwnNames names({"Jury.Example"});
  for (const std::string_view host :
       {"jury.example", "jury.example:443", "localhost", "127.0.0.1:80", "[::1]", "[::1]:80"}) {
    EXPECT_TRUE(names.host_ok(host)) << host;
  }
  for (const std::string_view host :
       {"", "evil.example", "127.0.0.1.evil.example", "[::1", "jury.example.evil.example"}) {
    EXPECT_FALSE(names.host_ok(host)) << host;
  }
  EXPECT_TRUE(names.origin_ok(request_with({{"host", "a:1"}, {"origin", "http://a:1"}})));
  EXPECT_FALSE(names.origin_ok(request_with({{"host", "a:1"}, {"origin", "http://a:2"}})));
  EXPECT_FALSE(names.origin_ok(request_with({{"host", "a:1"}, {"origin", "null"}})));
  EXPECT_FALSE(names.origin_ok(request_with({{"sec-fetch-site", "cross-site"}})));
  EXPECT_TRUE(names.origin_ok(request_with({{"sec-fetch-site", "cross-site"}}, "GET")));
}

TEST(ClientAddressTest, only_trusted_proxies_are_believed) {
  HttpdRequest request = request_with({{"x-forwarded-for", "1.1.1.1, 2.2.2.2 , 3.3.3.3"}});
  request.peer = "127.0.0.1";
  EXPECT_EQ(client_address(request, {}), "127.0.0.1");
  EXPECT_EQ(client_address(request, {"127.0.0.1"}), "3.3.3.3");
  EXPECT_EQ(client_address(request, {"127.0.0.1", "3.3.3.3"}), "2.2.2.2");
  request.headers[0].second = "nonsense";
  EXPECT_EQ(client_address(request, {"127.0.0.1"}), "127.0.0.1");
}

TEST(KeyRingTest, knows_keys_by_their_hash) {
  const NewKey made = new_api_key();
  const KeyRing ring({{"ci", made.sha256, {"read", "judge"}, 0}}, kRead);
  EXPECT_EQ(ring.caller("")->scopes, static_cast<std::uint32_t>(kRead));
  EXPECT_EQ(ring.caller("bearer " + made.key)->name, "ci");
  EXPECT_TRUE(ring.caller("Bearer " + made.key)->may(kJudge));
  EXPECT_FALSE(ring.caller("Bearer " + made.key)->may(kScan));
  EXPECT_FALSE(ring.caller("Bearer " + made.sha256));
  EXPECT_FALSE(ring.caller("Basic " + made.key));
  EXPECT_NE(new_api_key().key, made.key);
}

TEST(PageCacheTest, is_bounded_and_forgets_the_oldest) {
  PageCache cache(16 * 40'000);
  for (int i = 0; i < 1'000; ++i) {
    HttpdResponse response;
    response.body = std::make_shared<const std::string>(std::string(8'000, static_cast<char>('a' + i % 26)));
    cache.put(std::to_string(i), make_page(std::move(response)));
  }
  EXPECT_LE(cache.counts().bytes, 16u * 40'000u);
  EXPECT_GT(cache.counts().pages, 16u);
  EXPECT_FALSE(cache.find("0"));
  EXPECT_TRUE(cache.find("999"));
}

TEST(PageCacheTest, answers_in_the_form_that_is_asked_for) {
  HttpdResponse response;
  response.body = std::make_shared<const std::string>(std::string(10'000, 'x'));
  const auto page = make_page(std::move(response));
  EXPECT_EQ(page_answer(*page, request_with({}, "GET")).body->size(), 10'000u);
  EXPECT_LT(page_answer(*page, request_with({{"accept-encoding", "br, GZIP;q=0.5"}}, "GET")).body->size(),
            1'000u);
  EXPECT_EQ(page_answer(*page, request_with({{"accept-encoding", "gzip;q=0"}}, "GET")).body->size(), 10'000u);
  EXPECT_EQ(page_answer(*page, request_with({{"if-none-match", "\"a\", W/" + page->etag}}, "GET")).status,
            304);
  EXPECT_EQ(page_answer(*page, request_with({{"if-none-match", "\"a\""}}, "GET")).status, 200);
}

ApiFault fault_of(std::string_view body, const Caller& caller) {
  auto read = read_scan_order(body, caller, OrderRules{});
  const ApiFault* fault = std::get_if<ApiFault>(&read);
  return fault != nullptr ? *fault : ApiFault{0, "", "", 0};
}

TEST(ScanOrderTest, reads_what_may_be_asked) {
  const Caller anybody{"", kRead | kScan, 0};
  EXPECT_EQ(fault_of(R"({"url":"https://example.com/mcp"})", anybody).status, 0);
  EXPECT_EQ(fault_of(R"({"url":"npm:@scope/name@1.2.3"})", anybody).status, 0);
  EXPECT_EQ(fault_of(R"({"url":"http://127.0.0.1/"})", anybody).code, "refused_target");
  EXPECT_EQ(fault_of(R"({"url":"https://example.com/","deep":"models"})", anybody).status, 401);
  EXPECT_EQ(fault_of(R"({"tools":[],"private":false})", anybody).status, 401);
  EXPECT_EQ(fault_of(R"({"tools":[],"url":"npm:x"})", anybody).status, 400);
  EXPECT_EQ(fault_of("{", anybody).code, "not_json");
}

TEST(ScanOrderTest, secrets_stay_out_of_what_is_kept) {
  const Caller anybody{"", kRead | kScan, 0};
  auto read = read_scan_order(
      R"({"url":"https://example.com/mcp?api_key=topsecret","credentials":{"bearer":"verysecret"}})", anybody,
      OrderRules{});
  const ScanOrder& order = std::get<ScanOrder>(read);
  EXPECT_TRUE(order.row.secret);
  EXPECT_TRUE(order.row.is_private);
  EXPECT_TRUE(order.row.fold.empty());
  EXPECT_EQ(find(order.row.order, "target"), nullptr);
  EXPECT_EQ(order.row.display.find("topsecret"), std::string::npos);
  auto plain = read_scan_order(R"({"url":"https://example.com/mcp"})", anybody, OrderRules{});
  JobRow row = std::get<ScanOrder>(plain).row;
  EXPECT_EQ(order_from_json(row).target, "https://example.com/mcp");
}

ScanRow row_of(std::int64_t id, std::string surface, std::string_view grade) {
  ScanRow row;
  row.id = id;
  row.target_key = "k";
  row.credential = "none";
  row.surface_sha256 = std::move(surface);
  row.marks = JsonObject{{"tooltrust", JsonObject{{"grade", grade}}}};
  return row;
}

TEST(WebhooksTest, only_changes_are_news) {
  EXPECT_TRUE(change_event({row_of(1, "a", "A")}, "").is_null());
  EXPECT_TRUE(change_event({row_of(2, "a", "A"), row_of(1, "a", "A")}, "").is_null());
  EXPECT_FALSE(change_event({row_of(2, "b", "A"), row_of(1, "a", "A")}, "").is_null());
  const Json event = change_event({row_of(2, "a", "F"), row_of(1, "a", "A")}, "http://x");
  EXPECT_EQ(event.at("verdict").at("after").as_string(), "stop");
  ScanRow hidden = row_of(3, "c", "F");
  hidden.credential = "bearer";
  EXPECT_TRUE(change_event({hidden, row_of(2, "b", "A")}, "").is_null());
  EXPECT_EQ(webhook_signature("key", 1, "body"),
            "t=1,v1=91b5374b153842ad05b2c4eab9349b8321b14703165bd3fb8b034dfb8be98ae5");
  EXPECT_NE(webhook_signature("key", 1, "body"), webhook_signature("key", 2, "body"));
}

TEST(OpenApiTest, every_reference_is_there) {
  const JsonObject document = openapi_document();
  const JsonObject& schemas = document.at("components").at("schemas").as_object();
  std::vector<const Json*> todo;
  const Json whole = document;
  todo.push_back(&whole);
  std::size_t seen = 0;
  while (!todo.empty()) {
    const Json* next = todo.back();
    todo.pop_back();
    if (const JsonArray* array = next->if_array()) {
      for (const Json& item : *array) todo.push_back(&item);
    } else if (const JsonObject* object = next->if_object()) {
      const std::string_view ref = find_string(*object, "$ref");
      if (!ref.empty()) {
        ++seen;
        EXPECT_TRUE(schemas.contains(ref.substr(ref.rfind('/') + 1))) << ref;
      }
      for (const auto& member : *object) todo.push_back(&member.value());
    }
  }
  EXPECT_GT(seen, 40u);
}

}  // namespace
}  // namespace mcpjury
