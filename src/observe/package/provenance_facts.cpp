#include "observe/package/provenance_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/package/sigstore_bundle.h"

namespace mcpjury {
namespace {

using State = StatementCheck::State;

std::string_view word(State state) {
  return state == State::kVerified ? "verified" : state == State::kFailed ? "failed" : "not_checked";
}

// Builders that keep the build apart from what the project can write: the condition of level 3.
bool is_isolated_builder(std::string_view signer) {
  return signer.starts_with("https://github.com/slsa-framework/slsa-github-generator/.github/workflows/") ||
         signer.starts_with("https://cloudbuild.googleapis.com/GoogleHostedWorker");
}

std::string text(const JsonObject* object, std::string_view key) {
  return object != nullptr ? redact(clip(find_string(*object, key), 300)) : std::string();
}

struct Predicate {
  std::string type, builder, source, commit;
};

const JsonObject* first_of(const JsonArray* list) {
  return list != nullptr && !list->empty() ? (*list)[0].if_object() : nullptr;
}

Predicate predicate_of(const JsonObject& statement) {
  Predicate out;
  out.type = redact(clip(find_string(statement, "predicateType"), 200));
  const JsonObject* predicate = find_object(statement, "predicate");
  if (predicate == nullptr) return out;
  if (const JsonObject* run = find_object(*predicate, "runDetails")) {  // SLSA 1
    out.builder = text(find_object(*run, "builder"), "id");
    const JsonObject* definition = find_object(*predicate, "buildDefinition");
    const JsonObject* origin =
        definition != nullptr ? first_of(find_array(*definition, "resolvedDependencies")) : nullptr;
    out.source = text(origin, "uri");
    if (origin != nullptr) out.commit = text(find_object(*origin, "digest"), "gitCommit");
  } else if (const JsonObject* builder = find_object(*predicate, "builder")) {  // SLSA 0.2
    out.builder = text(builder, "id");
    const JsonObject* invocation = find_object(*predicate, "invocation");
    const JsonObject* origin = invocation != nullptr ? find_object(*invocation, "configSource") : nullptr;
    out.source = text(origin, "uri");
    if (origin != nullptr) out.commit = text(find_object(*origin, "digest"), "sha1");
  }
  return out;
}

bool names_archive(const JsonObject& statement, const FetchedPackage& package) {
  const JsonArray* subjects = find_array(statement, "subject");
  if (subjects == nullptr || package.archives.empty()) return false;
  const std::string& bytes = package.archives[0].bytes;
  for (const Json& subject : *subjects) {
    const JsonObject* digest = subject.is_object() ? find_object(subject.get_object(), "digest") : nullptr;
    if (digest == nullptr) continue;
    for (const std::string_view name : {"sha512", "sha256"}) {
      if (const std::string_view hex = find_string(*digest, name);
          !hex.empty() && hex == hex_of_bytes(digest_of(name, bytes)))
        return true;
    }
  }
  return false;
}

// "git+https://host/owner/repo@refs/tags/v1" as "host/owner/repo".
std::string plain_repository(std::string_view source) {
  if (source.starts_with("git+")) source.remove_prefix(4);
  if (const std::size_t scheme = source.find("://"); scheme != std::string_view::npos)
    source.remove_prefix(scheme + 3);
  source = source.substr(0, source.find('@'));
  if (source.ends_with(".git")) source.remove_suffix(4);
  while (source.ends_with('/')) source.remove_suffix(1);
  std::string out(source);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

int level_of(const StatementCheck& check) {
  if (check.state == State::kFailed) return 0;
  if (check.state == State::kNotChecked) return 1;
  if (is_isolated_builder(check.signer.build_signer)) return 3;
  return check.signer.runner == "self-hosted" ? 1 : 2;
}

JsonObject facts_of(const SignedStatement& statement, const FetchedPackage& package, const TrustFiles& trust,
                    int& level) {
  JsonReadOptions reading;
  reading.max_depth = 64;
  auto json = parse_json(statement.payload, "attestation", reading);
  const JsonObject none;
  const JsonObject& document = json && json->value.is_object() ? json->value.get_object() : none;
  const Predicate predicate = predicate_of(document);
  StatementCheck check = check_statement(statement, trust);
  if (!names_archive(document, package)) {
    check = {State::kFailed, "it is about another archive than the one that was served", {}};
  } else if (check.state == State::kVerified && !check.signer.source.empty() && !predicate.source.empty() &&
             plain_repository(check.signer.source) != plain_repository(predicate.source)) {
    check = {State::kFailed, "the statement names another repository than its signer's certificate", {}};
  }
  const bool provenance = predicate.type.find("slsa.dev/provenance") != std::string::npos;
  // PEP 740: an attestation of publishing by the trusted publisher of a repository.
  const bool publish = predicate.type.find("/publish/") != std::string::npos;
  JsonObject out{{"kind", provenance ? "provenance"
                          : publish  ? "publish"
                                     : "other"},
                 {"predicate_type", predicate.type},
                 {"state", word(check.state)}};
  const std::string& source = check.signer.source.empty() ? predicate.source : check.signer.source;
  const std::string& commit = check.signer.commit.empty() ? predicate.commit : check.signer.commit;
  const std::string& builder =
      check.signer.build_signer.empty() ? predicate.builder : check.signer.build_signer;
  if (!builder.empty()) out["builder"] = builder;
  if (!source.empty()) out["source"] = source;
  if (!commit.empty()) out["commit"] = commit;
  if (!check.reason.empty()) out["reason"] = check.reason;
  if (provenance) {
    const int one = level_of(check);
    out["slsa_level"] = one;
    level = std::max(level, one);
  }
  return out;
}

}  // namespace

JsonArray signature_facts(const FetchedPackage& package, const TrustFiles& trust) {
  JsonArray out;
  const std::string subject = package.name.name + "@" + package.version;
  if (package.signatures.empty()) {
    out.push_back(JsonObject{{"kind", "registry"},
                             {"subject", subject},
                             {"state", "none"},
                             {"reason", "the registry shows no signature"}});
    return out;
  }
  const std::string message = subject + ":" + package.integrity;
  for (const Json& entry : package.signatures) {
    const JsonObject* one = entry.if_object();
    if (one == nullptr || out.size() >= 8) continue;
    const std::string_view id = find_string(*one, "keyid");
    const std::string signature = base64_decode(find_string(*one, "sig")).value_or("");
    JsonObject fact{{"kind", "registry"}, {"subject", subject}, {"key_id", clip(id, 100)}};
    const auto key = std::find_if(trust.registry_keys.begin(), trust.registry_keys.end(),
                                  [&](const TrustedKey& known) { return known.id == id; });
    if (key == trust.registry_keys.end()) {
      fact["state"] = "not_checked";
      fact["reason"] = trust.keys_given ? "the key is not among those given" : "no registry keys were given";
    } else if (verify_signature(key->der, message, signature)) {
      fact["state"] = "verified";
    } else {
      fact["state"] = "failed";
      fact["reason"] = "the signature does not fit name, version and digest";
    }
    out.push_back(std::move(fact));
  }
  return out;
}

AttestationFacts attestation_facts(const FetchedPackage& package, const TrustFiles& trust) {
  AttestationFacts out;
  if (!package.has_attestations) {
    out.list.push_back(JsonObject{{"kind", "provenance"}, {"state", "none"}});
    return out;
  }
  const std::vector<SignedStatement> statements =
      package.attestations ? read_statements(*package.attestations) : std::vector<SignedStatement>();
  for (const SignedStatement& statement : statements)
    out.list.push_back(facts_of(statement, package, trust, out.slsa_level));
  if (statements.empty()) {
    out.known = false;
    out.list.push_back(JsonObject{
        {"kind", "provenance"},
        {"state", "not_checked"},
        {"reason", package.attestations_problem.empty() ? "nothing in the document could be read"
                                                        : "not had: " + package.attestations_problem}});
  }
  return out;
}

}  // namespace mcpjury
