// Licence expressions of SPDX, and the texts of the licences that are met most often. Pure; bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

enum class LicenceFamily : std::uint8_t {
  kUnknown,
  kPermissive,
  kWeakCopyleft,
  kStrongCopyleft,
  kRestricted
};

struct SpdxExpression {
  bool valid = false;            // by its grammar
  std::vector<std::string> ids;  // in order, without "WITH" exceptions; known ones in SPDX's own writing
  bool choice = false;           // OR stands in it
};

// "MIT", "(MIT OR Apache-2.0)", "GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0+".
SpdxExpression parse_spdx(std::string_view text);
// SPDX's writing of an id we know, also for usual misspellings ("Apache 2.0", "BSD 3-Clause"); empty
// otherwise.
std::string_view known_licence(std::string_view id);
LicenceFamily family_of(std::string_view id);
// Do two ids name the same licence, "-only" and "-or-later" put aside?
bool same_licence(std::string_view a, std::string_view b);

// SPDX ids of the licence texts found in `text`, most specific first; several for a file with two texts.
// Empty when it is none we know.
std::vector<std::string_view> licences_in_text(std::string_view text);

}  // namespace mcpjury
