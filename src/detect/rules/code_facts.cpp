// Facts a parser stated about the server's own code, as findings: values of tool parameters that reach a
// dangerous call, and protections the code switches off.
#include <fmt/format.h>

#include <array>

#include "detect/rules/entry_help.h"

namespace mcpjury {
namespace {

struct Meaning {
  std::string_view fact, detector;
};
// Facts that end in "-by-design" state what a tool is for, not a flaw: they have no detector here.
constexpr std::array kMeanings = {
    Meaning{"shell-from-parameter", "shell-injection"},
    Meaning{"command-from-parameter", "shell-injection"},
    Meaning{"eval-from-parameter", "code-injection"},
    Meaning{"path-from-parameter", "path-traversal"},
    Meaning{"sql-from-parameter", "sql-injection"},
    Meaning{"fetch-from-parameter", "server-side-request-forgery"},
    Meaning{"deserialise-from-parameter", "unsafe-deserialisation"},
    Meaning{"template-from-parameter", "template-injection"},
    Meaning{"listens-on-all-interfaces", "listens-on-all-interfaces"},
    Meaning{"tls-check-off", "tls-check-disabled"},
    Meaning{"auth-disabled", "authentication-disabled"},
    Meaning{"origin-reflected", "origin-reflected-in-source"},
    Meaning{"cors-wildcard-with-credentials", "origin-reflected-in-source"},
};
constexpr std::size_t kNoMeaning = kMeanings.size();

std::size_t code_meaning_of(std::string_view fact) {
  for (std::size_t i = 0; i < kMeanings.size(); ++i) {
    if (kMeanings[i].fact == fact) return i;
  }
  return kNoMeaning;
}

std::uint16_t detector_of(std::size_t meaning) {
  static const std::array<std::uint16_t, kMeanings.size()> kDetectors = [] {
    std::array<std::uint16_t, kMeanings.size()> out{};
    for (std::size_t i = 0; i < kMeanings.size(); ++i) out[i] = detector_index(kMeanings[i].detector);
    return out;
  }();
  return kDetectors[meaning];
}

// The way of the value, or what stands in the code.
std::string way_of(const JsonObject& entry) {
  std::string out;
  const JsonArray* steps = find_array(entry, "source_to_sink");
  for (std::size_t i = 0; steps != nullptr && i < steps->size(); ++i) {
    const auto* step = (*steps)[i].if_string();
    if (step == nullptr) continue;
    if (!out.empty()) out += " -> ";
    out.append(step->data(), step->size());
  }
  return out.empty() ? std::string(find_string(entry, "symbol")) : out;
}

}  // namespace

void detect_code_facts(const DetectInput& input, FindingSink& sink) {
  EntryReporter report(input, sink, Facet::kSource, "facts");
  for_each_entry(input.evidence, Facet::kSource, "facts", [&](std::size_t index, const JsonObject& entry) {
    const std::size_t meaning = code_meaning_of(find_string(entry, "fact"));
    if (meaning == kNoMeaning) return;
    const std::string way = way_of(entry);
    EntrySays says;
    says.quote = find_string(entry, "snippet");
    says.detail = way;
    says.confidence = stated_confidence(entry, Confidence::kMedium);
    says.severity = severity_from(find_string(entry, "severity"));
    report.about_tool(detector_of(meaning), index, find_string(entry, "tool"), find_string(entry, "file"),
                      says);
  });
}

}  // namespace mcpjury
