#include "observe/package/sigstore_bundle.h"

#include <charconv>

#include "observe/package/digests.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxStatements = 16;

const JsonObject* object_at(const JsonObject* object, std::string_view key) {
  return object != nullptr ? find_object(*object, key) : nullptr;
}

// npm's bundles write camelCase, PEP 740 snake_case.
const JsonObject* either(const JsonObject* object, std::string_view a, std::string_view b) {
  const JsonObject* found = object_at(object, a);
  return found != nullptr ? found : object_at(object, b);
}

std::string raw(const JsonObject* object, std::string_view key) {
  return object != nullptr ? base64_decode(find_string(*object, key)).value_or("") : std::string();
}

std::int64_t number(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr) return 0;
  if (value->is_int64()) return value->get_int64();
  if (!value->is_string()) return 0;
  std::int64_t out = 0;
  const std::string_view text = view(value->get_string());
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

void read_log_entries(const JsonObject& material, SignedStatement& out) {
  const JsonArray* list = find_array(material, "tlogEntries");
  if (list == nullptr) list = find_array(material, "transparency_entries");
  for (const Json& item : list != nullptr ? *list : JsonArray()) {
    const JsonObject* entry = item.if_object();
    if (entry == nullptr || out.log_entries.size() >= 4) continue;
    LogEntry one;
    const JsonObject* id = find_object(*entry, "logId");
    one.log_id = id != nullptr ? std::string(find_string(*id, "keyId")) : std::string();
    one.body = std::string(find_string(*entry, "canonicalizedBody"));
    one.promise = raw(find_object(*entry, "inclusionPromise"), "signedEntryTimestamp");
    one.time = number(*entry, "integratedTime");
    one.index = number(*entry, "logIndex");
    out.log_entries.push_back(std::move(one));
  }
}

void read_material(const JsonObject& material, SignedStatement& out) {
  if (const JsonObject* key = find_object(material, "publicKey"))
    out.key_hint = std::string(find_string(*key, "hint"));
  if (const JsonObject* certificate = find_object(material, "certificate")) {
    out.certificate = raw(certificate, "rawBytes");
  } else if (const std::string_view text = find_string(material, "certificate"); !text.empty()) {
    out.certificate = base64_decode(text).value_or("");
  } else if (const JsonObject* chain = find_object(material, "x509CertificateChain")) {
    const JsonArray* list = find_array(*chain, "certificates");
    if (list != nullptr && !list->empty()) out.certificate = raw((*list)[0].if_object(), "rawBytes");
  }
  read_log_entries(material, out);
}

void read_bundle(const JsonObject& bundle, std::vector<SignedStatement>& out) {
  if (out.size() >= kMaxStatements) return;
  const JsonObject* envelope = either(&bundle, "dsseEnvelope", "envelope");
  const JsonObject* material = either(&bundle, "verificationMaterial", "verification_material");
  if (envelope == nullptr) return;
  SignedStatement one;
  one.payload_type = std::string(find_string(*envelope, "payloadType"));
  if (one.payload_type.empty()) one.payload_type = "application/vnd.in-toto+json";
  one.payload = raw(envelope, "payload");
  one.signature = raw(envelope, "signature");
  if (one.payload.empty()) one.payload = raw(envelope, "statement");
  const JsonArray* signatures = find_array(*envelope, "signatures");
  if (signatures != nullptr && !signatures->empty()) one.signature = raw((*signatures)[0].if_object(), "sig");
  if (material != nullptr) read_material(*material, one);
  if (!one.payload.empty()) out.push_back(std::move(one));
}

}  // namespace

std::vector<SignedStatement> read_statements(const Json& document) {
  std::vector<SignedStatement> out;
  const JsonObject* object = document.if_object();
  if (object == nullptr) return out;
  const JsonArray* npm = find_array(*object, "attestations");
  for (const Json& entry : npm != nullptr ? *npm : JsonArray()) {
    const JsonObject* bundle = object_at(entry.if_object(), "bundle");
    if (bundle != nullptr) read_bundle(*bundle, out);
  }
  const JsonArray* groups = find_array(*object, "attestation_bundles");
  for (const Json& group : groups != nullptr ? *groups : JsonArray()) {
    const JsonArray* list = group.is_object() ? find_array(group.get_object(), "attestations") : nullptr;
    for (const Json& one : list != nullptr ? *list : JsonArray())
      if (one.is_object()) read_bundle(one.get_object(), out);
  }
  return out;
}

std::string dsse_encoding(std::string_view type, std::string_view payload) {
  std::string out = "DSSEv1 " + std::to_string(type.size()) + " ";
  out += type;
  out += " " + std::to_string(payload.size()) + " ";
  out += payload;
  return out;
}

}  // namespace mcpjury
