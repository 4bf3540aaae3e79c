#include "text/tokens.h"

#include <algorithm>
#include <array>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxWords = 64;

// Bytes of other scripts count as small letters: they neither start nor end a word of their own.
enum Class : unsigned char { kSeparator, kLower, kUpper, kDigit };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (std::size_t c = 0; c < 256; ++c) {
    classes[c] = c >= 0x80              ? kLower
                 : c >= 'a' && c <= 'z' ? kLower
                 : c >= 'A' && c <= 'Z' ? kUpper
                 : c >= '0' && c <= '9' ? kDigit
                                        : kSeparator;
  }
  return classes;
}
constexpr std::array<Class, 256> kClasses = make_classes();

Class class_at(std::string_view name, std::size_t at) {
  return at < name.size() ? kClasses[static_cast<unsigned char>(name[at])] : kSeparator;
}

// Is there a word boundary before name[at], where name[at - 1] belongs to the same run of letters and
// digits? `letters` is the number of letters at the end of the current word.
bool splits(std::string_view name, std::size_t at, Class before, Class here, std::size_t letters) {
  if (here == kDigit) return before != kDigit && letters > 1;  // "url2" parts, "v2" and "s3" stay
  const Class next = class_at(name, at + 1);
  if (before == kDigit) {  // "64bit" and "2FA" part, "k8s" and "3d" stay
    return next == kLower || (here == kUpper && next == kUpper);
  }
  if (here != kUpper) return false;
  if (before == kLower) return true;
  if (next != kLower) return false;
  // "HTTPServer" parts before S, but the plural of "URLs" stays with its word.
  return !(name[at + 1] == 's' && class_at(name, at + 2) != kLower);
}

// Calls begin() before the first byte of each word and put(byte) for each byte, lower-cased.
template <class Begin, class Put>
void walk_words(std::string_view name, Begin begin, Put put) {
  std::size_t words = 0;
  std::size_t letters = 0;
  Class before = kSeparator;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const Class here = kClasses[byte];
    if (here != kSeparator) {
      if (before == kSeparator || splits(name, i, before, here, letters)) {
        if (++words > kMaxWords) return;
        begin();
        letters = 0;
      }
      letters = here == kDigit ? 0 : letters + 1;
      put(static_cast<char>(here == kUpper ? byte + ('a' - 'A') : byte));
    }
    before = here;
  }
}

}  // namespace

std::vector<std::string> split_name(std::string_view name) {
  std::vector<std::string> words;
  walk_words(
      name, [&words] { words.emplace_back(); }, [&words](char c) { words.back() += c; });
  return words;
}

void append_name_words(std::string& out, std::string_view name) {
  // Room for a blank before every byte, cut at the end: no growth check for each byte.
  const std::size_t old_size = out.size();
  out.resize(old_size + 2 * name.size());
  char* const first = out.data() + old_size;
  char* next = first;
  walk_words(
      name,
      [&next, first] {
        if (next != first) *next++ = ' ';
      },
      [&next](char c) { *next++ = c; });
  out.resize(old_size + static_cast<std::size_t>(next - first));
}

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  while (!a.empty() && !b.empty() && a.front() == b.front()) {
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.remove_suffix(1);
    b.remove_suffix(1);
  }
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > limit) return limit + 1;
  if (a.empty()) return b.size();
  limit = std::min(limit, b.size());  // no distance is larger; keeps limit + 1 from wrapping
  const std::size_t over = limit + 1;

  // Rows over `a`, the shorter; only cells within `limit` of the diagonal can stay within the limit. The
  // cells just outside that band are set to `over`; no others are read.
  constexpr std::size_t kOnStack = 64;
  std::array<std::size_t, 3 * (kOnStack + 1)> small;
  std::vector<std::size_t> large;
  const std::size_t width = a.size() + 1;
  if (width > kOnStack + 1) large.resize(3 * width);
  std::size_t* two_back = large.empty() ? small.data() : large.data();
  std::size_t* previous = two_back + width;
  std::size_t* current = previous + width;
  for (std::size_t j = 0; j < width; ++j) previous[j] = std::min(j, over);
  std::size_t best_before = 0;
  for (std::size_t i = 1; i <= b.size(); ++i) {
    const std::size_t from = i > limit ? i - limit : 1;
    const std::size_t to = std::min(a.size(), i + limit);
    if (from > to) return over;
    current[from - 1] = from == 1 ? std::min(i, over) : over;
    std::size_t best = current[from - 1];
    for (std::size_t j = from; j <= to; ++j) {
      std::size_t cost = previous[j - 1] + (b[i - 1] == a[j - 1] ? 0 : 1);
      cost = std::min({cost, previous[j] + 1, current[j - 1] + 1});
      if (i > 1 && j > 1 && b[i - 1] == a[j - 2] && b[i - 2] == a[j - 1]) {
        cost = std::min(cost, two_back[j - 2] + 1);
      }
      current[j] = std::min(cost, over);
      best = std::min(best, current[j]);
    }
    if (to < a.size()) current[to + 1] = over;
    // A transposition can reach back over one row, so both must be beyond the limit.
    if (best >= over && best_before >= over) return over;
    best_before = best;
    std::swap(two_back, previous);
    std::swap(previous, current);
  }
  return previous[a.size()];
}

}  // namespace mcpjury
