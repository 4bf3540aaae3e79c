#include "net/tls_facts.h"

#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <ctime>
#include <memory>

#include "base/escape.h"
#include "net/address_policy.h"
#include "net/tls_read.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxNames = 100;
constexpr std::size_t kMaxNameLength = 256;
constexpr int kMaxChain = 10;

std::string take_bio(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  std::string text(data, static_cast<std::size_t>(std::max(size, 0L)));
  BIO_free(bio);
  return escape_terminal(clip(text, kMaxNameLength));
}

std::string name_text(const X509_NAME* name) {
  BIO* bio = BIO_new(BIO_s_mem());
  X509_NAME_print_ex(bio, name, 0, XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB));
  return take_bio(bio);
}

std::string time_text(const ASN1_TIME* time) {
  std::tm parts{};
  if (!time || !ASN1_TIME_to_tm(time, &parts)) return {};
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return std::string(text, size);
}

std::string string_text(const ASN1_STRING* value) {
  const auto* data = reinterpret_cast<const char*>(ASN1_STRING_get0_data(value));
  const int size = ASN1_STRING_length(value);
  return escape_terminal(
      clip(std::string_view(data, static_cast<std::size_t>(std::max(size, 0))), kMaxNameLength));
}

std::string hex(const unsigned char* bytes, std::size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) {
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::string address_text(const ASN1_OCTET_STRING* value) {
  IpAddress address;
  const int size = ASN1_STRING_length(value);
  if (size != 4 && size != 16) return {};
  address.v6 = size == 16;
  std::copy_n(ASN1_STRING_get0_data(value), size, address.bytes.begin());
  return to_string(address);
}

std::vector<std::string> subject_names(const X509* certificate) {
  std::vector<std::string> names;
  auto* list =
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  const int count = list ? sk_GENERAL_NAME_num(list) : 0;
  for (int i = 0; i < count && names.size() < kMaxNames; ++i) {
    const GENERAL_NAME* name = sk_GENERAL_NAME_value(list, i);
    std::string text;
    if (name->type == GEN_DNS) text = string_text(name->d.dNSName);
    if (name->type == GEN_IPADD) text = address_text(name->d.iPAddress);
    if (!text.empty()) names.push_back(std::move(text));
  }
  GENERAL_NAMES_free(list);
  return names;
}

std::string common_name(const X509* certificate) {
  const X509_NAME* subject = X509_get_subject_name(certificate);
  const int place = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (place < 0) return {};
  return string_text(X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, place)));
}

}  // namespace

CertificateFacts read_certificate(const X509* certificate) {
  CertificateFacts facts;
  facts.subject = name_text(X509_get_subject_name(certificate));
  facts.issuer = name_text(X509_get_issuer_name(certificate));
  const ASN1_INTEGER* serial = X509_get0_serialNumber(certificate);
  facts.serial = hex(ASN1_STRING_get0_data(serial),
                     static_cast<std::size_t>(std::clamp(ASN1_STRING_length(serial), 0, 64)));
  facts.not_before = time_text(X509_get0_notBefore(certificate));
  facts.not_after = time_text(X509_get0_notAfter(certificate));
  if (const EVP_PKEY* key = X509_get0_pubkey(certificate)) {
    const char* type = EVP_PKEY_get0_type_name(key);
    facts.key_type = type ? type : "";
    if (facts.key_type == "ED25519") facts.key_type = "Ed25519";
    if (facts.key_type == "ED448") facts.key_type = "Ed448";
    facts.key_bits = EVP_PKEY_get_bits(key);
  }
  const char* signature = OBJ_nid2ln(X509_get_signature_nid(certificate));
  facts.signature = signature ? signature : "";
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  if (X509_digest(certificate, EVP_sha256(), digest, &size)) facts.sha256 = hex(digest, size);
  return facts;
}

bool certificate_matches(X509* certificate, const Url& url) {
  if (url.is_ipv4 || url.is_ipv6) return X509_check_ip_asc(certificate, url.host.c_str(), 0) == 1;
  constexpr unsigned kFlags = X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT;
  return X509_check_host(certificate, url.host.data(), url.host.size(), kFlags, nullptr) == 1;
}

TlsFacts read_tls_facts(const SSL* session, const Url& url) {
  TlsFacts facts;
  facts.version = SSL_get_version(session);
  const char* cipher = SSL_get_cipher_name(session);
  facts.cipher = cipher ? cipher : "";
  const unsigned char* alpn = nullptr;
  unsigned alpn_size = 0;
  SSL_get0_alpn_selected(session, &alpn, &alpn_size);
  if (alpn) facts.alpn = escape_terminal(std::string_view(reinterpret_cast<const char*>(alpn), alpn_size));
  X509* const certificate = SSL_get0_peer_certificate(session);
  if (!certificate) {
    facts.chain_error = "no certificate";
    return facts;
  }
  const long verdict = SSL_get_verify_result(session);
  facts.chain_valid = verdict == X509_V_OK;
  if (!facts.chain_valid) facts.chain_error = X509_verify_cert_error_string(verdict);
  facts.host_matches = certificate_matches(certificate, url);
  facts.self_signed = X509_self_signed(certificate, 0) == 1;
  facts.common_name = common_name(certificate);
  facts.names = subject_names(certificate);
  facts.not_before = time_text(X509_get0_notBefore(certificate));
  facts.not_after = time_text(X509_get0_notAfter(certificate));
  const STACK_OF(X509)* chain = SSL_get_peer_cert_chain(session);
  const int count = chain ? std::min(sk_X509_num(chain), kMaxChain) : 0;
  for (int i = 0; i < count; ++i) facts.chain.push_back(read_certificate(sk_X509_value(chain, i)));
  return facts;
}

}  // namespace mcpjury
