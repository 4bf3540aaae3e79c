// The tables an export holds, in the order in which they can be read back. Tables that can be made again from
// others are not among them. Private to the module.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace mcpjury {

struct MovedTable {
  std::string_view name;
  std::span<const std::string_view> columns;  // all leave as text
  std::string_view order;                     // columns; text is put in the order of its bytes
};

inline constexpr std::array<std::string_view, 2> kEvidenceColumns = {"sha256", "packed"};
inline constexpr std::array<std::string_view, 18> kScanColumns = {"uid",
                                                                  "target_key",
                                                                  "target_kind",
                                                                  "display",
                                                                  "credential",
                                                                  "observed_at",
                                                                  "evidence_sha256",
                                                                  "surface_sha256",
                                                                  "rest_sha256",
                                                                  "truncated",
                                                                  "tool_count",
                                                                  "server_name",
                                                                  "server_version",
                                                                  "program_version",
                                                                  "catalog_version",
                                                                  "catalog_sha256",
                                                                  "marks",
                                                                  "report"};
// Within the line of their scan, as "findings".
inline constexpr std::array<std::string_view, 8> kFindingColumns = {
    "fingerprint", "detector", "kind", "severity", "confidence", "subject_type", "subject", "pointer"};
inline constexpr std::array<std::string_view, 7> kToolColumns = {
    "target_key", "server_name", "tool", "name_key", "description_sha256", "first_seen", "last_seen"};
inline constexpr std::array<std::string_view, 12> kServerColumns = {
    "target_key", "server_name", "publisher", "brands",     "package",    "repository",
    "host",       "host_label",  "host_key",  "tool_count", "first_seen", "last_seen"};
inline constexpr std::array<std::string_view, 7> kFeedbackColumns = {
    "uid", "given_at", "fingerprint", "detector", "target_key", "kind", "note"};
inline constexpr std::array<std::string_view, 5> kCatalogColumns = {"sha256", "version", "methodology",
                                                                    "methodology_version", "first_used"};
inline constexpr std::array<std::string_view, 7> kFeedColumns = {"name",  "version", "sha256",    "kind",
                                                                 "as_of", "entries", "first_used"};
inline constexpr std::array<std::string_view, 11> kApprovalColumns = {
    "uid",         "target_key",     "credential",     "approved_at", "approved_by", "reason",
    "server_name", "server_version", "surface_sha256", "rest_sha256", "packed"};

inline constexpr std::array kMovedTables = {
    MovedTable{"evidence", kEvidenceColumns, "sha256"},
    MovedTable{"scans", kScanColumns, "id"},
    MovedTable{"tools", kToolColumns, "target_key, tool, description_sha256"},
    MovedTable{"servers", kServerColumns, "target_key"},
    MovedTable{"feedback", kFeedbackColumns, "id"},
    MovedTable{"catalogs", kCatalogColumns, "sha256, methodology"},
    MovedTable{"feeds", kFeedColumns, "name, version, sha256"},
    MovedTable{"approvals", kApprovalColumns, "id"},
};

constexpr bool is_number_column(std::string_view column) {
  return column == "truncated" || column == "tool_count" || column == "entries";
}

}  // namespace mcpjury
