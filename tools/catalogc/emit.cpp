// Writes the catalogue as C++ tables of static storage. Arrays are emitted before the structures that
// span them; names are numbered, since nobody reads this file.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "model/enums.h"
#include "source.h"
#include "text/pattern_set.h"
#include "vocabulary.h"

namespace catalogc {
namespace {

using namespace mcpjury;

std::string literal(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte >= 0x7F || c == '?') {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", byte);
      out += octal;
    } else {
      out += c;
    }
  }
  return out + "\"sv";
}

template <class E>
std::string number(E value) {
  return std::to_string(static_cast<int>(value));
}

class Emitter {
 public:
  explicit Emitter(const CatalogSource& source) : source_(source) {
    for (std::size_t i = 0; i < source.signals.size(); ++i) signal_index_[source.signals[i].id] = i;
    for (std::size_t i = 0; i < source.detectors.size(); ++i) detector_index_[source.detectors[i].id] = i;
    for (const TaxonomySource& entry : source.taxonomies) {
      taxonomy_[entry.taxonomy + ":" + entry.id] = &entry;
    }
  }

  // In the order of the table, so that both sides number them alike. Call after table().
  std::vector<PatternSource> patterns_of(std::size_t group) const {
    std::vector<PatternSource> patterns;
    for (std::size_t i = 0; i < source_.signals.size(); ++i) {
      if ((groups_of(i) & (1u << group)) == 0) continue;
      for (const PatternSourceText& pattern : source_.signals[i].patterns) {
        if (pattern.words.empty())
          patterns.push_back({pattern.expression, pattern.case_sensitive, pattern.utf8});
      }
    }
    return patterns;
  }

  std::string table(const std::string& database_path) {
    const std::string detectors = emit_detectors();
    const std::string methodologies = emit_methodologies();
    const std::string advisories = emit_advisories();
    std::ostringstream out;
    out << "// Written by the catalogue compiler. Do not edit.\n#include \"catalog/catalog.h\"\n\n"
        << "// NOLINTBEGIN\n"
        << database_symbols(database_path) << "\n"
        << "namespace mcpjury {\nnamespace {\nusing namespace std::string_view_literals;\n"
        << arrays_.str() << "constexpr Atom kAtoms[] = {" << atoms_text() << "{}};\n"
        << detectors << methodologies << advisories << emit_signals() << emit_words() << emit_lists()
        << "}  // namespace\n\n"
        << "const Catalog& catalog() {\n  static const Catalog kCatalog = {" << literal(source_.version)
        << ", " << literal(source_.sha256) << ",\n    {kDetectors, " << source_.detectors.size()
        << "}, {kSignals, " << source_.signals.size() << "}, {kPatterns, " << pattern_count_ << "}, {kAtoms, "
        << atoms_.size() << "},\n    {kMethodologies, " << source_.methodologies.size() << "}, {kTaxonomies, "
        << source_.taxonomies.size() << "}, {kAdvisories, " << source_.advisories.size()
        << "}, {kKnownTools, " << source_.known_tool_names.size() << "},\n    {" << database_view(0) << ", "
        << database_view(1) << "},\n    {" << PatternSet::key(patterns_of(0)) << "u, "
        << PatternSet::key(patterns_of(1)) << "u},\n"
        << "    {{kWordSlots, " << word_slots_ << "}, {kWordPatterns, " << word_patterns_
        << "}},\n    {kKnownServers, " << source_.known_servers.size() << "}, {kTunnels, "
        << source_.tunnel_suffixes.size() << "}, {kShared, " << source_.shared_suffixes.size() << "},\n    {"
        << literal(source_.packages.malicious) << ", " << literal(source_.packages.indicators) << ", "
        << literal(source_.packages.popular_npm) << ", " << literal(source_.packages.popular_pypi) << ", "
        << literal(source_.packages.legitimate) << "}};\n"
        << "  return kCatalog;\n}\n\n}  // namespace mcpjury\n// NOLINTEND\n";
    return out.str();
  }

