// Signatures and attestations are made here with keys of the test, as a registry and sigstore make them.
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <memory>

#include "base/base64.h"
#include "base/canonical_json.h"
#include "observe/package/digests.h"
#include "observe/package/provenance_facts.h"
#include "observe/package/sigstore_bundle.h"

namespace mcpjury {
namespace {

class Key {
 public:
  Key() : key_(EVP_EC_gen("P-256")) {}
  ~Key() { EVP_PKEY_free(key_); }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;
  EVP_PKEY* get() const { return key_; }

  std::string der() const {
    unsigned char* bytes = nullptr;
    const int size = i2d_PUBKEY(key_, &bytes);
    std::string out(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
    OPENSSL_free(bytes);
    return out;
  }
  std::string sign(const std::string& message) const {
    EVP_MD_CTX* context = EVP_MD_CTX_new();
    std::size_t size = 256;
    std::string out(size, '\0');
    EVP_DigestSignInit(context, nullptr, EVP_sha256(), nullptr, key_);
    EVP_DigestSign(context, reinterpret_cast<unsigned char*>(out.data()), &size,
                   reinterpret_cast<const unsigned char*>(message.data()), message.size());
    EVP_MD_CTX_free(context);
    out.resize(size);
    return out;
  }

 private:
  EVP_PKEY* key_;
};

constexpr std::int64_t kTime = 1'790'000'000;

std::string certificate(const Key& subject, const Key& issuer, bool authority, const std::string& signer = {},
                        const std::string& source = {}) {
  X509* made = X509_new();
  X509_set_version(made, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made), authority ? 1 : 2);
  const auto at = [&](ASN1_TIME* time, std::int64_t value) {
    ASN1_TIME_set(time, static_cast<time_t>(value));
  };
  at(X509_getm_notBefore(made), kTime - 60);
  at(X509_getm_notAfter(made), kTime + (authority ? 100'000'000 : 540));
  const auto name = [](X509_NAME* to, const char* text) {
    X509_NAME_add_entry_by_txt(to, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(text), -1, -1,
                               0);
  };
  name(X509_get_subject_name(made), authority ? "authority" : "leaf");
  name(X509_get_issuer_name(made), "authority");
  X509_set_pubkey(made, subject.get());
  X509_EXTENSION* constraint = X509V3_EXT_conf_nid(nullptr, nullptr, NID_basic_constraints,
                                                   authority ? "critical,CA:TRUE" : "CA:FALSE");
  X509_add_ext(made, constraint, -1);
  X509_EXTENSION_free(constraint);
  const auto add = [&](const char* oid, const std::string& text) {
    if (text.empty()) return;
    ASN1_OBJECT* object = OBJ_txt2obj(oid, 1);
    const std::string der = std::string("\x0c") + static_cast<char>(text.size()) + text;
    ASN1_OCTET_STRING* value = ASN1_OCTET_STRING_new();
    ASN1_OCTET_STRING_set(value, reinterpret_cast<const unsigned char*>(der.data()),
                          static_cast<int>(der.size()));
    X509_EXTENSION* extension = X509_EXTENSION_create_by_OBJ(nullptr, object, 0, value);
    X509_add_ext(made, extension, -1);
    X509_EXTENSION_free(extension);
    ASN1_OCTET_STRING_free(value);
    ASN1_OBJECT_free(object);
  };
  add("1.3.6.1.4.1.57264.1.9", signer);
  add("1.3.6.1.4.1.57264.1.12", source);
  X509_sign(made, issuer.get(), EVP_sha256());
  unsigned char* bytes = nullptr;
  const int size = i2d_X509(made, &bytes);
  std::string out(reinterpret_cast<char*>(bytes), static_cast<std::size_t>(size));
  OPENSSL_free(bytes);
  X509_free(made);
  return out;
}

struct Made {
  Key leaf, authority, log;
  std::string signer = "https://code.example/acme/tool/.github/workflows/release.yml@refs/tags/v1";
  std::string source = "https://code.example/acme/tool";
  std::string subject = hex_of_bytes(digest_of("sha512", "the archive"));
  std::string predicate_source = "git+https://code.example/acme/tool@refs/tags/v1";
  std::int64_t log_time = kTime;

