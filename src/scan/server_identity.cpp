#include "scan/server_identity.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/sha256.h"
#include "detect/rules/start_package.h"
#include "detect/url_parts.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kShortDescription = 40;  // bytes: shorter ones are common by chance
constexpr std::size_t kLongestName = 256;      // characters; both engines have a limit for what they index
constexpr std::size_t kLongestBrand = 80;
constexpr std::size_t kMaxBrands = 12;

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && ascii::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && ascii::is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Names that a person or a model takes for each other have one key.
std::string look_of(std::string_view name) {
  std::string out;
  for (const char c : skeleton(clip(name, kLongestName))) {
    if (c != '_' && c != '-' && c != ' ' && c != '.') out += c;
  }
  return out;
}

// The letters a host shows: a label that travels as xn--… is what the user reads.
std::string readable_host(std::string_view host) {
  std::string out = ascii::lowered(host);
  if (out.find("xn--") == std::string::npos) return out;
  UErrorCode code = U_ZERO_ERROR;
  UIDNA* idna = uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_UNICODE, &code);
  if (U_FAILURE(code)) return out;
  std::array<char, 1024> room{};
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const std::int32_t size =
      uidna_nameToUnicodeUTF8(idna, out.data(), static_cast<std::int32_t>(out.size()), room.data(),
                              static_cast<std::int32_t>(room.size()), &info, &code);
  uidna_close(idna);
  if (U_SUCCESS(code) && size > 0 && size < static_cast<std::int32_t>(room.size()))
    out.assign(room.data(), static_cast<std::size_t>(size));
  return out;
}

void add_brand(std::vector<std::string>& brands, std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (ascii::is_alnum(c)) out += ascii::lower(c);
  }
  if (out.size() < 3 || out.size() > kLongestBrand || brands.size() == kMaxBrands) return;
  if (std::find(brands.begin(), brands.end(), out) == brands.end()) brands.push_back(std::move(out));
}

// "host/owner/name" of a repository's address, whatever it was written like; empty when it is none.
std::string repository_key(std::string_view address) {
  if (const std::size_t at = address.find("://"); at != std::string_view::npos) address.remove_prefix(at + 3);
  if (const std::size_t at = address.find('@'); at != std::string_view::npos && at < address.find('/'))
    address.remove_prefix(at + 1);
  address = address.substr(0, address.find_first_of("#?"));
  std::string out;
  for (const char c : address) out += c == ':' ? '/' : ascii::lower(c);
  while (!out.empty() && out.back() == '/') out.pop_back();
  if (out.ends_with(".git")) out.resize(out.size() - 4);
  std::size_t end = 0;
  for (int part = 0; part < 3 && end != std::string::npos; ++part)
    end = out.find('/', end + (part > 0 ? 1 : 0));
  if (std::count(out.begin(), out.end(), '/') < 2) return {};
  if (end != std::string::npos) out.resize(end);
  return out;
}

void take_host(const Evidence& evidence, ServerRow& row, std::vector<std::string>& brands) {
  if (evidence.target.kind != TargetKind::kRemote) return;
  const JsonObject* transport = evidence.facet(Facet::kTransport).data.if_object();
  if (transport == nullptr) return;
  row.host = clip(ascii::lowered(find_string(*transport, "host")), kLongestName);
  if (row.host.empty()) return;
  row.publisher = site_of(row.host);
  if (row.host.find_first_not_of("0123456789.:[]abcdef") == std::string::npos) return;  // an address
  if (row.host.find('.') == std::string::npos) return;  // a name of this machine
  const std::string readable = readable_host(site_of(row.host));
  row.host_label = readable.substr(0, readable.find('.'));
  row.host_key = skeleton(row.host_label);
  add_brand(brands, row.host_label);
}

void take_package(const Evidence& evidence, ServerRow& row, std::vector<std::string>& brands) {
  const StartPackage package = start_package(evidence);
  if (package.known()) {
    row.package = clip(ascii::lowered(package.ecosystem) + ":" + std::string(package.name), kLongestName);
    const std::size_t slash = package.name.find('/');
    const bool scoped = package.name.starts_with("@") && slash != std::string_view::npos;
    if (row.publisher.empty()) {
      row.publisher =
          scoped ? ascii::lowered(package.ecosystem) + ":" + std::string(package.name.substr(0, slash))
                 : row.package;
    }
    if (scoped) add_brand(brands, package.name.substr(1, slash - 1));
  }
  const JsonObject* provenance = evidence.facet(Facet::kProvenance).data.if_object();
  const JsonObject* known = provenance != nullptr ? find_object(*provenance, "package") : nullptr;
  if (known == nullptr) return;
  row.repository = repository_key(find_string(*known, "repository"));
  if (const JsonArray* people = find_array(*known, "maintainers")) {
    for (const Json& person : *people) {
      if (person.is_string()) add_brand(brands, view(person.get_string()));
    }
  }
}

void take_repository(const Evidence& evidence, ServerRow& row, std::vector<std::string>& brands) {
  if (row.repository.empty() && evidence.target.kind == TargetKind::kSource)
    row.repository = repository_key(evidence.target.id);
  if (row.repository.empty()) return;
  const std::size_t host = row.repository.find('/'), owner = row.repository.find('/', host + 1);
  add_brand(brands, std::string_view(row.repository).substr(host + 1, owner - host - 1));
  if (row.publisher.empty()) row.publisher = "git:" + row.repository.substr(0, owner);
}

bool share_a_word(std::string_view left, std::string_view right) {
  for (std::size_t at = 0; at < left.size();) {
    const std::size_t end = std::min(left.find(' ', at), left.size());
    const std::string word = " " + std::string(left.substr(at, end - at)) + " ";
    if ((" " + std::string(right) + " ").find(word) != std::string::npos) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace

ServerRow server_identity(const Evidence& evidence, const Surface& surface) {
  ServerRow row;
  row.server_name = clip(surface.server_name, kLongestName);
  row.tool_count = static_cast<std::uint32_t>(surface.tools.size());
  row.first_seen = row.last_seen = evidence.observed_at;
  std::vector<std::string> brands;
  take_host(evidence, row, brands);
  take_package(evidence, row, brands);
  take_repository(evidence, row, brands);
  for (const std::string& brand : brands) row.brands += (row.brands.empty() ? "" : " ") + brand;
  return row;
}

std::vector<ToolRow> compared_tools(const Surface& surface) {
  std::vector<ToolRow> out;
  for (const ToolView& tool : surface.tools) {
    if (out.size() == kMaxComparedTools) break;
    const std::string_view description = without_blanks(tool.description);
    out.push_back({clip(tool.name, kLongestName), look_of(tool.name),
                   description.size() < kShortDescription ? std::string() : sha256_hex(description)});
  }
  return out;
}

std::string_view related_by(const ServerRow& left, const ServerRow& right) {
  if (!left.package.empty() && left.package == right.package) return "package";
  if (!left.repository.empty() && left.repository == right.repository) return "repository";
  if (!left.publisher.empty() && left.publisher == right.publisher) return "publisher";
  return share_a_word(left.brands, right.brands) ? "publisher" : "";
}

}  // namespace mcpjury