 private:
  // The databases stand in read-only memory, on the edge the pattern engine wants.
  static std::string database_symbols(const std::string& path) {
    std::string out;
    for (std::size_t group = 0; group < kPatternGroups; ++group) {
      const std::string symbol = "mcpjury_patterns_" + std::to_string(group);
      out += "asm(\".section .rodata\\n.balign 64\\n.global " + symbol + "\\n.global " + symbol + "_end\\n" +
             symbol + ":\\n.incbin \\\"" + path + "." + std::to_string(group) + "\\\"\\n" + symbol +
             "_end:\\n.byte 0\\n.previous\\n\");\n";
      out += "extern \"C\" const char " + symbol + "[];\nextern \"C\" const char " + symbol + "_end[];\n";
    }
    return out;
  }
  static std::string database_view(std::size_t group) {
    const std::string symbol = "mcpjury_patterns_" + std::to_string(group);
    return "std::string_view(" + symbol + ", static_cast<std::size_t>(" + symbol + "_end - " + symbol + "))";
  }

  std::string name() { return "a" + std::to_string(next_++); }

  // A static array of `type`, and the span over it.
  std::string span(const std::string& type, const std::vector<std::string>& items) {
    if (items.empty()) return "{}";
    std::string id = name();
    arrays_ << "constexpr " << type << " " << id << "[] = {";
    for (const std::string& item : items) arrays_ << item << ", ";
    arrays_ << "};\n";
    return id;
  }

  std::string texts(const std::vector<std::string>& values) {
    std::vector<std::string> items;
    for (const std::string& value : values) items.push_back(literal(value));
    return span("std::string_view", items);
  }

  std::string atom(const std::string& text, RoleMask default_roles) {
    std::string signal, roles;
    split_atom(text, signal, roles);
    const RoleMask mask = roles.empty() ? default_roles : *roles_from(roles);
    const std::pair<std::size_t, RoleMask> key{signal_index_.at(signal), mask};
    const auto [found, added] = atom_index_.emplace(key, atoms_.size());
    if (added) atoms_.push_back(key);
    return std::to_string(found->second);
  }

  std::string atom_list(const std::vector<std::string>& names, RoleMask roles) {
    std::vector<std::string> items;
    for (const std::string& item : names) items.push_back(atom(item, roles));
    return span("std::uint16_t", items);
  }

  std::string combo(const ComboSource& combo, RoleMask roles) {
    std::vector<std::string> groups;
    for (const auto& group : combo.any) groups.push_back(atom_list(group, roles));
    std::ostringstream out;
    out << "{Scope(" << number(*scope_from(combo.within)) << "), Confidence("
        << number(*confidence_from(combo.confidence)) << "), " << (combo.hidden_view_only ? "true" : "false")
        << ", " << (combo.firm ? "true" : "false") << ", " << atom_list(combo.all, roles) << ", "
        << span("std::span<const std::uint16_t>", groups) << ", " << atom_list(combo.none, roles) << ", "
        << atom_list(combo.none_subject, roles) << "}";
    return out.str();
  }

  std::string citations(const std::vector<CitationSource>& values) {
    std::vector<std::string> items;
    for (const CitationSource& value : values) {
      const TaxonomySource& entry = *taxonomy_.at(value.taxonomy + ":" + value.id);
      items.push_back("{" + literal(value.taxonomy) + ", " + literal(edition_of(value.taxonomy)) + ", " +
                      literal(value.id) + ", " + literal(entry.name) + ", " + literal(entry.url) + ", " +
                      literal(value.fit) + "}");
    }
    return span("Citation", items);
  }

  // Ids drift between editions, so each citation carries the one our list was made from.
  static std::string edition_of(const std::string& taxonomy) {
    const std::size_t year = taxonomy.rfind("-20");
    return year == std::string::npos ? "2026" : taxonomy.substr(year + 1);
  }

  std::string examples(const std::vector<ExampleSource>& values) {
    std::vector<std::string> items;
    for (const ExampleSource& value : values) {
      items.push_back("{" + literal(value.note) + ", " + literal(value.definition) + "}");
    }
    return span("Example", items);
  }

  static std::string facets(const std::vector<std::string>& names) {
    unsigned mask = 0;
    for (const std::string& facet : names) mask |= 1u << static_cast<unsigned>(*facet_from(facet));
    return std::to_string(mask);
  }

