// Advisories that match a package the server is made of: vulnerable, malicious, compromised.
//
// One finding an advisory and package. A severity follows the score; a package that only other packages bring
// in, and that no tool is known to reach, is at most medium; one that is used for development only counts in
// the published strictness.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "detect/rules/entry_help.h"
#include "detect/rules/start_package.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

struct Sdk {
  std::string_view ecosystem, name;
};
// Libraries every call of a server goes through.
constexpr std::array kSdks = {
    Sdk{"npm", "@modelcontextprotocol/sdk"},
    Sdk{"npm", "fastmcp"},
    Sdk{"npm", "mcp-framework"},
    Sdk{"PyPI", "mcp"},
    Sdk{"PyPI", "fastmcp"},
    Sdk{"Go", "github.com/modelcontextprotocol/go-sdk"},
    Sdk{"Go", "github.com/mark3labs/mcp-go"},
    Sdk{"crates.io", "rmcp"},
    Sdk{"Maven", "io.modelcontextprotocol.sdk:mcp"},
    Sdk{"NuGet", "ModelContextProtocol"},
};

bool is_sdk(std::string_view ecosystem, std::string_view name) {
  return std::any_of(kSdks.begin(), kSdks.end(), [&](const Sdk& sdk) {
    return same_letters(sdk.ecosystem, ecosystem) && same_package(ecosystem, sdk.name, name);
  });
}

// What the inventory says of a package: an advisory names it, the list of packages knows how it is used.
class Uses {
 public:
  explicit Uses(const Evidence& evidence) {
    for_each_entry(evidence, Facet::kDependencies, "packages", [&](std::size_t, const JsonObject& entry) {
      const bool runs = !find_flag(entry, "development").value_or(false);
      const bool direct = find_flag(entry, "direct").value_or(false);
      for (const std::string_view version : {find_string(entry, "version"), ""sv}) {
        Use& use = known_[key(find_string(entry, "ecosystem"), find_string(entry, "name"), version)];
        use.runs = use.runs || runs;
        use.direct = use.direct || direct;
      }
    });
  }

  bool development_only(const JsonObject& advisory) const {
    const Use* use = find(advisory);
    return use != nullptr && !use->runs;
  }
  bool direct(const JsonObject& advisory) const {
    if (const auto stated = find_flag(advisory, "direct")) return *stated;
    const Use* use = find(advisory);
    return use == nullptr || use->direct;
  }

 private:
  struct Use {
    bool runs = false, direct = false;
  };
  static std::string key(std::string_view ecosystem, std::string_view name, std::string_view version) {
    return fmt::format("{}\n{}\n{}", ecosystem, name, version);
  }
  const Use* find(const JsonObject& advisory) const {
    const auto found = known_.find(key(find_string(advisory, "ecosystem"), find_string(advisory, "package"),
                                       find_string(advisory, "version")));
    return found == known_.end() ? nullptr : &found->second;
  }
  std::unordered_map<std::string, Use> known_;
};

Severity band_of(int tenths) {
  if (tenths >= 90) return Severity::kCritical;
  if (tenths >= 70) return Severity::kHigh;
  return tenths >= 40 ? Severity::kMedium : Severity::kLow;
}

// Tenths of the score, by its word where there is no number, and 4.0 where there is neither.
int tenths_of(const JsonObject& advisory) {
  if (const auto tenths = find_number(advisory, "cvss_tenths"); tenths && *tenths >= 0 && *tenths <= 100)
    return static_cast<int>(*tenths);
  const std::string_view word = find_string(advisory, "severity");
  if (same_letters(word, "critical")) return 90;
  if (same_letters(word, "high")) return 70;
  return same_letters(word, "low") ? 1 : 40;
}

std::string shown_score(int tenths, const JsonObject& advisory) {
  if (find_number(advisory, "cvss_tenths")) return fmt::format("CVSS {}.{}", tenths / 10, tenths % 10);
  const std::string_view word = find_string(advisory, "severity");
  return word.empty() ? std::string("not scored") : fmt::format("{}, without a score", word);
}

class Reader {
 public:
  Reader(const DetectInput& input, FindingSink& sink)
      : report_(input, sink, Facet::kDependencies, "advisories"),
        uses_(input.evidence),
        own_(start_package(input.evidence)) {}

