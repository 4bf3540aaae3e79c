// For detectors that read lists of the facets source, dependencies and provenance: one finding an entry,
// whose place is that entry of the evidence record, whose subject is a package, a file, a tool or the server.
//
// Used when a facet was seen; a facet that was not costs one comparison. One reporter a list and server.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "detect/sink.h"
#include "model/live_view.h"

namespace mcpjury {

// Calls visit(index, entry) for every object of a list in a facet that was seen.
template <class Visit>
void for_each_entry(const Evidence& evidence, Facet facet, std::string_view list, Visit visit) {
  const JsonObject* data = facet_data(evidence, facet);
  const JsonArray* entries = data == nullptr ? nullptr : find_array(*data, list);
  if (entries == nullptr) return;
  for (std::size_t i = 0; i < entries->size(); ++i) {
    if (const JsonObject* entry = (*entries)[i].if_object()) visit(i, *entry);
  }
}

struct EntrySays {
  std::string_view quote, detail;
  Confidence confidence = Confidence::kHigh;
  std::optional<Severity> severity = {};
  int cvss_tenths = -1;
};

class EntryReporter {
 public:
  // `list` below the facet's data: "advisories", "health/checks".
  EntryReporter(const DetectInput& input, FindingSink& sink, Facet facet, std::string_view list)
      : input_(input), sink_(sink), facet_(facet), list_(list) {}

  void about_package(std::uint16_t detector, std::size_t entry, std::string_view name, const EntrySays& says);
  void about_file(std::uint16_t detector, std::size_t entry, std::string_view file, const EntrySays& says);
  // The tool of that name when the server has it, else the file.
  void about_tool(std::uint16_t detector, std::size_t entry, std::string_view tool, std::string_view file,
                  const EntrySays& says);
  void about_server(std::uint16_t detector, std::size_t entry, const EntrySays& says);

 private:
  void add(std::uint16_t detector, const SubjectUnit& subject, std::size_t entry, const EntrySays& says);
  void add_named(std::uint16_t detector, SubjectType type, std::size_t entry, std::string_view name,
                 const EntrySays& says);

  const DetectInput& input_;
  FindingSink& sink_;
  Facet facet_;
  std::string_view list_;
  std::unordered_map<std::string_view, std::size_t> tools_;  // by name; filled when first asked
};

// "lodash 4.17.11 (npm)", from the members ecosystem, package or name, and version.
std::string package_text(const JsonObject& entry);
// The confidence an observer stated; high when it stated none.
Confidence stated_confidence(const JsonObject& entry, Confidence otherwise = Confidence::kHigh);
// Whether two names of packages are the same: PyPI folds case and separators, the others only case.
bool same_package(std::string_view ecosystem, std::string_view a, std::string_view b);
bool same_letters(std::string_view a, std::string_view b);

}  // namespace mcpjury