  std::string emit_detectors() {
    std::vector<std::string> rows;
    for (const DetectorSource& d : source_.detectors) {
      RoleMask roles = 0;
      for (const std::string& role : d.reads) roles = static_cast<RoleMask>(roles | *roles_from(role));
      if (roles == 0) roles = *roles_from("prose");
      std::vector<std::string> combos;
      for (const ComboSource& item : d.combos) combos.push_back(combo(item, roles));
      std::vector<std::string> measured;
      if (const auto found = source_.measured.find(d.id); found != source_.measured.end()) {
        for (const MeasuredSource& m : found->second) {
          measured.push_back("{" + literal(m.corpus) + ", " + literal(m.date) + ", " +
                             std::to_string(m.true_positives) + ", " + std::to_string(m.false_positives) +
                             ", " + std::to_string(m.false_negatives) + "}");
        }
      }
      std::ostringstream out;
      out << "{" << literal(d.id) << ", " << literal(d.title) << ", Kind(" << number(*kind_from(d.kind))
          << "), Severity(" << number(*severity_from(d.severity)) << "), " << literal(d.what) << ", "
          << literal(d.why) << ", " << literal(d.fix) << ", " << literal(d.false_alarms) << ", "
          << literal(d.message) << ", " << literal(d.aivss) << ", " << literal(d.aivss_note) << ", Per("
          << number(*per_from(d.per)) << "), " << literal(d.code) << ", " << facets(d.needs) << ", "
          << texts(d.tags) << ", " << citations(d.citations) << ", " << span("Combo", combos) << ", "
          << examples(d.fires) << ", " << examples(d.quiet) << ", " << span("Measured", measured) << "}";
      rows.push_back(out.str());
    }
    return static_table("Detector", "kDetectors", rows);
  }

  std::string row(const RowSource& row) {
    std::set<std::size_t> indices;
    for (const std::string& wanted : row.any_of) {
      if (wanted.rfind("tag:", 0) != 0) {
        indices.insert(detector_index_.at(wanted));
        continue;
      }
      for (std::size_t i = 0; i < source_.detectors.size(); ++i) {
        const auto& tags = source_.detectors[i].tags;
        if (std::find(tags.begin(), tags.end(), wanted.substr(4)) != tags.end()) indices.insert(i);
      }
    }
    std::vector<std::string> items;
    for (std::size_t index : indices) items.push_back(std::to_string(index));
    unsigned subjects = row.subjects.empty() ? 0xFFu : 0u;
    for (const std::string& subject : row.subjects) {
      subjects |= 1u << static_cast<unsigned>(*subject_type_from(subject));
    }
    std::ostringstream out;
    out << "{" << span("std::uint16_t", items) << ", Severity(" << number(*severity_from(row.severity))
        << "), " << (row.published ? "true" : "false") << ", " << (row.precise ? "true" : "false")
        << ", Confidence(" << number(*confidence_from(row.min_confidence)) << "), " << subjects << "}";
    return out.str();
  }

  std::string rule(const RuleSource& r) {
    std::vector<std::string> rows;
    for (const RowSource& item : r.rows) rows.push_back(row(item));
    std::ostringstream out;
    out << "{" << literal(r.id) << ", " << literal(r.title) << ", " << literal(r.category) << ", "
        << literal(r.text) << ", " << literal(r.question) << ", Severity("
        << number(*severity_from(r.severity)) << "), " << r.weight << ", " << (r.hard_fail ? "true" : "false")
        << ", " << literal(r.rule_class) << ", " << literal(r.pack) << ", " << literal(r.applies) << ", "
        << literal(r.normaliser) << ", " << r.layer << ", Per(" << number(*per_from(r.per)) << "), "
        << literal(r.pending) << ", " << facets(r.needs) << ", " << span("RuleRow", rows) << ", "
        << citations(r.citations) << "}";
    return out.str();
  }

  std::string named(const std::vector<std::pair<std::string, std::string>>& values) {
    std::vector<std::string> items;
    for (const auto& [key, text] : values) items.push_back("{" + literal(key) + ", " + literal(text) + "}");
    return span("NamedText", items);
  }

  std::string emit_methodologies() {
    std::vector<std::string> rows;
    for (const MethodologySource& m : source_.methodologies) {
      std::vector<std::string> rules, bands, weights;
      for (const RuleSource& item : m.rules) rules.push_back(rule(item));
      for (const BandSource& band : m.bands) {
        bands.push_back("{" + literal(band.name) + ", " + std::to_string(band.from) + ", " +
                        literal(band.action) + ", " + literal(band.meaning) + "}");
      }
      for (int weight : m.severity_weights) weights.push_back(std::to_string(weight));
      std::ostringstream out;
      out << "{" << literal(m.id) << ", " << literal(m.version) << ", " << literal(m.title) << ", "
          << literal(m.released) << ", " << literal(m.source) << ", " << literal(m.summary) << ", "
          << literal(m.direction) << ", " << span("MethodologyRule", rules) << ", " << span("Band", bands)
          << ", " << span("int", weights) << ", " << texts(m.limits) << ", " << named(m.decisions) << ", "
          << named(m.changelog) << "}";
      rows.push_back(out.str());
    }
    return static_table("Methodology", "kMethodologies", rows);
  }