  FetchedPackage package() const {
    FetchedPackage out;
    out.name = {Ecosystem::kNpm, "tool", ""};
    out.version = "1.0.0";
    out.integrity = "sha512-" + base64_encode(digest_of("sha512", "the archive"));
    out.archives.push_back({"tool-1.0.0.tgz", "the archive", IntegrityState::kMatches, "", "", false});
    out.has_attestations = out.shows_attestations = out.shows_signatures = true;
    const std::string statement =
        R"({"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"pkg:npm/tool@1.0.0","digest":{"sha512":")" +
        subject +
        R"("}}],"predicateType":"https://slsa.dev/provenance/v1","predicate":{"buildDefinition":{)"
        R"("resolvedDependencies":[{"uri":")" +
        predicate_source +
        R"(","digest":{"gitCommit":"0123456789012345678901234567890123456789"}}]},"runDetails":{"builder":{"id":)"
        R"("https://code.example/actions/runner"}}}})";
    const std::string type = "application/vnd.in-toto+json";
    const std::string body =
        base64_encode(R"({"kind":"dsse","spec":{"payloadHash":{"algorithm":"sha256","value":")" +
                      hex_of_bytes(digest_of("sha256", statement)) + "\"}}}");
    const std::string id = digest_of("sha256", log.der());
    const std::string promised = canonical_json(Json(JsonObject{
        {"body", body}, {"integratedTime", log_time}, {"logID", hex_of_bytes(id)}, {"logIndex", 7}}));
    out.attestations = Json(JsonObject{
        {"attestations",
         JsonArray{JsonObject{
             {"predicateType", "https://slsa.dev/provenance/v1"},
             {"bundle",
              JsonObject{{"dsseEnvelope",
                          JsonObject{{"payload", base64_encode(statement)},
                                     {"payloadType", type},
                                     {"signatures",
                                      JsonArray{JsonObject{{"sig", base64_encode(leaf.sign(
                                                                       dsse_encoding(type, statement)))}}}}}},
                         {"verificationMaterial",
                          JsonObject{{"certificate",
                                      JsonObject{{"rawBytes", base64_encode(certificate(
                                                                  leaf, authority, false, signer, source))}}},
                                     {"tlogEntries", JsonArray{JsonObject{
                                                         {"logIndex", "7"},
                                                         {"logId", JsonObject{{"keyId", base64_encode(id)}}},
                                                         {"integratedTime", std::to_string(log_time)},
                                                         {"inclusionPromise",
                                                          JsonObject{{"signedEntryTimestamp",
                                                                      base64_encode(log.sign(promised))}}},
                                                         {"canonicalizedBody", body}}}}}}}}}}}});
    return out;
  }
  TrustFiles trust() const {
    TrustFiles out;
    out.root_given = true;
    out.authorities = {certificate(authority, authority, true)};
    out.logs = {{base64_encode(digest_of("sha256", log.der())), log.der()}};
    return out;
  }
  std::string state(const TrustFiles& files, int* level = nullptr, std::string* reason = nullptr) const {
    const AttestationFacts facts = attestation_facts(package(), files);
    if (level != nullptr) *level = facts.slsa_level;
    const JsonObject& first = facts.list.at(0).get_object();
    if (reason != nullptr) *reason = std::string(find_string(first, "reason"));
    return std::string(find_string(first, "state"));
  }
};

TEST(Attestations, AreVerifiedWithGivenRootAndLog) {
  Made made;
  int level = -1;
  std::string reason;
  EXPECT_EQ(made.state(made.trust(), &level, &reason), "verified") << reason;
  EXPECT_EQ(level, 2);
  made.signer =
      "https://github.com/slsa-framework/slsa-github-generator/.github/workflows/builder.yml@refs/tags/v2";
  EXPECT_EQ(made.state(made.trust(), &level), "verified");
  EXPECT_EQ(level, 3);
}

TEST(Attestations, WithoutARootNothingIsCalledVerified) {
  Made made;
  int level = -1;
  EXPECT_EQ(made.state({}, &level), "not_checked");
  EXPECT_EQ(level, 1);
  TrustFiles no_log = made.trust();
  no_log.logs.clear();
  EXPECT_EQ(made.state(no_log, &level), "not_checked");
  EXPECT_EQ(level, 1);
}

