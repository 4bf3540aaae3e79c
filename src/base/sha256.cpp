#define OPENSSL_SUPPRESS_DEPRECATED  // the low-level calls: the others load providers and a configuration
                                     // file
#include "base/sha256.h"

#include <openssl/sha.h>

namespace mcpjury {

std::string sha256_hex(std::string_view bytes) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(digest, &context);
  static constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  out.reserve(2 * sizeof digest);
  for (const unsigned char byte : digest) {
    out.push_back(kHex[byte >> 4]);
    out.push_back(kHex[byte & 15u]);
  }
  return out;
}

}  // namespace mcpjury
