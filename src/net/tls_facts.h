// What a TLS connection showed: version, chain verdict, names and dates. Values, no library types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mcpjury {

struct CertificateFacts {
  std::string subject, issuer, serial;
  std::string not_before, not_after;  // RFC 3339, UTC
  std::string key_type;               // "RSA", "EC", "Ed25519" …
  int key_bits = 0;
  std::string signature;  // "ecdsa-with-SHA256" …
  std::string sha256;
};

struct TlsFacts {
  std::string version;  // "TLSv1.3"
  std::string cipher, alpn;
  bool chain_valid = false;
  std::string chain_error;  // OpenSSL's name: "self-signed certificate", "certificate has expired" …
  bool host_matches = false;
  bool self_signed = false;
  std::string common_name;
  std::vector<std::string> names;  // DNS and IP subject alternative names
  std::string not_before, not_after;
  std::vector<CertificateFacts> chain;  // as presented, at most 10
  std::string handshake_error;          // set when no session came about
};

}  // namespace mcpjury
