#include "serve/server_json.h"

#include <algorithm>

#include "model/mark_word.h"
#include "serve/url_words.h"

namespace mcpjury {

JsonObject server_json(const DirectoryRow& row, const ScanAge& age) {
  return {{"server", server_key_of(row.target_key)},
          {"name", row.server_name},
          {"version", row.server_version},
          {"kind", row.target_kind},
          {"display", row.display},
          {"credential", row.credential},
          {"observed_at", row.observed_at},
          {"age_days", age.days},
          {"stale", age.stale},
          {"first_seen", row.first_seen},
          {"changed_at", row.changed_at},
          {"scan_id", std::to_string(row.scan)},
          {"tools", row.tool_count},
          {"truncated", row.truncated},
          {"verdict", word_of_marks(row.marks)},
          {"marks", row.marks},
          {"findings", JsonObject{{"malice", row.malice},
                                  {"weakness", row.weakness},
                                  {"capability", row.capability},
                                  {"hygiene", row.hygiene}}}};
}

JsonObject history_json(const ScanRow& row, bool changed) {
  return {{"scan_id", std::to_string(row.id)},
          {"observed_at", row.observed_at},
          {"name", row.server_name},
          {"version", row.server_version},
          {"credential", row.credential},
          {"tools", row.tool_count},
          {"truncated", row.truncated},
          {"surface_sha256", row.surface_sha256},
          {"evidence_sha256", row.evidence_sha256},
          {"catalog_version", row.catalog_version},
          {"program_version", row.program_version},
          {"changed", changed},
          {"verdict", word_of_marks(row.marks)},
          {"marks", row.marks}};
}

JsonArray history_list(const std::vector<ScanRow>& rows, std::size_t shown) {
  JsonArray out;
  for (std::size_t i = 0; i < std::min(shown, rows.size()); ++i) {
    const auto before = std::find_if(
        rows.begin() + static_cast<std::ptrdiff_t>(i) + 1, rows.end(),
        [&](const ScanRow& row) { return row.credential == rows[i].credential && !row.truncated; });
    const bool changed =
        before != rows.end() && !rows[i].truncated && before->surface_sha256 != rows[i].surface_sha256;
    out.push_back(history_json(rows[i], changed));
  }
  return out;
}

}  // namespace mcpjury
