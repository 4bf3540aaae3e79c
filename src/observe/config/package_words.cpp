#include "observe/config/package_words.h"

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool name_chars(std::string_view text, std::string_view more) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return ascii::is_alnum(c) || more.find(c) != std::string_view::npos; });
}

// Three numbers and, behind them, a pre-release or build: what npm and NuGet never serve twice.
bool is_exact(std::string_view text) {
  if (text.starts_with('=') || text.starts_with('v')) text.remove_prefix(1);
  for (int part = 0; part < 3; ++part) {
    std::size_t digits = 0;
    while (digits < text.size() && ascii::is_digit(text[digits])) ++digits;
    if (digits == 0) return false;
    text.remove_prefix(digits);
    if (part == 2) break;
    if (!text.starts_with('.')) return false;
    text.remove_prefix(1);
  }
  if (text.empty()) return true;
  if (text[0] == '.' && text.size() > 1 && name_chars(text.substr(1), ""))
    return true;  // NuGet: four numbers
  return (text[0] == '-' || text[0] == '+') && text.size() > 1 && name_chars(text.substr(1), ".-+");
}

bool is_commit(std::string_view text) {
  return text.size() == 40 && std::all_of(text.begin(), text.end(), [](char c) { return ascii::is_hex(c); });
}

bool is_git(std::string_view spec) {
  for (const std::string_view start :
       {"git+", "git:", "git@", "github:", "gitlab:", "bitbucket:", "gist:", "ssh:"}) {
    if (spec.starts_with(start)) return true;
  }
  return (spec.starts_with("https://") || spec.starts_with("http://")) &&
         spec.substr(0, spec.find_first_of("#@", 8)).ends_with(".git");
}

void set_address(std::string_view spec, CommandPackage& out) {
  out.ecosystem.clear();
  out.source = is_git(spec) ? "git" : "url";
  out.address = spec;
  const std::size_t mark = spec.find_last_of("#@");
  const std::string_view reference = mark == std::string_view::npos ? "" : spec.substr(mark + 1);
  if (out.source == "git" && is_commit(reference.substr(0, reference.find('&')))) {
    out.digest = reference.substr(0, 40);
    out.pinned = true;
  }
}

void set_version(std::string_view text, CommandPackage& out) {
  if (is_exact(text)) {
    if (text.starts_with('=') || text.starts_with('v')) text.remove_prefix(1);
    out.version = text;
    out.pinned = true;
  } else {
    out.range = text;
  }
}

}  // namespace

bool is_local_path(std::string_view word) {
  if (word.starts_with("./") || word.starts_with("../") || word.starts_with('/') || word.starts_with("~") ||
      word.starts_with("file:") || word == "." || word.starts_with(".\\") || word.starts_with("\\\\"))
    return true;
  return word.size() > 2 && ascii::is_letter(word[0]) && word[1] == ':' &&
         (word[2] == '\\' || word[2] == '/');
}

void set_npm_package(std::string_view spec, CommandPackage& out) {
  if (spec.starts_with("npm:")) spec.remove_prefix(4);
  if (is_local_path(spec)) {
    out.source = "path";
    out.fetched = false;
    return;
  }
  const std::size_t at = spec.find('@', 1);
  std::string_view name = spec.substr(0, at);
  std::string_view version = at == std::string_view::npos ? std::string_view() : spec.substr(at + 1);
  if (version.starts_with("npm:")) return set_npm_package(version.substr(4), out);
  const bool scoped = name.starts_with('@');
  if (is_git(spec) || spec.starts_with("http:") || spec.starts_with("https:")) return set_address(spec, out);
  if (is_git(version) || version.starts_with("http")) return set_address(version, out);
  // "owner/repository" is fetched from GitHub.
  if (!scoped && name.find('/') != std::string_view::npos) {
    set_address("github:" + std::string(spec), out);
    return;
  }
  const std::size_t slash = name.find('/');
  const std::string_view bare = scoped && slash != std::string_view::npos ? name.substr(slash + 1) : name;
  const bool named =
      !bare.empty() && name.size() <= 214 && name_chars(bare, "-_.~") &&
      (!scoped || (slash != std::string_view::npos && name_chars(name.substr(1, slash - 1), "-_.~")));
  if (!named) return;
  out.ecosystem = "npm";
  out.name = name;
  out.source = "registry";
  set_version(version, out);
}

void set_python_package(std::string_view spec, CommandPackage& out) {
  if (is_local_path(spec)) {
    out.source = "path";
    out.fetched = false;
    return;
  }
  if (is_git(spec) || spec.starts_with("http:") || spec.starts_with("https:")) return set_address(spec, out);
  const std::size_t end = std::min(spec.find_first_of("[=<>!~@ ;"), spec.size());
  const std::string_view name = spec.substr(0, end);
  if (name.empty() || !name_chars(name, "-_.") || !ascii::is_alnum(name.front())) return;
  std::string_view rest = ascii::trimmed(spec.substr(end));
  if (rest.starts_with('[')) {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) return;
    rest = ascii::trimmed(rest.substr(close + 1));
  }
  if (rest.starts_with('@')) {
    rest = ascii::trimmed(rest.substr(1));
    if (is_git(rest) || rest.starts_with("http") || rest.starts_with("file:")) return set_address(rest, out);
    const bool number = !rest.empty() && ascii::is_digit(rest[0]);
    (number ? out.version : out.range) = rest;
    out.pinned = number;
  } else if (rest.starts_with("==") && rest.find_first_of(",*") == std::string_view::npos) {
    rest.remove_prefix(rest.starts_with("===") ? 3 : 2);
    out.version = ascii::trimmed(rest.substr(0, rest.find(';')));
    out.pinned = !out.version.empty();
  } else {
    out.range = rest;
  }
  out.ecosystem = "PyPI";
  out.name = name;
  out.source = "registry";
}

void set_nuget_package(std::string_view spec, std::string_view version, CommandPackage& out) {
  const std::size_t at = spec.find('@');
  const std::string_view name = spec.substr(0, at);
  if (name.empty() || !name_chars(name, "-_.")) return;
  if (version.empty() && at != std::string_view::npos) version = spec.substr(at + 1);
  out.ecosystem = "NuGet";
  out.name = name;
  out.source = "registry";
  set_version(version, out);
}

void set_go_package(std::string_view spec, CommandPackage& out) {
  if (is_local_path(spec) || spec.ends_with(".go")) {
    out.source = "path";
    out.fetched = false;
    return;
  }
  const std::size_t at = spec.find('@');
  const std::string_view name = spec.substr(0, at);
  if (name.empty() || name.find('.') == std::string_view::npos || !name_chars(name, "-_.~/")) return;
  out.ecosystem = "Go";
  out.name = name;
  out.source = "registry";
  set_version(at == std::string_view::npos ? std::string_view() : spec.substr(at + 1), out);
}

void set_image(std::string_view reference, CommandPackage& out) {
  if (reference.empty() || !name_chars(reference, "-_.:/@")) return;
  const std::size_t at = reference.find('@');
  std::string_view name = reference.substr(0, at);
  if (at != std::string_view::npos && reference.substr(at + 1).starts_with("sha256:")) {
    out.digest = reference.substr(at + 1);
    out.pinned = true;
  }
  // A colon before the last slash is the port of a registry.
  const std::size_t colon = name.rfind(':'), slash = name.rfind('/');
  if (colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash)) {
    out.range = name.substr(colon + 1);
    name = name.substr(0, colon);
  }
  out.ecosystem = "docker";
  out.name = name;
  out.source = "image";
}

}  // namespace mcpjury
