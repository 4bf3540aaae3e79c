#include "observe/remote/transport_look.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "base/utf8.h"
#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string kUrl = "https://h.example/mcp";

class TransportLookTest : public ::testing::Test {
 protected:
  TransportLook look(Scripted script, const std::string& url = kUrl) {
    client.on("GET " + url, std::move(script));
    TransportLook out;
    const Url parsed = *parse_url(url);
    client.run([&] { out = look_at_transport(client, parsed); });
    return out;
  }
  ScriptedClient client;
};

TEST_F(TransportLookTest, OneGetWithoutMcpHeaders) {
  const auto seen = look(answer(405, "application/json", "{}", {{"Allow", "POST"}, {"Server", "nginx"}}));
  ASSERT_EQ(client.sent.size(), 1u);
  EXPECT_TRUE(client.sent[0].request.headers.empty());
  EXPECT_EQ(client.sent[0].request.purpose, Purpose::kTransport);
  EXPECT_TRUE(seen.answered);
  const JsonObject& get = *find_object(seen.transport, "plain_get");
  EXPECT_EQ(get.at("status"), 405);
  EXPECT_EQ(find_string(get, "allow"), "POST");
  EXPECT_EQ(find_string(*find_object(seen.transport, "headers"), "server"), "nginx");
  EXPECT_EQ(find_string(seen.transport, "final_url"), kUrl);
  EXPECT_EQ(find_object(seen.transport, "hsts")->at("present"), false);
  EXPECT_TRUE(seen.tls.empty());
}

TEST_F(TransportLookTest, EndlessBodyIsNotWaitedFor) {
  Scripted stream = answer(200, "Text/Event-Stream; charset=utf-8", ": x\n");
  stream.endless = true;
  const auto seen = look(stream);
  EXPECT_EQ(client.body_reads, 0u);
  EXPECT_EQ(find_object(seen.transport, "plain_get")->at("stream"), true);
}

TEST_F(TransportLookTest, NoAnswer) {
  const auto seen = look(broken(HttpFailure::kConnect, "refused"));
  EXPECT_FALSE(seen.answered);
  EXPECT_EQ(find_string(*find_object(seen.transport, "plain_get"), "error"), "connect: refused");
  EXPECT_FALSE(seen.transport.contains("final_url"));
}

TEST_F(TransportLookTest, CookieValuesAreNeverKept) {
  const auto seen = look(answer(200, "text/html", "",
                                {{"Set-Cookie", "sid=canary1; Path=/; Secure; HttpOnly; SameSite=Lax"},
                                 {"Set-Cookie", "canary2; Path=/"},
                                 {"Set-Cookie", "canary3"},
                                 {"Set-Cookie", "a=canary4 secure httponly samesite=strict"},
                                 {"Set-Cookie", "b = canary5 ;secure;samesite = None ; x"}}));
  const std::string text = boost::json::serialize(seen.transport);
  EXPECT_THAT(text, Not(HasSubstr("canary")));
  EXPECT_EQ(Json(*find_array(seen.transport, "cookies")),
            json(R"([{"name":"sid","secure":true,"http_only":true,"same_site":"lax"},
                     {"name":"","secure":false,"http_only":false},
                     {"name":"","secure":false,"http_only":false},
                     {"name":"a","secure":false,"http_only":false},
                     {"name":"b","secure":true,"http_only":false,"same_site":"none"}])"));
}

TEST_F(TransportLookTest, OddHeadersStayText) {
  const std::string odd("a\xff\x1b[2J\r\0\xC3", 9);
  std::vector<HttpHeader> many(200, {"Set-Cookie", odd + "=" + odd});
  many.push_back({"Server", odd});
  many.push_back({"X-Powered-By", std::string(5000, 'x')});
  many.push_back({"WWW-Authenticate", odd});
  const auto seen = look(answer(200, odd, "", many));
  const std::string text = boost::json::serialize(seen.transport);
  EXPECT_TRUE(is_valid_utf8(text));
  EXPECT_EQ(find_array(seen.transport, "cookies")->size(), 20u);
  EXPECT_LT(find_string(*find_object(seen.transport, "headers"), "x-powered-by").size(), 500u);
}

