// The second half of the catalogue's validation, run at build time with the detectors linked in: every
// example holds, every AIVSS vector fits its severity or says why not.
#include <cstdio>
#include <string>
#include <vector>

#include "base/json.h"
#include "catalog/catalog.h"
#include "detect/detect.h"
#include "grade/grade.h"
#include "model/surface.h"

namespace {

using namespace mcpjury;

// An example is a definition, or facets by name with the time of looking.
bool put_facets(const JsonObject& example, Evidence& evidence) {
  const JsonObject* facets = find_object(example, "facets");
  if (facets == nullptr) return false;
  evidence.target.kind = TargetKind::kRemote;
  evidence.observed_at = find_string(example, "observed_at");
  for (const auto& [name, data] : *facets) {
    const auto which = facet_from(std::string_view(name.data(), name.size()));
    if (!which) {
      std::fprintf(stderr, "example names an unknown facet: %s\n", std::string(name).c_str());
      return false;
    }
    evidence.facet(*which) = {FacetState::kSeen, "", data};
  }
  // What a facet example says must be what an observer may write.
  const auto read = evidence_from_json(evidence_to_json(evidence), "example");
  if (!read) std::fprintf(stderr, "example does not fit the schema: %s\n", read.error().message.c_str());
  return read.ok();
}

// The most confident finding of this detector; -1 when it stays quiet, -2 when the example is no good.
int loudest(Detective& detective, std::string_view definition, std::size_t detector, bool any_confidence) {
  Evidence evidence;
  FacetRecord& facet = evidence.facet(Facet::kDefinition);
  facet.state = FacetState::kSeen;
  Result<ParsedJson> parsed = parse_json(definition, "example", {});
  if (!parsed) {
    std::fprintf(stderr, "example does not parse: %s\n", parsed.error().message.c_str());
    return -2;
  }
  facet.data = JsonObject();
  if (parsed->value.is_object() && parsed->value.get_object().contains("facets")) {
    if (!put_facets(parsed->value.get_object(), evidence)) return -2;
  } else {
    facet.data = std::move(parsed->value);
  }
  const Surface surface = make_surface(facet.data.as_object(), {});
  int best = -1;
  for (const Finding& finding : detective.run(evidence, surface).findings) {
    if (finding.detector != detector) continue;
    if (finding.pointer.starts_with("/facets/") &&
        resolve_pointer(evidence_to_json(evidence), finding.pointer) == nullptr) {
      std::fprintf(stderr, "pointer leads nowhere: %s\n", finding.pointer.c_str());
      return -2;
    }
    if (!any_confidence && finding.confidence == Confidence::kLow) continue;
    best = std::max(best, static_cast<int>(finding.confidence));
  }
  return best;
}

bool only_low(const Detector& detector) {
  if (!detector.code.empty()) return false;
  for (const Combo& combo : detector.combos) {
    if (combo.confidence != Confidence::kLow) return false;
  }
  return true;
}

const char* expected_band(Severity severity) {
  switch (severity) {
    case Severity::kCritical:
      return "critical";
    case Severity::kHigh:
      return "high";
    case Severity::kMedium:
      return "medium";
    default:
      return "low";
  }
}

}  // namespace

int main() {
  int complaints = 0;
  const auto complain = [&](const Detector& detector, const std::string& message) {
    std::fprintf(stderr, "catalog: %.*s: %s\n", static_cast<int>(detector.id.size()), detector.id.data(),
                 message.c_str());
    ++complaints;
  };
  Detective detective;
  for (const Detector& detector : catalog().detectors) {
    const std::size_t index = index_of(detector);
    const bool low = only_low(detector);
    for (const Example& example : detector.fires) {
      if (loudest(detective, example.definition, index, low) < 0) {
        complain(detector, "should fire on " + std::string(example.definition));
      }
    }
    for (const Example& example : detector.quiet) {
      if (loudest(detective, example.definition, index, low) != -1) {
        complain(detector, "should stay quiet on " + std::string(example.definition));
      }
    }
    const int tenths = aivss_tenths(detector.aivss);
    if (tenths < 0) {
      complain(detector, "aivss vector is malformed");
    } else if (aivss_band(tenths) != expected_band(detector.severity) && detector.aivss_note.empty()) {
      complain(detector, "aivss " + std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
                             " is not in the band of its severity; say why in aivss_note");
    }
    if (detector.kind == Kind::kHygiene && detector.aivss.find("I:L") == std::string_view::npos &&
        detector.aivss.find("I:N") == std::string_view::npos) {
      complain(detector, "hygiene has at most low impact");
    }
  }
  return complaints == 0 ? 0 : 1;
}
