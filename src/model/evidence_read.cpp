#include <fmt/format.h>

#include <cassert>
#include <limits>

#include "base/escape.h"
#include "base/schema_check.h"
#include "model/evidence.h"
#include "model/evidence_schema.h"

namespace mcpjury {
namespace {

const RepeatedSchema& schema() {
  static const Json kParsed = [] {
    auto result = parse_json(evidence_schema_text(), "evidence.schema.json", {});
    assert(result.ok());
    return result.ok() ? std::move(result->value) : Json();
  }();
  static const RepeatedSchema kSchema(kParsed);
  return kSchema;
}

Error refuse(std::string_view name, std::string_view why) {
  return {ErrorCode::kNothingToGrade,
          fmt::format("{}: not a usable evidence record: {}", escape_terminal(name), why)};
}

std::string text_of(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}

std::uint64_t number_of(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr) return 0;
  if (value->is_uint64()) return value->get_uint64();
  return value->is_int64() && value->get_int64() > 0 ? static_cast<std::uint64_t>(value->get_int64()) : 0;
}

std::uint32_t line_from(std::uint64_t number) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(number < kMost ? number : kMost);
}

// A pure step from one schema_version to the next would stand here; there is only version 1.
std::string version_trouble(const JsonObject& document) {
  const Json* version = find(document, "schema_version");
  if (version == nullptr || !version->is_number()) return "schema_version is missing";
  const auto number = version->is_int64() ? version->get_int64() : std::int64_t{-1};
  if (number == kEvidenceSchemaVersion) return {};
  if (number > kEvidenceSchemaVersion || version->is_uint64()) {
    return fmt::format(
        "its schema_version is newer than {}, the newest this program knows; use a newer mcpjury",
        kEvidenceSchemaVersion);
  }
  return "its schema_version is unknown";
}

std::string read_facets(const JsonObject& facets, Evidence& out) {
  for (const auto& member : facets) {
    const auto which = facet_from({member.key().data(), member.key().size()});
    const JsonObject* from = member.value().if_object();
    if (!which || from == nullptr) continue;
    FacetRecord& record = out.facet(*which);
    record.state = facet_state_from(find_string(*from, "state")).value_or(FacetState::kNotLooked);
    record.reason = text_of(*from, "reason");
    if (const Json* data = find(*from, "data")) record.data = *data;
    if (record.state == FacetState::kSeen && !record.data.is_object()) {
      return fmt::format("/facets/{}: the facet is seen but has no data", name_of(*which));
    }
  }
  return {};
}

void read_lists(const JsonObject& document, Evidence& out) {
  if (const JsonArray* limits = find_array(document, "limits")) {
    for (const Json& item : *limits) {
      const JsonObject& from = item.get_object();
      out.limits.push_back({text_of(from, "what"), text_of(from, "pointer"), number_of(from, "limit")});
    }
  }
  if (const JsonArray* notes = find_array(document, "notes")) {
    for (const Json& item : *notes) {
      const JsonObject& from = item.get_object();
      out.notes.push_back(
          {text_of(from, "what"), text_of(from, "pointer"), line_from(number_of(from, "line"))});
    }
  }
  if (const JsonObject* places = find_object(document, "places")) {
    out.places.file = text_of(*places, "file");
    if (const JsonObject* files = find_object(*places, "files")) {
      for (const auto& member : *files) {
        out.places.files.emplace(std::string_view(member.key()), text_of(*files, member.key()));
      }
    }
    if (const JsonObject* lines = find_object(*places, "lines")) {
      for (const auto& member : *lines) {
        const std::string key(member.key().data(), member.key().size());
        out.places.lines.emplace_hint(out.places.lines.end(), key, line_from(number_of(*lines, key)));
      }
    }
  }
  if (const JsonArray* log = find_array(document, "request_log")) out.request_log = *log;
}

}  // namespace

bool looks_like_evidence(const Json& document) {
  const JsonObject* object = document.if_object();
  return object != nullptr && find_string(*object, "record") == "mcpjury-evidence";
}

Result<Evidence> evidence_from_json(const Json& document, std::string_view name) {
  if (!looks_like_evidence(document))
    return refuse(name, "the member \"record\" does not say mcpjury-evidence");
  const JsonObject& object = document.get_object();
  if (const std::string trouble = version_trouble(object); !trouble.empty()) return refuse(name, trouble);
  const auto complaints = schema().check(document, 1);
  if (!complaints.empty()) {
    return refuse(name, escape_terminal(fmt::format("{}: {}", complaints[0].pointer, complaints[0].message)));
  }

  Evidence out;
  const JsonObject& target = *find_object(object, "target");
  out.target.kind = target_kind_from(find_string(target, "kind")).value_or(TargetKind::kToolList);
  out.target.id = text_of(target, "id");
  out.target.display = text_of(target, "display");
  out.observed_at = text_of(object, "observed_at");
  if (const std::string trouble = read_facets(*find_object(object, "facets"), out); !trouble.empty()) {
    return refuse(name, trouble);
  }
  read_lists(object, out);
  return out;
}

}  // namespace mcpjury