TEST_F(TransportLookTest, SecretsInHeadersAndFinalUrl) {
  Scripted moved = answer(200, "text/html", "", {{"Server", "x ghp_16C7e42F292c6912E7710c838347Ae178B4a"}});
  moved.final_url = "https://h.example/login?session=1&token=canary";
  const auto seen = look(moved);
  const std::string text = boost::json::serialize(seen.transport);
  EXPECT_THAT(text, Not(HasSubstr("ghp_16")));
  EXPECT_THAT(text, Not(HasSubstr("canary")));
  EXPECT_EQ(seen.transport.at("session_in_url"), true);
}

TEST_F(TransportLookTest, TlsWithoutAnAnswer) {
  Scripted script = broken(HttpFailure::kTls, "handshake");
  script.tls = TlsFacts{};
  script.tls->handshake_error = "wrong version number";
  const auto seen = look(script);
  EXPECT_FALSE(seen.answered);
  EXPECT_EQ(Json(seen.tls), json(R"({"handshake_error":"wrong version number"})"));
}

TEST(TlsJson, Members) {
  TlsFacts facts;
  facts.version = "TLSv1.3";
  facts.chain_valid = true;
  facts.host_matches = true;
  facts.names.assign(500, "*.h.example\xff");
  facts.chain.push_back(
      {"CN=h", "CN=ca", "01", "2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z", "EC", 256, "", ""});
  const JsonObject out = tls_json(facts);
  EXPECT_EQ(find_array(out, "names")->size(), 200u);
  EXPECT_TRUE(is_valid_utf8(boost::json::serialize(out)));
  EXPECT_EQ(out.at("chain_valid"), true);
  EXPECT_FALSE(out.contains("chain_error"));
  const JsonObject& leaf = (*find_array(out, "certificates"))[0].get_object();
  EXPECT_EQ(leaf.at("key_bits"), 256);
  EXPECT_FALSE(leaf.contains("signature"));
}

TEST(HstsJson, Directives) {
  const auto read = [](std::string_view header) { return Json(hsts_json(header)); };
  EXPECT_EQ(read(""), json(R"({"present":false})"));
  EXPECT_EQ(read("max-age=31536000; includeSubDomains; preload"),
            json(R"({"present":true,"raw":"max-age=31536000; includeSubDomains; preload","max_age":31536000,
                     "include_subdomains":true,"preload":true})"));
  const auto age = [](std::string_view header) {
    const JsonObject out = hsts_json(header);
    const Json* value = find(out, "max_age");
    return value == nullptr ? std::int64_t{-1} : value->to_number<std::int64_t>();
  };
  EXPECT_EQ(age("Max-Age = \"300\""), 300);
  EXPECT_EQ(age("max-age=1;max-age=2"), 1);
  EXPECT_EQ(age("max-age=x;max-age=2"), -1);
  EXPECT_EQ(age("max-age=99999999999999999999999"), std::int64_t{1} << 31);
  EXPECT_EQ(age("max-age=1e9"), -1);
  EXPECT_EQ(age("max-age=-1"), -1);
  EXPECT_EQ(age("max-ages=5"), -1);
  EXPECT_EQ(age("max-age"), -1);
}

TEST(DescribeUrl, CredentialsWithoutTheirValues) {
  const JsonObject out = describe_url(*parse_url(
      "https://user:canary1@h.example:8443/mcp/ghp_16C7e42F292c6912E7710c838347Ae178B4a?Token=canary2&a=b"));
  const std::string text = boost::json::serialize(out);
  EXPECT_THAT(text, Not(HasSubstr("canary")));
  EXPECT_THAT(text, Not(HasSubstr("ghp_16")));
  EXPECT_EQ(Json(*find_array(out, "url_credentials")), json(R"(["userinfo","query:token"])"));
  EXPECT_EQ(out.at("port"), 8443);
  EXPECT_EQ(out.at("session_in_url"), false);
}

TEST(DescribeUrl, Addresses) {
  EXPECT_EQ(describe_url(*parse_url("http://[::1]/x")).at("host_is_ip_literal"), true);
  EXPECT_EQ(describe_url(*parse_url("http://1.2.3.4/x")).at("host_is_ip_literal"), true);
  const JsonObject named = describe_url(*parse_url("http://h.example/x?session_id=1"));
  EXPECT_EQ(named.at("host_is_ip_literal"), false);
  EXPECT_EQ(named.at("session_in_url"), true);
  EXPECT_FALSE(named.contains("url_credentials"));
}

}  // namespace
}  // namespace mcpjury
