// Looks for the secrets of a rule pack in one text after another.
//
// One pass over the text finds which keywords occur; only the rules of these are tried, so that text without
// any costs one look at each byte. Never gives a value: what was found is a place, a kind and a tag. One
// scanner a thread; the pack is shared and must outlive it. Linear but for kMaxMatches a rule.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "secrets/pack.h"
#include "text/pattern_set.h"

namespace mcpjury {

struct FoundSecret {
  std::string rule, kind;
  std::uint32_t line = 0;  // where the match begins
  std::string tag;         // first 6 hex digits of the value's SHA-256, as redact() writes them
  double entropy = 0;
  Confidence confidence = Confidence::kMedium;
  std::size_t begin = 0, end = 0;  // of the value in the text; equal for a rule about a path
};

class SecretScanner {
 public:
  static constexpr std::size_t kMaxFound = 1'000;    // in one text
  static constexpr std::size_t kMaxMatches = 2'000;  // of one rule in one text

  explicit SecretScanner(const SecretPack& pack);
  ~SecretScanner();

  // `path` is relative, with "/". `commit` is for allowlists that name one; empty for a working tree. In
  // order of place. A place that several rules find is given once, by the most confident rule.
  std::vector<FoundSecret> scan(std::string_view path, std::string_view text, std::string_view commit = {});

 private:
  const SecretPack& pack_;
  std::unique_ptr<PatternScanner> prefilter_;
  std::vector<PatternHit> hits_;
  std::vector<char> wanted_;
};

}  // namespace mcpjury
