#include "secrets/entropy.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "base/utf8.h"

namespace mcpjury {

double shannon_entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<std::uint32_t, 128> ascii{};
  std::map<char32_t, std::uint32_t> other;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      ++ascii[byte];
      ++at;
      continue;
    }
    const DecodedChar c = decode_utf8(text, at);
    ++other[c.code];
    at += c.bytes;
  }
  const double length = static_cast<double>(text.size());
  double entropy = 0;
  const auto add = [&](std::uint32_t count) {
    if (count == 0) return;
    const double share = static_cast<double>(count) / length;
    entropy -= share * std::log2(share);
  };
  for (const std::uint32_t count : ascii) add(count);
  for (const auto& [code, count] : other) add(count);
  return entropy;
}

}  // namespace mcpjury
