// Looks at a released package, an archive, a bundle or a repository without running anything: fetched or
// read, unpacked into a private folder, and looked at there as source.
//
// Called outside of fibers; the loop is run inside. One call at a time a loop. What was fetched lies in
// memory and in a folder of this user only, which is removed before the call returns.
#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/evidence.h"
#include "net/guarded_client.h"
#include "observe/archive/safe_folder.h"
#include "observe/package/fetched_package.h"
#include "observe/source/source.h"

namespace mcpjury {

struct PackageOptions {
  std::string target;    // as the user wrote it
  SourceOptions source;  // observed_at and limits of the look at the files; the folder is set here
  UnpackLimits unpack;
  PackageLimits package;
  std::string registry;           // base address; empty: what the user's own client is configured with
  std::string registry_keys;      // file
  std::string trusted_root;       // file
  bool registry_lookups = false;  // ask for the install scripts of dependencies too
  bool allow_private = false;     // plain http and private addresses of a repository
  std::vector<std::string> allowed_hosts;
  Milliseconds total{90'000};
  std::string user_agent;
};

// The network of one look; all outlive it.
struct PackageNetwork {
  Loop& loop;
  Resolver& resolver;
  const TrustStore& trust;
};

// "npm:name@version", "pypi:name".
Result<Evidence> observe_package(const PackageNetwork& network, const PackageOptions& options);
// A local archive: .tgz, .tar.gz, .zip, .whl, .mcpb, .dxt. Nothing is fetched. `bytes` are its contents.
Result<Evidence> observe_archive(std::string_view bytes, const PackageOptions& options);
// "https://host/owner/repo.git", "git+https://…", either with "#ref".
Result<Evidence> observe_git(const PackageNetwork& network, const PackageOptions& options);

// Asks the user's npm registry for the install scripts of the packages that the evidence names; dependencies
// of other ecosystems have none that a registry shows. For --registry-lookups.
void add_dependency_hooks(const PackageNetwork& network, const PackageOptions& options, Evidence& evidence);

}  // namespace mcpjury
