#include "text/obfuscation.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxBytes = 4096;
constexpr std::size_t kFewWords = 4;
constexpr std::size_t kProseShare = 5;

// The most frequent English words, and those no attack does without.
constexpr std::array<std::string_view, 40> kCommon = {
    "add",      "all",     "and",    "any",  "api",    "are",  "chat",  "do",   "file", "for",
    "from",     "ignore",  "in",     "is",   "it",     "key",  "keys",  "not",  "of",   "pass",
    "password", "private", "read",   "send", "system", "tell", "that",  "the",  "then", "this",
    "to",       "token",   "tokens", "tool", "use",    "user", "users", "with", "you",  "your"};
static_assert(std::is_sorted(kCommon.begin(), kCommon.end()));

// A word of at most eight letters as one number, so that looking it up compares no texts.
constexpr std::uint64_t packed(std::string_view word) {
  std::uint64_t out = 0;
  for (const char c : word) out = out << 8 | static_cast<unsigned char>(c);
  return out;
}

constexpr auto kPacked = [] {
  std::array<std::uint64_t, kCommon.size()> out{};
  for (std::size_t i = 0; i < kCommon.size(); ++i) out[i] = packed(kCommon[i]);
  std::sort(out.begin(), out.end());
  return out;
}();

std::size_t common_words(std::string_view text, std::size_t* all = nullptr) {
  std::size_t found = 0, length = 0, words = 0;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ' ';
    if (ascii::is_letter(c)) {
      word = word << 8 | static_cast<unsigned char>(ascii::lower(c));
      ++length;
      continue;
    }
    if (length == 0) continue;
    ++words;
    found += length <= 8 && std::binary_search(kPacked.begin(), kPacked.end(), word) ? 1 : 0;
    word = length = 0;
  }
  if (all != nullptr) *all += words;
  return found;
}

char letter_for(char digit) {
  switch (digit) {
    case '0':
      return 'o';
    case '1':
      return 'i';
    case '3':
      return 'e';
    case '4':
    case '@':
      return 'a';
    case '5':
    case '$':
      return 's';
    case '7':
      return 't';
    default:
      return digit;
  }
}

// Words of letters with digits among them, "s3nd" and "1gn0r3" but not "v2", "3d" or "2024".
std::string without_digits(std::string_view text, std::size_t& changed) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size();) {
    std::size_t end = i, letters = 0, digits = 0;
    while (end < out.size() &&
           (ascii::is_letter(out[end]) || ascii::is_digit(out[end]) || out[end] == '@' || out[end] == '$')) {
      letters += ascii::is_letter(out[end]) ? 1 : 0;
      digits += letter_for(out[end]) != out[end] ? 1 : 0;
      ++end;
    }
    if (letters >= 1 && digits >= 1 && end - i >= 2 && end - i <= 24) {
      for (std::size_t k = i; k < end; ++k) out[k] = letter_for(out[k]);
      ++changed;
    }
    i = std::max(end, i + 1);
  }
  return out;
}

// Single letters with a mark between them; two marks or blanks end a word.
std::string closed_up(std::string_view text, std::size_t& changed) {
  std::string out;
  const auto single = [&](std::size_t i) {
    return i < text.size() && (ascii::is_letter(text[i]) || text[i] == '.') &&
           (i == 0 || !ascii::is_letter(text[i - 1])) &&
           (i + 1 >= text.size() || !ascii::is_letter(text[i + 1]));
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i, letters = 0;
    std::string word;
    char mark = 0;  // the same one throughout a word
    while (single(end) && ascii::is_letter(text[end])) {
      word += text[end];
      ++letters;
      ++end;
      if (end + 1 < text.size() && !ascii::is_letter(text[end]) && single(end + 1) &&
          ascii::is_letter(text[end + 1]) && (mark == 0 || mark == text[end])) {
        mark = text[end];
        ++end;
      } else {
        break;
      }
    }
    if (letters >= 2) {
      out += word;
      changed += letters >= 3 ? 1 : 0;
      i = end;
      continue;
    }
    out += text[i++];
  }
  return out;
}