  std::string emit_advisories() {
    std::vector<std::string> rows;
    for (const AdvisorySource& a : source_.advisories) {
      std::vector<std::string> ranges;
      for (const auto& range : a.ranges) {
        ranges.push_back("{" + literal(range.introduced) + ", " + literal(range.fixed) + ", " +
                         literal(range.last_affected) + "}");
      }
      std::ostringstream out;
      out << "{" << literal(a.ecosystem) << ", " << literal(a.package) << ", " << literal(a.category) << ", "
          << literal(a.id) << ", " << literal(a.severity) << ", " << literal(a.severity_source) << ", "
          << literal(a.summary) << ", " << literal(a.reference) << ", " << literal(a.identity_basis) << ", "
          << a.cvss_tenths << ", " << texts(a.ids) << ", " << texts(a.cwe) << ", " << texts(a.server_names)
          << ", " << texts(a.versions) << ", " << span("AdvisoryRange", ranges) << "}";
      rows.push_back(out.str());
    }
    return static_table("Advisory", "kAdvisories", rows);
  }

  // Signals that no combo reads are looked up by code, in prose.
  unsigned groups_of(std::size_t signal) const {
    constexpr unsigned kProse = 1u << static_cast<unsigned>(PatternGroup::kProse);
    constexpr unsigned kNames = 1u << static_cast<unsigned>(PatternGroup::kNames);
    const RoleMask names = *roles_from("names");
    unsigned groups = 0;
    for (const auto& [used, roles] : atoms_) {
      if (used != signal) continue;
      groups |= (roles & names) != 0 ? kNames : 0u;
      groups |= (roles & ~names) != 0 ? kProse : 0u;
    }
    return groups != 0 ? groups : kProse | kNames;
  }

  std::string emit_signals() {
    std::vector<std::string> signals, patterns;
    for (std::size_t i = 0; i < source_.signals.size(); ++i) {
      const SignalSource& signal = source_.signals[i];
      signals.push_back("{" + literal(signal.id) + ", " + literal(signal.what) + "}");
      for (const PatternSourceText& pattern : signal.patterns) {
        patterns.push_back(
            "{" + literal(pattern.expression) + ", " + std::to_string(i) + ", " +
            (pattern.case_sensitive ? "true" : "false") + ", " + (pattern.utf8 ? "true" : "false") + ", " +
            (pattern.words.empty() ? "false" : "true") + ", " + std::to_string(groups_of(i)) + "}");
      }
    }
    pattern_count_ = patterns.size();
    return static_table("Signal", "kSignals", signals) + static_table("PatternEntry", "kPatterns", patterns);
  }

  // Open addressing with linear probing, at most half full, so that a look-up ends soon.
  std::string emit_words() {
    std::map<std::string, std::vector<std::size_t>> patterns_of;
    std::size_t id = 0;
    for (const SignalSource& signal : source_.signals) {
      for (const PatternSourceText& pattern : signal.patterns) {
        for (const std::string& word : pattern.words) patterns_of[word].push_back(id);
        ++id;
      }
    }
    word_slots_ = 64;
    while (word_slots_ < 2 * patterns_of.size()) word_slots_ *= 2;
    std::vector<std::string> slots(word_slots_, "{}"), listed;
    for (const auto& [word, ids] : patterns_of) {
      std::uint32_t hash = kWordHashStart;
      for (char c : word) hash = word_hash_step(hash, static_cast<unsigned char>(c));
      std::size_t slot = hash & (word_slots_ - 1);
      while (slots[slot] != "{}") slot = (slot + 1) & (word_slots_ - 1);
      slots[slot] = "{" + literal(word) + ", " + std::to_string(listed.size()) + ", " +
                    std::to_string(ids.size()) + "}";
      for (std::size_t pattern : ids) listed.push_back(std::to_string(pattern));
    }
    word_patterns_ = listed.size();
    return static_table("WordSlot", "kWordSlots", slots) +
           static_table("std::uint16_t", "kWordPatterns", listed);
  }

