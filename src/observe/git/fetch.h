// Fetches one commit of a repository by its address into an empty bare repository of ours.
//
// https only, plain http and private addresses only when the operator allows them. The address policy is
// asked before git runs; git reaches the pinned address and nothing else. Nothing is checked out.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "net/address_policy.h"
#include "net/resolver.h"

namespace mcpjury {

struct GitAddress {
  Url url;
  std::string wanted;  // behind "#"; empty: the newest release, else the default branch
};

// "https://host/owner/repo.git#v1.2", "git+https://host/owner/repo". kRefused for other protocols,
// credentials, options in disguise; kUsage for text that is no address.
Result<GitAddress> parse_git_address(std::string_view text);
// A target that means a repository, not a server.
bool is_git_address(std::string_view text);

struct GitFetchOptions {
  std::string home;        // a private folder for git itself
  std::string repository;  // path of the bare repository that is made; must not be there yet
  bool allow_private = false;
  std::vector<std::string> allowed_hosts;
  bool history = false;       // more than the one commit
  std::size_t depth = 1'000;  // with history
  std::uint64_t pack_bytes = 512u << 20;
  TimePoint deadline = TimePoint::max();
  std::function<bool()> stopped;
};

struct GitFetched {
  std::string id;        // of what was fetched: a commit or a tag object
  std::string ref;       // "refs/tags/v1.2.0", or the id that was asked for
  std::string ref_kind;  // "release_tag", "default_branch", "given"
};

// The address of the host that git may reach, as git wants it. From a fiber.
Result<std::string> vetted_pin(const GitAddress& address, Resolver& resolver, const GitFetchOptions& options);
// Not from a fiber: waits for git.
Result<GitFetched> fetch_repository(const GitAddress& address, const std::string& pin,
                                    const GitFetchOptions& options);

// Which of the lines of `git ls-remote --symref` to fetch: {ref, kind, id}. Split out for tests.
Result<GitFetched> choose_reference(std::string_view listing, std::string_view wanted);

}  // namespace mcpjury
