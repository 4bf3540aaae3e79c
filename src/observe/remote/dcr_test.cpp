#include "observe/remote/dcr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using namespace mcpjury::testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kRegister = "POST https://as.example/register";
const std::string kToken = "POST https://as.example/token";
const std::string kRemove = "DELETE https://as.example/register/c1";
const std::string kRegistered =
    R"({"client_id":"c:1","client_secret":"canary secret","registration_access_token":"canary-removal",)"
    R"("registration_client_uri":"https://as.example/register/c1"})";
const std::string kGiven = R"({"access_token":"canary-token","token_type":"Bearer","expires_in":60})";

class DcrTest : public ::testing::Test {
 protected:
  DcrTest() {
    offer.advertised = offer.client_credentials = true;
    offer.issuer = "https://as.example";
    offer.registration_endpoint = "https://as.example/register";
    offer.token_endpoint = "https://as.example/token";
    offer.scope = "tools:read";
    offer.resource = "https://h.example/mcp";
    client.on(kRegister, answer(201, "application/json", kRegistered));
    client.on(kToken, document(kGiven));
    client.on(kRemove, status(204));
  }
  // The whole flow; what was learned is in the members.
  bool flow() {
    bool obtained = false;
    client.run([&] {
      DcrClient dcr(client, policy, offer, endpoint);
      obtained = dcr.obtain();
      token = std::string(dcr.token().reveal());
      secrets = dcr.secrets().size();
      dcr.forget();
      EXPECT_TRUE(dcr.token().empty());
      EXPECT_TRUE(dcr.secrets().empty());
      record = dcr.record();
    });
    const std::string kept = boost::json::serialize(record) + boost::json::serialize(client.log.to_json());
    EXPECT_THAT(kept, Not(HasSubstr("canary")));
    return obtained;
  }
  std::string outcome() const { return std::string(find_string(record, "outcome")); }

  ScriptedClient client;
  AddressPolicy policy;
  RegistrationOffer offer;
  Url endpoint = *parse_url("https://h.example/mcp");
  std::string token;
  std::size_t secrets = 0;
  JsonObject record;
};

TEST_F(DcrTest, WholeFlow) {
  ASSERT_TRUE(flow());
  EXPECT_EQ(token, "canary-token");
  EXPECT_EQ(secrets, 3u);
  EXPECT_THAT(client.keys(), ElementsAre(kRegister, kToken, kRemove));
  EXPECT_EQ(Json(record), json(R"({"advertised":true,"client_credentials":true,"attempted":true,"status":201,
                                   "outcome":"token","deleted":true})"));
  const Sent& asked = client.sent[0];
  EXPECT_EQ(asked.frame, json(R"({"client_name":"mcpjury","grant_types":["client_credentials"],
      "token_endpoint_auth_method":"client_secret_basic","application_type":"native","software_id":"mcpjury",
      "software_version":"1","scope":"tools:read"})"));
  for (const Sent& one : client.sent) {
    EXPECT_FALSE(one.request.follow_redirects);
    EXPECT_TRUE(one.request.carries_secret);
  }
  EXPECT_EQ(client.sent[1].request.body,
            "grant_type=client_credentials&resource=https%3A%2F%2Fh.example%2Fmcp&scope=tools%3Aread");
  // RFC 6749 section 2.3.1: each half is form-encoded first. "c%3A1:canary%20secret"
  EXPECT_EQ(client.sent[1].header("Authorization"), "Basic YyUzQTE6Y2FuYXJ5JTIwc2VjcmV0");
  EXPECT_EQ(client.sent[2].header("Authorization"), "Bearer canary-removal");
}

TEST_F(DcrTest, SecretInTheBody) {
  offer.token_auth_methods = {"private_key_jwt", "client_secret_post"};
  ASSERT_TRUE(flow());
  EXPECT_THAT(client.sent[1].request.body, HasSubstr("&client_id=c%3A1&client_secret=canary%20secret"));
  EXPECT_EQ(client.sent[1].header("Authorization"), "");
}

TEST_F(DcrTest, NotOffered) {
  offer.client_credentials = false;
  EXPECT_FALSE(flow());
  offer.advertised = false;
  EXPECT_FALSE(flow());
  EXPECT_THAT(client.sent, IsEmpty());
  EXPECT_EQ(record.at("attempted"), false);
}

TEST_F(DcrTest, NoMethodInCommon) {
  offer.token_auth_methods = {"private_key_jwt"};
  EXPECT_FALSE(flow());
  EXPECT_THAT(client.sent, IsEmpty());
}

TEST_F(DcrTest, GuardedEndpoints) {
  for (const char* url : {"http://as.example/r", "https://10.0.0.1/r", "https://localhost/r", "javascript:x",
                          "", "https://u:p@as.example/r", "https://as.example:22/r"}) {
    offer.registration_endpoint = url;
    EXPECT_FALSE(flow());
    EXPECT_EQ(outcome(), "registration_endpoint refused by the address guard") << url;
  }
  EXPECT_THAT(client.sent, IsEmpty());
  offer.registration_endpoint = "https://as.example/register";
  offer.token_endpoint = "http://as.example/token";
  EXPECT_FALSE(flow());
  EXPECT_EQ(outcome(), "token_endpoint refused by the address guard");
  EXPECT_THAT(client.keys(), ElementsAre(kRegister, kRemove));
}