  std::string emit_lists() {
    std::vector<std::string> taxonomies, tools;
    for (const TaxonomySource& t : source_.taxonomies) {
      taxonomies.push_back("{" + literal(t.taxonomy) + ", " + literal(t.id) + ", " + literal(t.name) + ", " +
                           literal(t.url) + "}");
    }
    for (const std::string& tool : source_.known_tool_names) tools.push_back(literal(tool));
    return static_table("TaxonomyEntry", "kTaxonomies", taxonomies) +
           static_table("std::string_view", "kKnownTools", tools) + emit_known_servers();
  }

  std::string emit_known_servers() {
    std::vector<std::string> servers, tunnels, shared;
    for (const KnownServerSource& s : source_.known_servers) {
      const int version = s.version == "constant" ? 1 : s.version == "library" ? 2 : 0;
      servers.push_back("{" + literal(s.name) + ", " + literal(s.ecosystem) + ", " + literal(s.package) +
                        ", " + (s.allow ? "true" : "false") + ", StatedVersion(" + std::to_string(version) +
                        "), " + literal(s.constant) + "}");
    }
    for (const std::string& suffix : source_.tunnel_suffixes) tunnels.push_back(literal(suffix));
    for (const std::string& suffix : source_.shared_suffixes) shared.push_back(literal(suffix));
    return static_table("KnownServer", "kKnownServers", servers) +
           static_table("std::string_view", "kTunnels", tunnels) +
           static_table("std::string_view", "kShared", shared);
  }

  // One element more than counted, so that an empty table is still valid C++.
  static std::string static_table(const std::string& type, const std::string& id,
                                  const std::vector<std::string>& rows) {
    std::string out = "constexpr " + type + " " + id + "[] = {\n";
    for (const std::string& item : rows) out += "  " + item + ",\n";
    return out + "  {}};\n";
  }

  std::string atoms_text() const {
    std::string out;
    for (const auto& [signal, roles] : atoms_) {
      out += "{" + std::to_string(signal) + ", " + std::to_string(roles) + "}, ";
    }
    return out;
  }

  const CatalogSource& source_;
  std::ostringstream arrays_;
  std::size_t next_ = 0;
  std::size_t pattern_count_ = 0, word_slots_ = 0, word_patterns_ = 0;
  std::map<std::string, std::size_t> signal_index_, detector_index_;
  std::map<std::string, const TaxonomySource*> taxonomy_;
  std::map<std::pair<std::size_t, RoleMask>, std::size_t> atom_index_;
  std::vector<std::pair<std::size_t, RoleMask>> atoms_;
};

void write_if_changed(const std::string& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream old;
  old << in.rdbuf();
  if (in && old.str() == text) return;
  std::ofstream(path, std::ios::binary) << text;
}

std::string functions(const CatalogSource& source) {
  std::set<std::string> names;
  for (const DetectorSource& detector : source.detectors) {
    if (!detector.code.empty()) names.insert(detector.code);
  }
  std::ostringstream out;
  out << "// Written by the catalogue compiler. Do not edit.\n#include \"detect/detect.h\"\n\nnamespace "
         "mcpjury {\n\n";
  for (const std::string& name : names)
    out << "void detect_" << name << "(const DetectInput& input, FindingSink& sink);\n";
  out << "\nstd::span<const DetectorFunction> detector_functions() {\n  static constexpr DetectorFunction "
         "kAll[] = {";
  for (const std::string& name : names) out << "{\"" << name << "\", detect_" << name << "}, ";
  out << "{nullptr, nullptr}};\n  return {kAll, " << names.size() << "};\n}\n\n}  // namespace mcpjury\n";
  return out.str();
}

}  // namespace

void emit(const CatalogSource& source, const std::string& table_path, const std::string& database_path,
          const std::string& functions_path, Complaints& complaints) {
  Emitter emitter(source);
  const std::string table = emitter.table(database_path);
  for (std::size_t group = 0; group < kPatternGroups; ++group) {
    const Result<std::string> database = PatternSet::compile(emitter.patterns_of(group));
    if (!database) {
      complaints.push_back("patterns: " + database.error().message);
      return;
    }
    write_if_changed(database_path + "." + std::to_string(group), *database);
  }
  write_if_changed(table_path, table);
  write_if_changed(functions_path, functions(source));
}

}  // namespace catalogc
