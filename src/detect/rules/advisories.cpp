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

#include "base/ascii.h"
#include "detect/rules/facet_help.h"
#include "detect/rules/start_package.h"
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
      std::vector<std::string> names = {ascii::lowered(advisory.package)};
      for (std::string_view name : advisory.server_names) names.push_back(ascii::lowered(name));
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

// CVSS in tenths, by its word where there is no number; 4.0 where there is neither.
int tenths_of(const Advisory& advisory) {
  if (advisory.cvss_tenths >= 0) return advisory.cvss_tenths;
  const std::string word = ascii::lowered(advisory.severity);
  if (word == "critical") return 90;
  if (word == "high") return 70;
  return word == "low" ? 1 : 40;
}

Severity band_of(int tenths) {
  if (tenths >= 90) return Severity::kCritical;
  if (tenths >= 70) return Severity::kHigh;
  return tenths >= 40 ? Severity::kMedium : Severity::kLow;
}

// Whether whoever uses the flaw runs code on the machine of the server: by the class of the weakness, or by
// the impact the summary names.
bool runs_code(const Advisory& advisory) {
  constexpr std::string_view kClasses[] = {"CWE-77", "CWE-78",  "CWE-94",  "CWE-95",
                                           "CWE-96", "CWE-502", "CWE-917", "CWE-1336"};
  for (const std::string_view cwe : advisory.cwe) {
    if (std::find(std::begin(kClasses), std::end(kClasses), cwe) != std::end(kClasses)) return true;
  }
  const std::string summary = ascii::lowered(advisory.summary);
  for (const std::string_view words : {"remote code execution", "arbitrary code", "command injection",
                                       "arbitrary command", "code injection"}) {
    if (summary.find(words) != std::string::npos) return true;
  }
  return false;
}

std::string_view id_of(const Advisory& advisory) {
  return !advisory.id.empty() ? advisory.id : advisory.package;
}

// Findings of all advisories against one identity, the most certain ones named.
class Matches {
 public:
  explicit Matches(std::string quote) : quote_(std::move(quote)) {}

  void add(const Advisory& advisory, bool sure, bool firm) {
    const Confidence confidence = !sure ? Confidence::kLow : firm ? Confidence::kHigh : Confidence::kMedium;
    const std::string_view remark = sure ? "" : " (version unknown)";
    if (advisory.category == "malicious-package") {
      if (!malicious_.empty() && confidence <= malicious_confidence_) return;
      malicious_ = fmt::format("{}{}", advisory.summary, remark);
      malicious_confidence_ = confidence;
      return;
    }
    if (count_ > 0 && confidence < best_) return;
    if (confidence > best_) {
      ids_.clear();
      count_ = 0;
      worst_ = 0;
    }
    best_ = confidence;
    worst_ = std::max(worst_, tenths_of(advisory));
    if (sure && runs_code(advisory) && (code_.empty() || tenths_of(advisory) > code_tenths_)) {
      code_ = id_of(advisory);
      code_tenths_ = tenths_of(advisory);
    }
    if (++count_ <= 4) ids_ += fmt::format("{}{}{}", count_ > 1 ? ", " : "", id_of(advisory), remark);
  }

  // Affected by its version, but not certainly in use.
  void add_hint(const Advisory& advisory) {
    if (++count_ <= 4) ids_ += fmt::format("{}{} (of its library)", count_ > 1 ? ", " : "", id_of(advisory));
  }