TEST_F(DcrTest, RegistrationRefused) {
  for (const Scripted& refusal :
       {status(400), status(302), answer(201, "application/json", "[]"),
        answer(201, "application/json", "{}"), broken(HttpFailure::kTls, "handshake")}) {
    client.sent.clear();
    client.on(kRegister, refusal);
    EXPECT_FALSE(flow());
    EXPECT_FALSE(outcome().empty());
    EXPECT_THAT(client.keys(), ElementsAre(kRegister));
  }
}

TEST_F(DcrTest, RegistrationIsTakenBackWhenTheTokenFails) {
  for (const Scripted& refusal :
       {status(401), status(307), document("canary"),
        document(R"({"access_token":"canary","token_type":"mac"})"), document(R"({"token_type":"bearer"})"),
        document(R"({"access_token":"canary\r\nX: y","token_type":"bearer"})"),
        broken(HttpFailure::kTimeout, "headers")}) {
    client.sent.clear();
    client.on(kToken, refusal);
    EXPECT_FALSE(flow());
    EXPECT_EQ(token, "");
    EXPECT_THAT(client.keys(), ElementsAre(kRegister, kToken, kRemove));
    EXPECT_EQ(record.at("deleted"), true);
  }
}

TEST_F(DcrTest, RegistrationWithoutAClientIdIsTakenBack) {
  client.on(kRegister, document(R"({"registration_access_token":"canary-removal",)"
                                R"("registration_client_uri":"https://as.example/register/c1"})"));
  EXPECT_FALSE(flow());
  EXPECT_THAT(client.keys(), ElementsAre(kRegister, kRemove));
}

TEST_F(DcrTest, RemovalNeverGoesToAnotherOrigin) {
  for (const char* url : {"https://victim.example/things/1", "https://as.example:8443/register/c1",
                          "http://as.example/register/c1", "https://10.0.0.1/x", "x"}) {
    client.sent.clear();
    client.on(kRegister,
              document(R"({"client_id":"c","client_secret":"canary","registration_access_token":"canary",)"
                       R"("registration_client_uri":")" +
                       std::string(url) + "\"}"));
    EXPECT_TRUE(flow());
    EXPECT_THAT(client.keys(), ElementsAre(kRegister, kToken)) << url;
    EXPECT_EQ(record.at("deleted"), false);
  }
}

TEST_F(DcrTest, RemovalThatFails) {
  client.on(kRemove, status(500));
  EXPECT_TRUE(flow());
  EXPECT_EQ(record.at("deleted"), false);
}

// The issuer's own metadata names the token endpoint: another host is what large providers have. The client's
// secret goes there and nowhere else; the token is for the endpoint alone.
TEST_F(DcrTest, TokenEndpointOnAnotherHost) {
  offer.token_endpoint = "https://oauth.example/token";
  client.on("POST https://oauth.example/token", document(kGiven));
  ASSERT_TRUE(flow());
  EXPECT_THAT(client.keys(), ElementsAre(kRegister, "POST https://oauth.example/token", kRemove));
  for (const Sent& one : client.sent) {
    const bool shown = one.request.body.find("canary-token") != std::string::npos ||
                       one.header("Authorization").find("canary-token") != std::string::npos;
    EXPECT_FALSE(shown) << one.key();
  }
}

TEST_F(DcrTest, TokenIsNotSentOverPlainHttp) {
  endpoint = *parse_url("http://h.example/mcp");
  EXPECT_FALSE(flow());
  EXPECT_THAT(client.sent, IsEmpty());
  EXPECT_EQ(outcome(), "a token is not sent over plain http");
}

TEST_F(DcrTest, CredentialOfTheUrlIsNotToldToOthers) {
  endpoint = *parse_url("https://h.example/mcp?token=canary");
  offer.resource.clear();
  EXPECT_FALSE(flow());
  EXPECT_THAT(client.sent, IsEmpty());
}

TEST_F(DcrTest, LiftedHostOverHttp) {
  policy = AddressPolicy({"localhost"});
  endpoint = *parse_url("http://localhost:3000/mcp");
  offer.registration_endpoint = "http://localhost:4000/register";
  offer.token_endpoint = "http://localhost:4000/token";
  client.on("POST http://localhost:4000/register",
            document(R"({"client_id":"c","client_secret":"canary","registration_access_token":"canary",)"
                     R"("registration_client_uri":"http://localhost:4000/register/c"})"));
  client.on("POST http://localhost:4000/token", document(kGiven));
  EXPECT_TRUE(flow());
  EXPECT_THAT(client.keys(), Contains("DELETE http://localhost:4000/register/c"));
}

}  // namespace
}  // namespace mcpjury
