#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/archive/archive.h"
#include "observe/package/manifest_check.h"
#include "observe/package/npm_registry.h"
#include "observe/package/package.h"
#include "observe/package/pip_index.h"
#include "observe/package/provenance_facts.h"
#include "observe/package/trust_files.h"
#include "observe/package/unpacked_source.h"
#include "observe/package/wheel_metadata.h"

namespace mcpjury {
namespace {

struct Access {
  std::string base, authorization;
};

Result<Access> access_to(const PackageName& name, const PackageOptions& options) {
  Access out{options.registry, {}};
  if (out.base.empty()) {
    auto found = name.ecosystem == Ecosystem::kNpm ? npm_registry_for(name.name) : pip_index();
    if (!found) return Error{ErrorCode::kNothingToGrade, options.target + ": " + found.error().message};
    out.base = std::move(*found);
  }
  if (name.ecosystem == Ecosystem::kNpm) out.authorization = npm_authorization_for(out.base);
  return out;
}

std::string_view word(IntegrityState state) {
  return state == IntegrityState::kDiffers                                     ? "differs"
         : state == IntegrityState::kMatches || state == IntegrityState::kWeak ? "matches"
                                                                               : "not_checked";
}

// The worst of all archives decides.
JsonObject archive_facts(const FetchedPackage& package) {
  IntegrityState state = IntegrityState::kMatches;
  std::string detail;
  for (const PackageArchive& archive : package.archives) {
    if (archive.bytes.empty()) {
      detail +=
          fmt::format("{}{}: not had: {}", detail.empty() ? "" : "; ", archive.file_name, archive.problem);
      continue;
    }
    if (archive.integrity == IntegrityState::kDiffers || state == IntegrityState::kMatches)
      state = archive.integrity;
    detail += fmt::format("{}{}: {}", detail.empty() ? "" : "; ", archive.file_name, archive.detail);
  }
  return {{"integrity", word(state)}, {"detail", redact(clip(detail, 500))}};
}

bool is_build_file(std::string_view name) {
  for (const std::string_view known :
       {"setup.py", "setup.cfg", "pyproject.toml", "requirements.txt", "uv.lock", "poetry.lock", "pdm.lock",
        "Pipfile.lock", "LICENSE", "README.md", "MANIFEST.in"}) {
    if (name == known) return true;
  }
  return false;
}

// A wheel is what gets installed; what builds it stands in the source archive. Both are looked at as one
// folder, without the code twice.
void add_build_files(const PackageArchive& archive, const UnpackLimits& limits, SafeFolder& into) {
  auto source = unpack_archive(archive.bytes, {limits, false});
  if (!source) {
    into.facts().problem = "the source archive: " + source.error().message;
    return;
  }
  SourceTree tree;
  tree.root = (*source)->content_root();
  SourceLimits walking;
  auto walked = walk_source(tree.root, walking);
  if (!walked) return;
  for (const SourceFile& file : walked->files) {
    if (!is_build_file(file.path)) continue;
    const auto text = read_source(*walked, file.path, walking.inventory_bytes);
    std::string plain;
    if (text && into.accept(file.path, plain)) into.write(plain, *text);
  }
  for (const LimitHit& hit : (*source)->facts().limits) into.facts().note(hit.what, hit.limit);
}

Result<std::unique_ptr<SafeFolder>> unpacked(const FetchedPackage& package, const PackageOptions& options) {
  const PackageArchive* main = nullptr;
  const PackageArchive* beside = nullptr;
  for (const PackageArchive& archive : package.archives) {
    if (archive.bytes.empty()) continue;
    (main == nullptr ? main : beside) = &archive;
  }
  auto folder = unpack_archive(main->bytes, {options.unpack, package.name.ecosystem == Ecosystem::kNpm});
  if (folder && beside != nullptr) add_build_files(*beside, options.unpack, **folder);
  return folder;
}

void fill_provenance(const FetchedPackage& package, const TrustFiles& trust, const RegistryClient& registry,
                     const SafeFolder& folder, const std::string& root, Evidence& evidence) {
  JsonObject facts = package.facts;
  facts["files"] = folder.facts().files;
  facts["bytes"] = folder.facts().bytes;
  if (package.name.ecosystem == Ecosystem::kPyPI) {
    for (auto& entry : python_metadata(root)) facts[entry.key()] = std::move(entry.value());
  }
  JsonObject archive = archive_facts(package);
  if (package.name.ecosystem == Ecosystem::kNpm) {
    const auto packed = json_file(root, "package.json");
    if (packed) {
      archive["manifest_differences"] = manifest_differences(package.manifest, *packed, root);
      archive["missing_files"] = missing_npm_files(*packed, root);
    } else {
      archive["missing_files"] = JsonArray{Json("package.json")};
    }
  }
  JsonObject data{{"package", std::move(facts)}, {"registry", registry.answers()}};
  if (find_string(archive, "integrity") == "differs")
    evidence.notes.push_back({"archive_differs_from_registry", "/facets/provenance/data/archive", 0});
  data["archive"] = std::move(archive);
  data["release"] = JsonObject{{"exists", true}};
  if (package.shows_signatures) data["signatures"] = signature_facts(package, trust);
  if (package.shows_attestations) {
    AttestationFacts proof = attestation_facts(package, trust);
    data["attestations"] = std::move(proof.list);
    if (proof.known) data["slsa_level"] = proof.slsa_level;
  }
  evidence.facet(Facet::kProvenance) = {FacetState::kSeen, {}, std::move(data)};
}

// A package whose archive is not what the registry says, or not all of it, is not the whole package.
void mark_incomplete(const FetchedPackage& package, const SafeFolder& folder, Evidence& evidence) {
  const bool differs =
      std::any_of(package.archives.begin(), package.archives.end(),
                  [](const PackageArchive& one) { return one.integrity == IntegrityState::kDiffers; });
  if (!differs && folder.facts().complete()) return;
  if (JsonObject* data = evidence.facet(Facet::kDependencies).data.if_object()) (*data)["complete"] = false;
}

}  // namespace

Result<Evidence> observe_package(const PackageNetwork& network, const PackageOptions& options) {
  const auto name = parse_package_name(options.target);
  if (!name) return name.error();
  const auto trust = load_trust_files(options.registry_keys, options.trusted_root);
  if (!trust) return trust.error();
  auto access = access_to(*name, options);
  if (!access) return access.error();
  RequestLog log;
  const TimePoint deadline = Loop::now() + options.total;
  auto registry = RegistryClient::make(
      network.loop, network.resolver, network.trust, log,
      {access->base, access->authorization, options.allowed_hosts, deadline, options.user_agent});
  if (!registry) return registry.error();
  Result<FetchedPackage> fetched = Error{ErrorCode::kNotReached, options.target + ": interrupted"};
  network.loop.spawn([&] {
    fetched = name->ecosystem == Ecosystem::kNpm ? fetch_npm(*registry, *name, options.package)
                                                 : fetch_pypi(*registry, *name, options.package);
  });
  network.loop.run();
  if (!fetched) return fetched.error();
  auto folder = unpacked(*fetched, options);
  if (!folder) return Error{folder.error().code, options.target + ": " + folder.error().message};
  // npm's archives were stripped of their first folder; a wheel has none.
  const bool lone = name->ecosystem != Ecosystem::kNpm && !fetched->archives[0].is_wheel;
  const std::string root = lone ? (*folder)->content_root() : (*folder)->root();
  auto evidence = look_at_unpacked(**folder, root, options);
  if (!evidence) return evidence;
  const std::string id = fmt::format("{}:{}@{}", name->scheme(), name->name, fetched->version);
  evidence->target = {TargetKind::kPackage, id, redact(options.target)};
  fill_provenance(*fetched, *trust, *registry, **folder, root, *evidence);
  mark_incomplete(*fetched, **folder, *evidence);
  take_bundle_manifest(root, *evidence);
  for (Json& entry : log.to_json()) evidence->request_log.push_back(std::move(entry));
  return evidence;
}

}  // namespace mcpjury
