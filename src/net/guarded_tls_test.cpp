// TLS as it is seen: chains that hold and chains that do not, names, dates, and secrets that stay at home.
#include <gmock/gmock.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <filesystem>
#include <mutex>

#include "net/client_fixture.h"

namespace mcpjury {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

// A certificate that signs itself, for "localhost" and 127.0.0.1 or another name.
struct TestCertificate {
  EVP_PKEY* key = EVP_EC_gen("P-256");
  X509* certificate = X509_new();
  SSL_CTX* context = SSL_CTX_new(TLS_server_method());

  TestCertificate(const char* names, long from, long until) {
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 4711);
    X509_gmtime_adj(X509_getm_notBefore(certificate), from);
    X509_gmtime_adj(X509_getm_notAfter(certificate), until);
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("test server"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    X509_sign(certificate, key, EVP_sha256());
    SSL_CTX_use_certificate(context, certificate);
    SSL_CTX_use_PrivateKey(context, key);
  }
  ~TestCertificate() {
    SSL_CTX_free(context);
    X509_free(certificate);
    EVP_PKEY_free(key);
  }
  TestCertificate(const TestCertificate&) = delete;
  TestCertificate& operator=(const TestCertificate&) = delete;

  std::string write_pem() const {
    const auto path =
        std::filesystem::temp_directory_path() / ("mcpjury_tls_test_" + std::to_string(::getpid()) + ".pem");
    FILE* file = std::fopen(path.c_str(), "w");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    return path;
  }
};

constexpr long kDay = 86'400;

class GuardedTlsTest : public ClientTest {
 protected:
  HttpResponse fetch_tls(const TestCertificate& certificate, bool secret = false, bool trusted = false) {
    ScriptedServer server(
        [this](Connection& connection) {
          for (std::string request = connection.request(); !request.empty(); request = connection.request()) {
            {
              const std::scoped_lock lock(mutex);
              asked.push_back(request);
            }
            connection.answer("secure");
          }
        },
        certificate.context);
    const std::string pem = certificate.write_pem();
    const TrustStore own({pem});
    if (trusted) trust = &own;
    auto request = get(server.url());
    request.carries_secret = secret;
    if (secret) request.headers = {{"Authorization", "Bearer canary"}};
    auto response = fetch(std::move(request));
    trust = nullptr;
    std::filesystem::remove(pem);
    return response;
  }
  std::mutex mutex;
  std::vector<std::string> asked;
};

TEST_F(GuardedTlsTest, ASelfSignedServerIsSeenAndNotTrusted) {
  const TestCertificate certificate("DNS:localhost,DNS:*.example.org,IP:127.0.0.1", -kDay, kDay);
  const auto response = fetch_tls(certificate);
  EXPECT_EQ(response.failure, HttpFailure::kNone) << response.failure_detail;
  EXPECT_EQ(response.body, "secure");
  ASSERT_TRUE(response.tls);
  const TlsFacts& facts = *response.tls;
  EXPECT_EQ(facts.version, "TLSv1.3");
  EXPECT_FALSE(facts.cipher.empty());
  EXPECT_FALSE(facts.chain_valid);
  EXPECT_EQ(facts.chain_error, "self-signed certificate");
  EXPECT_TRUE(facts.self_signed);
  EXPECT_TRUE(facts.host_matches);
  EXPECT_EQ(facts.common_name, "test server");
  EXPECT_THAT(facts.names, Contains("localhost"));
  EXPECT_THAT(facts.names, Contains("127.0.0.1"));
  EXPECT_THAT(facts.not_after, MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  ASSERT_EQ(facts.chain.size(), 1u);
  EXPECT_EQ(facts.chain[0].subject, "CN=test server");
  EXPECT_EQ(facts.chain[0].serial, "1267");
  EXPECT_EQ(facts.chain[0].key_type, "EC");
  EXPECT_EQ(facts.chain[0].key_bits, 256);
  EXPECT_EQ(facts.chain[0].signature, "ecdsa-with-SHA256");
  EXPECT_EQ(facts.chain[0].sha256.size(), 64u);
}

TEST_F(GuardedTlsTest, AChainThatHolds) {
  const TestCertificate certificate("IP:127.0.0.1", -kDay, kDay);
  const auto response = fetch_tls(certificate, true, true);
  EXPECT_EQ(response.failure, HttpFailure::kNone) << response.failure_detail;
  EXPECT_TRUE(response.tls && response.tls->chain_valid && response.tls->host_matches);
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_THAT(asked[0], HasSubstr("Bearer canary"));
}

TEST_F(GuardedTlsTest, NoSecretOverAnUntrustedChain) {
  const TestCertificate certificate("IP:127.0.0.1", -kDay, kDay);
  const auto response = fetch_tls(certificate, true, false);
  EXPECT_EQ(response.failure, HttpFailure::kTls);
  EXPECT_THAT(response.failure_detail, HasSubstr("self-signed certificate"));
  EXPECT_TRUE(response.tls);
  EXPECT_TRUE(asked.empty());
}

TEST_F(GuardedTlsTest, NoSecretToAnotherName) {
  const TestCertificate certificate("DNS:other.example.org", -kDay, kDay);
  const auto response = fetch_tls(certificate, true, true);
  EXPECT_EQ(response.failure, HttpFailure::kTls);
  EXPECT_TRUE(response.tls && response.tls->chain_valid && !response.tls->host_matches);
  EXPECT_TRUE(asked.empty());
}

TEST_F(GuardedTlsTest, Expired) {
  const TestCertificate certificate("IP:127.0.0.1", -3 * kDay, -kDay);
  const auto response = fetch_tls(certificate, false, true);
  EXPECT_EQ(response.body, "secure");
  ASSERT_TRUE(response.tls);
  EXPECT_FALSE(response.tls->chain_valid);
  EXPECT_EQ(response.tls->chain_error, "certificate has expired");
}

TEST_F(GuardedTlsTest, OldVersionsAreSeenWithoutASecretOnly) {
  const TestCertificate certificate("IP:127.0.0.1", -kDay, kDay);
  SSL_CTX_set_security_level(certificate.context, 0);
  SSL_CTX_set_min_proto_version(certificate.context, TLS1_VERSION);
  SSL_CTX_set_max_proto_version(certificate.context, TLS1_1_VERSION);
  SSL_CTX_set_cipher_list(certificate.context, "DEFAULT:@SECLEVEL=0");
  const auto seen = fetch_tls(certificate, false, true);
  ASSERT_TRUE(seen.tls) << seen.failure_detail;
  EXPECT_EQ(seen.tls->version, "TLSv1.1");
  const auto kept = fetch_tls(certificate, true, true);
  EXPECT_EQ(kept.failure, HttpFailure::kTls);
  ASSERT_TRUE(kept.tls);
  EXPECT_FALSE(kept.tls->handshake_error.empty());
}

TEST_F(GuardedTlsTest, PlainHttpOnATlsPort) {
  ScriptedServer server([](Connection& connection) { connection.say("HTTP/1.1 400 Bad Request\r\n\r\n"); });
  const auto response = fetch(get("https://127.0.0.1:" + std::to_string(server.port()) + "/"));
  EXPECT_EQ(response.failure, HttpFailure::kTls);
  ASSERT_TRUE(response.tls);
  EXPECT_THAT(response.tls->handshake_error, HasSubstr("wrong version number"));
}

TEST_F(GuardedTlsTest, ReuseShowsTheSameFacts) {
  const TestCertificate certificate("IP:127.0.0.1", -kDay, kDay);
  ScriptedServer server(
      [](Connection& connection) {
        while (!connection.request().empty()) connection.answer("x");
      },
      certificate.context);
  with_client([&](GuardedClient& client) {
    const auto first = client.send(get(server.url())).tls;
    const auto second = client.send(get(server.url())).tls;
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->chain.size(), 1u);
    ASSERT_EQ(second->chain.size(), 1u);
    EXPECT_EQ(second->chain[0].sha256, first->chain[0].sha256);
    EXPECT_EQ(second->chain_error, first->chain_error);
    EXPECT_TRUE(second->host_matches);
    EXPECT_EQ(server.connections(), 1);
    auto secret = get(server.url());
    secret.carries_secret = true;
    EXPECT_EQ(client.send(std::move(secret)).failure, HttpFailure::kTls);
  });
}

TEST_F(GuardedTlsTest, ARedirectToHttpIsNotFollowedWithACredential) {
  const TestCertificate certificate("IP:127.0.0.1", -kDay, kDay);
  const std::string pem = certificate.write_pem();
  const TrustStore own({pem});
  trust = &own;
  ScriptedServer plain([](Connection& connection) {
    while (!connection.request().empty()) connection.answer("plain");
  });
  const std::string moved = "HTTP/1.1 307 Moved\r\nLocation: " + plain.url("/next") + "\r\n";
  ScriptedServer server(
      [&](Connection& connection) {
        while (!connection.request().empty()) connection.answer("", moved);
      },
      certificate.context);
  auto request = get(server.url("/a"));
  request.headers = {{"Authorization", "Bearer canary"}};
  request.carries_secret = true;
  const auto refused = fetch(request);
  EXPECT_EQ(refused.status, 307);
  EXPECT_EQ(refused.failure, HttpFailure::kRefused);
  EXPECT_EQ(refused.refusal, Refusal::kDowngrade);
  ASSERT_EQ(refused.hops.size(), 1u);
  EXPECT_FALSE(refused.hops[0].followed);
  EXPECT_EQ(plain.connections(), 0);
  EXPECT_EQ(fetch(get(server.url("/a"))).body, "plain");
  trust = nullptr;
  std::filesystem::remove(pem);
}

}  // namespace
}  // namespace mcpjury
