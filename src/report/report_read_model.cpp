// Evidence, surface, findings, tools and agreement of a saved report.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/limits.h"
#include "catalog/catalog.h"
#include "report/report_read_parts.h"

namespace mcpjury {
namespace {

std::uint32_t line_at(const JsonObject& object) {
  constexpr std::int64_t kMost = std::int64_t{1} << 31;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(integer_at(object, "line"), 0, kMost));
}

std::string text_at(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}

// Empty when the number of entries is all that is known of a list.
JsonArray unnamed_entries(const JsonObject& server, std::string_view key) {
  const auto most = static_cast<std::int64_t>(Limits{}.tools);
  JsonArray out;
  for (std::int64_t i = std::clamp<std::int64_t>(integer_at(server, key), 0, most); i > 0; --i)
    out.emplace_back(JsonObject());
  return out;
}

const JsonArray& array_at(const JsonObject& object, std::string_view key) {
  static const JsonArray kNone;
  const JsonArray* found = find_array(object, key);
  return found == nullptr ? kNone : *found;
}

const JsonObject& object_at(const JsonObject& object, std::string_view key) {
  static const JsonObject kNone;
  const JsonObject* found = find_object(object, key);
  return found == nullptr ? kNone : *found;
}

int detector_named(std::string_view id) {
  const auto detectors = catalog().detectors;
  for (std::size_t i = 0; i < detectors.size(); ++i) {
    if (detectors[i].id == id) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

void ReportReader::complain_once(std::string what) {
  if (trouble_.empty()) trouble_ = std::move(what);
}

std::vector<std::uint32_t> ReportReader::findings_of(const JsonObject& object, std::string_view key) {
  std::vector<std::uint32_t> out;
  for (const Json& entry : array_at(object, key)) {
    const std::string_view id = entry.is_string() ? view(entry.get_string()) : std::string_view();
    std::uint32_t number = 0;
    const bool whole =
        id.size() > 1 && id[0] == 'F' &&
        std::from_chars(id.data() + 1, id.data() + id.size(), number).ptr == id.data() + id.size();
    if (!whole || number == 0 || number > into_.findings.size()) {
      complain_once(fmt::format("it names the finding \"{}\", which it does not have", id));
      continue;
    }
    out.push_back(number - 1);
  }
  return out;
}

void ReportReader::read() {
  read_evidence();
  read_findings();
  read_decisions();
  read_surface();
  read_tools();
  read_assessments();
  read_agreement();
}

void ReportReader::read_evidence() {
  Evidence& out = into_.evidence;
  const JsonObject& target = object_at(from_, "target");
  out.target.kind = target_kind_from(find_string(target, "kind")).value_or(TargetKind::kToolList);
  out.target.id = text_at(target, "id");
  out.target.display = text_at(target, "display");
  out.observed_at = text_at(from_, "observed_at");
  const JsonObject& evidence = object_at(from_, "evidence");
  into_.evidence_sha256 = text_at(evidence, "sha256");
  const JsonObject& facets = object_at(object_at(evidence, "coverage"), "facets");
  for (const Facet which : kAllFacets) {
    const JsonObject& facet = object_at(facets, name_of(which));
    out.facet(which).state = facet_state_from(find_string(facet, "state")).value_or(FacetState::kNotLooked);
    out.facet(which).reason = text_at(facet, "reason");
  }
  for (const Json& entry : array_at(evidence, "limits")) {
    const JsonObject& hit = entry.get_object();
    out.limits.push_back({text_at(hit, "what"), text_at(hit, "pointer"),
                          static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer_at(hit, "limit")))});
  }
  for (const Json& entry : array_at(evidence, "notes")) {
    const JsonObject& note = entry.get_object();
    out.notes.push_back({text_at(note, "what"), text_at(note, "pointer"), line_at(note)});
  }
  out.request_log = array_at(evidence, "request_log");
}

void ReportReader::read_findings() {
  Places& places = into_.evidence.places;
  for (const Json& entry : array_at(from_, "findings")) {
    const JsonObject& from = entry.get_object();
    Finding& finding = into_.findings.emplace_back();
    const std::string_view id = find_string(from, "detector");
    const int detector = detector_named(id);
    if (detector < 0) {
      complain_once(fmt::format("this program has no detector \"{}\"", id));
      continue;
    }
    finding.detector = static_cast<std::uint16_t>(detector);
    if (name_of(catalog().detectors[finding.detector].kind) != find_string(from, "kind"))
      complain_once(fmt::format("the detector {} is of another kind in this program", id));
    finding.severity = severity_from(find_string(from, "severity")).value_or(Severity::kInfo);
    finding.confidence = confidence_from(find_string(from, "confidence")).value_or(Confidence::kLow);
    finding.suppressed = flag_at(from, "suppressed");
    if (const std::string_view since = find_string(from, "baseline"); !since.empty())
      finding.baseline = since == "new" ? BaselineState::kNew : BaselineState::kUnchanged;
    if (has_number(from, "cvss"))
      finding.cvss_tenths =
          static_cast<std::int16_t>(std::clamp<std::int64_t>(tenths_at(from, "cvss"), 0, 100));
    const JsonObject& subject = object_at(from, "subject");
    finding.subject.type = subject_type_from(find_string(subject, "type")).value_or(SubjectType::kServer);
    finding.subject.name = text_at(subject, "name");
    finding.evidence = text_at(from, "evidence");
    finding.message = text_at(from, "message");

    const JsonObject& location = object_at(from, "location");
    finding.pointer = text_at(location, "pointer");
    const std::uint32_t line = line_at(location);
    const std::string file = text_at(location, "file");
    places.lines.emplace(finding.pointer, line);
    places.files.emplace(finding.pointer, file);
    // What belongs to no other file stands in the one that was read.
    const bool own = !finding.pointer.starts_with("/facets/");
    if (places.file.empty() && (own || line == 0)) places.file = file;
  }
}

void ReportReader::read_surface() {
  const JsonObject& server = object_at(from_, "server");
  FacetRecord& protocol = into_.evidence.facet(Facet::kProtocol);
  if (const std::string_view era = find_string(server, "era"); !era.empty())
    protocol.data = JsonObject{{"era", era}};
  FacetRecord& definition = into_.evidence.facet(Facet::kDefinition);
  JsonObject data{{"server", JsonObject{{"name", find_string(server, "name")},
                                        {"version", find_string(server, "version")}}},
                  {"protocol_version", find_string(server, "protocol_version")}};
  if (definition.state == FacetState::kSeen || !array_at(from_, "tools").empty()) {
    JsonArray tools;
    for (const Json& entry : array_at(from_, "tools"))
      tools.push_back(JsonObject{{"name", find_string(entry.get_object(), "name")}});
    data["tools"] = std::move(tools);
    data["prompts"] = unnamed_entries(server, "prompts");
    data["resources"] = unnamed_entries(server, "resources");
  }
  definition.data = std::move(data);
  into_.surface = make_surface(definition.data.get_object(), {});
}

void ReportReader::read_tools() {
  into_.tools.resize(into_.surface.tools.size());
  const JsonArray& tools = array_at(from_, "tools");
  for (std::size_t i = 0; i < tools.size() && i < into_.tools.size(); ++i) {
    const JsonObject& tool = tools[i].get_object();
    ToolFacts& facts = into_.tools[i];
    for (const ToolClass known : {ToolClass::kRead, ToolClass::kWrite, ToolClass::kDestructive}) {
      if (find_string(tool, "class") == name_of(known)) facts.tool_class = known;
    }
    for (const Json& capability : array_at(tool, "capabilities")) {
      const int detector = capability.is_string() ? detector_named(view(capability.get_string())) : -1;
      if (detector >= 0) facts.capabilities.push_back(static_cast<std::uint16_t>(detector));
    }
    for (const std::uint32_t index : findings_of(tool, "finding_ids"))
      into_.findings[index].subject.index = static_cast<std::int32_t>(i);
  }
}

void ReportReader::read_agreement() {
  const JsonObject& agreement = object_at(from_, "agreement");
  for (const auto& member : object_at(agreement, "verdicts")) {
    if (member.value().is_string())
      into_.agreement.verdicts.emplace_back(std::string_view(member.key().data(), member.key().size()),
                                            view(member.value().get_string()));
  }
  for (const Json& entry : array_at(agreement, "differences")) {
    const JsonObject& difference = entry.get_object();
    into_.agreement.differences.push_back(
        {text_at(difference, "between"), findings_of(difference, "because")});
  }
}

}  // namespace mcpjury
