// The technical injection set: links that run code, tags that load something, addresses that are not https.
//
// Shared by the detectors that read texts of different origin. Pure and linear; nothing is allocated for a
// text without a hit.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "model/enums.h"

namespace mcpjury {

struct MarkupOptions {
  bool addresses = true;  // look for addresses with another scheme than https
  bool sample = false;    // the text is a value, not prose: a tag in it is data
};

struct MarkupHit {
  bool address = false;  // an address; else a tag or a link
  std::size_t begin = 0, size = 0;
  Confidence confidence = Confidence::kLow;
  std::string_view detail;  // static
};

// Appends to `hits`.
void scan_markup(std::string_view text, const MarkupOptions& options, std::vector<MarkupHit>& hits);

}  // namespace mcpjury
