#include "detect/uri_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/ascii.h"

namespace mcpjury {
namespace {

bool ends_with(std::string_view text, std::string_view tail) {
  return text.size() >= tail.size() && equal_ignore_case(text.substr(text.size() - tail.size()), tail);
}

// One part of an address as inet_aton reads it: decimal, 0octal or 0xhex.
std::optional<std::uint32_t> address_part(std::string_view text) {
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && ascii::lower(text[1]) == 'x') {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
    text.remove_prefix(1);
  }
  std::uint32_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, base);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> ipv4(std::string_view host) {
  std::array<std::uint32_t, 4> parts{};
  std::size_t count = 0;
  while (true) {
    const std::size_t dot = std::min(host.find('.'), host.size());
    const auto part = address_part(host.substr(0, dot));
    if (!part || count == parts.size()) return std::nullopt;
    parts[count++] = *part;
    if (dot == host.size()) break;
    host.remove_prefix(dot + 1);
  }
  // All parts but the last are one byte; the last fills what is left.
  std::uint32_t address = 0;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (parts[i] > 255) return std::nullopt;
    address |= parts[i] << (24 - 8 * i);
  }
  const std::uint64_t room = std::uint64_t{1} << (8 * (5 - count));
  if (parts[count - 1] >= room) return std::nullopt;
  return address | parts[count - 1];
}

HostKind kind_of(std::uint32_t address) {
  const auto in = [&](std::uint32_t network, int bits) {
    return (address >> (32 - bits)) == (network >> (32 - bits));
  };
  // 169.254.170.2 hands out container credentials, 100.100.100.200 is another cloud's service.
  if (address == 0xA9FEA9FE || address == 0xA9FEAA02 || address == 0x646464C8) return HostKind::kMetadata;
  if (in(0x7F000000, 8)) return HostKind::kLoopback;
  if (in(0x0A000000, 8) || in(0xAC100000, 12) || in(0xC0A80000, 16) || in(0x64400000, 10) || in(0, 8)) {
    return HostKind::kPrivate;
  }
  if (in(0xA9FE0000, 16)) return HostKind::kLinkLocal;
  return HostKind::kPublic;
}

using Address6 = std::array<std::uint8_t, 16>;

// RFC 4291, section 2.2: groups, one "::", and an IPv4 address at the end. Written here because this
// module may not use the network headers.
std::optional<Address6> ipv6(std::string_view text) {
  Address6 bytes{};
  std::size_t filled = 0;
  std::optional<std::size_t> gap;
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view group = text.substr(0, colon);
    if (colon == text.size() && group.find('.') != std::string_view::npos) {
      const auto tail = ipv4(group);
      if (!tail || filled > 12) return std::nullopt;
      for (int shift = 24; shift >= 0; shift -= 8)
        bytes[filled++] = static_cast<std::uint8_t>(*tail >> shift);
      break;
    }
    std::uint16_t value = 0;
    const auto read = std::from_chars(group.data(), group.data() + group.size(), value, 16);
    const bool whole = read.ec == std::errc() && read.ptr == group.data() + group.size();
    if (group.empty() || group.size() > 4 || !whole || filled == bytes.size()) return std::nullopt;
    bytes[filled++] = static_cast<std::uint8_t>(value >> 8);
    bytes[filled++] = static_cast<std::uint8_t>(value);
    text.remove_prefix(colon);
    if (text.starts_with("::")) {
      if (gap) return std::nullopt;
      gap = filled;
      text.remove_prefix(2);
    } else if (!text.empty()) {
      text.remove_prefix(1);
      if (text.empty()) return std::nullopt;
    }
  }
  if (!gap) return filled == bytes.size() ? std::optional(bytes) : std::nullopt;
  if (filled == bytes.size()) return std::nullopt;
  std::move_backward(bytes.begin() + static_cast<std::ptrdiff_t>(*gap),
                     bytes.begin() + static_cast<std::ptrdiff_t>(filled), bytes.end());
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(*gap), bytes.size() - filled, std::uint8_t{0});
  return bytes;
}

