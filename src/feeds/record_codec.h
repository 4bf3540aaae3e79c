// An advisory as the index keeps it: what is true of the whole record (head), and what it says of one package
// (body). Lengths before texts, so that reading is quick and needs no parser. Pure, total on any bytes.
// Private to feeds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "packages/osv.h"

namespace mcpjury {

// Everything but `affected`.
std::string encode_head(const OsvRecord& record);
bool decode_head(std::string_view bytes, OsvRecord& record);

// The entries of one package.
std::string encode_affected(const std::vector<const OsvAffected*>& entries);
bool decode_affected(std::string_view bytes, std::vector<OsvAffected>& entries);

// What of a record stands under which name: ecosystem without what follows a colon, name as the ecosystem
// compares it. In order of both.
struct PackageKey {
  std::string ecosystem, name;
  bool operator==(const PackageKey&) const = default;
  auto operator<=>(const PackageKey&) const = default;
};
PackageKey package_key(std::string_view ecosystem, std::string_view name);
std::string encode_keys(const std::vector<PackageKey>& keys);
bool decode_keys(std::string_view bytes, std::vector<PackageKey>& keys);

// For the table of names that most look-ups end in.
std::uint64_t key_hash(const PackageKey& key);

}  // namespace mcpjury
