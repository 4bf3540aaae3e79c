#include <charconv>

#include "base/ascii.h"
#include "net/address_policy.h"

namespace mcpjury {
namespace {

// Exactly four decimal parts of 0 to 255 without leading zeros: no resolver reads such a text differently.
bool read_ipv4(std::string_view text, std::uint8_t* out) {
  for (int part = 0; part < 4; ++part) {
    const std::size_t end = std::min(text.find('.'), text.size());
    const std::string_view digits = text.substr(0, end);
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits[0] == '0')) return false;
    unsigned value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + static_cast<unsigned>(c - '0');
    }
    if (value > 255 || (end == text.size()) != (part == 3)) return false;
    out[part] = static_cast<std::uint8_t>(value);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return text.empty();
}

// RFC 4291 section 2.2: eight groups of one to four hex digits, one "::" for one group or more, and the
// last two groups perhaps as an IPv4 address.
bool read_ipv6(std::string_view text, std::array<std::uint8_t, 16>& out) {
  std::array<std::uint8_t, 16> bytes{};
  std::size_t filled = 0;
  std::optional<std::size_t> gap;
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
  } else if (text.empty()) {
    return false;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, end);
    if (end == text.size() && group.find('.') != std::string_view::npos) {
      if (filled > 12 || !read_ipv4(group, bytes.data() + filled)) return false;
      filled += 4;
      break;
    }
    if (group.empty() || group.size() > 4 || filled == bytes.size()) return false;
    int value = 0;
    for (const char c : group) {
      const int digit = ascii::hex_value(c);
      if (digit < 0) return false;
      value = value * 16 + digit;
    }
    bytes[filled++] = static_cast<std::uint8_t>(value >> 8);
    bytes[filled++] = static_cast<std::uint8_t>(value & 0xFF);
    text.remove_prefix(end);
    if (text.starts_with("::")) {
      if (gap) return false;
      gap = filled;
      text.remove_prefix(2);
    } else if (!text.empty()) {
      text.remove_prefix(1);
      if (text.empty()) return false;
    }
  }
  if (!gap) {
    if (filled != bytes.size()) return false;
    out = bytes;
    return true;
  }
  if (filled == bytes.size()) return false;
  out.fill(0);
  for (std::size_t i = 0; i < *gap; ++i) out[i] = bytes[i];
  for (std::size_t i = *gap; i < filled; ++i) out[bytes.size() - filled + i] = bytes[i];
  return true;
}

std::string dotted(const std::uint8_t* bytes) {
  std::string out;
  for (int i = 0; i < 4; ++i) {
    if (i > 0) out += '.';
    out += std::to_string(bytes[i]);
  }
  return out;
}

}  // namespace

std::optional<IpAddress> parse_ip(std::string_view text) {
  IpAddress address;
  if (read_ipv4(text, address.bytes.data())) return address;
  address.v6 = true;
  if (text.size() <= 45 && read_ipv6(text, address.bytes)) return address;
  return std::nullopt;
}

// RFC 5952: lower case, the longest run of two zero groups or more shortened, the first of equals; a mapped
// address with its IPv4 part readable.
std::string to_string(const IpAddress& address) {
  if (!address.v6) return dotted(address.bytes.data());
  std::array<unsigned, 8> groups{};
  for (std::size_t i = 0; i < 8; ++i) {
    groups[i] = static_cast<unsigned>(address.bytes[2 * i]) << 8 | address.bytes[2 * i + 1];
  }
  const bool mapped = groups[5] == 0xFFFF && (groups[0] | groups[1] | groups[2] | groups[3] | groups[4]) == 0;
  if (mapped) return "::ffff:" + dotted(address.bytes.data() + 12);
  std::size_t run_at = 0;
  std::size_t run_length = 1;  // a single zero group stays written
  for (std::size_t i = 0; i < 8;) {
    std::size_t end = i;
    while (end < 8 && groups[end] == 0) ++end;
    if (end - i > run_length) {
      run_at = i;
      run_length = end - i;
    }
    i = end + 1;
  }
  std::string out;
  for (std::size_t i = 0; i < 8; ++i) {
    if (run_length > 1 && i == run_at) {
      out += "::";
      i += run_length - 1;
      continue;
    }
    if (!out.empty() && out.back() != ':') out += ':';
    char buffer[4];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, groups[i], 16).ptr;
    out.append(buffer, end);
  }
  return out;
}

}  // namespace mcpjury
