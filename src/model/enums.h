// The closed vocabularies of evidence, findings and assessments, and their spelling in JSON.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mcpjury {

enum class Kind : std::uint8_t { kMalice, kWeakness, kCapability, kHygiene };
enum class Severity : std::uint8_t { kInfo, kLow, kMedium, kHigh, kCritical };
enum class Confidence : std::uint8_t { kLow, kMedium, kHigh };
enum class Strictness : std::uint8_t { kPublished, kPrecise };

// What of a server is known. `not_looked` is policy, `could_not_see` has a reason.
enum class FacetState : std::uint8_t { kSeen, kAbsent, kNotLooked, kCouldNotSee };
enum class Facet : std::uint8_t {
  kDefinition,    // tools, prompts, resources, instructions, serverInfo
  kProtocol,      // era, versions, capabilities, paging
  kTransport,     // status, redirects, HSTS, sizes, Origin probe
  kTls,           // version, chain, names, expiry
  kAuth,          // challenge, protected-resource and authorization-server metadata
  kSource,        // files, discovered tools, handler code
  kDependencies,  // packages and their advisories
  kProvenance,    // signatures, attestations, registry documents
  kPriorSurface,  // the surface of an earlier scan
  kPins,          // the approved surface
  kFingerprints,  // the same descriptions on other servers
  kFeeds,         // which feeds were used, and their dates
  kJudges,        // judges' answers
};
inline constexpr std::size_t kFacetCount = 13;

enum class TargetKind : std::uint8_t { kRemote, kLocal, kToolList, kSource, kPackage, kConfig };
enum class SubjectType : std::uint8_t { kServer, kTool, kPrompt, kResource, kTemplate, kPackage, kFile };
enum class ToolClass : std::uint8_t { kUnknown, kRead, kWrite, kDestructive };
enum class RunState : std::uint8_t { kComplete, kIncomplete, kNotRun };

std::string_view name_of(Kind value);
std::string_view name_of(Severity value);
std::string_view name_of(Confidence value);
std::string_view name_of(Strictness value);
std::string_view name_of(FacetState value);
std::string_view name_of(Facet value);
std::string_view name_of(TargetKind value);
std::string_view name_of(SubjectType value);
std::string_view name_of(ToolClass value);
std::string_view name_of(RunState value);

std::optional<Kind> kind_from(std::string_view name);
std::optional<Severity> severity_from(std::string_view name);
std::optional<Confidence> confidence_from(std::string_view name);
std::optional<Strictness> strictness_from(std::string_view name);
std::optional<FacetState> facet_state_from(std::string_view name);
std::optional<Facet> facet_from(std::string_view name);
std::optional<TargetKind> target_kind_from(std::string_view name);
std::optional<SubjectType> subject_type_from(std::string_view name);

inline constexpr std::array<Facet, kFacetCount> kAllFacets = {
    Facet::kDefinition,   Facet::kProtocol,     Facet::kTransport,  Facet::kTls,          Facet::kAuth,
    Facet::kSource,       Facet::kDependencies, Facet::kProvenance, Facet::kPriorSurface, Facet::kPins,
    Facet::kFingerprints, Facet::kFeeds,        Facet::kJudges};

}  // namespace mcpjury
