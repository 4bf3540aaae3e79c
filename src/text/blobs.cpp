#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/normal_view.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMinBase64 = 24;
constexpr std::size_t kMinUnpadded = kMinBase64 - 2;  // without "=="
constexpr std::size_t kMinHex = 32;
constexpr std::size_t kMinLetters = 8;
constexpr std::size_t kMaxBlobs = 16;
constexpr std::size_t kMaxDecoded = 64 * 1024;
constexpr std::size_t kMinWrapped = 60;  // a line break belongs to a run only after a line this long

constexpr std::array<signed char, 256> make_values() {
  std::array<signed char, 256> values{};
  for (auto& value : values) value = -1;
  for (int i = 0; i < 26; ++i) {
    values[static_cast<std::size_t>('A' + i)] = static_cast<signed char>(i);
    values[static_cast<std::size_t>('a' + i)] = static_cast<signed char>(26 + i);
  }
  for (int i = 0; i < 10; ++i) values[static_cast<std::size_t>('0' + i)] = static_cast<signed char>(52 + i);
  values['+'] = values['-'] = 62;
  values['/'] = values['_'] = 63;
  return values;
}
constexpr std::array<signed char, 256> kValues = make_values();

int value_of(char c) { return kValues[static_cast<unsigned char>(c)]; }

int hex_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') return (c | 0x20) - 'a' + 10;
  return -1;
}

std::string from_base64(std::string_view run, std::size_t max) {
  std::string out;
  unsigned bits = 0;
  int held = 0;
  for (const char c : run) {
    const int value = value_of(c);
    if (value < 0) continue;  // line breaks and padding
    bits = (bits << 6) | static_cast<unsigned>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    if (out.size() >= max) break;
    out += static_cast<char>((bits >> held) & 0xFF);
  }
  return out;
}

std::string from_hex(std::string_view run, std::size_t max) {
  std::string out;
  for (std::size_t i = 0; i + 1 < run.size() && out.size() < max; i += 2) {
    out += static_cast<char>(hex_of(run[i]) * 16 + hex_of(run[i + 1]));
  }
  return out;
}

// UTF-16LE of ASCII, the form an encoded PowerShell command has, as plain ASCII.
std::string narrow(const std::string& bytes) {
  if (bytes.size() < 2 * kMinLetters || bytes.size() % 2 != 0) return bytes;
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    if (bytes[i + 1] != '\0' || bytes[i] == '\0' || (bytes[i] & 0x80) != 0) return bytes;
    out += bytes[i];
  }
  return out;
}

// Conservative: a path or an identifier that happens to be in the alphabet decodes to noise.
bool is_readable(std::string_view text) {
  if (!is_valid_utf8(text)) return false;
  std::size_t characters = 0;
  std::size_t printable = 0;
  std::size_t letters = 0;
  std::size_t word = 0;
  bool blank = false;
  bool long_word = false;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    const char32_t code = next.code;
    at += next.bytes;
    ++characters;
    const bool space = code == ' ' || code == '\n' || code == '\t' || code == '\r';
    printable += space || (code >= 0x20 && code < 0x7F) || code >= 0xA0 ? 1 : 0;
    blank = blank || space;
    const bool lower = code >= 'a' && code <= 'z';
    letters += lower || (code >= 'A' && code <= 'Z') || code >= 0xC0 ? 1 : 0;
    word = lower ? word + 1 : 0;
    long_word = long_word || word >= 4;
  }
  return letters >= kMinLetters && printable * 10 >= characters * 9 && (blank || long_word);
}

class Finder {
 public:
  explicit Finder(std::vector<DecodedBlob>& out) : out_(out) {}

