#include <fmt/format.h>

#include <cstdlib>

#include "base/base64.h"
#include "base/escape.h"
#include "base/redact.h"
#include "model/utc_time.h"
#include "observe/package/fetched_package.h"

namespace mcpjury {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kMaxMaintainers = 50;

Error unreached(const PackageName& name, const std::string& problem, int status) {
  if (status == 404)
    return {ErrorCode::kNothingToGrade, fmt::format("npm:{}: the registry knows no such package", name.name)};
  return {ErrorCode::kNotReached,
          fmt::format("npm:{}: the package registry did not answer: {}", name.name, problem)};
}

Result<JsonObject> object_of(const HttpResponse& response, const PackageName& name) {
  JsonReadOptions reading;
  reading.max_depth = 64;
  reading.note_duplicate_keys = false;
  auto json = parse_json(response.body, "registry", reading);
  if (!json || !json->value.is_object())
    return Error{ErrorCode::kNotReached,
                 fmt::format("npm:{}: the registry's answer is no JSON object", name.name)};
  return std::move(json->value.get_object());
}

std::string text_or_member(const JsonObject& object, std::string_view key, std::string_view inner) {
  if (const JsonObject* nested = find_object(object, key))
    return redact(clip(find_string(*nested, inner), 500));
  return redact(clip(find_string(object, key), 500));
}

std::string published_at(const JsonObject& document, std::string_view version) {
  const JsonObject* times = find_object(document, "time");
  const std::string_view time = times != nullptr ? find_string(*times, version) : std::string_view();
  return unix_seconds(time) ? std::string(time) : std::string();
}

JsonArray maintainers_of(const JsonObject& document, const JsonObject& manifest) {
  JsonArray out;
  const JsonArray* list = find_array(document, "maintainers");
  if (list == nullptr) list = find_array(manifest, "maintainers");
  for (const Json& one : list != nullptr ? *list : JsonArray()) {
    if (out.size() >= kMaxMaintainers) break;
    const JsonObject* person = one.if_object();
    const std::string_view name = person != nullptr ? find_string(*person, "name")
                                  : one.is_string() ? view(one.get_string())
                                                    : std::string_view();
    if (!name.empty()) out.push_back(Json(redact(clip(name, 100))));
  }
  return out;
}

void fill_facts(FetchedPackage& out, const JsonObject& document, const JsonObject* dist) {
  const JsonObject* tags = find_object(document, "dist-tags");
  out.facts = {{"ecosystem", "npm"}, {"name", out.name.name}, {"version", out.version}, {"yanked", false}};
  const auto put = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.facts[key] = value;
  };
  put("latest_version", tags != nullptr ? redact(clip(find_string(*tags, "latest"), 100)) : "");
  put("published_at", published_at(document, out.version));
  put("deprecated", redact(clip(find_string(out.manifest, "deprecated"), 500)));
  put("repository", text_or_member(out.manifest, "repository", "url"));
  put("licence", text_or_member(out.manifest, "license", "type"));
  if (JsonArray people = maintainers_of(document, out.manifest); !people.empty())
    out.facts["maintainers"] = std::move(people);
  if (dist == nullptr) return;
  if (const JsonArray* signatures = find_array(*dist, "signatures")) out.signatures = *signatures;
  out.integrity = std::string(find_string(*dist, "integrity"));
  if (out.integrity.empty() && !find_string(*dist, "shasum").empty()) {
    // Only the old SHA-1 in hex: brought into the same form.
    std::string raw;
    const std::string_view hex = find_string(*dist, "shasum");
    for (std::size_t i = 0; i + 1 < hex.size() && i < 40; i += 2)
      raw += static_cast<char>(std::strtol(std::string(hex.substr(i, 2)).c_str(), nullptr, 16));
    out.integrity = "sha1-" + base64_encode(raw);
  }
  put("digest", redact(clip(out.integrity, 200)));
  out.has_attestations = find_object(*dist, "attestations") != nullptr;
  // A registry that signs shows attestations too where there are some.
  out.shows_signatures = find(*dist, "signatures") != nullptr;
  out.shows_attestations = out.shows_signatures || out.has_attestations;
}

