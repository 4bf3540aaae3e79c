#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/git/fetch.h"
#include "observe/git/repository.h"
#include "observe/package/unpacked_source.h"

namespace mcpjury {
namespace {

// Written by the safe writer, as an archive's files are: no checkout, no filter, no attribute is obeyed.
void write_tree(const GitRepository& repository, const std::string& commit, SafeFolder& folder) {
  UnpackFacts& facts = folder.facts();
  facts.format = "git";
  bool truncated = false;
  const auto entries = repository.entries(commit, truncated);
  if (!entries) {
    facts.problem = entries.error().message;
    return;
  }
  if (truncated) facts.note("archive_depth", folder.limits().depth);
  for (const GitEntry& entry : *entries) {
    if (folder.full()) break;
    if (facts.entries >= folder.limits().entries) {
      facts.note("archive_entries", folder.limits().entries);
      break;
    }
    ++facts.entries;
    if (entry.kind == GitEntry::Kind::kLink) {
      ++facts.links;
    } else if (entry.kind == GitEntry::Kind::kSubmodule) {
      ++facts.submodules;
    } else if (entry.bytes > folder.limits().file_bytes) {
      ++facts.too_large;
      facts.note("archive_file_bytes", folder.limits().file_bytes);
    } else {
      std::string plain;
      const auto bytes = repository.blob(entry.id, folder.limits().file_bytes);
      if (!bytes) {
        facts.problem = "an object of the tree is missing";
      } else if (folder.accept(entry.path, plain)) {
        folder.write(plain, *bytes);
      }
    }
  }
}

// HEAD of our repository, so that whoever opens it finds the commit.
bool write_head(const std::string& repository, const std::string& commit) {
  const OwnedFd file(::open((repository + "/HEAD").c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC));
  const std::string line = commit + "\n";
  return file.open() && ::write(file.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size());
}

void fill_facts(const GitAddress& address, const GitFetched& fetched, const GitCommit& commit,
                bool tag_signed, Evidence& evidence) {
  if (JsonObject* source = evidence.facet(Facet::kSource).data.if_object()) {
    (*source)["vcs"] = JsonObject{{"kind", "git"},
                                  {"url", redact(shown_url(address.url))},
                                  {"commit", commit.id},
                                  {"ref", redact(clip(fetched.ref, 300))},
                                  {"ref_kind", fetched.ref_kind},
                                  {"dirty", false},
                                  {"committed_at", commit.committed_at}};
  }
  // Whether a signature is there is known; whose it is, nobody checked.
  JsonObject release{{"exists", fetched.ref_kind == "release_tag"},
                     {"commit", commit.id},
                     {"signed", tag_signed || commit.has_signature}};
  if (fetched.ref.starts_with("refs/tags/")) release["tag"] = redact(clip(fetched.ref.substr(10), 200));
  JsonObject data{{"release", std::move(release)}};
  JsonArray signatures;
  if (tag_signed || commit.has_signature) {
    signatures.push_back(JsonObject{{"kind", tag_signed ? "tag" : "commit"},
                                    {"subject", tag_signed ? redact(clip(fetched.ref, 200)) : commit.id},
                                    {"state", "not_checked"},
                                    {"reason", "no key of the signer was given"}});
    data["signatures"] = std::move(signatures);
  } else if (fetched.ref_kind == "release_tag") {
    signatures.push_back(
        JsonObject{{"kind", "tag"}, {"subject", redact(clip(fetched.ref, 200))}, {"state", "none"}});
    data["signatures"] = std::move(signatures);
  }
  evidence.facet(Facet::kProvenance) = {FacetState::kSeen, {}, std::move(data)};
}

}  // namespace

Result<Evidence> observe_git(const PackageNetwork& network, const PackageOptions& options) {
  const auto address = parse_git_address(options.target);
  if (!address) return address.error();
  auto folder = SafeFolder::make(options.unpack);
  if (!folder) return folder.error();
  GitFetchOptions fetching;
  fetching.home = (*folder)->scratch() + "/home";
  // Where whoever looks at the folder expects it: history and references are read from there.
  fetching.repository = (*folder)->root() + "/.git";
  fetching.allow_private = options.allow_private;
  fetching.allowed_hosts = options.allowed_hosts;
  fetching.history = options.source.history;
  fetching.deadline = Loop::now() + options.total;
  fetching.stopped = [&] { return network.loop.stopped(); };
  Result<std::string> pin = Error{ErrorCode::kNotReached, "interrupted"};
  network.loop.spawn([&] { pin = vetted_pin(*address, network.resolver, fetching); });
  network.loop.run();
  if (!pin) return pin.error();
  const auto fetched = fetch_repository(*address, *pin, fetching);
  if (!fetched) return fetched.error();
  auto repository = GitRepository::open(fetching.repository);
  if (!repository) return repository.error();
  const auto commit =
      repository->commit(repository->find_reference("refs/tags/mcpjury").value_or(fetched->id));
  if (!commit || !write_head(fetching.repository, commit->id))
    return Error{ErrorCode::kUnreadable,
                 escape_terminal(shown_url(address->url)) + ": the commit cannot be read"};
  const std::vector<GitTag> tags = repository->tags();
  const bool tag_signed = !tags.empty() && tags[0].has_signature;
  write_tree(*repository, commit->id, **folder);
  auto evidence = look_at_unpacked(**folder, (*folder)->root(), options);
  if (!evidence) return evidence;
  const std::string plain = redact(shown_url(address->url));
  evidence->target = {TargetKind::kSource, "git+" + plain, redact(clip(options.target, 500))};
  fill_facts(*address, *fetched, *commit, tag_signed, *evidence);
  return evidence;
}

}  // namespace mcpjury
