#include "model/enums.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// Each table lists the names in the order of the enumerators.
constexpr std::array kKinds = {"malice"sv, "weakness"sv, "capability"sv, "hygiene"sv};
constexpr std::array kSeverities = {"info"sv, "low"sv, "medium"sv, "high"sv, "critical"sv};
constexpr std::array kConfidences = {"low"sv, "medium"sv, "high"sv};
constexpr std::array kStrictnesses = {"published"sv, "precise"sv};
constexpr std::array kFacetStates = {"seen"sv, "absent"sv, "not_looked"sv, "could_not_see"sv};
constexpr std::array kFacets = {"definition"sv,    "protocol"sv, "transport"sv,    "tls"sv,
                                "auth"sv,          "source"sv,   "dependencies"sv, "provenance"sv,
                                "prior_surface"sv, "pins"sv,     "fingerprints"sv, "feeds"sv,
                                "judges"sv};
constexpr std::array kTargetKinds = {"remote"sv, "local"sv,   "tool_list"sv,
                                     "source"sv, "package"sv, "config"sv};
constexpr std::array kSubjectTypes = {"server"sv,   "tool"sv,    "prompt"sv, "resource"sv,
                                      "template"sv, "package"sv, "file"sv};
constexpr std::array kToolClasses = {"unknown"sv, "read"sv, "write"sv, "destructive"sv};
constexpr std::array kRunStates = {"complete"sv, "incomplete"sv, "not_run"sv};
static_assert(kFacets.size() == kFacetCount);

template <std::size_t N, class Enum>
constexpr std::string_view name_in(const std::array<std::string_view, N>& names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : std::string_view{};
}

template <class Enum, std::size_t N>
constexpr std::optional<Enum> value_in(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name_of(Kind value) { return name_in(kKinds, value); }
std::string_view name_of(Severity value) { return name_in(kSeverities, value); }
std::string_view name_of(Confidence value) { return name_in(kConfidences, value); }
std::string_view name_of(Strictness value) { return name_in(kStrictnesses, value); }
std::string_view name_of(FacetState value) { return name_in(kFacetStates, value); }
std::string_view name_of(Facet value) { return name_in(kFacets, value); }
std::string_view name_of(TargetKind value) { return name_in(kTargetKinds, value); }
std::string_view name_of(SubjectType value) { return name_in(kSubjectTypes, value); }
std::string_view name_of(ToolClass value) { return name_in(kToolClasses, value); }
std::string_view name_of(RunState value) { return name_in(kRunStates, value); }

std::optional<Kind> kind_from(std::string_view name) { return value_in<Kind>(kKinds, name); }
std::optional<Severity> severity_from(std::string_view name) { return value_in<Severity>(kSeverities, name); }
std::optional<Confidence> confidence_from(std::string_view name) {
  return value_in<Confidence>(kConfidences, name);
}
std::optional<Strictness> strictness_from(std::string_view name) {
  return value_in<Strictness>(kStrictnesses, name);
}
std::optional<FacetState> facet_state_from(std::string_view name) {
  return value_in<FacetState>(kFacetStates, name);
}
std::optional<Facet> facet_from(std::string_view name) { return value_in<Facet>(kFacets, name); }
std::optional<TargetKind> target_kind_from(std::string_view name) {
  return value_in<TargetKind>(kTargetKinds, name);
}
std::optional<SubjectType> subject_type_from(std::string_view name) {
  return value_in<SubjectType>(kSubjectTypes, name);
}

}  // namespace mcpjury
