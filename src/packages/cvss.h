// The base score of a CVSS vector, versions 2.0, 3.0, 3.1 and 4.0, by the published formulas. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

struct CvssScore {
  int tenths = 0;             // 0 to 100
  std::string_view version;   // "2.0", "3.0", "3.1", "4.0"
  std::string_view severity;  // "none", "low", "medium", "high", "critical"
};

// Nothing when the text is no complete vector. Temporal, environmental and threat metrics are read and used
// as the version's specification says for the score that the vector describes.
std::optional<CvssScore> cvss_score(std::string_view vector);

}  // namespace mcpjury
