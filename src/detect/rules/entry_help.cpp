#include "detect/rules/entry_help.h"

#include <fmt/format.h>

#include "detect/rules/subject_help.h"

namespace mcpjury {
namespace {

// Entries are told apart from places of the definition, and those of one facet from those of another: the
// sink keeps one finding a (detector, subject, place).
constexpr std::uint32_t kEntryBit = 0x80000000U;
constexpr std::uint32_t kEntryMask = 0x00FFFFFFU;

std::uint32_t number_of(Facet facet, std::size_t entry) {
  return static_cast<std::uint32_t>(facet) << 24 | (static_cast<std::uint32_t>(entry) & kEntryMask);
}

char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

// PEP 503: runs of separators are one dash.
std::string pypi_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (!is_separator(c)) {
      out += folded(c);
    } else if (out.empty() || out.back() != '-') {
      out += '-';
    }
  }
  return out;
}

}  // namespace

void EntryReporter::add(std::uint16_t detector, const SubjectUnit& subject, std::size_t entry,
                        const EntrySays& says) {
  const std::string pointer = fmt::format("/facets/{}/data/{}/{}", name_of(facet_), list_, entry);
  sink_.add(detector, subject, kEntryBit | number_of(facet_, entry), says.quote, says.confidence,
            {.detail = says.detail,
             .pointer = pointer,
             .severity = says.severity,
             .cvss_tenths = says.cvss_tenths});
}

void EntryReporter::add_named(std::uint16_t detector, SubjectType type, std::size_t entry,
                              std::string_view name, const EntrySays& says) {
  SubjectUnit subject;
  subject.type = type;
  subject.index = static_cast<std::int32_t>(number_of(facet_, entry));
  subject.name = name;
  add(detector, subject, entry, says);
}

void EntryReporter::about_package(std::uint16_t detector, std::size_t entry, std::string_view name,
                                  const EntrySays& says) {
  add_named(detector, SubjectType::kPackage, entry, name, says);
}

void EntryReporter::about_file(std::uint16_t detector, std::size_t entry, std::string_view file,
                               const EntrySays& says) {
  if (file.empty()) return about_server(detector, entry, says);
  add_named(detector, SubjectType::kFile, entry, file, says);
}

void EntryReporter::about_tool(std::uint16_t detector, std::size_t entry, std::string_view tool,
                               std::string_view file, const EntrySays& says) {
  if (tools_.empty()) {
    const auto& tools = input_.surface.tools;
    for (std::size_t i = 0; i < tools.size(); ++i) tools_.emplace(tools[i].name, i);
  }
  if (const auto found = tools_.find(tool); !tool.empty() && found != tools_.end())
    return add(detector, input_.text.tool(found->second), entry, says);
  about_file(detector, entry, file, says);
}

void EntryReporter::about_server(std::uint16_t detector, std::size_t entry, const EntrySays& says) {
  add(detector, server_subject(input_.text), entry, says);
}

std::string package_text(const JsonObject& entry) {
  std::string_view name = find_string(entry, "package");
  if (name.empty()) name = find_string(entry, "name");
  const std::string_view version = find_string(entry, "version"), ecosystem = find_string(entry, "ecosystem");
  return fmt::format("{}{}{}{}{}{}", name, version.empty() ? "" : " ", version, ecosystem.empty() ? "" : " (",
                     ecosystem, ecosystem.empty() ? "" : ")");
}

Confidence stated_confidence(const JsonObject& entry, Confidence otherwise) {
  return confidence_from(find_string(entry, "confidence")).value_or(otherwise);
}

bool same_letters(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (folded(a[i]) != folded(b[i])) return false;
  }
  return true;
}

bool same_package(std::string_view ecosystem, std::string_view a, std::string_view b) {
  return same_letters(a, b) || (same_letters(ecosystem, "PyPI") && pypi_name(a) == pypi_name(b));
}

}  // namespace mcpjury
