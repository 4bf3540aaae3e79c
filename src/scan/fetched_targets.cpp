#include "scan/fetched_targets.h"

#include "base/escape.h"
#include "base/redact.h"
#include "catalog/catalog.h"
#include "net/resolver.h"
#include "observe/files/tool_list.h"
#include "observe/package/contributor_attestation.h"
#include "observe/package/package_name.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

Result<Evidence> looked_at(TargetForm form, const PackageNetwork& network, const PackageOptions& package,
                           const ScanOptions& options) {
  if (form == TargetForm::kGit) return observe_git(network, package);
  if (form == TargetForm::kPackage) return observe_package(network, package);
  if (form == TargetForm::kFolder) {
    SourceOptions source = package.source;
    source.folder = package.target;
    return observe_source(source);
  }
  const auto bytes = read_input(package.target, options.limits);
  if (!bytes) return bytes.error();
  return observe_archive(*bytes, package);
}

}  // namespace

SourceOptions source_options(const ScanOptions& options, const LiveOptions& live) {
  SourceOptions source;
  source.observed_at = options.observed_at.empty() ? current_time() : options.observed_at;
  source.limits = options.limits;
  source.history = live.history;
  source.secret_rules = live.secret_rules;
  source.verify_secrets = live.verify_secrets;
  source.file_read = live.file_read;
  return source;
}

Result<Evidence> observe_fetched(TargetForm form, const std::string& target, const ScanOptions& options,
                                 const LiveOptions& live, Loop& loop) {
  PackageOptions package;
  package.target = target;
  package.source = source_options(options, live);
  package.registry_keys = live.registry_keys;
  package.trusted_root = live.trusted_root;
  package.registry_lookups = live.registry_lookups;
  package.allow_private = live.allow_private;
  package.allowed_hosts = live.allowed_hosts;
  package.total = Milliseconds(static_cast<std::int64_t>(live.timeout_seconds * 1000));
  package.user_agent = "mcpjury/" + std::string(program_info().version);
  if (form == TargetForm::kPackage) {
    if (auto name = parse_package_name(target); !name) return name.error();
  }
  if (live.offline && (form == TargetForm::kPackage || form == TargetForm::kGit)) {
    return Error{ErrorCode::kRefused,
                 escape_terminal(redact(target)) +
                     ": --offline forbids to fetch it; download it and scan the archive or the folder"};
  }
  const TrustStore trust;
  const auto resolver = make_ares_resolver(loop, live.resolver);
  const PackageNetwork network{loop, *resolver, trust};
  auto evidence = looked_at(form, network, package, options);
  if (evidence && package.registry_lookups) add_dependency_hooks(network, package, *evidence);
  if (evidence) {
    if (Status added = add_contributor_attestation(live.attestation, live.attestation_key, *evidence); !added)
      return added.error();
  }
  return evidence;
}

}  // namespace mcpjury
