// Digests and signatures of packages, by OpenSSL. Pure; thread safe; total on any text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/base64.h"

namespace mcpjury {

// Raw bytes of the digest; `name` is "sha512", "sha384", "sha256" or "sha1". Empty for another name.
std::string digest_of(std::string_view name, std::string_view bytes);
std::string hex_of_bytes(std::string_view bytes);

enum class IntegrityState { kMatches, kDiffers, kMissing, kWeak };
// Subresource Integrity as npm writes it: "sha512-… sha1-…"; the strongest algorithm decides. kWeak: only
// SHA-1 was given, and it matches.
IntegrityState check_integrity(std::string_view integrity, std::string_view bytes);

// ECDSA (or RSA, Ed25519) over SHA-256 of the message; `key` is a SubjectPublicKeyInfo in DER. False on
// anything that does not verify.
bool verify_signature(std::string_view key_der, std::string_view message, std::string_view signature);

}  // namespace mcpjury
