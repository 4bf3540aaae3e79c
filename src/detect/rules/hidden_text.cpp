// Text people do not see and models do: invisible characters, and words behind long blank runs.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/escape.h"
#include "base/utf8.h"
#include "detect/rules/subject_help.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kManyBlanks = 200;
constexpr std::size_t kSpelledText = 12;  // private characters in a row
constexpr std::size_t kManyLines = 40;
constexpr std::size_t kContext = 48;

bool plain_bytes(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7f) || byte == '\n' || byte == '\r' || byte == '\t';
  });
}

// Nothing but printable ASCII and ordinary line ends: by far the most common text, so eight bytes are
// looked at together. The sums may point at a harmless word, never past a bad one.
bool plain(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    const std::uint64_t below_blank = (word - kOnes * 0x20) & ~word;
    const std::uint64_t delete_or_above = (word + kOnes) | word;
    if (((below_blank | delete_or_above) & (kOnes * 0x80)) != 0 && !plain_bytes(text.substr(i, 8)))
      return false;
  }
  return plain_bytes(text.substr(i));
}

std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return at;
}

std::string shown(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t from = character_start(text, begin > kContext ? begin - kContext : 0);
  const std::size_t to =
      character_start(text, std::min(text.size(), std::min(end, begin + 8 * kContext) + kContext));
  return escape_terminal(text.substr(from, to - from));
}

// A row of private characters that are readable text once the same number is taken from each of them. The
// icons of a font never are.
bool spells_text(std::string_view run) {
  std::size_t letters = 0, blanks = 0, all = 0;
  for (std::size_t at = 0; at < run.size();) {
    const DecodedChar next = decode_utf8(run, at);
    at += std::max<std::size_t>(1, next.bytes);
    const char32_t low = next.code & 0xFF;
    if (low < 0x20 || low > 0x7E) return false;
    ++all;
    letters += (low | 0x20) >= 'a' && (low | 0x20) <= 'z' ? 1 : 0;
    blanks += low == ' ' ? 1 : 0;
  }
  return all >= kSpelledText && blanks > 0 && letters * 3 >= all * 2;
}

Confidence confidence_of(const HiddenChars& run, std::size_t zero_width) {
  switch (run.kind) {
    case HiddenKind::kTag:
    case HiddenKind::kBidiControl:
    case HiddenKind::kControl:
      return Confidence::kHigh;
    case HiddenKind::kVariationSelector:
      return run.count > 1 ? Confidence::kHigh : Confidence::kLow;
    case HiddenKind::kZeroWidth:
      return zero_width > 1 ? Confidence::kHigh : Confidence::kMedium;
    case HiddenKind::kOtherIgnorable:
      return run.count > 1 ? Confidence::kMedium : Confidence::kLow;
    case HiddenKind::kPrivateUse:
      return Confidence::kLow;  // icon fonts
  }
  return Confidence::kLow;
}

void characters(const SubjectUnit& subject, const Piece& piece, FindingSink& sink) {
  static const std::uint16_t kHidden = detector_index("hidden-characters");
  const std::vector<HiddenChars> runs = find_hidden(piece.raw);
  if (runs.empty()) return;
  std::size_t zero_width = 0, total = 0;
  for (const HiddenChars& run : runs) {
    total += run.count;
    if (run.kind == HiddenKind::kZeroWidth) zero_width += run.count;
  }
  for (const HiddenChars& run : runs) {
    if (run.kind != HiddenKind::kPrivateUse || run.count < kSpelledText) continue;
    const std::string_view text = piece.raw.substr(run.begin, run.end - run.begin);
    if (!spells_text(text)) continue;
    sink.add(kHidden, subject, piece.path, shown(piece.raw, run.begin, run.end), Confidence::kHigh,
             {.detail = fmt::format("{} of kind {}, readable once shifted", run.count, name_of(run.kind))});
    return;
  }
  const HiddenChars* worst = &runs.front();
  for (const HiddenChars& run : runs) {
    if (confidence_of(run, zero_width) > confidence_of(*worst, zero_width)) worst = &run;
  }
  std::string detail = fmt::format("{} of kind {}", total, name_of(worst->kind));
  for (const HiddenChars& run : runs) {
    if (run.kind != HiddenKind::kTag && run.kind != HiddenKind::kVariationSelector) continue;
    const std::string message = decode_hidden_message(piece.raw.substr(run.begin, run.end - run.begin));
    if (message.empty()) continue;
    detail += fmt::format(", spelling \"{}\"", message);
    break;
  }
  sink.add(kHidden, subject, piece.path, shown(piece.raw, worst->begin, worst->end),
           confidence_of(*worst, zero_width), {.detail = detail});
}

// Bytes of the blank that begins at `at`; 0 when there is none. No-break, ideographic, typographic and
// braille blanks push text away as well as the plain one.
std::size_t blank_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (is_blank(text[at])) return 1;
  if (byte(at) == 0xc2 && (byte(at + 1) == 0xa0 || byte(at + 1) == 0x85)) return 2;
  if (byte(at) == 0xe2 && byte(at + 1) == 0x80) {
    const unsigned last = byte(at + 2);
    return (last >= 0x80 && last <= 0x8a) || last == 0xa8 || last == 0xa9 || last == 0xaf ? 3 : 0;
  }
  if (byte(at) == 0xe3 && byte(at + 1) == 0x80 && byte(at + 2) == 0x80) return 3;
  if (byte(at) == 0xe2 && byte(at + 1) == 0xa0 && byte(at + 2) == 0x80) return 3;
  return 0;
}

void behind_blanks(const SubjectUnit& subject, const Piece& piece, bool ascii, FindingSink& sink) {
  static const std::uint16_t kPushed = detector_index("hidden-by-whitespace");
  const std::string_view text = piece.raw;
  if (text.size() <= kManyLines) return;
  // A run worth reporting covers every kManyLines-th byte of plain text, so only those are looked at.
  const std::size_t step = ascii ? kManyLines : 1;
  for (std::size_t i = step - 1; i < text.size(); i += step) {
    if (blank_at(text, i) == 0) continue;
    std::size_t begin = i, end = i, blanks = 0, lines = 0;
    while (ascii && begin > 0 && is_blank(text[begin - 1])) --begin;
    for (end = begin; end < text.size();) {
      const std::size_t size = blank_at(text, end);
      if (size == 0) break;
      ++blanks;
      lines += text[end] == '\n' || text[end] == '\v' || text[end] == '\f' ? 1 : 0;
      end += size;
    }
    if ((blanks >= kManyBlanks || lines >= kManyLines) && end < text.size()) {
      const std::string detail =
          lines >= kManyLines ? fmt::format("{} line breaks", lines) : fmt::format("{} blanks", blanks);
      sink.add(kPushed, subject, piece.path, text.substr(end, 480), Confidence::kHigh, {.detail = detail});
      return;
    }
    i = std::max(i, end - (end > begin ? 1 : 0));
  }
}

}  // namespace

void detect_hidden_text(const DetectInput& input, FindingSink& sink) {
  for (const SubjectUnit& subject : input.text.subjects) {
    for (std::uint32_t f = subject.first_field; f < subject.first_field + subject.fields; ++f) {
      const Field& field = input.text.fields[f];
      if (field.view != ViewKind::kRaw) continue;
      for (std::uint32_t p = field.first_piece; p < field.first_piece + field.pieces; ++p) {
        const Piece& piece = input.text.pieces[p];
        const bool is_plain = plain(piece.raw);
        if (!is_plain) characters(subject, piece, sink);
        behind_blanks(subject, piece, is_plain, sink);
      }
    }
  }
}

}  // namespace mcpjury
