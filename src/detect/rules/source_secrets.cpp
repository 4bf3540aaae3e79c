// Secrets in the files of a repository or package and in its history. The evidence holds kind, place and a
// tag, never a value, and so does the finding.
#include <fmt/format.h>

#include "detect/rules/entry_help.h"

namespace mcpjury {
namespace {

bool has_part(std::string_view path, std::string_view part) {
  for (std::size_t at = path.find(part); at != std::string_view::npos; at = path.find(part, at + 1)) {
    const bool begins =
        at == 0 || path[at - 1] == '/' || path[at - 1] == '.' || path[at - 1] == '_' || path[at - 1] == '-';
    const std::size_t end = at + part.size();
    const bool ends = end == path.size() || path[end] == '/' || path[end] == '.' || path[end] == '_' ||
                      path[end] == '-' || path[end] == 's';
    if (begins && ends) return true;
  }
  return false;
}

// Where secrets are usually invented: tests, examples, documentation.
bool is_sample_place(std::string_view path) {
  for (const std::string_view part :
       {"test", "__test", "spec", "fixture", "example", "sample", "mock", "testdata", "doc", "demo"}) {
    if (has_part(path, part)) return true;
  }
  return path.ends_with(".md") || path.ends_with(".rst") || path.ends_with(".example");
}

}  // namespace

void detect_source_secrets(const DetectInput& input, FindingSink& sink) {
  EntryReporter report(input, sink, Facet::kSource, "secrets");
  for_each_entry(input.evidence, Facet::kSource, "secrets", [&](std::size_t index, const JsonObject& entry) {
    static const std::uint16_t kLive = detector_index("live-secret");
    static const std::uint16_t kShape = detector_index("secret-in-source");
    const std::string_view file = find_string(entry, "file"), state = find_string(entry, "verified");
    const std::string_view commit = find_string(entry, "commit");
    const std::string detail = fmt::format("{}{}{}", find_string(entry, "kind"),
                                           commit.empty() ? "" : " in commit ", commit.substr(0, 12));
    EntrySays says{.quote = find_string(entry, "tag"), .detail = detail};
    if (state == "live") return report.about_file(kLive, index, file, says);
    const bool sample = state == "dead" || is_sample_place(file);
    says.confidence = sample ? Confidence::kLow : stated_confidence(entry, Confidence::kHigh);
    report.about_file(kShape, index, file, says);
  });
}

}  // namespace mcpjury
