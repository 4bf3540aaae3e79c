#include "observe/package/unpacked_source.h"

#include "base/escape.h"
#include "base/redact.h"
#include "observe/source/source_tree.h"

namespace mcpjury {
namespace {

JsonArray shown_words(const JsonArray* words) {
  JsonArray out;
  for (const Json& word : words != nullptr ? *words : JsonArray()) {
    if (word.is_string() && out.size() < 100) out.push_back(Json(redact(clip(view(word.get_string()), 300))));
  }
  return out;
}

JsonObject launch_of(const JsonObject& manifest, const JsonObject& start) {
  JsonObject out{{"name", redact(clip(find_string(manifest, "name"), 200))},
                 {"client", "bundle"},
                 {"command", redact(clip(find_string(start, "command"), 300))},
                 {"args", shown_words(find_array(start, "args"))},
                 {"file", "manifest.json"}};
  if (const JsonObject* environment = find_object(start, "env")) {
    JsonArray names;
    for (const auto& entry : *environment) {
      if (names.size() < 100) names.push_back(Json(clip({entry.key().data(), entry.key().size()}, 100)));
    }
    out["env_names"] = std::move(names);
  }
  return out;
}

}  // namespace

std::optional<JsonObject> json_file(const std::string& root, std::string_view path) {
  SourceTree tree;
  tree.root = root;
  const auto text = read_source(tree, path, 4u << 20);
  if (!text) return std::nullopt;
  JsonReadOptions reading;
  reading.max_depth = 64;
  auto json = parse_json(*text, path, reading);
  if (!json || !json->value.is_object()) return std::nullopt;
  return std::move(json->value.get_object());
}

Result<Evidence> look_at_unpacked(const SafeFolder& folder, const std::string& root,
                                  const PackageOptions& options) {
  SourceOptions source = options.source;
  source.folder = root;
  source.source.published = folder.facts().format != "git";
  auto evidence = observe_source(source);
  if (!evidence) return evidence;
  const UnpackFacts& facts = folder.facts();
  if (JsonObject* data = evidence->facet(Facet::kSource).data.if_object()) {
    (*data)["archive"] = facts.to_json();
    if (!facts.complete()) (*data)["truncated"] = true;
  }
  for (const LimitHit& hit : facts.limits) evidence->limits.push_back(hit);
  const auto note = [&](const char* what, std::uint64_t count) {
    if (count != 0) evidence->notes.push_back({what, {}, 0});
  };
  note("archive_links_not_created", facts.links + facts.hard_links);
  note("archive_special_files_not_created", facts.special);
  note("archive_names_refused", facts.refused_names);
  note("archive_names_twice", facts.duplicates);
  note("archive_names_differ_in_case_only", facts.case_collisions);
  note("archive_entries_encrypted", facts.encrypted);
  note("archive_submodules_not_fetched", facts.submodules);
  if (!facts.problem.empty()) evidence->notes.push_back({"archive_damaged", {}, 0});
  return evidence;
}

void take_bundle_manifest(const std::string& root, Evidence& evidence) {
  auto manifest = json_file(root, "manifest.json");
  if (!manifest || find_object(*manifest, "server") == nullptr ||
      (find(*manifest, "manifest_version") == nullptr && find(*manifest, "dxt_version") == nullptr))
    return;
  const JsonObject& server = *find_object(*manifest, "server");
  if (JsonObject* source = evidence.facet(Facet::kSource).data.if_object()) {
    if (const JsonObject* start = find_object(server, "mcp_config"))
      (*source)["launches"] = JsonArray{launch_of(*manifest, *start)};
    const std::string_view entry = find_string(server, "entry_point");
    SourceTree tree;
    tree.root = root;
    const bool inside = !entry.empty() && entry.front() != '/' && entry.find("..") == std::string_view::npos;
    if (inside && !read_source(tree, entry, ~std::uint64_t{0})) {
      FacetRecord& facet = evidence.facet(Facet::kProvenance);
      facet.data = JsonObject{
          {"archive",
           JsonObject{{"integrity", "not_checked"},
                      {"missing_files", JsonArray{Json("entry_point: " + redact(clip(entry, 200)))}}}}};
      facet.state = FacetState::kSeen;
      facet.reason.clear();
    }
  }
  FacetRecord& definition = evidence.facet(Facet::kDefinition);
  JsonObject* data = definition.state == FacetState::kSeen ? definition.data.if_object() : nullptr;
  if (data == nullptr) return;
  (*data)["shape"] = "mcpb";
  (*data)["server"] =
      JsonObject{{"name", find_string(*manifest, "name")}, {"version", find_string(*manifest, "version")}};
  (*data)["manifest"] = std::move(*manifest);
}

}  // namespace mcpjury
