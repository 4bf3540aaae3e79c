// The server's own name and version against the advisories of the catalogue.
//
// Names are compared whole and without case. What the version is worth differs from server to server:
// some send a constant, some the version of their library (docs of serverInfo in the wild), so for those
// a range proves nothing.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "detect/rules/subject_help.h"
#include "detect/semver.h"

namespace mcpjury {
namespace {

// `constant` is what every build of that server says; empty where it says the version of its library.
struct Untrusted {
  std::string_view name, constant;
};
constexpr Untrusted kUntrusted[] = {
    {"secure-filesystem-server", "0.2.0"},
    {"slack mcp server", "1.0.0"},
    {"mcp-git", ""},
    {"mcp-fetch", ""},
    {"mcp-time", ""},
    {"mcp-markdownify-server", "0.1.0"},
    {"excel-mcp", ""},
    {"n8n-documentation-mcp", "1.0.0"},
    {"atlassian mcp", ""},
    {"memory", ""},
    {"kubernetes", "0.1.0"},
};

enum class Match { kNo, kVersionUnknown, kYes };

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  return out;
}

using ByName = std::unordered_map<std::string, std::vector<const Advisory*>>;

const ByName& advisories_by_name() {
  static const ByName kByName = [] {
    ByName table;
    for (const Advisory& advisory : catalog().advisories) {
      // Libraries, hosts and platforms are no servers; a server may well be called after one.
      if (advisory.category != "mcp-server" && advisory.category != "malicious-package" &&
          advisory.category != "mcp-gateway" && advisory.category != "mcp-tool") {
        continue;
      }
      std::vector<std::string> names = {lowered(advisory.package)};
      for (std::string_view name : advisory.server_names) names.push_back(lowered(name));
      std::sort(names.begin(), names.end());
      names.erase(std::unique(names.begin(), names.end()), names.end());
      for (std::string& name : names) {
        if (!name.empty()) table[std::move(name)].push_back(&advisory);
      }
    }
    return table;
  }();
  return kByName;
}

Match in_range(const AdvisoryRange& range, std::string_view version) {
  const auto own = parse_semver(version);
  const auto bound = [](std::string_view text) { return text.empty() ? std::nullopt : parse_semver(text); };
  const auto from = bound(range.introduced), fixed = bound(range.fixed), last = bound(range.last_affected);
  // Commits and dates cannot be ordered; only the very version named is known to be affected.
  if ((!range.fixed.empty() && !fixed) || (!range.last_affected.empty() && !last) ||
      (!range.introduced.empty() && !from)) {
    return version == range.last_affected || version == range.introduced ? Match::kYes
                                                                         : Match::kVersionUnknown;
  }
  if (range.fixed.empty() && range.last_affected.empty() && (!from || compare(*from, SemVer{}) == 0))
    return Match::kYes;
  if (!own) return Match::kVersionUnknown;
  if (from && compare(*own, *from) < 0) return Match::kNo;
  if (fixed && compare(*own, *fixed) >= 0) return Match::kNo;
  if (last && compare(*own, *last) > 0) return Match::kNo;
  return Match::kYes;
}

Match affects(const Advisory& advisory, std::string_view version) {
  if (advisory.ranges.empty() && advisory.versions.empty()) {
    return advisory.category == "malicious-package" ? Match::kYes : Match::kVersionUnknown;
  }
  if (std::find(advisory.versions.begin(), advisory.versions.end(), version) != advisory.versions.end()) {
    return Match::kYes;
  }
  Match best = advisory.versions.empty() || !version.empty() ? Match::kNo : Match::kVersionUnknown;
  for (const AdvisoryRange& range : advisory.ranges) best = std::max(best, in_range(range, version));
  return best;
}

bool trusted(std::string_view name, std::string_view version, const Advisory& advisory) {
  for (const Untrusted& entry : kUntrusted) {
    if (entry.name != name) continue;
    // Where every version is affected the constant is as good as any, and tells this server from others
    // of the same name. The constant of old kubernetes builds is older than every fix.
    const bool all = std::all_of(
        advisory.ranges.begin(), advisory.ranges.end(),
        [](const AdvisoryRange& range) { return range.fixed.empty() && range.last_affected.empty(); });
    return !entry.constant.empty() && version == entry.constant && (all || name == "kubernetes");
  }
  return true;
}

std::string_view id_of(const Advisory& advisory) {
  return !advisory.id.empty() ? advisory.id : advisory.package;
}

}  // namespace

void detect_advisories(const DetectInput& input, FindingSink& sink) {
  const std::string_view shown = trimmed(input.surface.server_name);
  if (shown.empty()) return;
  const std::string name = lowered(shown);
  const auto found = advisories_by_name().find(name);
  if (found == advisories_by_name().end()) return;
  static const std::uint16_t kMalicious = detector_index("advisory-malicious-server");
  static const std::uint16_t kVulnerable = detector_index("advisory-vulnerable-server");
  const SubjectUnit& server = server_subject(input.text);
  const std::string_view version = trimmed(input.surface.server_version);
  const std::string quote = fmt::format("{} {}", shown, version);
  std::string ids;
  std::size_t count = 0;
  Confidence best = Confidence::kLow;
  for (const Advisory* advisory : found->second) {
    const Match match = affects(*advisory, version);
    if (match == Match::kNo) continue;
    const bool sure = match == Match::kYes && trusted(name, version, *advisory);
    // Only the name of a package is nobody else's.
    const bool firm = advisory->identity_basis.starts_with("registry") && lowered(advisory->package) == name;
    const Confidence confidence = !sure ? Confidence::kLow : firm ? Confidence::kHigh : Confidence::kMedium;
    const std::string_view remark = sure ? "" : " (version unknown)";
    if (advisory->category == "malicious-package") {
      sink.add(kMalicious, server, server.path, quote, confidence,
               {.detail = fmt::format("{}{}", advisory->summary, remark)});
      continue;
    }
    if (count > 0 && confidence < best) continue;
    if (confidence > best) {
      ids.clear();
      count = 0;
    }
    best = confidence;
    if (++count <= 4) ids += fmt::format("{}{}{}", count > 1 ? ", " : "", id_of(*advisory), remark);
  }
  if (count == 0) return;
  if (count > 4) ids += fmt::format(" and {} more", count - 4);
  sink.add(kVulnerable, server, server.path, quote, best, {.detail = ids});
}

}  // namespace mcpjury
