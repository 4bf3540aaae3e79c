#include <fmt/format.h>

#include <filesystem>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/archive/archive.h"
#include "observe/package/manifest_check.h"
#include "observe/package/unpacked_source.h"

namespace mcpjury {

Result<Evidence> observe_archive(std::string_view bytes, const PackageOptions& options) {
  auto folder = unpack_archive(bytes, {options.unpack, false});
  if (!folder)
    return Error{folder.error().code,
                 escape_terminal(redact(options.target)) + ": " + folder.error().message};
  if ((*folder)->facts().files == 0) {
    const UnpackFacts& facts = (*folder)->facts();
    return Error{ErrorCode::kNothingToGrade,
                 fmt::format("{}: nothing in the archive could be unpacked ({} entries{}{})",
                             escape_terminal(redact(options.target)), facts.entries,
                             facts.encrypted != 0 ? ", encrypted" : "",
                             facts.problem.empty() ? "" : ", " + facts.problem)};
  }
  const std::string root = (*folder)->content_root();
  auto evidence = look_at_unpacked(**folder, root, options);
  if (!evidence) return evidence;
  std::error_code failed;
  const std::filesystem::path path = std::filesystem::absolute(options.target, failed);
  evidence->target = {TargetKind::kPackage, failed ? options.target : path.lexically_normal().string(),
                      redact(options.target)};
  FacetRecord& provenance = evidence->facet(Facet::kProvenance);
  provenance = {FacetState::kNotLooked, "an archive given as a file; no registry was asked", {}};
  if (const auto packed = json_file(root, "package.json")) {
    if (JsonArray missing = missing_npm_files(*packed, root); !missing.empty()) {
      provenance = {FacetState::kSeen, "only the archive itself; no registry was asked",
                    JsonObject{{"archive", JsonObject{{"integrity", "not_checked"},
                                                      {"missing_files", std::move(missing)}}}}};
    }
  }
  take_bundle_manifest(root, *evidence);
  return evidence;
}

}  // namespace mcpjury