  void report(const DetectInput& input, FindingSink& sink, std::string_view pointer) {
    static const std::uint16_t kMalicious = detector_index("advisory-malicious-server");
    static const std::uint16_t kVulnerable = detector_index("advisory-vulnerable-server");
    const SubjectUnit& server = server_subject(input.text);
    if (!malicious_.empty()) {
      sink.add(kMalicious, server, server.path, quote_, malicious_confidence_,
               {.detail = malicious_, .pointer = pointer});
    }
    if (count_ == 0) return;
    if (count_ > 4) ids_ += fmt::format(" and {} more", count_ - 4);
    if (worst_ == 0) {  // hints only: what a library is accused of says little about the server
      return sink.add(kVulnerable, server, server.path, quote_, best_, {.detail = ids_, .pointer = pointer});
    }
    sink.add(kVulnerable, server, server.path, quote_, best_,
             {.detail = ids_, .pointer = pointer, .severity = band_of(worst_), .cvss_tenths = worst_});
    if (code_.empty()) return;
    static const std::uint16_t kRuns = detector_index("code-execution-in-server");
    sink.add(kRuns, server, server.path, quote_, best_,
             {.detail = code_, .pointer = pointer, .cvss_tenths = code_tenths_});
  }

 private:
  std::string quote_, ids_, malicious_, code_;
  std::size_t count_ = 0;
  int worst_ = 0;  // of the advisories that are named
  int code_tenths_ = -1;
  Confidence best_ = Confidence::kLow, malicious_confidence_ = Confidence::kLow;
};

void match_name(const DetectInput& input, FindingSink& sink) {
  const std::string_view shown = trimmed(input.surface.server_name);
  if (shown.empty()) return;
  const std::string name = ascii::lowered(shown);
  const auto found = advisories_by_name().find(name);
  if (found == advisories_by_name().end()) return;
  const std::string_view version = trimmed(input.surface.server_version);
  Matches matches(fmt::format("{} {}", shown, version));
  for (const Advisory* advisory : found->second) {
    const Match match = affects(*advisory, version);
    if (match == Match::kNo) continue;
    // Only the name of a package is nobody else's.
    const bool firm =
        advisory->identity_basis.starts_with("registry") && ascii::lowered(advisory->package) == name;
    matches.add(*advisory, match == Match::kYes && trusted(name, version, *advisory), firm);
  }
  matches.report(input, sink, {});
}

// The package in a start command is the server's own, whatever it calls itself.
void match_package(const DetectInput& input, FindingSink& sink) {
  const StartPackage package = start_package(input.evidence);
  if (!package.known()) return;
  const std::string name = ascii::lowered(package.name);
  const auto found = advisories_by_name().find(name);
  if (found == advisories_by_name().end()) return;
  Matches matches(fmt::format("{} {}", package.name, package.version));
  for (const Advisory* advisory : found->second) {
    if (ascii::lowered(advisory->package) != name ||
        ascii::lowered(advisory->ecosystem) != ascii::lowered(package.ecosystem))
      continue;
    const Match match = affects(*advisory, package.version);
    if (match != Match::kNo) matches.add(*advisory, match == Match::kYes, true);
  }
  matches.report(input, sink, FacetReporter(input, sink, package.facet).pointer(package.place));
}

// Servers that state the version of their library: the library's own advisories, and only as a hint, since
// whether the server uses the part that is broken is not known.
void match_library(const DetectInput& input, FindingSink& sink) {
  const KnownServer* known = find_known_server(trimmed(input.surface.server_name));
  const std::string_view version = trimmed(input.surface.server_version);
  if (known == nullptr || known->version != StatedVersion::kLibrary || version.empty()) return;
  const bool python = ascii::lowered(known->ecosystem) == "pypi";
  Matches matches(fmt::format("{} {}", python ? "mcp" : "@modelcontextprotocol/sdk", version));
  for (const Advisory& advisory : catalog().advisories) {
    if (advisory.category != "mcp-sdk" ||
        advisory.package != (python ? "mcp" : "@modelcontextprotocol/sdk") ||
        ascii::lowered(advisory.ecosystem) != ascii::lowered(known->ecosystem)) {
      continue;
    }
    if (affects(advisory, version) == Match::kYes) matches.add_hint(advisory);
  }
  matches.report(input, sink, {});
}

}  // namespace

void detect_advisories(const DetectInput& input, FindingSink& sink) {
  match_name(input, sink);
  match_package(input, sink);
  match_library(input, sink);
}

}  // namespace mcpjury