  // `outer`: the run of the original this text was decoded from, when it was.
  void find(std::string_view text, const ByteRange* outer) {
    // `at` is never inside a run, so a run that is long enough covers the next kMinUnpadded bytes: looked at
    // from the back, most words are passed without reading them.
    for (std::size_t at = 0; at + kMinUnpadded <= text.size() && open();) {
      std::size_t checked = kMinUnpadded;
      while (checked > 0 && value_of(text[at + checked - 1]) >= 0) --checked;
      if (checked > 0) {
        at += checked;
        continue;
      }
      const std::size_t end = run_end(text, at);
      if (end - at >= kMinBase64 && !attempt(text, at, end, outer) && !hex_within(text, at, end, outer))
        pieces(text, at, end, outer);
      at = end;
    }
  }

 private:
  bool open() const { return out_.size() < kMaxBlobs && decoded_ < kMaxDecoded; }

  static std::size_t run_end(std::string_view text, std::size_t at) {
    std::size_t line = at;
    while (at < text.size()) {
      if (value_of(text[at]) >= 0) {
        ++at;
        continue;
      }
      const std::size_t width = text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
      const bool wrapped = text[at + width - 1] == '\n' && at - line >= kMinWrapped && (at - line) % 4 == 0 &&
                           at + width < text.size() && value_of(text[at + width]) >= 0;
      if (!wrapped) break;
      at += width;
      line = at;
    }
    while (at < text.size() && text[at] == '=') ++at;
    return at;
  }

  // "0x" and words that end in a hex letter are in the alphabet of base64, too.
  bool hex_within(std::string_view text, std::size_t begin, std::size_t end, const ByteRange* outer) {
    bool found = false;
    for (std::size_t at = begin; at < end;) {
      std::size_t last = at;
      while (last < end && hex_of(text[last]) >= 0) ++last;
      const bool whole = at == begin && last == end;
      if (!whole && last - at >= kMinHex) found = attempt(text, at, last, outer) || found;
      at = last + 1;
    }
    return found;
  }

  // A path or a snake_case name may stand before or after the blob, joined by a letter of its alphabet.
  void pieces(std::string_view text, std::size_t begin, std::size_t end, const ByteRange* outer) {
    if (text.substr(begin, end - begin).find_first_of("/_-") == std::string_view::npos) return;
    while (begin < end && open()) {
      const std::size_t piece = text.substr(begin, end - begin).find_first_of("/_-");
      const std::size_t cut = piece == std::string_view::npos ? end : begin + piece;
      if (cut - begin >= kMinBase64) attempt(text, begin, cut, outer);
      begin = cut + 1;
    }
  }

  bool attempt(std::string_view text, std::size_t begin, std::size_t end, const ByteRange* outer) {
    if (!open()) return false;
    const std::string_view run = text.substr(begin, end - begin);
    const bool hex = std::all_of(run.begin(), run.end(), [](char c) { return hex_of(c) >= 0; });
    if (hex && (run.size() < kMinHex || run.size() % 2 != 0)) return false;
    const std::size_t room = kMaxDecoded - decoded_;
    std::string plain = narrow(hex ? from_hex(run, room) : from_base64(run, room));
    if (plain.size() == room) plain.resize(char_edge(plain, room - 1));  // may be cut inside a character
    const ByteRange range = outer != nullptr ? *outer : ByteRange{begin, end};
    if (!is_readable(plain)) {
      // Encoded twice with nothing around it: the first layer is no text, the second may be.
      const bool layered =
          outer == nullptr && plain.size() >= kMinBase64 &&
          std::all_of(plain.begin(), plain.end(), [](char c) { return value_of(c) >= 0 || c == '='; });
      const std::size_t before = out_.size();
      if (layered) find(plain, &range);
      return out_.size() > before;
    }
    decoded_ += plain.size();
    out_.push_back({plain, range, hex ? "hex" : "base64"});
    if (outer == nullptr) find(plain, &range);
    return true;
  }

  std::vector<DecodedBlob>& out_;
  std::size_t decoded_ = 0;
};

}  // namespace

std::vector<DecodedBlob> decode_blobs(std::string_view text) {
  std::vector<DecodedBlob> found;
  if (text.size() >= kMinBase64) Finder(found).find(text, nullptr);
  return found;
}

}  // namespace mcpjury
