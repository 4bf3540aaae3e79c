// Spellings meant to be read by a model and overlooked by everybody else, undone: digits for letters
// ("s3nd th3 k3ys"), letters apart ("i.g.n.o.r.e", "s e n d  t h e"), marks inside words ("ex*fil*trate"),
// words or lines written backwards, ROT13, transposed letters in the words that matter.
//
// What comes out is a guess and mostly nonsense where nothing was hidden, so a reader must ask for strong
// evidence in it. Pure; thread safe; linear, at most 4 KiB of a text are looked at.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct Unhidden {
  std::string text;
  const char* how;  // "digits for letters", …
};

// Empty for ordinary text without much looking.
std::vector<Unhidden> undo_obfuscation(std::string_view text);

}  // namespace mcpjury
