#include "catalog/catalog.h"

#include <algorithm>
#include <cassert>

namespace mcpjury {

const Detector* find_detector(std::string_view id) {
  const auto detectors = catalog().detectors;
  const auto found =
      std::find_if(detectors.begin(), detectors.end(), [&](const Detector& d) { return d.id == id; });
  return found == detectors.end() ? nullptr : &*found;
}

std::size_t index_of(const Detector& detector) {
  return static_cast<std::size_t>(&detector - catalog().detectors.data());
}

const Methodology& methodology(std::string_view id) {
  const Methodology* newest = nullptr;
  for (const Methodology& method : catalog().methodologies) {
    if (method.id == id) newest = &method;
  }
  assert(newest != nullptr);
  return *newest;
}

const KnownServer* find_known_server(std::string_view name) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; };
  for (const KnownServer& server : catalog().known_servers) {
    if (std::equal(name.begin(), name.end(), server.name.begin(), server.name.end(),
                   [&](char a, char b) { return lower(a) == lower(b); })) {
      return &server;
    }
  }
  return nullptr;
}

const MethodologyRule* find_rule(const Methodology& method, std::string_view id) {
  const auto found = std::find_if(method.rules.begin(), method.rules.end(),
                                  [&](const MethodologyRule& r) { return r.id == id; });
  return found == method.rules.end() ? nullptr : &*found;
}

}  // namespace mcpjury
