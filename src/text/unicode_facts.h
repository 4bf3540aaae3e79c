// What is odd about the characters of a text: facts, no judgement.
//
// Own scan for invisible and direction-changing characters (ICU's spoof checker does not report
// them), ICU for scripts and confusables. Pure; the ICU objects are opened once and are read-only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

enum class HiddenKind {
  kZeroWidth,    // ZWSP, ZWNJ/ZWJ where no script or emoji needs it, WJ, BOM inside, U+180E, Hangul fillers
  kBidiControl,  // LRE RLE PDF LRO RLO LRI RLI FSI PDI, and LRM RLM ALM outside right-to-left text
  kTag,          // U+E0000..U+E007F, not part of an emoji flag sequence
  kVariationSelector,  // VS1-16 not after an emoji or CJK base, VS17-256 in runs
  kControl,            // C0 other than tab, LF, CR; C1; includes ANSI escapes (ESC)
  kOtherIgnorable,     // other default ignorables: soft hyphen runs, CGJ, interlinear annotations
  kPrivateUse,
};

struct HiddenChars {
  HiddenKind kind;
  std::size_t begin = 0;  // bytes, of a maximal run of the same kind (other hidden kinds end it)
  std::size_t end = 0;
  std::size_t count = 0;  // code points
};

// Empty for pure printable ASCII without looking twice.
std::vector<HiddenChars> find_hidden(std::string_view text);
// The ASCII message spelled in tag characters or in variation selectors (byte = VS number), if any.
std::string decode_hidden_message(std::string_view run);

const char* name_of(HiddenKind kind);

// A name (identifier) as ICU sees it.
struct NameFacts {
  bool ascii = true;
  bool mixed_script = false;           // more scripts than one writing system uses together
  bool confusable_with_ascii = false;  // skeleton differs from the name and is ASCII
  std::string skeleton;                // NFKC case-folded, then the confusable skeleton
};
NameFacts name_facts(std::string_view name);

// Confusable skeleton of NFKC_Casefold(text); compare skeletons only with skeletons.
std::string skeleton(std::string_view text);

}  // namespace mcpjury
