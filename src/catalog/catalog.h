// The published catalogue as the program sees it: detectors, signals, patterns, methodologies, lists.
//
// One immutable table, written by the catalogue compiler at build time from the files under catalog/
// and linked in; nothing is parsed at start. All views point to static storage. Thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "model/enums.h"
#include "text/word_table.h"

namespace mcpjury {

struct Citation {
  std::string_view taxonomy, edition, id, name, url;
  std::string_view fit;  // remark where the cited entry means something slightly different
};

// Where a string stands. A combo names the roles it reads.
enum class TextRole : std::uint8_t {
  kName,          // tool, prompt or resource name, split into words
  kTitle,         // title, annotations.title
  kDescription,   // of the tool, prompt, resource or template
  kParamName,     // property name at any depth, split into words
  kParamText,     // description or title of a property, or of the schema itself
  kSchemaValue,   // enum, const, default, example, pattern
  kOutputText,    // the same inside the output schema
  kMeta,          // strings inside _meta and unknown members
  kInstructions,  // of the server
  kUri,           // resource URI, icon URL
  kServerName,
};
inline constexpr std::size_t kTextRoleCount = 11;
using RoleMask = std::uint16_t;
constexpr RoleMask role_bit(TextRole role) {
  return static_cast<RoleMask>(1u << static_cast<unsigned>(role));
}

// Names and prose are scanned with databases of their own: most patterns make sense in one of them only.
enum class PatternGroup : std::uint8_t { kProse, kNames };
inline constexpr std::size_t kPatternGroups = 2;

struct PatternEntry {
  std::string_view expression;
  std::uint16_t signal = 0;
  bool case_sensitive = false;
  bool utf8 = false;
  bool word_list = false;   // spelled out in `words`
  std::uint8_t groups = 0;  // bit set of PatternGroup: where an atom reads it
};

// A named lexical concept: any of its patterns.
struct Signal {
  std::string_view id;
  std::string_view what;
};

// A signal seen in certain roles: the unit combos are made of.
struct Atom {
  std::uint16_t signal = 0;
  RoleMask roles = 0;
};

enum class Scope : std::uint8_t { kSentence, kPair, kField, kSubject };

// Fires when, inside one scope, all of `all`, one of each `any` group, and none of `none` occur.
// `none_subject` looks at the whole subject, whatever the scope.
struct Combo {
  Scope scope = Scope::kSentence;
  Confidence confidence = Confidence::kHigh;
  bool hidden_view_only = false;       // only in text that had to be decoded first
  bool firm = false;                   // of medium confidence, and enough alone in a long definition
  std::span<const std::uint16_t> all;  // atoms
  std::span<const std::span<const std::uint16_t>> any;
  std::span<const std::uint16_t> none;
  std::span<const std::uint16_t> none_subject;
};

enum class Per : std::uint8_t { kPlace, kSubject, kServer };

struct Example {
  std::string_view note;
  std::string_view definition;  // JSON of a server definition
};

// Measured on named corpora by `make quality`; -1 means not measured.
struct Measured {
  std::string_view corpus, date;
  std::int32_t true_positives = -1, false_positives = -1, false_negatives = -1;
};

struct Detector {
  std::string_view id, title;
  Kind kind = Kind::kHygiene;
  Severity severity = Severity::kInfo;
  std::string_view what, why, fix, false_alarms, message;
  std::string_view aivss;       // "S:T/E:C/I:H/D:S/A:F"
  std::string_view aivss_note;  // why the vector leaves the band of the severity
  Per per = Per::kPlace;
  std::string_view code;    // name of the function that implements it, or empty
  std::uint16_t needs = 0;  // bit set of Facet
  std::span<const std::string_view> tags;
  std::span<const Citation> citations;
  std::span<const Combo> combos;
  std::span<const Example> fires, quiet;
  std::span<const Measured> measured;
};

struct RuleRow {
  std::span<const std::uint16_t> detectors;
  Severity severity = Severity::kInfo;
  bool in_published = true, in_precise = true;
  Confidence min_confidence = Confidence::kLow;
  std::uint8_t subjects = 0xFF;  // bit set of SubjectType
};

struct MethodologyRule {
  std::string_view id, title, category, text, question;
  Severity severity = Severity::kInfo;  // the published one; rows may differ
  int weight = 0;                       // agentreserve points, ampel basis points
  bool hard_fail = false;
  std::string_view rule_class;  // agentreserve: P, H, A; pack "ours" is marked by `pack`
  std::string_view pack;        // empty, or "ours"
  std::string_view applies;     // named condition in code
  std::string_view normaliser;  // ampel
  int layer = 0;                // mcpbundles
  Per per = Per::kSubject;      // one (subject) or (place) counts once, or the server once
  std::string_view pending;     // non-empty: no detector yet, and why
  std::uint16_t needs = 0;      // bit set of Facet
  std::span<const RuleRow> rows;
  std::span<const Citation> citations;
};

struct Band {
  std::string_view name;
  int from = 0;  // lowest value of the band, in the methodology's own unit
  std::string_view action, meaning;
};

struct NamedText {
  std::string_view name, text;
};

struct Methodology {
  std::string_view id, version, title, released, source, summary, direction;
  std::span<const MethodologyRule> rules;
  std::span<const Band> bands;            // ascending `from`
  std::span<const int> severity_weights;  // info … critical, or empty
  std::span<const std::string_view> limits;
  std::span<const NamedText> decisions, changelog;
};

struct TaxonomyEntry {
  std::string_view taxonomy, id, name, url;
};

struct AdvisoryRange {
  std::string_view introduced, fixed, last_affected;
};
struct Advisory {
  std::string_view ecosystem, package, category, id, severity, severity_source, summary, reference,
      identity_basis;
  int cvss_tenths = -1;
  std::span<const std::string_view> ids, cwe, server_names, versions;
  std::span<const AdvisoryRange> ranges;
};

// What the version a server states is worth: that of its package, the same in every build, or that of the
// library it is built on.
enum class StatedVersion : std::uint8_t { kPackage, kConstant, kLibrary };

// A server whose name belongs to one package.
struct KnownServer {
  std::string_view name, ecosystem, package;
  bool allow_listed = false;  // its newest release may be looked up
  StatedVersion version = StatedVersion::kPackage;
  std::string_view constant;  // what a constant says
};

// What is known about packages, packed: a row ends in a newline, columns are divided by tabs. One text holds
// no addresses, so thousands of rows cost nothing at start; feeds/ takes them apart on first use.
struct PackageLists {
  std::string_view malicious;   // ecosystem, package, kind, action, id, aliases, versions, below, summary
  std::string_view indicators;  // id, kind, value, campaign, where, confidence
  std::string_view popular_npm, popular_pypi;  // names, sorted
  std::string_view legitimate;                 // names that look like a popular one and are known to be fine
};

struct Catalog {
  std::string_view version, sha256;
  std::span<const Detector> detectors;
  std::span<const Signal> signals;
  std::span<const PatternEntry> patterns;
  std::span<const Atom> atoms;
  std::span<const Methodology> methodologies;  // every version of each; newest of an id last
  std::span<const TaxonomyEntry> taxonomies;
  std::span<const Advisory> advisories;
  std::span<const std::string_view> known_tool_names;
  std::string_view pattern_databases[kPatternGroups];  // for PatternSet::load
  std::uint64_t pattern_keys[kPatternGroups];          // for PatternSet::load
  WordTable words;                                     // of the patterns that are lists of words
  std::span<const KnownServer> known_servers;
  std::span<const std::string_view> tunnel_suffixes, shared_suffixes;  // of host names, without leading dot
  PackageLists packages;
};

const Catalog& catalog();

const Detector* find_detector(std::string_view id);
std::size_t index_of(const Detector& detector);
// The newest version of a methodology.
const Methodology& methodology(std::string_view id);
// By the name a server gives itself, without regard to case; null when it is not known.
const KnownServer* find_known_server(std::string_view name);
const MethodologyRule* find_rule(const Methodology& methodology, std::string_view id);

}  // namespace mcpjury
