// For detectors that read a live facet: findings about the server whose place is in the evidence record.
//
// One reporter a facet and server. Used when something was found, not on the quiet path.
#pragma once

#include <string>
#include <string_view>

#include "detect/sink.h"

namespace mcpjury {

class FacetReporter {
 public:
  FacetReporter(const DetectInput& input, FindingSink& sink, Facet facet)
      : input_(input), sink_(sink), facet_(facet) {}

  // `place` is a pointer below the facet's data ("/hsts/max_age"). Where the record has no such member the
  // finding stands at the nearest one above it, so that every pointer leads somewhere.
  void add(std::uint16_t detector, std::string_view place, std::string_view quote,
           std::string_view detail = {}, Confidence confidence = Confidence::kHigh) const;
  std::string pointer(std::string_view place) const;

 private:
  const DetectInput& input_;
  FindingSink& sink_;
  Facet facet_;
};

}  // namespace mcpjury
