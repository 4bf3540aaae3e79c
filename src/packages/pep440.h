// A Python version as PEP 440 reads and orders it. Pure. Private.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury::versions {

struct Pep440 {
  std::string epoch = "0";
  std::vector<std::string> release;  // never empty; as written, with trailing zeros
  std::string pre_letter;            // "a", "b", "rc" or empty
  std::string pre_number = "0";
  std::optional<std::string> post, dev;
  std::vector<std::string> local;  // numbers and words in lower case
  bool is_prerelease() const { return !pre_letter.empty() || dev.has_value(); }
};

std::optional<Pep440> parse_pep440(std::string_view text);
int compare_pep440(const Pep440& a, const Pep440& b);
int compare_releases(const Pep440& a, const Pep440& b);  // epoch and release numbers only

}  // namespace mcpjury::versions
