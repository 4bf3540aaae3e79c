#include "packages/osv.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/escape.h"
#include "packages/version_text.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxAffected = 1'000;
constexpr std::size_t kMaxVersions = 20'000;
constexpr std::size_t kMaxRanges = 1'000;  // of one affected entry
constexpr std::size_t kMaxEvents = 5'000;  // of one range
constexpr std::size_t kMaxListed = 200;    // aliases, weaknesses and vectors: more of them say nothing more
constexpr std::size_t kMaxSummary = 400;   // bytes
constexpr std::size_t kMaxText = 2'000;    // bytes of any other text

Error too_many(std::string_view id, std::string_view what) {
  return {ErrorCode::kLimit,
          "advisory " + escape_terminal(id.substr(0, 100)) + ": too many " + std::string(what)};
}

std::string short_text(const JsonObject& object, std::string_view key) {
  const std::string_view text = find_string(object, key);
  return text.size() > kMaxText ? std::string() : std::string(text);
}

void add_strings(const JsonObject& object, std::string_view key, std::vector<std::string>& out) {
  const JsonArray* list = find_array(object, key);
  if (list == nullptr) return;
  for (const auto& item : *list) {
    if (out.size() >= kMaxListed) return;
    if (item.is_string() && item.get_string().size() <= kMaxText) out.emplace_back(view(item.get_string()));
  }
}

// Cut at a character border.
std::string beginning(std::string_view text) {
  text = versions::trim(text.substr(0, text.find('\n')));
  if (text.size() <= kMaxSummary) return std::string(text);
  std::size_t end = kMaxSummary;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end));
}

std::string label_of(const JsonObject& object) {
  for (const std::string_view place : {"database_specific", "ecosystem_specific"}) {
    const JsonObject* specific = find_object(object, place);
    if (specific == nullptr) continue;
    const std::string label = short_text(*specific, "severity");
    if (!label.empty()) return versions::lower(label);
  }
  return "";
}

void add_vectors(const JsonObject& object, std::vector<std::string>& out) {
  const JsonArray* list = find_array(object, "severity");
  if (list == nullptr) return;
  for (const auto& item : *list) {
    if (!item.is_object() || out.size() >= kMaxListed) continue;
    std::string vector = short_text(item.get_object(), "score");
    if (vector.find('/') == std::string::npos) continue;  // "high" of a distribution, not a vector
    if (std::find(out.begin(), out.end(), vector) == out.end()) out.push_back(std::move(vector));
  }
}

int cvss_generation(std::string_view vector) {
  static constexpr std::array<std::string_view, 3> kNewestFirst = {"CVSS:4.0/", "CVSS:3.1/", "CVSS:3.0/"};
  const auto found = std::find_if(kNewestFirst.begin(), kNewestFirst.end(),
                                  [&](std::string_view prefix) { return vector.starts_with(prefix); });
  return static_cast<int>(found - kNewestFirst.begin());
}

void add_weaknesses(const JsonObject& specific, std::vector<std::string>& out) {
  add_strings(specific, "cwe_ids", out);
  const JsonArray* list = find_array(specific, "cwes");
  if (list == nullptr) return;
  for (const auto& item : *list) {
    if (out.size() >= kMaxListed) return;
    if (!item.is_object()) continue;
    std::string id = short_text(item.get_object(), "cweId");
    if (!id.empty() && std::find(out.begin(), out.end(), id) == out.end()) out.push_back(std::move(id));
  }
}

bool says_malicious(const OsvRecord& record, const JsonObject* specific) {
  const auto is_malware_id = [](const std::string& id) { return id.starts_with("MAL-"); };
  if (is_malware_id(record.id) || std::any_of(record.aliases.begin(), record.aliases.end(), is_malware_id)) {
    return true;
  }
  // CWE-506 is embedded malicious code; feeds without an own kind of record mark malware with it.
  if (std::find(record.cwe.begin(), record.cwe.end(), "CWE-506") != record.cwe.end()) return true;
  if (specific == nullptr) return false;
  if (find(*specific, "malicious-packages-origins") != nullptr) return true;
  const Json* flag = find(*specific, "malicious");
  if (flag != nullptr && flag->is_bool() && flag->get_bool()) return true;
  const std::string kind = versions::lower(short_text(*specific, "type"));
  return kind == "malware" || kind == "malicious";
}