TEST(Attestations, FailWhenAnythingDoesNotFit) {
  int level = -1;
  Made other_archive;
  other_archive.subject = hex_of_bytes(digest_of("sha512", "another archive"));
  EXPECT_EQ(other_archive.state(other_archive.trust(), &level), "failed");
  EXPECT_EQ(level, 0);
  Made other_source;
  other_source.predicate_source = "git+https://code.example/evil/tool@refs/heads/main";
  EXPECT_EQ(other_source.state(other_source.trust(), &level), "failed");
  Made late;
  late.log_time = kTime + 5'000;  // the certificate was no longer valid
  EXPECT_EQ(late.state(late.trust(), &level), "failed");
  Made made;
  TrustFiles stranger = made.trust();
  stranger.authorities = Made().trust().authorities;
  EXPECT_EQ(made.state(stranger, &level), "failed");
  EXPECT_EQ(level, 0);
  TrustFiles other_log = made.trust();
  other_log.logs[0].der = Key().der();
  EXPECT_EQ(made.state(other_log, &level), "not_checked");
}

TEST(Attestations, HostileDocumentsAreTotal) {
  for (const char* text :
       {"{}", "[]", R"({"attestations":7})", R"({"attestations":[1,{"bundle":{}}]})",
        R"({"attestations":[{"bundle":{"dsseEnvelope":{"payload":"!!!"}}}]})",
        R"({"attestation_bundles":[{"attestations":[{"envelope":{"statement":"e30="}}]}]})"}) {
    FetchedPackage package;
    package.has_attestations = true;
    package.attestations = parse_json(text, "test", {})->value;
    const AttestationFacts facts = attestation_facts(package, {});
    ASSERT_EQ(facts.list.size(), 1u) << text;
    EXPECT_EQ(facts.slsa_level, 0);
  }
}

TEST(Signatures, OfARegistryAreVerifiedWithGivenKeys) {
  Made made;
  Key registry;
  FetchedPackage package = made.package();
  package.signatures = JsonArray{JsonObject{
      {"keyid", "SHA256:test"}, {"sig", base64_encode(registry.sign("tool@1.0.0:" + package.integrity))}}};
  const auto state = [&](const TrustFiles& trust) {
    const JsonArray facts = signature_facts(package, trust);
    return std::string(find_string(facts.at(0).get_object(), "state"));
  };
  EXPECT_EQ(state({}), "not_checked");
  auto keys = read_registry_keys(R"({"keys":[{"keyid":"SHA256:test","key":")" +
                                 base64_encode(registry.der()) + R"(","expires":null}]})");
  ASSERT_TRUE(keys.ok());
  TrustFiles trust;
  trust.keys_given = true;
  trust.registry_keys = *keys;
  EXPECT_EQ(state(trust), "verified");
  trust.registry_keys[0].der = Key().der();
  EXPECT_EQ(state(trust), "failed");
  trust.registry_keys[0].id = "SHA256:other";
  EXPECT_EQ(state(trust), "not_checked");
  package.signatures = {};
  EXPECT_EQ(state(trust), "none");
  EXPECT_FALSE(read_registry_keys("{}").ok());
  EXPECT_FALSE(read_registry_keys("no").ok());
}

TEST(Digests, IntegrityTakesTheStrongest) {
  const std::string right = "sha512-" + base64_encode(digest_of("sha512", "x"));
  const std::string old = "sha1-" + base64_encode(digest_of("sha1", "x"));
  EXPECT_EQ(check_integrity(right, "x"), IntegrityState::kMatches);
  EXPECT_EQ(check_integrity(right, "y"), IntegrityState::kDiffers);
  EXPECT_EQ(check_integrity(old, "x"), IntegrityState::kWeak);
  // A right weak digest does not make a wrong strong one good.
  EXPECT_EQ(check_integrity(old + " sha512-AAAA", "x"), IntegrityState::kDiffers);
  EXPECT_EQ(check_integrity("", "x"), IntegrityState::kMissing);
  EXPECT_EQ(check_integrity("md5-AAAA", "x"), IntegrityState::kMissing);
  EXPECT_EQ(base64_decode("aGk="), "hi");
  EXPECT_FALSE(base64_decode("a"));
  EXPECT_FALSE(base64_decode("a!=="));
}

}  // namespace
}  // namespace mcpjury
