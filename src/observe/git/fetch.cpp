#include "observe/git/fetch.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/git/references.h"
#include "observe/git/repository.h"
#include "observe/git/run_git.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxReferences = 200'000;

bool is_plain_wish(std::string_view name) {
  return name.size() < 250 && !name.starts_with('-') && is_plain_reference("refs/" + std::string(name));
}

struct Listing {
  std::string default_branch;
  std::vector<GitReference> references;  // peeled tags ("^{}") left out

  const GitReference* find(const std::string& name) const {
    const auto found = std::find_if(references.begin(), references.end(),
                                    [&](const GitReference& one) { return one.name == name; });
    return found != references.end() ? &*found : nullptr;
  }
};

Listing read_listing(std::string_view text) {
  Listing out;
  while (!text.empty() && out.references.size() < kMaxReferences) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) continue;
    const std::string_view left = line.substr(0, tab), name = line.substr(tab + 1);
    if (left.starts_with("ref: ") && name == "HEAD" && is_plain_reference(left.substr(5))) {
      out.default_branch = std::string(left.substr(5));
    } else if (is_object_id(left) && is_plain_reference(name) && !name.ends_with("^{}")) {
      out.references.push_back({std::string(name), std::string(left)});
    } else if (is_object_id(left) && name == "HEAD") {
      out.references.push_back({"HEAD", std::string(left)});
    }
  }
  return out;
}

Error failed(const GitAddress& address, std::string_view what, const std::string& problem) {
  return {ErrorCode::kNotReached,
          fmt::format("{}: {}: {}", escape_terminal(shown_url(address.url)), what, problem)};
}

}  // namespace

bool is_git_address(std::string_view text) {
  const std::string_view plain = text.substr(0, text.find('#'));
  return text.starts_with("git+https://") || text.starts_with("git+http://") ||
         ((plain.starts_with("https://") || plain.starts_with("http://")) && plain.ends_with(".git"));
}

Result<GitAddress> parse_git_address(std::string_view text) {
  GitAddress out;
  std::string_view rest = text;
  if (rest.starts_with("git+")) rest.remove_prefix(4);
  if (const std::size_t hash = rest.find('#'); hash != std::string_view::npos) {
    out.wanted = std::string(rest.substr(hash + 1));
    rest = rest.substr(0, hash);
    if (!out.wanted.empty() && !is_plain_wish(out.wanted))
      return Error{ErrorCode::kUsage, "the part behind # is no name of a branch, tag or commit"};
  }
  auto url = parse_url(rest);
  if (!url) return url.error();
  if (url->has_query || url->path.size() < 2)
    return Error{ErrorCode::kUsage, escape_terminal(shown_url(text)) + ": not the address of a repository"};
  if (url->has_userinfo)
    return Error{ErrorCode::kRefused, escape_terminal(shown_url(text)) +
                                          ": credentials in the address of a repository are not used"};
  out.url = *url;
  return out;
}

Result<std::string> vetted_pin(const GitAddress& address, Resolver& resolver,
                               const GitFetchOptions& options) {
  std::vector<std::string> hosts = options.allowed_hosts;
  if (options.allow_private) hosts.push_back(address.url.host);
  const AddressPolicy policy(hosts);
  const std::string shown = escape_terminal(shown_url(address.url));
  const auto refuse = [&](const Refused& why) {
    return Error{ErrorCode::kRefused, fmt::format("{}: refused: {}", shown, why.detail)};
  };
  if (address.url.scheme != "https" && !policy.lifted_for(address.url.host))
    return Error{ErrorCode::kRefused,
                 shown + ": a repository is fetched by https only (--allow-private lifts it)"};
  if (const auto why = policy.check(address.url)) return refuse(*why);
  if (address.url.is_ipv4 || address.url.is_ipv6) return std::string();
  const Resolution answer = resolver.resolve(address.url.host, options.deadline);
  if (answer.addresses.empty()) return Error{ErrorCode::kNotReached, shown + ": the host has no address"};
  if (const auto why = policy.check(address.url, answer.addresses)) return refuse(*why);
  std::string pin = fmt::format("{}:{}:", address.url.host, address.url.port);
  for (std::size_t i = 0; i < answer.addresses.size() && i < 8; ++i)
    pin += (i == 0 ? "" : ",") + to_string(answer.addresses[i]);
  return pin;
}

Result<GitFetched> choose_reference(std::string_view listing_text, std::string_view wanted) {
  const Listing listing = read_listing(listing_text);
  GitFetched out;
  if (!wanted.empty()) {
    out.ref_kind = "given";
    const std::string text(wanted);
    for (const std::string& name : {text, "refs/tags/" + text, "refs/heads/" + text, "refs/" + text}) {
      if (const GitReference* found = listing.find(name)) {
        out.ref = found->name;
        out.id = found->id;
        return out;
      }
    }
    if (!is_object_id(wanted))
      return Error{ErrorCode::kNothingToGrade, "the repository has no such branch or tag"};
    out.ref = out.id = text;
    return out;
  }
  std::vector<std::string> names;
  std::vector<const GitReference*> tags;
  for (const GitReference& reference : listing.references) {
    if (!reference.name.starts_with("refs/tags/")) continue;
    names.push_back(reference.name.substr(10));
    tags.push_back(&reference);
  }
  if (const std::size_t best = newest_release(names); best < tags.size()) {
    out = {tags[best]->id, tags[best]->name, "release_tag"};
    return out;
  }
  const GitReference* head = listing.find(listing.default_branch);
  if (head == nullptr) head = listing.find("HEAD");
  if (head == nullptr) return Error{ErrorCode::kNothingToGrade, "the repository is empty"};
  out = {head->id, head->name, "default_branch"};
  return out;
}

Result<GitFetched> fetch_repository(const GitAddress& address, const std::string& pin,
                                    const GitFetchOptions& options) {
  GitRun run;
  run.home = options.home;
  run.pin = pin;
  run.allow_http = address.url.scheme == "http";  // vetted_pin() decided that it may
  run.file_bytes = options.pack_bytes;
  run.deadline = options.deadline;
  run.stopped = options.stopped;
  const std::string& repository = options.repository;
  const GitOutput made = run_git(run, {"init", "--quiet", "--bare", "--template=", "--", repository});
  if (!made.ok) return failed(address, "no empty repository", made.problem);
  const std::string url = address.url.dial();
  const GitOutput listed = run_git(run, {"ls-remote", "--symref", "--", url});
  if (!listed.ok) return failed(address, "the repository was not had", listed.problem);
  auto chosen = choose_reference(listed.output, address.wanted);
  if (!chosen)
    return Error{chosen.error().code,
                 fmt::format("{}: {}", escape_terminal(shown_url(address.url)), chosen.error().message)};
  const std::string depth = fmt::format("--depth={}", options.history ? options.depth : 1);
  // Under refs/tags a tag object stays what it is, with its signature.
  const GitOutput fetched =
      run_git(run, {"--git-dir=" + repository, "fetch", "--quiet", depth, "--no-tags",
                    "--no-recurse-submodules", "--no-auto-maintenance", "--no-write-fetch-head", "--", url,
                    "+" + chosen->ref + ":refs/tags/mcpjury"});
  if (!fetched.ok) return failed(address, "the commit was not had", fetched.problem);
  return chosen;
}

}  // namespace mcpjury
