#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "model/utc_time.h"
#include "observe/package/fetched_package.h"
#include "observe/package/simple_index.h"

namespace mcpjury {
namespace {

constexpr std::string_view kAccept =
    "application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.2, text/html;q=0.1";

const IndexFile* best_wheel(const std::vector<const IndexFile*>& files) {
  const IndexFile* best = nullptr;
  for (const IndexFile* file : files) {
    if (!file->is_wheel) continue;
    const bool pure = file->file_name.ends_with("-none-any.whl");
    if (best == nullptr || (pure && !best->file_name.ends_with("-none-any.whl"))) best = file;
  }
  return best;
}

PackageArchive fetch_file(RegistryClient& registry, const Url& page, const IndexFile& file,
                          const PackageLimits& limits) {
  PackageArchive out;
  out.file_name = redact(clip(file.file_name, 200));
  out.is_wheel = file.is_wheel;
  const auto url = resolve_url(page, file.url);
  if (!url) {
    out.problem = "the index names an address that cannot be read";
    return out;
  }
  RegistryAnswer answer =
      registry.get(url->raw, "*/*", limits.archive_bytes, fmt::format("python archive {}", out.file_name));
  if (!answer.ok()) {
    out.problem = answer.problem;
    return out;
  }
  out.bytes = std::move(answer.response.body);
  if (file.sha256.empty()) {
    out.detail = "the index gives no digest";
  } else {
    const bool same = sha256_hex(out.bytes) == file.sha256;
    out.integrity = same ? IntegrityState::kMatches : IntegrityState::kDiffers;
    out.detail = same ? "sha256" : "the archive has another digest than its index says";
  }
  return out;
}

}  // namespace

Result<FetchedPackage> fetch_pypi(RegistryClient& registry, const PackageName& name,
                                  const PackageLimits& limits) {
  FetchedPackage out;
  out.name = name;
  RegistryAnswer page =
      registry.get(name.name + "/", kAccept, limits.metadata_bytes, "python index " + name.name);
  if (!page.ok()) {
    if (page.response.status == 404)
      return Error{ErrorCode::kNothingToGrade,
                   fmt::format("pypi:{}: the index knows no such package", name.name)};
    return Error{ErrorCode::kNotReached,
                 fmt::format("pypi:{}: the package index did not answer: {}", name.name, page.problem)};
  }
  auto files = read_simple_json(page.response.body);
  if (!files) files = read_simple_html(page.response.body);
  std::string latest;
  for (IndexFile& file : *files) read_file_name(name.name, file);
  latest = choose_python_version(*files, "");
  out.version = choose_python_version(*files, name.wanted);
  if (out.version.empty())
    return Error{ErrorCode::kNothingToGrade, fmt::format("pypi:{}: the index has no version \"{}\"",
                                                         name.name, escape_terminal(name.wanted))};
  std::vector<const IndexFile*> chosen;
  bool yanked = true;
  std::string reason, uploaded;
  for (const IndexFile& file : *files) {
    const auto same = compare_versions(Ecosystem::kPyPI, file.version, out.version);
    if (file.version.empty() || !same || *same != 0) continue;
    chosen.push_back(&file);
    yanked = yanked && file.yanked;
    if (reason.empty()) reason = file.yanked_reason;
    if (uploaded.empty() || file.uploaded_at < uploaded) uploaded = file.uploaded_at;
  }
  out.facts = {{"ecosystem", "PyPI"}, {"name", name.name}, {"version", out.version}, {"yanked", yanked}};
  if (!latest.empty()) out.facts["latest_version"] = latest;
  if (yanked && !reason.empty()) out.facts["deprecated"] = redact(clip(reason, 500));
  if (unix_seconds(uploaded)) out.facts["published_at"] = uploaded;
  const Url& at = page.response.final_url;
  const IndexFile* wheel = best_wheel(chosen);
  const auto sdist =
      std::find_if(chosen.begin(), chosen.end(), [](const IndexFile* file) { return file->is_sdist; });
  if (wheel != nullptr) out.archives.push_back(fetch_file(registry, at, *wheel, limits));
  if (sdist != chosen.end()) out.archives.push_back(fetch_file(registry, at, **sdist, limits));
  const bool any = std::any_of(out.archives.begin(), out.archives.end(),
                               [](const PackageArchive& archive) { return !archive.bytes.empty(); });
  if (!any)
    return Error{ErrorCode::kNotReached, fmt::format("pypi:{}@{}: no archive was had{}{}", name.name,
                                                     out.version, out.archives.empty() ? "" : ": ",
                                                     out.archives.empty() ? "" : out.archives[0].problem)};
  const IndexFile* first = wheel != nullptr ? wheel : *sdist;
  if (!first->sha256.empty()) out.facts["digest"] = "sha256-hex-" + first->sha256;
  out.shows_attestations = first->shows_provenance;
  if (!first->provenance.empty()) {
    out.has_attestations = true;
    const auto url = resolve_url(at, first->provenance);
    if (url && url->same_origin(registry.base())) {
      RegistryAnswer proof =
          registry.get(url->raw, "application/vnd.pypi.integrity.v1+json, application/json;q=0.5",
                       limits.attestation_bytes, "python provenance " + name.name);
      JsonReadOptions reading;
      reading.max_depth = 64;
      auto json = parse_json(proof.response.body, "provenance", reading);
      if (proof.ok() && json) {
        out.attestations = std::move(json->value);
      } else {
        out.attestations_problem = proof.ok() ? "the document cannot be read" : proof.problem;
      }
    } else {
      out.attestations_problem = "the provenance lies at another origin than the index";
    }
  }
  return out;
}

}  // namespace mcpjury
