#include "model/place_of.h"

#include <string>

namespace mcpjury {
namespace {

constexpr std::string_view kFacets = "/facets/";
constexpr std::string_view kData = "/data";

// The deepest object on the way to `pointer` that says in which file it stands.
Place stated_place(const Json& data, std::string_view pointer) {
  while (true) {
    const Json* value = resolve_pointer(data, pointer);
    const JsonObject* entry = value != nullptr ? value->if_object() : nullptr;
    if (entry != nullptr) {
      if (const std::string_view file = find_string(*entry, "file"); !file.empty()) {
        const Json* line = find(*entry, "line");
        const auto number = line != nullptr && line->is_int64() ? line->get_int64() : 0;
        const bool sane = number > 0 && number < (std::int64_t{1} << 31);
        return {file, sane ? static_cast<std::uint32_t>(number) : 0};
      }
    }
    if (pointer.empty()) return {};
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

}  // namespace

Place place_of(const Evidence& evidence, std::string_view pointer) {
  const Places& places = evidence.places;
  if (const std::uint32_t line = places.line_of(pointer); line != 0) {
    return {places.file_of(pointer), line};
  }
  if (pointer.starts_with(kFacets)) {
    const std::string_view rest = pointer.substr(kFacets.size());
    for (const Facet which : kAllFacets) {
      const std::string prefix = std::string(name_of(which)) + std::string(kData);
      if (!rest.starts_with(prefix)) continue;
      const Place place = stated_place(evidence.facet(which).data, rest.substr(prefix.size()));
      if (!place.file.empty()) return place;
    }
  }
  return {places.file, 0};
}

}  // namespace mcpjury
