#include <openssl/asn1.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <memory>

#include "base/base64.h"
#include "base/canonical_json.h"
#include "base/escape.h"
#include "observe/package/digests.h"
#include "observe/package/sigstore_bundle.h"

namespace mcpjury {
namespace {

struct Free {
  void operator()(X509* value) const { X509_free(value); }
  void operator()(X509_STORE* value) const { X509_STORE_free(value); }
  void operator()(X509_STORE_CTX* value) const { X509_STORE_CTX_free(value); }
  void operator()(ASN1_OBJECT* value) const { ASN1_OBJECT_free(value); }
  void operator()(ASN1_UTF8STRING* value) const { ASN1_UTF8STRING_free(value); }
};
template <class T>
using Owned = std::unique_ptr<T, Free>;

Owned<X509> certificate_of(std::string_view der) {
  const auto* at = reinterpret_cast<const unsigned char*>(der.data());
  return Owned<X509>(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
}

std::string key_of(X509* certificate) {
  unsigned char* der = nullptr;
  const int size = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &der);
  std::string out = size > 0 ? std::string(reinterpret_cast<char*>(der), static_cast<std::size_t>(size)) : "";
  OPENSSL_free(der);
  return out;
}

// The extensions from number 8 on hold an UTF8String.
std::string extension(X509* certificate, const char* oid) {
  const Owned<ASN1_OBJECT> wanted(OBJ_txt2obj(oid, 1));
  const int at = X509_get_ext_by_OBJ(certificate, wanted.get(), -1);
  if (at < 0) return {};
  const ASN1_OCTET_STRING* value = X509_EXTENSION_get_data(X509_get_ext(certificate, at));
  const unsigned char* begin = ASN1_STRING_get0_data(value);
  const Owned<ASN1_UTF8STRING> text(d2i_ASN1_UTF8STRING(nullptr, &begin, ASN1_STRING_length(value)));
  if (!text) return {};
  return clip({reinterpret_cast<const char*>(ASN1_STRING_get0_data(text.get())),
               static_cast<std::size_t>(ASN1_STRING_length(text.get()))},
              500);
}

// The log signed the entry, and the entry is about this very statement: else its time proves nothing.
bool log_proves(const LogEntry& entry, const SignedStatement& statement, const TrustFiles& trust) {
  const auto body = base64_decode(entry.body);
  const auto id = base64_decode(entry.log_id);
  if (!body || !id || entry.promise.empty()) return false;
  // The body names the payload by its digest, in every kind of entry that a DSSE envelope has.
  if (body->find(hex_of_bytes(digest_of("sha256", statement.payload))) == std::string::npos) return false;
  const std::string signed_text = canonical_json(Json(JsonObject{{"body", entry.body},
                                                                 {"integratedTime", entry.time},
                                                                 {"logID", hex_of_bytes(*id)},
                                                                 {"logIndex", entry.index}}));
  return std::any_of(trust.logs.begin(), trust.logs.end(), [&](const TrustedKey& log) {
    return log.id == entry.log_id && verify_signature(log.der, signed_text, entry.promise);
  });
}

bool chain_holds(X509* leaf, std::int64_t time, const TrustFiles& trust) {
  const Owned<X509_STORE> store(X509_STORE_new());
  const Owned<X509_STORE_CTX> context(X509_STORE_CTX_new());
  for (const std::string& der : trust.authorities) {
    if (const Owned<X509> authority = certificate_of(der)) X509_STORE_add_cert(store.get(), authority.get());
  }
  if (X509_STORE_CTX_init(context.get(), store.get(), leaf, nullptr) != 1) return false;
  X509_VERIFY_PARAM* parameters = X509_STORE_CTX_get0_param(context.get());
  X509_VERIFY_PARAM_set_time(parameters, static_cast<time_t>(time));
  // An intermediate that the operator gave is trusted as such.
  X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN);
  X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
  return X509_verify_cert(context.get()) == 1;
}

StatementCheck by_certificate(const SignedStatement& statement, const TrustFiles& trust,
                              const std::string& message) {
  using State = StatementCheck::State;
  StatementCheck out;
  const Owned<X509> leaf = certificate_of(statement.certificate);
  if (!leaf) return {State::kFailed, "the certificate cannot be read", {}};
  if (!verify_signature(key_of(leaf.get()), message, statement.signature))
    return {State::kFailed, "the signature does not fit the certificate", {}};
  if (!trust.root_given) return {State::kNotChecked, "no trusted root was given", {}};
  const auto proof = std::find_if(statement.log_entries.begin(), statement.log_entries.end(),
                                  [&](const LogEntry& entry) { return log_proves(entry, statement, trust); });
  if (proof == statement.log_entries.end())
    return {State::kNotChecked, "no given log proves when it was signed", {}};
  if (!chain_holds(leaf.get(), proof->time, trust))
    return {State::kFailed, "no given authority issued the certificate, or not for that time", {}};
  out.state = State::kVerified;
  out.signer = {
      extension(leaf.get(), "1.3.6.1.4.1.57264.1.9"), extension(leaf.get(), "1.3.6.1.4.1.57264.1.12"),
      extension(leaf.get(), "1.3.6.1.4.1.57264.1.13"), extension(leaf.get(), "1.3.6.1.4.1.57264.1.11")};
  return out;
}

}  // namespace

StatementCheck check_statement(const SignedStatement& statement, const TrustFiles& trust) {
  using State = StatementCheck::State;
  const std::string message = dsse_encoding(statement.payload_type, statement.payload);
  if (!statement.certificate.empty()) return by_certificate(statement, trust, message);
  if (statement.key_hint.empty()) return {State::kFailed, "nothing names who signed it", {}};
  if (!trust.keys_given) return {State::kNotChecked, "no registry keys were given", {}};
  for (const TrustedKey& key : trust.registry_keys) {
    if (key.id != statement.key_hint) continue;
    if (verify_signature(key.der, message, statement.signature)) return {State::kVerified, {}, {}};
    return {State::kFailed, "the signature does not fit the key", {}};
  }
  return {State::kNotChecked, "the key is not among those given", {}};
}

}  // namespace mcpjury
