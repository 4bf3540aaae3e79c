// The text as a model would understand it, beside the text as it stands.
//
// make_normal_view() undoes what hides words from a pattern: NFKC with case folding, invisible
// characters removed (zero-width, bidi controls, tag characters, variation selectors, soft hyphens),
// HTML entities, percent, backslash-u and backslash-x escapes decoded, confusable letters of other
// scripts mapped to Latin inside words that mix scripts or imitate Latin, letters spaced out
// ("i g n o r e") closed up, leetspeak digits inside words left alone. decode_blobs() adds the text
// inside base64 and hex runs. Every byte of a view maps back to a byte range of the original.
// Pure; thread safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

class NormalView {
 public:
  std::string text;

  // The range of the original that produced text[begin, end).
  ByteRange original(std::size_t begin, std::size_t end) const;

  // Used by the makers: the next `count` bytes of `text` came from original [begin, end).
  void map(std::size_t count, std::size_t begin, std::size_t end);

 private:
  struct Segment {
    std::uint32_t view_begin;      // first byte of `text` in this segment
    std::uint32_t original_begin;  // of the original
    std::uint32_t original_end;
    bool linear;  // byte i of the segment came from original_begin + i
  };
  std::vector<Segment> segments_;
  std::uint32_t mapped_ = 0;  // bytes of `text` that have a segment
};

// False when the normalised view would differ from the original in letter case only, so that one scan of
// the original with case-insensitive patterns sees everything. Cheap; called for every string.
bool needs_normal_view(std::string_view text);
NormalView make_normal_view(std::string_view text);

struct DecodedBlob {
  std::string text;      // printable UTF-8 of at least 8 letters
  ByteRange original;    // the whole encoded run
  const char* encoding;  // "base64", "hex"
};
// Runs of base64 (>= 24 characters) or hex (>= 32) whose decoding is readable text; nested once.
// Bounded: at most 16 blobs and 64 KiB decoded for one text.
std::vector<DecodedBlob> decode_blobs(std::string_view text);

}  // namespace mcpjury
