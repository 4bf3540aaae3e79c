#include "model/evidence.h"

#include <algorithm>

#include "base/canonical_json.h"
#include "base/one_of.h"
#include "base/sha256.h"
#include "model/evidence_hash.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

JsonObject target_json(const Target& target) {
  return {{"kind", name_of(target.kind)}, {"id", target.id}, {"display", target.display}};
}

JsonArray limits_json(const std::vector<LimitHit>& limits) {
  JsonArray out;
  for (const LimitHit& hit : limits) {
    JsonObject entry{{"what", hit.what}};
    if (!hit.pointer.empty()) entry["pointer"] = hit.pointer;
    entry["limit"] = hit.limit;
    out.push_back(std::move(entry));
  }
  return out;
}

JsonArray notes_json(const std::vector<InputNote>& notes) {
  JsonArray out;
  for (const InputNote& note : notes) {
    JsonObject entry{{"what", note.what}};
    if (!note.pointer.empty()) entry["pointer"] = note.pointer;
    if (note.line != 0) entry["line"] = note.line;
    out.push_back(std::move(entry));
  }
  return out;
}

JsonObject places_json(const Places& places) {
  JsonObject lines;
  for (const auto& [pointer, line] : places.lines) lines[pointer] = line;
  JsonObject out{{"file", places.file}, {"lines", std::move(lines)}};
  if (!places.files.empty()) {
    JsonObject files;
    for (const auto& [pointer, file] : places.files) files[pointer] = file;
    out["files"] = std::move(files);
  }
  return out;
}

// The canonical form of places_json(). A map of many pointers is in order already, but for rare letters, so
// it is written as it stands.
void append_places(std::string& bytes, const Places& places) {
  const bool plain =
      places.files.empty() && std::all_of(places.lines.begin(), places.lines.end(), [](const auto& entry) {
        return std::all_of(entry.first.begin(), entry.first.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0xEE; });
      });
  if (!plain) return append_canonical(bytes, places_json(places));
  bytes += "{\"file\":";
  append_json_string(bytes, places.file);
  bytes += ",\"lines\":{";
  bool first = true;
  for (const auto& [pointer, line] : places.lines) {
    if (!first) bytes += ',';
    first = false;
    append_json_string(bytes, pointer);
    bytes += ':';
    bytes += std::to_string(line);
  }
  bytes += "}}";
}

// Members that differ between two looks at the same thing.
constexpr std::array kFleeting = {"duration_ms"sv, "session_id"sv,   "session_ids"sv, "started_at"sv,
                                  "fetched_at"sv,  "observed_at"sv,  "first_seen"sv,  "last_seen"sv,
                                  "stderr_tail"sv, "stderr_bytes"sv, "attempts"sv};
// Members that hold JSON of others, in which the same names mean something else.
constexpr std::array kForeign = {"document"sv, "definition"sv, "server_info"sv, "capabilities"sv, "data"sv};

Json without_fleeting(const Json& value, bool deep) {
  if (const JsonObject* object = value.if_object()) {
    JsonObject out;
    for (const auto& member : *object) {
      const std::string_view key(member.key().data(), member.key().size());
      if (one_of(key, kFleeting)) continue;
      const bool descend = deep && !one_of(key, kForeign);
      out.emplace(member.key(), descend ? without_fleeting(member.value(), true) : member.value());
    }
    return out;
  }
  if (const JsonArray* array = value.if_array()) {
    JsonArray out;
    for (const Json& item : *array) out.push_back(without_fleeting(item, deep));
    return out;
  }
  return value;
}

void append_facet(std::string& out, Facet which, const FacetRecord& record) {
  out += '{';
  if (record.data.is_object()) {
    out += "\"data\":";
    // The definition is the server's own text and is hashed as it came. A prior surface holds tools of
    // the server too; only its own members are looked at.
    if (which == Facet::kDefinition) {
      append_canonical(out, record.data);
    } else {
      append_canonical(out, without_fleeting(record.data, which != Facet::kPriorSurface));
    }
    out += ',';
  }
  if (!record.reason.empty()) {
    out += "\"reason\":";
    append_json_string(out, record.reason);
    out += ',';
  }
  out += "\"state\":";
  append_json_string(out, name_of(record.state));
  out += '}';
}

}  // namespace

std::uint32_t Places::line_of(std::string_view pointer) const {
  while (true) {
    const auto found = lines.find(pointer);
    if (found != lines.end()) return found->second;
    const std::size_t slash = pointer.rfind('/');
    if (slash == std::string_view::npos) return 0;
    pointer = pointer.substr(0, slash);
  }
}

std::string_view Places::file_of(std::string_view pointer) const {
  while (!files.empty()) {
    const auto found = files.find(pointer);
    if (found != files.end()) return found->second;
    const std::size_t slash = pointer.rfind('/');
    if (slash == std::string_view::npos) break;
    pointer = pointer.substr(0, slash);
  }
  return file;
}

Json evidence_to_json(const Evidence& evidence) {
  JsonObject facets;
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = evidence.facet(which);
    JsonObject entry{{"state", name_of(record.state)}};
    if (!record.reason.empty()) entry["reason"] = record.reason;
    if (record.data.is_object()) entry["data"] = record.data;
    facets[name_of(which)] = std::move(entry);
  }
  return JsonObject{{"schema_version", kEvidenceSchemaVersion},
                    {"record", "mcpjury-evidence"},
                    {"target", target_json(evidence.target)},
                    {"observed_at", evidence.observed_at},
                    {"facets", std::move(facets)},
                    {"limits", limits_json(evidence.limits)},
                    {"notes", notes_json(evidence.notes)},
                    {"places", places_json(evidence.places)},
                    {"request_log", evidence.request_log}};
}

// The canonical form of evidence_to_json() less what is fleeting, written in sorted member order part by
// part: the definition, which may be large, is not copied.
std::string evidence_sha256(const Evidence& evidence) { return evidence_sha256_without(evidence, {}); }

std::string evidence_sha256_without(const Evidence& evidence, std::span<const Facet> left_out) {
  static const FacetRecord kNone;
  std::array<Facet, kFacetCount> sorted = kAllFacets;
  std::sort(sorted.begin(), sorted.end(), [](Facet a, Facet b) { return name_of(a) < name_of(b); });
  std::string bytes = "{\"facets\":{";
  for (const Facet which : sorted) {
    if (which != sorted.front()) bytes += ',';
    append_json_string(bytes, name_of(which));
    bytes += ':';
    const bool left = std::find(left_out.begin(), left_out.end(), which) != left_out.end();
    append_facet(bytes, which, left ? kNone : evidence.facet(which));
  }
  bytes += "},\"limits\":";
  append_canonical(bytes, limits_json(evidence.limits));
  bytes += ",\"notes\":";
  append_canonical(bytes, notes_json(evidence.notes));
  bytes += ",\"places\":";
  append_places(bytes, evidence.places);
  bytes += ",\"record\":\"mcpjury-evidence\",\"schema_version\":";
  bytes += std::to_string(kEvidenceSchemaVersion);
  bytes += ",\"target\":";
  append_canonical(bytes, target_json(evidence.target));
  bytes += '}';
  return sha256_hex(bytes);
}

}  // namespace mcpjury
