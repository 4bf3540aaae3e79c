#include "net/special_ranges.h"

#include <algorithm>
#include <charconv>

namespace mcpjury {
namespace {

struct Row {
  std::string_view prefix;
  std::string_view kind;
};

constexpr Row kRows[] = {
    // Where clouds hand out credentials. 168.63.129.16 and 192.0.0.192 look public or harmless and are not.
    {"169.254.169.254/32", "metadata"},
    {"169.254.170.2/32", "metadata"},
    {"169.254.170.23/32", "metadata"},
    {"169.254.0.23/32", "metadata"},
    {"169.254.42.42/32", "metadata"},
    {"100.100.100.200/32", "metadata"},
    {"168.63.129.16/32", "metadata"},
    {"192.0.0.192/32", "metadata"},
    {"fd00:ec2::254/128", "metadata"},
    {"fd00:ec2::23/128", "metadata"},
    {"fd20:ce::254/128", "metadata"},
    {"fd00:42::42/128", "metadata"},
    {"fd00:c1::a9fe:a9fe/128", "metadata"},
    // IPv4. 192.0.0.9 and 192.0.0.10 are globally reachable by the registry and refused with their block.
    {"0.0.0.0/32", "unspecified"},
    {"0.0.0.0/8", "unspecified"},
    {"10.0.0.0/8", "private"},
    {"100.64.0.0/10", "shared"},
    {"127.0.0.0/8", "loopback"},
    {"169.254.0.0/16", "link_local"},
    {"172.16.0.0/12", "private"},
    {"192.0.0.0/24", "ietf_protocol"},
    {"192.0.2.0/24", "documentation"},
    {"192.88.99.0/24", "translation"},  // 6to4 relays, deprecated
    {"192.168.0.0/16", "private"},
    {"198.18.0.0/15", "benchmarking"},
    {"198.51.100.0/24", "documentation"},
    {"203.0.113.0/24", "documentation"},
    {"224.0.0.0/4", "multicast"},
    {"240.0.0.0/4", "reserved"},
    {"255.255.255.255/32", "broadcast"},
    // IPv6
    {"::/128", "unspecified"},
    {"::1/128", "loopback"},
    {"::/96", "compatible"},
    {"::ffff:0:0/96", "mapped"},
    {"64:ff9b:1::/48", "translation"},
    {"100::/64", "discard"},
    {"100:0:0:1::/64", "discard"},  // dummy prefix, RFC 9780
    {"2001::/23", "ietf_protocol"},
    {"2001:2::/48", "benchmarking"},
    {"2001:db8::/32", "documentation"},
    {"3fff::/20", "documentation"},
    {"5f00::/16", "segment_routing"},
    {"fc00::/7", "unique_local"},
    {"fe80::/10", "link_local"},
    {"fec0::/10", "site_local"},
    {"ff00::/8", "multicast"},
};

SpecialRange range_of(const Row& row) {
  const std::size_t slash = row.prefix.find('/');
  SpecialRange range;
  range.network = *parse_ip(row.prefix.substr(0, slash));
  std::from_chars(row.prefix.data() + slash + 1, row.prefix.data() + row.prefix.size(), range.bits);
  range.kind = row.kind;
  return range;
}

bool starts_with(const IpAddress& address, std::initializer_list<std::uint8_t> bytes) {
  return std::equal(bytes.begin(), bytes.end(), address.bytes.begin());
}

}  // namespace

bool SpecialRange::holds(const IpAddress& address) const {
  if (address.v6 != network.v6) return false;
  const auto whole = static_cast<std::size_t>(bits / 8);
  if (!std::equal(network.bytes.begin(), network.bytes.begin() + bits / 8, address.bytes.begin()))
    return false;
  const int rest = bits % 8;
  return rest == 0 || ((network.bytes[whole] ^ address.bytes[whole]) >> (8 - rest)) == 0;
}

std::span<const SpecialRange> special_ranges() {
  static const std::vector<SpecialRange> kRanges = [] {
    std::vector<SpecialRange> built;
    for (const Row& row : kRows) built.push_back(range_of(row));
    std::stable_sort(built.begin(), built.end(),
                     [](const SpecialRange& a, const SpecialRange& b) { return a.bits > b.bits; });
    return built;
  }();
  return kRanges;
}

std::optional<IpAddress> embedded_ipv4(const IpAddress& address) {
  if (!address.v6) return std::nullopt;
  std::size_t at = 12;
  std::uint8_t flip = 0;
  const bool low = starts_with(address, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::uint8_t ten = address.bytes[10];
  const std::uint8_t eleven = address.bytes[11];
  if (starts_with(address, {0x20, 0x02})) {
    at = 2;
  } else if (starts_with(address, {0x20, 0x01, 0, 0})) {
    flip = 0xFF;  // RFC 4380 section 4: all bits inverted
  } else if (!(low && ((ten == 0 && eleven == 0) || (ten == 0xFF && eleven == 0xFF))) &&
             !starts_with(address, {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0}) &&
             !starts_with(address, {0, 0x64, 0xFF, 0x9B, 0, 1})) {
    return std::nullopt;
  }
  IpAddress inner;
  for (std::size_t i = 0; i < 4; ++i) {
    inner.bytes[i] = static_cast<std::uint8_t>(address.bytes[at + i] ^ flip);
  }
  return inner;
}

}  // namespace mcpjury
