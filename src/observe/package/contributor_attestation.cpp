#include "observe/package/contributor_attestation.h"

#include <algorithm>
#include <cmath>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/package/digests.h"
#include "observe/package/small_file.h"

namespace mcpjury {
namespace {

// The DER of a PEM public key; empty when it is none.
std::string public_key(std::string_view pem) {
  constexpr std::string_view kBegin = "-----BEGIN PUBLIC KEY-----", kEnd = "-----END PUBLIC KEY-----";
  const std::size_t begin = pem.find(kBegin), end = pem.find(kEnd);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  std::string body(pem.substr(begin + kBegin.size(), end - begin - kBegin.size()));
  std::erase_if(body, [](char c) { return c == '\n' || c == '\r' || c == ' '; });
  return base64_decode(body).value_or("");
}

Error unusable(std::string_view option, const std::string& file, std::string_view why) {
  return Error{ErrorCode::kUsage,
               std::string(option) + " " + escape_terminal(file) + ": " + std::string(why)};
}

}  // namespace

Status add_contributor_attestation(const std::string& file, const std::string& key_file, Evidence& evidence) {
  if (file.empty())
    return key_file.empty() ? Status(Ok{})
                            : Error{ErrorCode::kUsage, "--attestation-key without --attestation"};
  JsonReadOptions reading;
  reading.max_depth = 8;
  const std::string text = read_small_file(file);
  if (text.empty()) return unusable("--attestation", file, "cannot be read, or is empty");
  auto json = parse_json(text, file, reading);
  JsonObject* document = json ? json->value.if_object() : nullptr;
  if (document == nullptr) return unusable("--attestation", file, "not a JSON object");
  const Json* percent = find(*document, "percent");
  const double value = percent != nullptr && percent->is_number() ? percent->to_number<double>() : -1;
  if (!(value >= 0 && value <= 100))
    return unusable("--attestation", file, "no \"percent\" between 0 and 100");
  const std::string signature = base64_decode(find_string(*document, "signature")).value_or("");
  bool verified = false;
  if (!key_file.empty()) {
    const std::string key = public_key(read_small_file(key_file));
    if (key.empty()) return unusable("--attestation-key", key_file, "no public key in PEM");
    document->erase("signature");
    verified = !signature.empty() && verify_signature(key, canonical_json(json->value), signature);
  }
  JsonObject entry{{"percent_tenths", static_cast<std::int64_t>(std::floor(value * 10))},
                   {"source", redact(clip(find_string(*document, "source"), 300))},
                   {"date", clip(find_string(*document, "date"), 40)},
                   {"signature_verified", verified}};
  FacetRecord& provenance = evidence.facet(Facet::kProvenance);
  if (provenance.state != FacetState::kSeen || !provenance.data.is_object())
    provenance = {FacetState::kSeen, "only what the operator attests", JsonObject{}};
  provenance.data.get_object()["contributors_mfa"] = std::move(entry);
  return Ok{};
}

}  // namespace mcpjury
