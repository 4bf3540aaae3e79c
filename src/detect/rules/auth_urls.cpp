// Issuers and the addresses and scopes that metadata documents name.
#include <fmt/format.h>

#include <algorithm>

#include "detect/rules/facet_help.h"
#include "detect/uri_facts.h"
#include "detect/url_parts.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

constexpr std::size_t kDeepest = 8;
// No member of any metadata has a name this long, and a long one would be copied for every address below it.
constexpr std::size_t kLongestKey = 128;

// Members whose value is an address a client goes to. Scopes and grant types may look like addresses and
// are none.
bool names_url(std::string_view key) {
  return key.ends_with("_uri") || key.ends_with("_url") || key.ends_with("_endpoint") || key == "issuer" ||
         key == "resource" || key == "authorization_servers" || key == "service_documentation" ||
         key == "resource_documentation";
}

// Reports the first bad address in the order of places: members of a document come in any order, and a record
// that is read back must give the same finding.
class UrlWalk {
 public:
  void document(const JsonObject& object, const std::string& place, std::size_t depth) {
    if (depth > kDeepest) return;
    for (const auto& [name, value] : object) {
      const std::string_view key(name.data(), name.size());
      if (key.size() > kLongestKey) continue;
      if (value.is_object()) {
        document(value.get_object(), place + '/' + pointer_escape(key), depth + 1);  // mtls_endpoint_aliases
      } else if (names_url(key)) {
        values(value, place + '/' + pointer_escape(key));
      }
    }
  }

  void add(const std::string& place, std::string_view url, std::string_view why) {
    if (!place_.empty() && place_ <= place) return;
    place_ = place;
    url_ = url;
    why_ = why;
  }

  void report(const FacetReporter& to) const {
    static const std::uint16_t kUrl = detector_index("metadata-url-not-public");
    if (!place_.empty()) to.add(kUrl, place_, url_, why_);
  }

 private:
  void values(const Json& value, const std::string& place) {
    if (value.is_string()) return check(view(value.get_string()), place);
    const JsonArray* list = value.if_array();
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      if ((*list)[i].is_string()) check(view((*list)[i].get_string()), fmt::format("{}/{}", place, i));
    }
  }

  void check(std::string_view url, const std::string& place) {
    const UrlParts parts = url_parts(url);
    if (!equal_ignore_case(parts.scheme, "https")) return add(place, url, "not https");
    if (parts.host.empty()) return add(place, url, "no host");
    if (const HostKind kind = host_kind(parts.host); kind != HostKind::kPublic)
      add(place, url, name_of(kind));
  }

  std::string place_;
  std::string_view url_, why_;
};

void check_urls(const AuthView& seen, const FacetReporter& report) {
  UrlWalk walk;
  if (seen.resource_document != nullptr)
    walk.document(*seen.resource_document, "/resource_metadata/document", 0);
  for (const IssuerView& issuer : seen.issuers) {
    if (issuer.document != nullptr)
      walk.document(*issuer.document, fmt::format("/issuers/{}/document", issuer.index), 0);
  }
  // Names that resolve to where a scanner must not go.
  const JsonArray* guarded = find_array(*seen.data, "guarded");
  for (std::size_t i = 0; guarded != nullptr && i < guarded->size(); ++i) {
    if (const JsonObject* entry = (*guarded)[i].if_object())
      walk.add(fmt::format("/guarded/{}", i), find_string(*entry, "url"), find_string(*entry, "reason"));
  }
  walk.report(report);
}

std::string_view flaw_of(std::string_view issuer) {
  const UrlParts parts = url_parts(issuer);
  if (!equal_ignore_case(parts.scheme, "https")) return "not https";
  if (parts.host.empty()) return "no host";
  if (!parts.userinfo.empty()) return "user information";
  if (parts.has_query) return "a query";
  return parts.has_fragment ? "a fragment" : std::string_view();
}

void check_issuers(const AuthView& seen, const FacetReporter& report) {
  static const std::uint16_t kIssuer = detector_index("issuer-not-https");
  for (const IssuerView& issuer : seen.issuers) {
    const std::string_view flaw = flaw_of(issuer.issuer);
    if (!flaw.empty())
      report.add(kIssuer, fmt::format("/issuers/{}/issuer", issuer.index), issuer.issuer, flaw);
  }
  for (const std::string_view issuer : seen.advertised) {
    const std::string_view flaw = flaw_of(issuer);
    if (!flaw.empty()) report.add(kIssuer, "/resource_metadata/document/authorization_servers", issuer, flaw);
  }
}

class Scopes {
 public:
  explicit Scopes(const FacetReporter& report) : report_(report) {}

  void list(const JsonArray* scopes, const std::string& place) const {
    for (std::size_t i = 0; scopes != nullptr && i < scopes->size(); ++i) {
      if ((*scopes)[i].is_string()) check(view((*scopes)[i].get_string()), fmt::format("{}/{}", place, i));
    }
  }

  // A challenge joins scopes with blanks.
  void words(std::string_view text, const std::string& place) const {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find(' ', begin), text.size());
      check(text.substr(begin, end - begin), place);
      begin = end + 1;
    }
  }

 private:
  void check(std::string_view scope, const std::string& place) const {
    static const std::uint16_t kWild = detector_index("wildcard-auth-scope");
    for (const std::string_view broad : {"*", "all", "admin", "full"}) {
      if (equal_ignore_case(scope, broad)) return report_.add(kWild, place, scope, scope);
    }
    // "files:*" is everything of one kind: broad, but with a limit.
    if (scope.find('*') != std::string_view::npos) report_.add(kWild, place, scope, scope, Confidence::kLow);
  }

  const FacetReporter& report_;
};

void check_scopes(const AuthView& seen, const FacetReporter& report) {
  const Scopes scopes(report);
  if (const JsonObject* bearer = find_object(*seen.data, "bearer"))
    scopes.words(find_string(*bearer, "scope"), "/bearer/scope");
  if (seen.resource_document != nullptr) {
    scopes.list(find_array(*seen.resource_document, "scopes_supported"),
                "/resource_metadata/document/scopes_supported");
  }
  for (const IssuerView& issuer : seen.issuers) {
    if (issuer.document == nullptr) continue;
    scopes.list(find_array(*issuer.document, "scopes_supported"),
                fmt::format("/issuers/{}/document/scopes_supported", issuer.index));
  }
}

}  // namespace

void detect_auth_urls(const DetectInput& input, FindingSink& sink) {
  const AuthView seen = auth_view(input.evidence);
  if (seen.data == nullptr || !seen.required) return;
  const FacetReporter report(input, sink, Facet::kAuth);
  check_urls(seen, report);
  check_issuers(seen, report);
  check_scopes(seen, report);
}

}  // namespace mcpjury
