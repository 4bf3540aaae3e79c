#include "observe/package/trust_files.h"

#include "base/escape.h"
#include "base/json.h"
#include "observe/package/digests.h"
#include "observe/package/small_file.h"

namespace mcpjury {
namespace {

constexpr std::string_view kBegin = "-----BEGIN CERTIFICATE-----", kEnd = "-----END CERTIFICATE-----";

Result<ParsedJson> parsed(std::string_view text, std::string_view name) {
  JsonReadOptions reading;
  reading.max_depth = 32;
  return parse_json(text, name, reading);
}

std::string bytes_of(const JsonObject& object, std::string_view key) {
  return base64_decode(find_string(object, key)).value_or("");
}

void read_pem(std::string_view text, TrustFiles& trust) {
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at + 1)) {
    const std::size_t end = text.find(kEnd, at);
    if (end == std::string_view::npos) return;
    std::string body;
    for (const char c : text.substr(at + kBegin.size(), end - at - kBegin.size()))
      if (c != '\n' && c != '\r' && c != ' ') body += c;
    if (auto der = base64_decode(body)) trust.authorities.push_back(std::move(*der));
  }
}

}  // namespace

Result<std::vector<TrustedKey>> read_registry_keys(std::string_view text) {
  auto json = parsed(text, "--registry-keys");
  if (!json) return json.error();
  const JsonObject* document = json->value.if_object();
  const JsonArray* list = document != nullptr ? find_array(*document, "keys") : nullptr;
  if (list == nullptr) return Error{ErrorCode::kUsage, "--registry-keys: no list of keys in the file"};
  std::vector<TrustedKey> out;
  for (const Json& entry : *list) {
    const JsonObject* key = entry.if_object();
    if (key == nullptr) continue;
    TrustedKey one{std::string(find_string(*key, "keyid")), bytes_of(*key, "key")};
    if (!one.id.empty() && !one.der.empty()) out.push_back(std::move(one));
  }
  if (out.empty()) return Error{ErrorCode::kUsage, "--registry-keys: no key in the file can be read"};
  return out;
}

Status read_trusted_root(std::string_view text, TrustFiles& trust) {
  if (text.find(kBegin) != std::string_view::npos) {
    read_pem(text, trust);
  } else {
    auto json = parsed(text, "--trusted-root");
    if (!json) return json.error();
    const JsonObject none;
    const JsonObject& document = json->value.is_object() ? json->value.get_object() : none;
    const JsonArray* authorities = find_array(document, "certificateAuthorities");
    for (const Json& entry : authorities != nullptr ? *authorities : JsonArray()) {
      const JsonObject* authority = entry.if_object();
      const JsonObject* chain = authority != nullptr ? find_object(*authority, "certChain") : nullptr;
      const JsonArray* certificates = chain != nullptr ? find_array(*chain, "certificates") : nullptr;
      for (const Json& one : certificates != nullptr ? *certificates : JsonArray()) {
        if (!one.is_object()) continue;
        if (std::string der = bytes_of(one.get_object(), "rawBytes"); !der.empty())
          trust.authorities.push_back(std::move(der));
      }
    }
    const JsonArray* logs = find_array(document, "tlogs");
    for (const Json& entry : logs != nullptr ? *logs : JsonArray()) {
      const JsonObject* log = entry.if_object();
      const JsonObject* key = log != nullptr ? find_object(*log, "publicKey") : nullptr;
      const JsonObject* id = log != nullptr ? find_object(*log, "logId") : nullptr;
      if (key == nullptr || id == nullptr) continue;
      trust.logs.push_back({std::string(find_string(*id, "keyId")), bytes_of(*key, "rawBytes")});
    }
  }
  if (trust.authorities.empty())
    return Error{ErrorCode::kUsage, "--trusted-root: no certificate in the file can be read"};
  trust.root_given = true;
  return Ok{};
}

Result<TrustFiles> load_trust_files(const std::string& keys_file, const std::string& root_file) {
  TrustFiles out;
  if (!keys_file.empty()) {
    auto keys = read_registry_keys(read_small_file(keys_file));
    if (!keys) return keys.error();
    out.registry_keys = std::move(*keys);
    out.keys_given = true;
  }
  if (!root_file.empty()) {
    if (Status read = read_trusted_root(read_small_file(root_file), out); !read) return read.error();
  }
  return out;
}

}  // namespace mcpjury
