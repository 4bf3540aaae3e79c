#include <string>

#include "observe/git/repository.h"
#include "packages/versions.h"

namespace mcpjury {
namespace {

// "v1.2.0", "1.2", "release-1.2.0", "package@1.2.0": the version at the end, as semver reads it.
std::string version_in(std::string_view tag) {
  std::size_t begin = tag.size();
  for (std::size_t i = 0; i < tag.size(); ++i) {
    const bool digit = tag[i] >= '0' && tag[i] <= '9';
    const bool at_start = i == 0 || tag[i - 1] == 'v' || tag[i - 1] == '-' || tag[i - 1] == '@' ||
                          tag[i - 1] == '/' || tag[i - 1] == '_';
    if (digit && at_start) {
      begin = i;
      break;
    }
  }
  std::string version(tag.substr(begin));
  std::size_t dots = 0, core = 0;
  for (; core < version.size() && ((version[core] >= '0' && version[core] <= '9') || version[core] == '.');
       ++core)
    dots += version[core] == '.';
  if (version.empty() || core == 0 || version[core - 1] == '.') return {};
  for (; dots < 2; ++dots, core += 2) version.insert(core, ".0");
  return version;
}

bool is_pre_release(std::string_view version) { return version.find('-') != std::string_view::npos; }

}  // namespace

std::size_t newest_release(const std::vector<std::string>& tag_names) {
  std::size_t best = std::string::npos;
  std::string best_version;
  for (std::size_t i = 0; i < tag_names.size(); ++i) {
    const std::string version = version_in(tag_names[i]);
    if (version.empty() || !compare_versions(Ecosystem::kNpm, version, version)) continue;
    bool better = best == std::string::npos;
    if (!better && is_pre_release(version) != is_pre_release(best_version)) {
      better = is_pre_release(best_version);
    } else if (!better) {
      const auto order = compare_versions(Ecosystem::kNpm, version, best_version);
      better = order && (*order > 0 || (*order == 0 && tag_names[i] > tag_names[best]));
    }
    if (!better) continue;
    best = i;
    best_version = version;
  }
  return best;
}

}  // namespace mcpjury
