// The mathematical interval notation of Maven and NuGet: "[1.0,2.0)", "(,1.0]", "[1.5]", and several of them
// with commas between. Pure. Private.
#pragma once

#include <string_view>

#include "packages/version_schemes.h"

namespace mcpjury::versions {

using CompareFunction = Comparison (*)(std::string_view, std::string_view);

// True when one of the intervals holds the version; nothing when the text is no such list or a bound no
// version.
Holds intervals_hold(std::string_view text, std::string_view version, CompareFunction compare);

}  // namespace mcpjury::versions
