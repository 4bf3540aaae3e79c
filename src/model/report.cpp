#include "model/report.h"

#include <array>

#include "base/sha256.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kLists = {"tools"sv,    "prompts"sv, "resources"sv, "templates"sv, "resourceTemplates"sv,
                               "packages"sv, "servers"sv};

bool is_index(std::string_view token) {
  return !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_list(std::string_view token) {
  for (const std::string_view list : kLists) {
    if (token == list) return true;
  }
  return false;
}

// The pointer without the way to the subject: "/result/tools/7/description" gives "/description". The
// index that counts is the first one below a list we know, or the first token of a bare array; whatever
// envelope stood around the list is left out too, so that the same list saved in another wrapping keeps
// its fingerprints.
std::string_view place_inside(std::string_view pointer, SubjectType type) {
  if (type == SubjectType::kServer || type == SubjectType::kFile) return pointer;
  std::string_view before;
  std::size_t at = 0;
  while (at < pointer.size() && pointer[at] == '/') {
    std::size_t end = pointer.find('/', at + 1);
    if (end == std::string_view::npos) end = pointer.size();
    const std::string_view token = pointer.substr(at + 1, end - at - 1);
    if (is_index(token) && (at == 0 || is_list(before))) return pointer.substr(end);
    before = token;
    at = end;
  }
  return pointer;
}

// Lists of a facet are in the order in which things were seen; a position in them says nothing.
std::string without_positions(std::string_view pointer) {
  std::string out;
  for (std::size_t at = 0; at < pointer.size();) {
    std::size_t end = pointer.find('/', at + 1);
    if (end == std::string_view::npos) end = pointer.size();
    const std::string_view token = pointer.substr(at + 1, end - at - 1);
    if (!is_index(token)) out.append("/").append(token);
    at = end;
  }
  return out;
}

// Length before content: no two different lists of parts give the same bytes.
void append_part(std::string& out, std::string_view part) {
  out += std::to_string(part.size());
  out += ':';
  out += part;
}

}  // namespace

std::string finding_id(std::size_t index) { return "F" + std::to_string(index + 1); }

std::string fingerprint_of(const Finding& finding, std::string_view detector_id, std::string_view target_id) {
  std::string bytes;
  append_part(bytes, "mcpjury/v1");
  append_part(bytes, detector_id);
  append_part(bytes, target_id);
  append_part(bytes, name_of(finding.subject.type));
  append_part(bytes, finding.subject.name);
  if (finding.pointer.starts_with("/facets/")) {
    append_part(bytes, without_positions(finding.pointer));
  } else {
    append_part(bytes, place_inside(finding.pointer, finding.subject.type));
  }
  append_part(bytes, finding.evidence);
  return sha256_hex(bytes).substr(0, 32);
}

}  // namespace mcpjury
