#include "feeds/advisory_list.h"

namespace mcpjury {

std::optional<OsvRecord> read_listed_advisory(const Json& document) {
  const JsonObject* object = document.if_object();
  if (object == nullptr) return std::nullopt;
  const std::string_view package = find_string(*object, "package");
  const std::string_view ecosystem = find_string(*object, "ecosystem");
  const JsonObject* affected = find_object(*object, "affected");
  if (package.empty() || ecosystem.empty() || affected == nullptr) return std::nullopt;
  // Into the shape that read_osv knows, so that its limits and rules hold here too.
  JsonObject entry = *affected;
  entry["package"] = JsonObject{{"ecosystem", ecosystem}, {"name", package}};
  JsonObject record{{"modified", "1970-01-01T00:00:00Z"},
                    {"summary", find_string(*object, "summary")},
                    {"affected", JsonArray{std::move(entry)}}};
  const JsonArray* ids = find_array(*object, "advisory_ids");
  std::string id = "MCP:" + std::string(ecosystem) + ":" + std::string(package);
  JsonArray aliases;
  for (std::size_t i = 0; ids != nullptr && i < ids->size(); ++i) {
    if (!(*ids)[i].is_string()) continue;
    if (aliases.empty()) id = view((*ids)[i].get_string());
    aliases.push_back((*ids)[i]);
  }
  record["id"] = id;
  record["aliases"] = std::move(aliases);
  JsonObject specific;
  if (const JsonArray* cwe = find_array(*object, "cwe")) specific["cwe_ids"] = *cwe;
  if (const auto severity = find_string(*object, "severity"); !severity.empty())
    specific["severity"] = severity;
  if (find_string(*object, "category") == "malicious-package") specific["malicious"] = true;
  record["database_specific"] = std::move(specific);
  if (const JsonArray* pages = find_array(*object, "references")) {
    JsonArray references;
    for (const Json& page : *pages) {
      if (page.is_string()) references.push_back(JsonObject{{"type", "WEB"}, {"url", page}});
    }
    record["references"] = std::move(references);
  }
  auto read = read_osv(Json(std::move(record)));
  if (!read) return std::nullopt;
  return std::move(*read);
}

}  // namespace mcpjury
