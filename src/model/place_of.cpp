#include "model/place_of.h"

#include <string>

namespace mcpjury {
namespace {

constexpr std::string_view kFacetsPrefix = "/facets/";
constexpr std::string_view kData = "/data";

std::uint32_t line_from(const Json& number) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31;
  const std::uint64_t line = number.is_uint64() ? number.get_uint64()
                             : number.is_int64() && number.get_int64() > 0
                                 ? static_cast<std::uint64_t>(number.get_int64())
                                 : 0;
  return line < kMost ? static_cast<std::uint32_t>(line) : 0;
}

// The deepest object on the way to `pointer` that says in which file it stands.
Place stated_place(const Json& data, std::string_view pointer) {
  while (true) {
    const Json* value = resolve_pointer(data, pointer);
    const JsonObject* entry = value != nullptr ? value->if_object() : nullptr;
    if (entry != nullptr) {
      if (const std::string_view file = find_string(*entry, "file"); !file.empty()) {
        const Json* line = find(*entry, "line");
        return {file, line != nullptr ? line_from(*line) : 0};
      }
    }
    if (pointer.empty()) return {};
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
}

// An advisory or a look-alike names a package; where that package stands is said in the list of packages.
Place package_place(const Json& data, std::string_view pointer) {
  const Json* value = resolve_pointer(data, pointer);
  const JsonObject* entry = value != nullptr ? value->if_object() : nullptr;
  const std::string_view name = entry != nullptr ? find_string(*entry, "package") : std::string_view();
  const JsonArray* packages = data.is_object() ? find_array(data.get_object(), "packages") : nullptr;
  if (name.empty() || packages == nullptr) return {};
  const std::string_view version = find_string(*entry, "version");
  for (std::size_t i = 0; i < packages->size(); ++i) {
    const JsonObject* package = (*packages)[i].if_object();
    if (package == nullptr || find_string(*package, "name") != name) continue;
    if (!version.empty() && find_string(*package, "version") != version) continue;
    return stated_place((*packages)[i], {});
  }
  return {};
}

}  // namespace

Place place_of(const Evidence& evidence, std::string_view pointer) {
  const Places& places = evidence.places;
  if (const std::uint32_t line = places.line_of(pointer); line != 0) {
    return {places.file_of(pointer), line};
  }
  if (pointer.starts_with(kFacetsPrefix)) {
    const std::string_view rest = pointer.substr(kFacetsPrefix.size());
    for (const Facet which : kAllFacets) {
      const std::string prefix = std::string(name_of(which)) + std::string(kData);
      if (!rest.starts_with(prefix)) continue;
      const Place place = stated_place(evidence.facet(which).data, rest.substr(prefix.size()));
      if (!place.file.empty()) return place;
      if (which == Facet::kDependencies)
        if (const Place stands = package_place(evidence.facet(which).data, rest.substr(prefix.size()));
            !stands.file.empty())
          return stands;
    }
  }
  return {places.file_of(pointer), 0};
}

}  // namespace mcpjury