PackageArchive fetch_archive(RegistryClient& registry, const FetchedPackage& package,
                             std::string_view tarball, const PackageLimits& limits) {
  PackageArchive out;
  const std::size_t slash = tarball.rfind('/');
  out.file_name = redact(clip(tarball.substr(slash == std::string_view::npos ? 0 : slash + 1), 200));
  if (tarball.empty()) {
    out.problem = "the registry names no archive";
    return out;
  }
  RegistryAnswer answer = registry.get(tarball, "application/octet-stream, */*;q=0.8", limits.archive_bytes,
                                       fmt::format("npm archive {}", out.file_name));
  if (!answer.ok()) {
    out.problem = answer.problem;
    return out;
  }
  out.bytes = std::move(answer.response.body);
  out.integrity = check_integrity(package.integrity, out.bytes);
  out.detail = out.integrity == IntegrityState::kDiffers
                   ? "the archive has another digest than its registry says"
                   : redact(clip(package.integrity.substr(0, package.integrity.find('-')), 20));
  return out;
}

}  // namespace

std::string npm_path(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '/') {
      out += "%2f";
    } else {
      out += c;
    }
  }
  return out;
}

std::string choose_npm_version(const JsonObject& document, std::string_view wanted) {
  const JsonObject* versions = find_object(document, "versions");
  const JsonObject* tags = find_object(document, "dist-tags");
  if (versions == nullptr) return {};
  if (!wanted.empty() && find(*versions, wanted) != nullptr) return std::string(wanted);
  if (tags != nullptr) {
    const std::string_view tagged = find_string(*tags, wanted.empty() ? "latest" : wanted);
    if (!tagged.empty() && find(*versions, tagged) != nullptr) return std::string(tagged);
  }
  std::string best;
  for (const auto& entry : *versions) {
    const std::string_view version(entry.key().data(), entry.key().size());
    const bool held = wanted.empty() ? version.find('-') == std::string_view::npos
                                     : range_holds(Ecosystem::kNpm, wanted, version).value_or(false);
    if (!held) continue;
    if (best.empty() || compare_versions(Ecosystem::kNpm, version, best).value_or(0) > 0) best = version;
  }
  return best;
}

Result<FetchedPackage> fetch_npm(RegistryClient& registry, const PackageName& name,
                                 const PackageLimits& limits) {
  FetchedPackage out;
  out.name = name;
  const std::string path = npm_path(name.name);
  RegistryAnswer answer = registry.get(path, kJson, limits.metadata_bytes, "npm document " + name.name);
  JsonObject document;
  if (answer.ok()) {
    auto read = object_of(answer.response, name);
    if (!read) return read.error();
    document = std::move(*read);
    out.version = choose_npm_version(document, name.wanted);
    if (out.version.empty())
      return Error{ErrorCode::kNothingToGrade, fmt::format("npm:{}: the registry has no version \"{}\"",
                                                           name.name, escape_terminal(name.wanted))};
    const JsonObject* versions = find_object(document, "versions");
    const Json* manifest = find(*versions, out.version);
    if (manifest != nullptr && manifest->is_object()) out.manifest = manifest->get_object();
  } else if (answer.response.failure == HttpFailure::kTooLarge) {
    // Some packages have thousands of versions: the document of one alone is small.
    const std::string wanted = name.wanted.empty() ? "latest" : name.wanted;
    answer = registry.get(path + "/" + wanted, kJson, limits.metadata_bytes, "npm version " + name.name);
    if (!answer.ok()) return unreached(name, answer.problem, answer.response.status);
    auto read = object_of(answer.response, name);
    if (!read) return read.error();
    out.manifest = std::move(*read);
    out.version = std::string(find_string(out.manifest, "version"));
  } else {
    return unreached(name, answer.problem, answer.response.status);
  }
  const JsonObject* dist = find_object(out.manifest, "dist");
  fill_facts(out, document, dist);
  out.archives.push_back(fetch_archive(
      registry, out, dist != nullptr ? find_string(*dist, "tarball") : std::string_view(), limits));
  if (out.archives[0].bytes.empty())
    return Error{ErrorCode::kNotReached, fmt::format("npm:{}@{}: the archive was not had: {}", name.name,
                                                     out.version, out.archives[0].problem)};
  if (out.has_attestations) {
    // The address is made here: the one in the document could name any place.
    RegistryAnswer proof = registry.get(fmt::format("-/npm/v1/attestations/{}@{}", path, out.version), kJson,
                                        limits.attestation_bytes, "npm attestations " + name.name);
    auto read = proof.ok() ? object_of(proof.response, name) : Result<JsonObject>(Error{});
    if (read) {
      out.attestations = Json(std::move(*read));
    } else {
      out.attestations_problem = proof.ok() ? "the document cannot be read" : proof.problem;
    }
  }
  return out;
}

}  // namespace mcpjury
