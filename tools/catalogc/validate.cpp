#include <algorithm>
#include <set>

#include "model/enums.h"
#include "source.h"
#include "vocabulary.h"

namespace catalogc {
namespace {

using namespace mcpjury;

constexpr std::size_t kMinFires = 2;
constexpr std::size_t kMinQuiet = 3;

class Checker {
 public:
  Checker(const CatalogSource& source, Complaints& complaints) : source_(source), complaints_(complaints) {
    for (const TaxonomySource& entry : source.taxonomies)
      taxonomy_ids_.insert(entry.taxonomy + ":" + entry.id);
    for (const SignalSource& signal : source.signals) {
      if (!signals_.insert(signal.id).second)
        complain("catalog/signals", "signal '" + signal.id + "' is defined twice");
    }
    for (const DetectorSource& detector : source.detectors) {
      if (!detectors_.insert(detector.id).second) complain(detector.file, "id is used twice");
      for (const std::string& tag : detector.tags) tags_.insert(tag);
    }
  }

  void run() {
    for (const DetectorSource& detector : source_.detectors) check(detector);
    for (const MethodologySource& method : source_.methodologies) check(method);
    if (source_.taxonomies.empty()) complain("catalog/lists/taxonomies.json", "is missing or empty");
    for (const KnownServerSource& server : source_.known_servers) {
      const bool constant = server.version == "constant";
      if (!constant && server.version != "package" && server.version != "library") {
        complain("catalog/lists/known-servers.yaml",
                 server.name + ": version is package, constant or library");
      }
      if (constant == server.constant.empty()) {
        complain("catalog/lists/known-servers.yaml", server.name + ": constant goes with version: constant");
      }
    }
    if (source_.advisories.empty()) complain("catalog/lists/mcp-advisories.json", "is missing or empty");
  }

 private:
  void check(const DetectorSource& detector) {
    const auto bad = [&](const std::string& message) { complain(detector.file, message); };
    if (!kind_from(detector.kind)) bad("unknown kind '" + detector.kind + "'");
    if (!severity_from(detector.severity)) bad("unknown severity '" + detector.severity + "'");
    if (detector.file != "catalog/detectors/" + detector.kind + "/" + detector.id + ".yaml") {
      bad("must stand in detectors/<kind>/<id>.yaml");
    }
    if (!per_from(detector.per)) bad("unknown per '" + detector.per + "'");
    if (detector.code.empty() && detector.combos.empty()) bad("needs patterns, combos or code");
    if (detector.citations.empty()) bad("cites nothing");
    check_citations(detector.file, detector.citations);
    check_needs(detector.file, detector.needs);
    for (const std::string& role : detector.reads) {
      if (!roles_from(role)) bad("unknown role '" + role + "'");
    }
    for (const ComboSource& combo : detector.combos) check(detector, combo);
    const bool across_servers =
        std::find(detector.tags.begin(), detector.tags.end(), "cross-server") != detector.tags.end();
    if (!across_servers && detector.fires.size() < kMinFires) bad("needs at least two examples that fire");
    if (!across_servers && detector.quiet.size() < kMinQuiet)
      bad("needs at least three look-alikes that stay quiet");
  }

  void check(const DetectorSource& detector, const ComboSource& combo) {
    const auto bad = [&](const std::string& message) { complain(detector.file, message); };
    if (!scope_from(combo.within)) bad("unknown within '" + combo.within + "'");
    if (!confidence_from(combo.confidence)) bad("unknown confidence '" + combo.confidence + "'");
    if (combo.all.empty() && combo.any.empty()) bad("a combo needs all or any");
    const auto atoms = [&](const std::vector<std::string>& names) {
      for (const std::string& name : names) {
        std::string signal, roles;
        split_atom(name, signal, roles);
        if (!signals_.contains(signal)) bad("unknown signal '" + signal + "'");
        if (!roles.empty() && !roles_from(roles)) bad("unknown roles '" + roles + "'");
      }
    };
    atoms(combo.all);
    atoms(combo.none);
    atoms(combo.none_subject);
    for (const auto& group : combo.any) atoms(group);
  }

  void check(const MethodologySource& method) {
    const auto bad = [&](const std::string& message) { complain(method.file, message); };
    if (method.file != "catalog/methodologies/" + method.id + "/" + method.version + ".yaml") {
      bad("must stand in methodologies/<id>/<version>.yaml");
    }
    if (method.limits.empty()) bad("names no limits");
    std::set<std::string> ids;
    for (const RuleSource& rule : method.rules) {
      const std::string where = method.file + " rule " + rule.id;
      if (!ids.insert(rule.id).second) complain(where, "id is used twice");
      if (!severity_from(rule.severity)) complain(where, "unknown severity '" + rule.severity + "'");
      if (!per_from(rule.per)) complain(where, "unknown per '" + rule.per + "'");
      check_citations(where, rule.citations);
      check_needs(where, rule.needs);
      for (const RowSource& row : rule.rows) check_row(where, row);
    }
    for (std::size_t i = 1; i < method.bands.size(); ++i) {
      if (method.bands[i].from <= method.bands[i - 1].from) bad("bands must ascend");
    }
  }

  void check_row(const std::string& where, const RowSource& row) {
    if (!severity_from(row.severity)) complain(where, "unknown severity '" + row.severity + "'");
    if (!confidence_from(row.min_confidence)) complain(where, "unknown min_confidence");
    if (row.any_of.empty()) complain(where, "a row needs any_of");
    for (const std::string& subject : row.subjects) {
      if (!subject_type_from(subject)) complain(where, "unknown subject '" + subject + "'");
    }
    for (const std::string& name : row.any_of) {
      if (name.rfind("tag:", 0) == 0 ? !tags_.contains(name.substr(4)) : !detectors_.contains(name)) {
        complain(where, "no detector '" + name + "'");
      }
    }
  }

  void check_citations(const std::string& where, const std::vector<CitationSource>& citations) {
    for (const CitationSource& citation : citations) {
      if (!taxonomy_ids_.contains(citation.taxonomy + ":" + citation.id)) {
        complain(where,
                 "cites " + citation.taxonomy + " " + citation.id + ", which the taxonomies do not list");
      }
    }
  }

  void check_needs(const std::string& where, const std::vector<std::string>& needs) {
    for (const std::string& facet : needs) {
      if (!facet_from(facet)) complain(where, "unknown facet '" + facet + "'");
    }
  }

  void complain(const std::string& where, const std::string& message) {
    complaints_.push_back(where + ": " + message);
  }

  const CatalogSource& source_;
  Complaints& complaints_;
  std::set<std::string> taxonomy_ids_, signals_, detectors_, tags_;
};

}  // namespace

void validate(const CatalogSource& source, Complaints& complaints) { Checker(source, complaints).run(); }

}  // namespace catalogc
