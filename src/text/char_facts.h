// Which invisible characters stand where a script or an emoji needs them. Shared by the normal view,
// which keeps those, and by find_hidden(), which does not report them. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string_view>

namespace mcpjury {

// Default_Ignorable_Code_Point, interlinear annotation marks included. False for all ASCII.
bool is_ignorable(char32_t code);
// C0 other than tab, line feed, carriage return; DEL; C1.
bool is_hidden_control(char32_t code);
bool is_variation_selector(char32_t code);  // VS1-256
// A letter of a script written from right to left.
bool is_rtl(char32_t code);

// Joiners, variation selectors and soft hyphens that have a purpose between their neighbours. `before`
// and `after` are the code points next to it, `before2` and `after2` one further; 0 where there is none.
bool is_ignorable_in_place(char32_t before2, char32_t before, char32_t code, char32_t after, char32_t after2);

// The length of the emoji flag sequence in tag characters after the flag U+1F3F4, which ends at `at`:
// three to six tag letters and digits and the cancel tag; 0 when there is none.
std::size_t flag_tags_length(std::u32string_view text, std::size_t at);

}  // namespace mcpjury
