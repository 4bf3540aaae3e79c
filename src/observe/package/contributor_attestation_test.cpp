#include "observe/package/contributor_attestation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace mcpjury {
namespace {

class Attestation : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "attest-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  // Evidence after the file was read; fails the test when it could not be.
  const JsonObject* read(const std::string& text, const std::string& key = {}) {
    evidence_ = {};
    const Status done = add_contributor_attestation(write("a.json", text), key, evidence_);
    EXPECT_TRUE(done) << done.error().message;
    return find_object(evidence_.facet(Facet::kProvenance).data.get_object(), "contributors_mfa");
  }
  std::filesystem::path folder_;
  Evidence evidence_;
};

// Made once with openssl: Ed25519, signature over {"date":"2026-11-01","percent":87.5,"source":"audit"}.
constexpr const char* kKey =
    "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAx8cjb02yg4QhswmP2+m+uaPBErz1KIa1q9XMH2VZCrI=\n-----END "
    "PUBLIC KEY-----\n";
constexpr const char* kSignature =
    "pIfet+s/vAG5J8DLAeYhE3/TNJRZcac8cQg9mrsfZxw/e0+tNx43J99W0SbsSUzkp8c0w3lNPdc/ypNtV6/OBg==";

std::string signed_text(const std::string& percent) {
  return "{\"source\": \"audit\", \"date\": \"2026-11-01\", \"percent\": " + percent + ", \"signature\": \"" +
         kSignature + "\"}";
}

TEST_F(Attestation, CountsOnlyWithASignatureThatHolds) {
  const std::string key = write("key.pem", kKey);
  const JsonObject* good = read(signed_text("87.5"), key);
  ASSERT_NE(good, nullptr);
  EXPECT_EQ(good->at("percent_tenths"), 875);
  EXPECT_EQ(good->at("signature_verified"), true);
  EXPECT_EQ(read(signed_text("100"), key)->at("signature_verified"), false);
  EXPECT_EQ(read(signed_text("87.5"))->at("signature_verified"), false);
  EXPECT_EQ(read(R"({"percent": 50})", key)->at("signature_verified"), false);
}

TEST_F(Attestation, BadFilesAreErrors) {
  Evidence evidence;
  for (const char* text :
       {"", "[]", "{}", R"({"percent": 101})", R"({"percent": "50"})", R"({"percent": -1})"})
    EXPECT_FALSE(add_contributor_attestation(write("bad.json", text), "", evidence)) << text;
  EXPECT_FALSE(add_contributor_attestation((folder_ / "none").string(), "", evidence));
  EXPECT_FALSE(add_contributor_attestation("", write("key.pem", kKey), evidence));
  EXPECT_FALSE(
      add_contributor_attestation(write("a.json", signed_text("1")), write("no.pem", "x"), evidence));
  EXPECT_TRUE(add_contributor_attestation("", "", evidence));
  EXPECT_FALSE(evidence.seen(Facet::kProvenance));
}

}  // namespace
}  // namespace mcpjury