// "ex*fil*trate", "cl|ip|board", "gui/de/lines", "pr_ev_ious"
std::string without_marks(std::string_view text, std::size_t& changed) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool mark = c == '*' || c == '|' || c == '/' || c == '_' || c == '-' || c == '~' || c == '^';
    if (mark && i > 0 && i + 1 < text.size() && ascii::is_letter(text[i - 1]) &&
        ascii::is_letter(text[i + 1])) {
      ++changed;
      continue;
    }
    out += c;
  }
  return out;
}

// Each letter moved on in the alphabet, ROT13 among others.
std::string shifted(std::string_view text, int by) {
  std::string out(text);
  for (char& c : out) {
    if (ascii::is_letter(c)) {
      const char base = c >= 'a' ? 'a' : 'A';
      c = static_cast<char>(base + (c - base + by) % 26);
    }
  }
  return out;
}

// The shift after which the letters are as frequent as in English.
int likely_shift(std::string_view text) {
  // How often each letter comes in a thousand of English.
  static constexpr std::array<int, 26> kEnglish = {82, 15, 28, 43, 127, 22, 20, 61, 70, 2,  8, 40, 24,
                                                   67, 75, 19, 1,  60,  63, 91, 28, 10, 24, 2, 20, 1};
  std::array<int, 26> count{};
  for (const char c : text) {
    if (ascii::is_letter(c)) ++count[static_cast<std::size_t>(ascii::lower(c) - 'a')];
  }
  int best = 0, most = -1;
  for (int by = 0; by < 26; ++by) {
    int sum = 0;
    for (int letter = 0; letter < 26; ++letter) {
      sum += count[static_cast<std::size_t>(letter)] * kEnglish[static_cast<std::size_t>((letter + by) % 26)];
    }
    if (sum > most) most = sum, best = by;
  }
  return best;
}

// A for Z, B for Y.
std::string mirrored_alphabet(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (ascii::is_letter(c)) c = static_cast<char>(c >= 'a' ? 'a' + 'z' - c : 'A' + 'Z' - c);
  }
  return out;
}

// Every printable character moved by half the alphabet of them.
std::string rot47(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c > ' ' && c < 127) c = static_cast<char>('!' + (c - '!' + 47) % 94);
  }
  return out;
}

// Each word backwards, in the order of the text.
std::string words_backwards(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; at < out.size();) {
    std::size_t end = at;
    while (end < out.size() && out[end] != ' ') ++end;
    std::reverse(out.begin() + static_cast<std::ptrdiff_t>(at),
                 out.begin() + static_cast<std::ptrdiff_t>(end));
    at = end + 1;
  }
  return out;
}

}  // namespace

std::vector<Unhidden> undo_obfuscation(std::string_view text) {
  std::vector<Unhidden> out;
  text = text.substr(0, kMaxBytes);
  std::size_t words = 0;
  const std::size_t plain = common_words(text, &words);
  // Honest prose has a common word in every few.
  if (words < kFewWords || plain * kProseShare >= words) return out;
  const auto keep = [&](std::string undone, const char* how, std::size_t more) {
    if (common_words(undone) >= plain + more) out.push_back({std::move(undone), how});
  };
  std::size_t changed = 0;
  if (std::string letters = without_digits(text, changed); changed >= kFewWords) {
    keep(std::move(letters), "digits for letters", 2);
  }
  changed = 0;
  if (std::string closed = closed_up(text, changed); changed >= 2) {
    std::size_t digits = 0;
    keep(without_digits(closed, digits), "letters apart", 2);
  }
  changed = 0;
  if (std::string bare = without_marks(text, changed); changed >= kFewWords) {
    std::size_t closed = 0;
    keep(closed_up(bare, closed), "marks inside words", 1);
  }
  keep(std::string(text.rbegin(), text.rend()), "backwards", 3);
  keep(words_backwards(text), "words backwards", 3);
  if (plain == 0) {
    keep(mirrored_alphabet(text), "alphabet mirrored", 3);
    keep(rot47(text), "ROT47", 3);
  }
  keep(shifted(text, likely_shift(text)), "letters shifted", 3);
  return out;
}

}  // namespace mcpjury