// The advisory itself before pages about it.
std::string reference_of(const JsonObject& object) {
  const JsonArray* list = find_array(object, "references");
  if (list == nullptr) return "";
  std::string first;
  for (const auto& item : *list) {
    if (!item.is_object()) continue;
    std::string url = short_text(item.get_object(), "url");
    if (find_string(item.get_object(), "type") == "ADVISORY" && !url.empty()) return url;
    if (first.empty()) first = std::move(url);
  }
  return first;
}

void add_event(const JsonObject& object, std::vector<OsvEvent>& out) {
  static constexpr std::array<std::pair<std::string_view, OsvEvent::Type>, 4> kTypes = {{
      {"introduced", OsvEvent::Type::kIntroduced},
      {"fixed", OsvEvent::Type::kFixed},
      {"last_affected", OsvEvent::Type::kLastAffected},
      {"limit", OsvEvent::Type::kLimit},
  }};
  for (const auto& [key, type] : kTypes) {
    const Json* value = find(object, key);
    if (value != nullptr && value->is_string()) out.push_back({type, std::string(view(value->get_string()))});
  }
}

Result<OsvAffected> read_affected(const JsonObject& object, std::string_view id) {
  OsvAffected out;
  if (const JsonObject* package = find_object(object, "package")) {
    out.ecosystem = short_text(*package, "ecosystem");
    out.name = short_text(*package, "name");
  }
  out.severity_label = label_of(object);
  if (const JsonArray* ranges = find_array(object, "ranges")) {
    if (ranges->size() > kMaxRanges) return too_many(id, "ranges");
    for (const auto& item : *ranges) {
      if (!item.is_object()) continue;
      OsvAffected::Range range;
      range.type = short_text(item.get_object(), "type");
      const JsonArray* events = find_array(item.get_object(), "events");
      if (events != nullptr && events->size() > kMaxEvents) return too_many(id, "events");
      for (std::size_t i = 0; events != nullptr && i < events->size(); ++i) {
        if ((*events)[i].is_object()) add_event((*events)[i].get_object(), range.events);
      }
      out.ranges.push_back(std::move(range));
    }
  }
  if (const JsonArray* list = find_array(object, "versions")) {
    if (list->size() > kMaxVersions) return too_many(id, "versions");
    for (const auto& item : *list) {
      if (item.is_string()) out.versions.emplace_back(view(item.get_string()));
    }
  }
  return out;
}

}  // namespace

Result<OsvRecord> read_osv(const Json& document) {
  if (!document.is_object()) return Error{ErrorCode::kNotJson, "an advisory is a JSON object"};
  const JsonObject& object = document.get_object();
  OsvRecord out;
  out.id = short_text(object, "id");
  const JsonArray* affected = find_array(object, "affected");
  // "modified" is the one other member that the schema requires; a record without "affected" names no
  // package.
  if (out.id.empty() || find_string(object, "modified").empty()) {
    return Error{ErrorCode::kNothingToGrade, "no OSV record: \"id\" and \"modified\" are required"};
  }
  out.modified = short_text(object, "modified");
  out.published = short_text(object, "published");
  out.withdrawn = short_text(object, "withdrawn");
  const std::string_view summary = find_string(object, "summary");
  out.summary = beginning(summary.empty() ? versions::trim(find_string(object, "details")) : summary);
  add_strings(object, "aliases", out.aliases);
  add_vectors(object, out.cvss_vectors);
  out.severity_label = label_of(object);
  out.reference = reference_of(object);
  const JsonObject* specific = find_object(object, "database_specific");
  if (specific != nullptr) add_weaknesses(*specific, out.cwe);
  if (affected != nullptr && affected->size() > kMaxAffected) return too_many(out.id, "affected packages");
  for (std::size_t i = 0; affected != nullptr && i < affected->size(); ++i) {
    if (!(*affected)[i].is_object()) continue;
    const JsonObject& entry = (*affected)[i].get_object();
    auto read = read_affected(entry, out.id);
    if (!read) return read.error();
    out.affected.push_back(std::move(*read));
    add_vectors(entry, out.cvss_vectors);
    if (const JsonObject* of_package = find_object(entry, "database_specific")) {
      add_weaknesses(*of_package, out.cwe);
    }
  }
  std::stable_sort(out.cvss_vectors.begin(), out.cvss_vectors.end(),
                   [](const auto& a, const auto& b) { return cvss_generation(a) < cvss_generation(b); });
  out.malicious = says_malicious(out, specific);
  return out;
}

}  // namespace mcpjury