std::optional<HostKind> ipv6_kind(std::string_view host) {
  if (host.find(':') == std::string_view::npos) return std::nullopt;
  const auto address = ipv6(host.substr(0, host.find('%')));  // without the zone
  if (!address) return std::nullopt;
  const Address6& bytes = *address;
  constexpr Address6 kMetadata = {0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54};
  if (bytes == kMetadata) return HostKind::kMetadata;
  const bool low = std::all_of(bytes.begin(), bytes.begin() + 10, [](std::uint8_t b) { return b == 0; });
  const bool mapped = low && bytes[10] == 0xff && bytes[11] == 0xff;
  const bool compatible = low && bytes[10] == 0 && bytes[11] == 0;
  const std::uint32_t tail = static_cast<std::uint32_t>(bytes[12]) << 24 |
                             static_cast<std::uint32_t>(bytes[13]) << 16 |
                             static_cast<std::uint32_t>(bytes[14]) << 8 | bytes[15];
  if (compatible && tail == 1) return HostKind::kLoopback;
  if (mapped || compatible) return kind_of(tail);
  if (bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80) return HostKind::kLinkLocal;
  if ((bytes[0] & 0xfe) == 0xfc) return HostKind::kUniqueLocal;
  return HostKind::kPublic;
}

}  // namespace

bool equal_ignore_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return ascii::lower(x) == ascii::lower(y);
         });
}

UriParts split_uri(std::string_view uri) {
  UriParts parts;
  const std::size_t colon = uri.find(':');
  if (colon == std::string_view::npos || colon == 0) return parts;
  for (std::size_t i = 0; i < colon; ++i) {
    const char c = ascii::lower(uri[i]);
    const bool letter = c >= 'a' && c <= 'z';
    const bool other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (!letter && (i == 0 || !other)) return parts;
  }
  parts.scheme = uri.substr(0, colon);
  std::string_view rest = uri.substr(colon + 1);
  // A backslash counts as a slash because browsers and some clients read it so.
  const auto slash = [](char c) { return c == '/' || c == '\\'; };
  if (rest.size() < 2 || !slash(rest[0]) || !slash(rest[1])) return parts;
  rest.remove_prefix(2);
  rest = rest.substr(0, rest.find_first_of("/\\?#"));
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) rest.remove_prefix(at + 1);
  if (!rest.empty() && rest[0] == '[') {
    parts.host = rest.substr(1, std::min(rest.find(']'), rest.size()) - 1);
  } else {
    parts.host = rest.substr(0, rest.find(':'));
  }
  return parts;
}

HostKind host_kind(std::string_view host) {
  while (!host.empty() && host.back() == '.') host.remove_suffix(1);
  if (host.empty()) return HostKind::kPublic;
  if (const auto kind = ipv6_kind(host)) return *kind;
  if (const auto address = ipv4(host)) return kind_of(*address);
  if (equal_ignore_case(host, "metadata.google.internal") || equal_ignore_case(host, "metadata.goog") ||
      equal_ignore_case(host, "instance-data")) {
    return HostKind::kMetadata;
  }
  if (equal_ignore_case(host, "localhost") || ends_with(host, ".localhost")) return HostKind::kLoopback;
  for (std::string_view suffix : {".local", ".internal", ".intranet", ".lan", ".home.arpa"}) {
    if (ends_with(host, suffix)) return HostKind::kPrivateSuffix;
  }
  return host.find('.') == std::string_view::npos ? HostKind::kPrivateSuffix : HostKind::kPublic;
}

bool is_address(std::string_view host) {
  while (!host.empty() && host.back() == '.') host.remove_suffix(1);
  return ipv4(host).has_value() ||
         (host.find(':') != std::string_view::npos && ipv6(host.substr(0, host.find('%'))));
}

const char* name_of(HostKind kind) {
  switch (kind) {
    case HostKind::kPublic:
      return "public_host";
    case HostKind::kMetadata:
      return "cloud_metadata_host";
    case HostKind::kLoopback:
      return "loopback_host";
    case HostKind::kPrivate:
      return "private_host";
    case HostKind::kLinkLocal:
      return "link_local_host";
    case HostKind::kUniqueLocal:
      return "unique_local_host";
    case HostKind::kPrivateSuffix:
      return "private_suffix";
  }
  return "";
}

}  // namespace mcpjury