  void read(std::size_t index, const JsonObject& advisory) {
    if (find_flag(advisory, "withdrawn").value_or(false)) return;
    const std::string_view ecosystem = find_string(advisory, "ecosystem"),
                           name = find_string(advisory, "package");
    const bool own =
        own_.known() && same_letters(own_.ecosystem, ecosystem) && same_package(ecosystem, own_.name, name);
    const std::string subject = package_text(advisory);
    if (find_string(advisory, "kind") == "malicious") return malicious(index, advisory, subject, own);
    const int tenths = tenths_of(advisory);
    EntrySays says;
    const std::string detail = text_of(advisory, tenths);
    says.detail = detail;
    says.quote = find_string(advisory, "summary");
    says.severity = band_of(tenths);
    says.cvss_tenths = tenths;
    const bool runs_code = find_flag(advisory, "remote_code_execution").value_or(false);
    const bool reached = find_flag(advisory, "reachable").value_or(false);
    if (own) return own_flaw(index, advisory, says, runs_code);
    if (uses_.development_only(advisory)) {
      says.confidence = Confidence::kLow;
    } else if (!reached && !uses_.direct(advisory)) {
      says.confidence = Confidence::kMedium;
      says.severity = std::min(*says.severity, Severity::kMedium);
    }
    static const std::uint16_t kDependency = detector_index("vulnerable-dependency");
    static const std::uint16_t kSdk = detector_index("vulnerable-sdk");
    static const std::uint16_t kReached = detector_index("code-execution-in-dependency");
    if (runs_code && reached && says.confidence != Confidence::kLow) {
      const std::string_view proof = find_string(advisory, "reach_proof");
      if (!proof.empty()) says.quote = proof;
      return report_.about_package(kReached, index, subject, says);
    }
    report_.about_package(is_sdk(ecosystem, name) ? kSdk : kDependency, index, subject, says);
  }

 private:
  static std::string text_of(const JsonObject& advisory, int tenths) {
    const std::string_view fixed = find_string(advisory, "fixed");
    return fmt::format("{} ({}{}{})", find_string(advisory, "id"), shown_score(tenths, advisory),
                       fixed.empty() ? "" : "; fixed in ", fixed);
  }

  void malicious(std::size_t index, const JsonObject& advisory, const std::string& subject, bool own) {
    static const std::uint16_t kServer = detector_index("advisory-malicious-server");
    static const std::uint16_t kMalicious = detector_index("malicious-dependency");
    static const std::uint16_t kWarned = detector_index("compromised-dependency");
    std::string_view summary = find_string(advisory, "summary");
    while (summary.ends_with('.')) summary.remove_suffix(1);
    const std::string detail =
        fmt::format("{}{}{}", find_string(advisory, "id"), summary.empty() ? "" : ": ", summary);
    EntrySays says;
    says.quote = find_string(advisory, "id");
    says.detail = detail;
    if (find_string(advisory, "action") == "warn")
      return report_.about_package(kWarned, index, subject, says);
    if (own) return report_.about_server(kServer, index, says);
    report_.about_package(kMalicious, index, subject, says);
  }

  // The very package that is scanned: a statement about the server.
  void own_flaw(std::size_t index, const JsonObject& advisory, EntrySays says, bool runs_code) {
    static const std::uint16_t kServer = detector_index("advisory-vulnerable-server");
    static const std::uint16_t kRuns = detector_index("code-execution-in-server");
    report_.about_server(kServer, index, says);
    if (!runs_code) return;
    const std::string_view proof = find_string(advisory, "reach_proof");
    says.quote = proof.empty() ? "the package of the server itself"sv : proof;
    says.severity = Severity::kCritical;
    report_.about_server(kRuns, index, says);
  }

  EntryReporter report_;
  Uses uses_;
  StartPackage own_;
};

}  // namespace

void detect_dependency_advisories(const DetectInput& input, FindingSink& sink) {
  const JsonObject* data = facet_data(input.evidence, Facet::kDependencies);
  const JsonArray* advisories = data == nullptr ? nullptr : find_array(*data, "advisories");
  if (advisories == nullptr || advisories->empty()) return;
  Reader reader(input, sink);
  for_each_entry(input.evidence, Facet::kDependencies, "advisories",
                 [&](std::size_t index, const JsonObject& entry) { reader.read(index, entry); });
}

}  // namespace mcpjury
