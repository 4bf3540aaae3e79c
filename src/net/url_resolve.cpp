#include <fmt/format.h>

#include "net/url.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

// RFC 3986 section 5.2.4 for a path that is empty or begins with "/".
std::string without_dot_segments(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view segment = path.substr(0, end);
    const bool last = end == path.size();
    path.remove_prefix(end);
    if (segment == "/.") {
      if (last) out += '/';
    } else if (segment == "/..") {
      out.resize(std::min(out.rfind('/'), out.size()));
      if (last) out += '/';
    } else {
      out += segment;
    }
  }
  return out;
}

// RFC 3986 section 5.2.3.
std::string merged(const Url& base, std::string_view relative) {
  const std::size_t slash = base.path.rfind('/');
  if (slash == std::string::npos) return fmt::format("/{}", relative);
  return base.path.substr(0, slash + 1).append(relative);
}

}  // namespace

Result<Url> resolve_url(const Url& base, std::string_view reference) {
  // parse_url names the fault of what is too long, or has a scheme that is not ours.
  if (reference.size() > kMaxUrlLength) return parse_url(reference);
  const UrlParts parts = split_reference(reference);
  if (parts.scheme && !parts.authority) return parse_url(reference);
  if (!parts.scheme && !parts.authority &&
      parts.path.substr(0, parts.path.find('/')).find(':') != parts.path.npos) {
    return Error{ErrorCode::kUsage, "not a URL: a colon in the first segment of a relative reference"};
  }
  std::string scheme = parts.scheme ? std::string(*parts.scheme) : base.scheme;
  std::string authority;
  std::string path;
  std::optional<std::string_view> query = parts.query;
  if (parts.authority) {
    authority = *parts.authority;
    path = without_dot_segments(parts.path);
  } else {
    authority = base.authority();  // the credentials of the base are not handed on
    if (parts.path.empty()) {
      path = base.path;
      if (!query && base.has_query) query = base.query;
    } else {
      path = without_dot_segments(parts.path.starts_with('/') ? std::string(parts.path)
                                                              : merged(base, parts.path));
    }
  }
  std::string text = fmt::format("{}://{}{}", scheme, authority, path);
  if (query) text.append("?").append(*query);
  if (parts.fragment) text.append("#").append(*parts.fragment);
  return parse_url(text);
}

}  // namespace mcpjury
