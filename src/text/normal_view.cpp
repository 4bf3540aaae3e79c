#include "text/normal_view.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/byte_scan.h"
#include "text/char_facts.h"
#include "text/units.h"

namespace mcpjury {
namespace {

// A second round catches an escape written inside another; a third has no honest or known hostile use.
constexpr int kEscapeRounds = 2;

// Returns whether anything but letter case changed.
bool normalise(Units& units) {
  bool changed = false;
  for (int round = 0; round < kEscapeRounds; ++round) {
    if (!decode_escapes(units)) break;
    changed = true;
  }
  changed = remove_hidden(units) || changed;
  changed = fold(units) || changed;
  changed = map_look_alikes(units) || changed;
  return close_spaced_letters(units) || changed;
}

bool may_hold_escape(std::string_view text) {
  for (std::size_t i = text.find_first_of("&%\\"); i != std::string_view::npos;
       i = text.find_first_of("&%\\", i + 1)) {
    const char next = i + 1 < text.size() ? text[i + 1] : ' ';
    const char next2 = i + 2 < text.size() ? text[i + 2] : ' ';
    if (text[i] == '%' && ascii::is_hex(next) && ascii::is_hex(next2)) return true;
    if (text[i] == '\\' && (((next == 'x' || next == 'U') && ascii::is_hex(next2)) ||
                            (next == 'u' && (next2 == '{' || ascii::is_hex(next2))))) {
      return true;
    }
    if (text[i] == '&' && (next == '#' || ascii::is_letter(next)) &&
        (next == '#' || text.substr(i, 17).find(';') != std::string_view::npos)) {
      return true;
    }
  }
  return false;
}

bool is_other_than_quiet(std::string_view text) {
  char32_t before = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      before = byte;
      ++at;
      continue;
    }
    const DecodedChar next = decode_utf8(text, at);
    const bool emoji_style =
        next.code == 0xFE0F && before >= 0x80 && is_ignorable_in_place(0, before, next.code, 0, 0);
    if (!next.valid || (!emoji_style && !is_quiet(next.code))) return true;
    before = next.code;
    at += next.bytes;
  }
  return false;
}

}  // namespace

void NormalView::map(std::size_t count, std::size_t begin, std::size_t end) {
  if (count == 0) return;
  const auto from = static_cast<std::uint32_t>(begin);
  const auto to = static_cast<std::uint32_t>(end);
  const bool linear = count == end - begin;
  if (!segments_.empty()) {
    Segment& last = segments_.back();
    if (linear && last.linear && last.original_end == from) {
      last.original_end = to;
      mapped_ += static_cast<std::uint32_t>(count);
      return;
    }
    if (!linear && !last.linear && last.original_begin == from && last.original_end == to) {
      mapped_ += static_cast<std::uint32_t>(count);
      return;
    }
  }
  segments_.push_back({mapped_, from, to, linear});
  mapped_ += static_cast<std::uint32_t>(count);
}

ByteRange NormalView::original(std::size_t begin, std::size_t end) const {
  if (segments_.empty()) return {};
  const auto segment_of = [this](std::size_t at) {
    const auto after =
        std::upper_bound(segments_.begin(), segments_.end(), at,
                         [](std::size_t value, const Segment& s) { return value < s.view_begin; });
    return after == segments_.begin() ? *after : *std::prev(after);
  };
  if (begin >= mapped_) return {segments_.back().original_end, segments_.back().original_end};
  end = std::min<std::size_t>(end, mapped_);
  const Segment first = segment_of(begin);
  const std::size_t from = first.original_begin + (first.linear ? begin - first.view_begin : 0);
  if (end <= begin) return {from, from};
  const Segment last = segment_of(end - 1);
  return {from, last.linear ? last.original_begin + (end - last.view_begin) : last.original_end};
}

bool needs_normal_view(std::string_view text) {
  const unsigned found = byte_traits(text);
  if (found == 0) return false;
  const bool suspect = (found & (kControlBytes | kSpacedLetters)) != 0 ||
                       ((found & kEscapeMarks) != 0 && may_hold_escape(text)) ||
                       ((found & kNonAsciiBytes) != 0 && is_other_than_quiet(text));
  if (!suspect) return false;
  Units units = to_units(text);
  return normalise(units);
}

NormalView make_normal_view(std::string_view text) {
  Units units = to_units(text);
  normalise(units);
  NormalView view;
  view.text.reserve(text.size());
  for (const Unit& unit : units) {
    const std::size_t before = view.text.size();
    append_utf8(view.text, unit.code);
    view.map(view.text.size() - before, unit.begin, unit.end);
  }
  return view;
}

}  // namespace mcpjury
