// Addresses of resources and templates that lead a client to local files or inside its network.
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

struct Verdict {
  const char* kind = nullptr;
  Confidence confidence = Confidence::kLow;
};

Verdict judge(std::string_view uri) {
  const UriParts parts = split_uri(uri);
  const bool web = equal_ignore_case(parts.scheme, "https") || equal_ignore_case(parts.scheme, "http");
  if (equal_ignore_case(parts.scheme, "file")) return {"file_scheme", Confidence::kHigh};
  if (!web) {
    if (equal_ignore_case(parts.scheme, "javascript")) return {"javascript_scheme", Confidence::kHigh};
    // A scheme of the server's own is how resources are named in this protocol.
    return {"uncommon_scheme", Confidence::kLow};
  }
  const HostKind host = host_kind(parts.host);
  if (host != HostKind::kPublic) return {name_of(host), Confidence::kHigh};
  if (parts.scheme.size() == 4) return {"http_scheme", Confidence::kMedium};
  return {};
}

// RFC 6570: "+" keeps slashes and dots as they are, "*" takes any number of segments. Query expansions
// cannot leave the path.
Confidence widest_variable(std::string_view uri, bool& any) {
  Confidence widest = Confidence::kLow;
  const bool file = equal_ignore_case(split_uri(uri).scheme, "file");
  for (std::size_t open = uri.find('{'); open != std::string_view::npos; open = uri.find('{', open + 1)) {
    const std::size_t close = uri.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view inside = uri.substr(open + 1, close - open - 1);
    if (inside.empty() || inside[0] == '?' || inside[0] == '&' || inside[0] == '#') continue;
    const bool whole = inside[0] == '+' || inside.find('*') != std::string_view::npos;
    const std::string_view name =
        inside.substr(inside[0] == '+' || inside[0] == '/' || inside[0] == '.' ? 1 : 0);
    const bool path_name = equal_ignore_case(name, "path") || equal_ignore_case(name, "filepath") ||
                           equal_ignore_case(name, "file_path") || equal_ignore_case(name, "filename") ||
                           equal_ignore_case(name, "file");
    if (whole || file) {
      any = true;
      return Confidence::kHigh;
    }
    any = any || path_name;
  }
  return widest;
}

}  // namespace

void detect_resources(const DetectInput& input, FindingSink& sink) {
  const Surface& surface = input.surface;
  if (surface.resources.empty() && surface.templates.empty()) return;
  static const std::uint16_t kDangerous = detector_index("dangerous-resource-uri");
  static const std::uint16_t kUnbounded = detector_index("unbounded-resource-template");
  const std::size_t first = surface.tools.size() + surface.prompts.size();
  for (std::size_t i = 0; i < surface.resources.size(); ++i) {
    const std::string_view uri = trimmed(surface.resources[i].uri);
    const Verdict verdict = judge(uri);
    if (uri.empty() || !verdict.kind) continue;
    const SubjectUnit& subject = input.text.subjects[first + i];
    sink.add(kDangerous, subject, role_path(input.text, subject, TextRole::kUri), uri, verdict.confidence,
             {.detail = verdict.kind});
  }
  for (std::size_t i = 0; i < surface.templates.size(); ++i) {
    const std::string_view uri = trimmed(surface.templates[i].uri);
    bool any = false;
    const Confidence confidence = widest_variable(uri, any);
    if (!any) continue;
    const SubjectUnit& subject = input.text.subjects[first + surface.resources.size() + i];
    sink.add(kUnbounded, subject, role_path(input.text, subject, TextRole::kUri), uri, confidence);
  }
}

}  // namespace mcpjury
