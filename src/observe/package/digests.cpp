#include "observe/package/digests.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <memory>

namespace mcpjury {
namespace {

struct KeyFree {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
struct ContextFree {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

std::string digest_of(std::string_view name, std::string_view bytes) {
  const EVP_MD* kind = name == "sha512"   ? EVP_sha512()
                       : name == "sha384" ? EVP_sha384()
                       : name == "sha256" ? EVP_sha256()
                       : name == "sha1"   ? EVP_sha1()
                                          : nullptr;
  if (kind == nullptr) return {};
  std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), out.data(), &size, kind, nullptr) != 1) return {};
  return {reinterpret_cast<const char*>(out.data()), size};
}

std::string hex_of_bytes(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

IntegrityState check_integrity(std::string_view integrity, std::string_view bytes) {
  for (const std::string_view name : {"sha512", "sha384", "sha256", "sha1"}) {
    bool given = false;
    std::string_view rest = integrity;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      std::string_view one = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!one.starts_with(name) || one.size() <= name.size() || one[name.size()] != '-') continue;
      one.remove_prefix(name.size() + 1);
      one = one.substr(0, one.find('?'));
      given = true;
      const auto expected = base64_decode(one);
      if (expected && *expected == digest_of(name, bytes))
        return name == "sha1" ? IntegrityState::kWeak : IntegrityState::kMatches;
    }
    if (given) return IntegrityState::kDiffers;
  }
  return IntegrityState::kMissing;
}

bool verify_signature(std::string_view key_der, std::string_view message, std::string_view signature) {
  const auto* at = reinterpret_cast<const unsigned char*>(key_der.data());
  const std::unique_ptr<EVP_PKEY, KeyFree> key(d2i_PUBKEY(nullptr, &at, static_cast<long>(key_der.size())));
  const std::unique_ptr<EVP_MD_CTX, ContextFree> context(EVP_MD_CTX_new());
  if (!key || !context) return false;
  const bool ed = EVP_PKEY_base_id(key.get()) == EVP_PKEY_ED25519;
  return EVP_DigestVerifyInit(context.get(), nullptr, ed ? nullptr : EVP_sha256(), nullptr, key.get()) == 1 &&
         EVP_DigestVerify(context.get(), reinterpret_cast<const unsigned char*>(signature.data()),
                          signature.size(), reinterpret_cast<const unsigned char*>(message.data()),
                          message.size()) == 1;
}

}  // namespace mcpjury
