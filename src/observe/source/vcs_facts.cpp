// The files of .git, read as text: a hostile repository gets nothing executed.
#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/source/project_facts.h"

namespace mcpjury {
namespace {

constexpr std::uint64_t kSmallFile = 1u << 20;

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.remove_suffix(1);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

bool is_commit(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// The reference must stay inside .git: it comes from a file of the repository.
bool is_plain_ref(std::string_view ref) {
  return ref.starts_with("refs/") && ref.size() < 200 && ref.find("..") == std::string_view::npos &&
         std::all_of(ref.begin(), ref.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                  c == '-' || c == '_' || c == '.';
         });
}

std::string commit_of(const SourceTree& tree, const std::string& ref) {
  if (const auto loose = read_source(tree, ".git/" + ref, 256)) {
    if (const std::string_view text = trimmed(*loose); is_commit(text)) return std::string(text);
  }
  const auto packed = read_source(tree, ".git/packed-refs", kSmallFile);
  if (!packed) return {};
  const std::size_t at = packed->find(" " + ref + "\n");
  if (at == std::string::npos) return {};
  const std::size_t begin = packed->rfind('\n', at) == std::string::npos ? 0 : packed->rfind('\n', at) + 1;
  const std::string_view text = std::string_view(*packed).substr(begin, at - begin);
  return is_commit(text) ? std::string(text) : std::string();
}

std::string origin_of(const SourceTree& tree) {
  const auto config = read_source(tree, ".git/config", kSmallFile);
  if (!config) return {};
  const std::size_t section = config->find("[remote \"origin\"]");
  if (section == std::string::npos) return {};
  const std::size_t url = config->find("url", section);
  const std::size_t next = config->find("\n[", section + 1);
  if (url == std::string::npos || url > next) return {};
  const std::size_t equals = config->find('=', url);
  const std::size_t end = config->find('\n', url);
  if (equals == std::string::npos || equals > end) return {};
  return redact(clip(trimmed(std::string_view(*config).substr(equals + 1, end - equals - 1)), 300));
}

}  // namespace

JsonObject vcs_facts(const SourceTree& tree) {
  const auto head = read_source(tree, ".git/HEAD", 512);
  if (!head) return {};
  JsonObject out{{"kind", "git"}, {"ref_kind", "working_tree"}};
  const std::string_view text = trimmed(*head);
  if (is_commit(text)) {
    out["commit"] = text;
  } else if (text.starts_with("ref: ") && is_plain_ref(text.substr(5))) {
    const std::string ref(text.substr(5));
    out["ref"] = ref;
    if (std::string commit = commit_of(tree, ref); !commit.empty()) out["commit"] = std::move(commit);
  }
  if (std::string url = origin_of(tree); !url.empty()) out["url"] = std::move(url);
  return out;
}

}  // namespace mcpjury
