// A release of a package as its registry gave it: archives in memory, and what the registry says of them.
//
// A value, made in a fiber by fetch_npm() and fetch_pypi(), looked at afterwards on an ordinary stack.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "observe/package/digests.h"
#include "observe/package/package_name.h"
#include "observe/package/registry_client.h"

namespace mcpjury {

struct PackageArchive {
  std::string file_name;
  std::string bytes;
  IntegrityState integrity = IntegrityState::kMissing;
  std::string detail;   // which digest, or what differs
  std::string problem;  // why there are no bytes
  bool is_wheel = false;
};

struct FetchedPackage {
  PackageName name;
  std::string version;
  JsonObject facts;      // provenance.package
  JsonObject manifest;   // npm: the registry's document of this version
  JsonArray signatures;  // npm: dist.signatures as they came
  std::string integrity;
  std::optional<Json> attestations;  // the registry's document of them
  bool has_attestations = false;     // the registry says that there are some
  // The registry shows such members at all; a mirror that leaves them out proves nothing by their absence.
  bool shows_signatures = false, shows_attestations = false;
  std::string attestations_problem;
  std::vector<PackageArchive> archives;
};

struct PackageLimits {
  std::size_t metadata_bytes = 48u << 20;
  std::size_t archive_bytes = 256u << 20;
  std::size_t attestation_bytes = 4u << 20;
};

// kNothingToGrade when there is no such package or version, kNotReached when the registry did not answer.
Result<FetchedPackage> fetch_npm(RegistryClient& registry, const PackageName& name,
                                 const PackageLimits& limits);
Result<FetchedPackage> fetch_pypi(RegistryClient& registry, const PackageName& name,
                                  const PackageLimits& limits);

// The path of a name below the registry: "@scope%2fname".
std::string npm_path(std::string_view name);
// The version that a user's wish means: an exact one, a dist-tag, or the newest that a range holds.
std::string choose_npm_version(const JsonObject& document, std::string_view wanted);

}  // namespace mcpjury
