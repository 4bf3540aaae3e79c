// Whether the name a server gives itself fits where it was found.
#include "model/identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "detect/name_distance.h"
#include "detect/rules/facet_help.h"
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"
#include "model/live_view.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

bool stands_in(const std::vector<std::string>& tokens, std::string_view name) {
  const std::string text = ascii::lowered(name);
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const std::string& token) { return text.find(token) != std::string::npos; });
}

void check_host(const DetectInput& input, const TransportView& seen, const FacetReporter& report) {
  const std::vector<std::string> tokens = identity_tokens(input.surface.server_name);
  const TlsView tls = tls_view(input.evidence);
  // The certificate may hold what the host does not; without it nothing can be said.
  if (tokens.empty() || (seen.scheme != "http" && tls.data == nullptr)) return;
  if (stands_in(tokens, seen.host) || stands_in(tokens, tls.common_name)) return;
  for (std::size_t i = 0; tls.names != nullptr && i < tls.names->size(); ++i) {
    const Json& name = (*tls.names)[i];
    if (name.is_string() && stands_in(tokens, view(name.get_string()))) return;
  }
  static const std::uint16_t kUnrelated = detector_index("name-unrelated-to-host");
  // What runs on one's own machine cannot carry a name of its own.
  const bool local = host_kind(seen.host) != HostKind::kPublic;
  report.add(kUnrelated, "/host", seen.host, {}, local ? Confidence::kLow : Confidence::kHigh);
}

// Known names are compared only with names that are not known themselves.
void check_imitation(std::string_view name, const FacetReporter& report) {
  if (name.empty() || find_known_server(name) != nullptr) return;
  static const std::uint16_t kImitates = detector_index("server-name-imitates-known");
  const std::string own = skeleton(name);
  for (const KnownServer& known : catalog().known_servers) {
    const bool confusable = own == skeleton(known.name);
    const NearName near = one_edit_apart(name, known.name);
    if (!confusable && !near.near) continue;
    report.add(kImitates, "/host", name, known.name,
               confusable || !near.ordinary ? Confidence::kHigh : Confidence::kLow);
  }
}

void check_version(const DetectInput& input, FindingSink& sink) {
  const JsonObject* provenance = facet_data(input.evidence, Facet::kProvenance);
  const JsonObject* stated = provenance == nullptr ? nullptr : find_object(*provenance, "advertised_version");
  if (stated == nullptr || !find_flag(*stated, "allow_listed").value_or(false)) return;
  const std::string_view version = find_string(*stated, "version"), latest = find_string(*stated, "latest");
  if (latest.empty() || version.empty() || version == latest) return;
  static const std::uint16_t kBehind = detector_index("not-the-published-version");
  // Where the stated version is a constant or that of a library it says nothing about the build.
  const KnownServer* known = find_known_server(find_string(*stated, "name"));
  const bool telling = known == nullptr || known->version == StatedVersion::kPackage;
  FacetReporter(input, sink, Facet::kProvenance)
      .add(kBehind, "/advertised_version", version, latest, telling ? Confidence::kHigh : Confidence::kLow);
}

}  // namespace

void detect_identity(const DetectInput& input, FindingSink& sink) {
  check_version(input, sink);
  const TransportView seen = transport_view(input.evidence);
  if (seen.data == nullptr || seen.host.empty()) return;
  const FacetReporter report(input, sink, Facet::kTransport);
  check_host(input, seen, report);
  check_imitation(trimmed(input.surface.server_name), report);
}

}  // namespace mcpjury
