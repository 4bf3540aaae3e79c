// A wider expression for the first stage.
//
// A bounded gap such as [^.]{0,40} costs Vectorscan a state for every step, megabytes over a catalogue;
// the same gap without a bound costs one. So the first stage gets the wider form and the second
// stage, RE2 with the expression as written, decides. Never narrower than the original.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// {0,n} becomes *, {m,n} and {m} become +, where the upper bound is at least 8. Equal to the input when
// nothing was relaxed.
std::string relax_bounds(std::string_view expression);

}  // namespace mcpjury
