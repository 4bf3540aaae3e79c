// The catalogue as it is written in YAML, before references are resolved.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace catalogc {

struct CitationSource {
  std::string taxonomy, id, fit, edition, name, url;
};

struct PatternSourceText {
  std::string expression;
  bool case_sensitive = false;
  bool utf8 = false;
  std::vector<std::string> words;  // when the pattern is nothing but a list of words
};

struct SignalSource {
  std::string id, what;
  std::vector<PatternSourceText> patterns;
};

struct ComboSource {
  std::string within = "sentence";
  std::string confidence = "high";
  bool hidden_view_only = false;
  bool firm = true;
  std::vector<std::string> all;
  std::vector<std::vector<std::string>> any;
  std::vector<std::string> none, none_subject;
};

struct ExampleSource {
  std::string note, definition;
};

struct DetectorSource {
  std::string file, id, title, kind, severity, what, why, fix, false_alarms, message, aivss, aivss_note,
      per = "place", code;
  std::vector<std::string> needs, tags, reads;
  std::vector<CitationSource> citations;
  std::vector<ComboSource> combos;
  std::vector<ExampleSource> fires, quiet;
};

struct RowSource {
  std::vector<std::string> any_of;
  std::string severity, min_confidence = "low";
  bool published = true, precise = true;
  std::vector<std::string> subjects;
};

struct RuleSource {
  std::string id, title, category, text, question, severity = "info", rule_class, pack, applies, normaliser,
                                                   per = "subject", pending;
  int weight = 0, layer = 0;
  bool hard_fail = false;
  std::vector<std::string> needs;
  std::vector<RowSource> rows;
  std::vector<CitationSource> citations;
};

struct BandSource {
  std::string name, action, meaning;
  int from = 0;
};

struct MethodologySource {
  std::string file, id, version, title, released, source, summary, direction;
  std::vector<int> severity_weights;
  std::vector<BandSource> bands;
  std::vector<std::string> limits;
  std::vector<std::pair<std::string, std::string>> decisions, changelog;
  std::vector<RuleSource> rules;
};

struct AdvisorySource {
  std::string ecosystem, package, category, id, severity, severity_source, summary, reference, identity_basis;
  int cvss_tenths = -1;
  std::vector<std::string> ids, cwe, server_names, versions;
  struct Range {
    std::string introduced, fixed, last_affected;
  };
  std::vector<Range> ranges;
};

struct TaxonomySource {
  std::string taxonomy, id, name, url;
};

struct MeasuredSource {
  std::string corpus, date;
  int true_positives = -1, false_positives = -1, false_negatives = -1;
};

struct KnownServerSource {
  std::string name, ecosystem, package, version, constant;
  bool allow = false;
};

struct CatalogSource {
  std::string version, sha256;
  std::vector<SignalSource> signals;
  std::vector<DetectorSource> detectors;
  std::vector<MethodologySource> methodologies;
  std::vector<TaxonomySource> taxonomies;
  std::vector<AdvisorySource> advisories;
  std::vector<std::string> known_tool_names;
  std::vector<KnownServerSource> known_servers;
  std::vector<std::string> tunnel_suffixes, shared_suffixes;
  // Packed as catalog.h says.
  struct PackageLists {
    std::string malicious, indicators, popular_npm, popular_pypi, legitimate;
  } packages;
  std::map<std::string, std::vector<MeasuredSource>> measured;
};

// Complaints are "file: message"; the compiler prints them all and fails if there is one.
using Complaints = std::vector<std::string>;

CatalogSource load_catalog(const std::string& folder, Complaints& complaints);
void validate(const CatalogSource& source, Complaints& complaints);
// Writes the C++ table, the pattern database beside it, and the list of detector functions.
void emit(const CatalogSource& source, const std::string& table_path, const std::string& database_path,
          const std::string& functions_path, Complaints& complaints);

}  // namespace catalogc
