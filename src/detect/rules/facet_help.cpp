#include "detect/rules/facet_help.h"

#include <algorithm>

#include "detect/rules/subject_help.h"

namespace mcpjury {
namespace {
// Keys of metadata documents are the server's to choose, and every finding repeats its pointer.
constexpr std::size_t kMaxPlaceBytes = 1024;
}  // namespace

std::string FacetReporter::pointer(std::string_view place) const {
  std::string out = "/facets/";
  out += name_of(facet_);
  const Json& data = input_.evidence.facet(facet_).data;
  if (!data.is_object()) return out;
  out += "/data";
  while (!place.empty() && (place.size() > kMaxPlaceBytes || resolve_pointer(data, place) == nullptr)) {
    place = place.substr(0, place.rfind('/'));
  }
  out += place;
  return out;
}

void FacetReporter::add(std::uint16_t detector, std::string_view place, std::string_view quote,
                        std::string_view detail, Confidence confidence) const {
  const SubjectUnit& server = server_subject(input_.text);
  const std::string at = pointer(place);
  sink_.add(detector, server, server.path, quote, confidence, {.detail = detail, .pointer = at});
}

}  // namespace mcpjury
