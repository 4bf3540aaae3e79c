// The addresses that are not the public Internet: every block of the IANA special-purpose registries that is
// not globally reachable, the ranges methodology agentreserve names, multicast, and the addresses at which
// clouds hand out credentials.
//
// Facts, built once; thread safe. A test compares the table with the registry files.
#pragma once

#include <span>
#include <string_view>

#include "net/address_policy.h"

namespace mcpjury {

struct SpecialRange {
  IpAddress network;
  int bits = 0;  // of the prefix
  std::string_view kind;

  bool holds(const IpAddress& address) const;
};

// Most specific prefix first, so that the first range that holds an address names it.
std::span<const SpecialRange> special_ranges();

// The IPv4 address inside an IPv6 one: mapped, compatible, NAT64, 6to4, Teredo (the client's).
std::optional<IpAddress> embedded_ipv4(const IpAddress& address);

}  // namespace mcpjury
