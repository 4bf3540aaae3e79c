#include "base/sha256.h"

#include <openssl/evp.h>

#include <cstdio>
#include <cstdlib>

namespace mcpjury {
namespace {

// Fetched once: a lookup by name for each call costs more than hashing a short text.
const EVP_MD* sha256_method() {
  static const EVP_MD* const method = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return method;
}

}  // namespace

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  const EVP_MD* method = sha256_method();
  if (method == nullptr || EVP_Digest(bytes.data(), bytes.size(), digest, &size, method, nullptr) != 1) {
    // Without a hash nothing that is stored would be trustworthy, and no caller could go on.
    std::fputs("mcpjury: the crypto library offers no SHA-256\n", stderr);
    std::_Exit(70);
  }
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(std::size_t{size} * 2);
  for (unsigned int i = 0; i < size; ++i) {
    out.push_back(kHex[digest[i] >> 4]);
    out.push_back(kHex[digest[i] & 15u]);
  }
  return out;
}

}  // namespace mcpjury
