// What several strings say together: an order that was cut in pieces and put in different places.
//
// Strings of a server belong together when they say so ("part 2", "2/3", "continued", "second half"), or when
// one breaks off and the next goes on in lower case. The members of an enum belong together when they
// are the words of a sentence. Pure; linear in the text; at most a few joined texts for a server.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

// A string of the definition, in the order in which a client shows them.
struct PartOfText {
  std::string_view text;
  std::uint32_t subject = 0;  // index of its subject
  std::uint32_t path = 0;
  bool value = false;  // a member of an enum, a default, an example
};

struct JoinedText {
  struct From {
    std::size_t begin = 0;   // in `text`
    std::uint32_t part = 0;  // index in what was joined
  };
  std::string text;
  std::vector<From> from;

  std::uint32_t part_at(std::size_t offset) const;
};

std::vector<JoinedText> join_parts(std::span<const PartOfText> parts);

}  // namespace mcpjury
