// What decides between imitation and chance when two servers look alike. Pure.
//
// Nobody is accused without a publisher and an age on both sides: whoever was first, by a week at least, is
// the one that is imitated. Names that several publishers use belong to nobody.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "detect/sink.h"
#include "model/fingerprint_view.h"

namespace mcpjury {

// So many other publishers with a tool of that name make it a common one.
inline constexpr std::uint32_t kCommonName = 2;

// One product in two places: the same server name with most of the same tools, or nearly the whole tool list
// under another name (a fork).
bool same_product(const DetectInput& input, const OtherServer& other);
bool same_server_name(std::string_view left, std::string_view right);
// Both publishers are known, they are not one, and the servers are not one product.
bool foreign_publisher(const DetectInput& input, const FingerprintView& view, const OtherServer& other);
// The two have little to do with each other: no word of their names in common and at most half of the tools
// here. A copied tool is then out of place, where between servers for one thing it shows a common origin.
bool other_subject(const DetectInput& input, const OtherServer& other);
// `theirs` is known and at least a week before `ours`.
bool clearly_earlier(std::string_view theirs, std::string_view ours);

// One name is the other misspelt, and the tool's own words say so: they use the word of the other name and
// never its own ("create_isue: Creates an issue"). An honest tool whose name is near another's by chance
// ("search_blogs", "search_logs") is described with its own word.
bool misspelt_by_own_words(const ToolView& tool, std::string_view other_name);

// "notes (acme.example), seen since 2026-01-02".
std::string who_is(const OtherServer& other);
std::string who_is(const OtherServer& other, std::string_view first_seen);

}  // namespace mcpjury
