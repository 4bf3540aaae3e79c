#include "text/tokens_of_sentence.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/special_runs.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLongestPhrase = 5;
// Fewer say nothing about their language.
constexpr std::size_t kFewTokens = 5;

bool is_running_script(char32_t c) { return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF); }
bool is_other_letter(char32_t c) {
  if (c < 0xC0 || c == 0xD7 || c == 0xF7) return false;
  if (c >= 0x2000 && c <= 0x2BFF) return false;  // punctuation, arrows, symbols
  if (c >= 0x3000 && c <= 0x303F) return false;
  if (c >= 0xFE00 && c <= 0xFFEF && !(c >= 0xFF66 && c <= 0xFF9F)) return false;
  return c < 0x1F000 && c != 0x0964 && c != 0x0965 && c != 0x060C && c != 0x061B && c != 0x061F;
}

// Lower case without accents; Cyrillic in small letters.
void fold_into(std::string& out, char32_t code) {
  static constexpr std::string_view kLatin1 = "aaaaaaaceeeeiiiidnooooo*ouuuuyts";
  if (code < 0x80) {
    out += code >= 'A' && code <= 'Z' ? static_cast<char>(code + 32) : static_cast<char>(code);
  } else if (code >= 0xC0 && code <= 0xFF) {
    out += kLatin1[(code - 0xC0) % 32];
  } else if (code == 0x2019 || code == 0x2BC) {
    out += '\'';
  } else if (code == 0x11E || code == 0x11F) {
    out += 'g';
  } else if (code == 0x130 || code == 0x131) {
    out += 'i';
  } else if (code == 0x15E || code == 0x15F) {
    out += 's';
  } else if (code == 0x401 || code == 0x451) {
    append_utf8(out, 0x435);
  } else if (code >= 0x410 && code <= 0x42F) {
    append_utf8(out, code + 0x20);
  } else {
    append_utf8(out, code);
  }
}

constexpr std::array<std::string_view, 16> kEnglish = {"and",  "are",   "be",   "by",  "for",  "from",
                                                       "it",   "of",    "that", "the", "this", "to",
                                                       "when", "which", "with", "you"};
static_assert(std::is_sorted(kEnglish.begin(), kEnglish.end()));

class Tokenizer {
 public:
  Tokenizer(std::string_view text, std::vector<WordToken>& out) : text_(text), out_(out) {}

  bool run() {
    while (at_ < text_.size()) step();
    const bool foreign = is_foreign();
    phrases(foreign);
    return foreign;
  }

 private:
  void step() {
    const char c = text_[at_];
    if (static_cast<unsigned char>(c) >= 0x80) return other();
    if (url()) return;
    if (starts_special_run(c) && run_token()) return;
    if (ascii::is_alnum(c)) return word();
    mark(c);
    ++at_;
  }

  bool url() {
    const std::size_t mark_at = text_.substr(at_, 10).find("://");
    if (mark_at == std::string_view::npos || mark_at < 2 || !ascii::is_letter(text_[at_])) return false;
    for (std::size_t i = at_; i < at_ + mark_at; ++i) {
      if (!ascii::is_letter(text_[i])) return false;
    }
    std::size_t end = at_;
    while (end < text_.size() && static_cast<unsigned char>(text_[end]) > ' ' && text_[end] != '"' &&
           text_[end] != '\'' && text_[end] != '`' && text_[end] != '>' && text_[end] != ')' &&
           text_[end] != ',' && static_cast<unsigned char>(text_[end]) < 0x80) {
      ++end;
    }
    while (end > at_ && (text_[end - 1] == '.' || text_[end - 1] == ';' || text_[end - 1] == ':')) --end;
    const std::string_view whole = text_.substr(at_, end - at_);
    const std::string_view host = whole.substr(mark_at + 3, 10);
    const bool own = host.rfind("localhost", 0) == 0 || host.rfind("127.0.0.1", 0) == 0 || whole[0] == 'f';
    const Sense holes = own ? Sense{0} : senses_of_holes(whole);
    push(end, own ? TokenKind::kPath : TokenKind::kUrl, {});
    out_.back().sense = holes;
    return true;
  }

  // What is to be filled into an address: "https://host/?q={{last_message}}", "?d=CONVERSATION".
  static Sense senses_of_holes(std::string_view url) {
    const std::size_t question = url.find('?');
    std::size_t at = std::min(url.find_first_of("{<["), question);
    Sense found = 0;
    std::string words;
    for (bool value = false; at < url.size(); ++at) {
      const char c = url[at];
      if (c == '{' || c == '<' || c == '[' || c == '=') value = true;
      if (c == '&' || c == '/') value = false;
      if (value && ascii::is_letter(c)) {
        words += static_cast<char>(c | 0x20);
      } else if (value && (c == '_' || c == '-' || c == '+' || c == ' ') && !words.empty()) {
        words += ' ';
      } else if (!words.empty()) {
        found |= meaning_of(words).sense;
        words.clear();
      }
    }
    if (!words.empty()) found |= meaning_of(words).sense;
    return found & (sense::kSecret | sense::kContext | sense::kPrivate);
  }

  // Paths, mail addresses, hosts, names of tools and parameters, account numbers.
  bool run_token() {
    const SpecialRun special = special_run(text_, at_);
    if (special.end == 0) return false;
    push(special.end, special.kind, {});
    out_.back().sense = special.sense;
    return true;
  }

  void word() {
    std::size_t end = at_;
    std::string folded;
    while (end < text_.size()) {
      if (static_cast<unsigned char>(text_[end]) < 0x80) {
        const bool inner =
            text_[end] == '\'' && end > at_ && end + 1 < text_.size() && ascii::is_letter(text_[end + 1]);
        if (!ascii::is_alnum(text_[end]) && !inner) break;
        fold_into(folded, static_cast<unsigned char>(text_[end]));
        ++end;
        continue;
      }
      const DecodedChar next = decode_utf8(text_, end);
      const bool quote =
          next.code == 0x2019 && end > at_ && end + 3 < text_.size() && ascii::is_letter(text_[end + 3]);
      if (!quote && (!is_other_letter(next.code) || is_running_script(next.code))) break;
      accents_ = accents_ || !quote;
      fold_into(folded, next.code);
      end += next.bytes;
    }
    const bool number = std::all_of(folded.begin(), folded.end(), ascii::is_digit);
    push(end, number ? TokenKind::kNumber : TokenKind::kWord, std::move(folded));
  }

  void other() {
    const DecodedChar next = decode_utf8(text_, at_);
    if (is_running_script(next.code)) {
      Sense found = 0;
      std::size_t length = meaning_at(text_.substr(at_), found);
      ++running_;
      if (length == 0) {
        at_ += next.bytes;
        return;
      }
      push(at_ + length, TokenKind::kWord, {});
      out_.back().sense = found;
      return;
    }
    if (is_other_letter(next.code)) {
      if (next.code >= 0x370) ++running_;
      return word();
    }
    switch (next.code) {
      case U'“':
      case U'«':
      case U'「':
      case U'『':
      case U'„':
        quoted_ = true;
        break;
      case U'”':
      case U'»':
      case U'」':
      case U'』':
        quoted_ = false;
        break;
      case U'、':
      case U'，':
      case U'。':
      case U'；':
      case U'：':
      case U'（':
      case U'）':
      case U'—':
      case U'–':
      case U'！':
      case U'？':
      case U'،':
      case U'؛':
      case U'।':
      case U'【':
      case U'】':
        boundary();
        break;
      default:
        break;
    }
    at_ += next.bytes;
  }

  void mark(char c) {
    const char before = at_ > 0 ? text_[at_ - 1] : ' ';
    const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
    switch (c) {
      case ':':
      case ',':
        if (!out_.empty() && out_.back().end + 2 >= at_)
          out_.back().labels = true, out_.back().comma = c == ',';
        boundary();
        break;
      case ';':
      case '(':
      case ')':
      case '[':
      case ']':
      case '{':
      case '}':
      case '.':
      case '!':
      case '?':
      case '<':
      case '>':
      case '=':
      case '#':
      case '|':
      case '\n':
        if (c != '\n' || after == '\n') boundary();
        break;
      case '-':
        if (after == '-' || (before == ' ' && after == ' ')) boundary();
        break;
      case '`':
        if (before == '`') break;  // ``name`` of reStructuredText, ``` of Markdown
        quoted_ = !quoted_;
        break;
      case '"':
        quoted_ = !quoted_;
        break;
      case '\'':
        if (!quoted_ && !ascii::is_alnum(before) &&
            (ascii::is_alnum(after) || after == '#' || after == '.')) {
          quoted_ = single_ = true;
        } else if (single_) {
          quoted_ = single_ = false;
        }
        break;
      default:
        break;
    }
  }

  void boundary() {
    if (opens_) return;
    ++clause_;
    opens_ = true;
  }

  void push(std::size_t end, TokenKind kind, std::string folded) {
    WordToken token;
    token.text = text_.substr(at_, end - at_);
    token.begin = static_cast<std::uint32_t>(at_);
    token.end = static_cast<std::uint32_t>(end);
    token.kind = kind;
    token.clause = clause_;
    token.quoted = quoted_;
    token.opens = opens_;
    opens_ = false;
    out_.push_back(token);
    folded_.push_back(std::move(folded));
    at_ = end;
  }

  WordMeaning look_up(std::string_view words, std::string* base) const {
    return any_language_ ? meaning_in_any_language(words, base) : meaning_of(words, base);
  }

  // Looks every word up, once: phrases() asks for the meanings again.
  bool is_foreign() {
    std::size_t english = 0, foreign = 0, known = 0, words = 0;
    meanings_.resize(out_.size());
    bases_.resize(out_.size());
    for (const std::string& word : folded_) {
      words += word.empty() ? 0 : 1;
      english += std::binary_search(kEnglish.begin(), kEnglish.end(), std::string_view(word)) ? 1 : 0;
    }
    // One of these words is in nearly every English sentence, and in none of another language.
    any_language_ = running_ > 0 || (english == 0 && (words >= kFewTokens || accents_));
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (folded_[i].empty()) continue;
      const WordMeaning meaning = meanings_[i] = look_up(folded_[i], &bases_[i]);
      foreign += (meaning.sense & sense::kForeign) != 0 ? 1 : 0;
      known += meaning.sense != 0 ? 1 : 0;
    }
    return running_ > 3 + 4 * english || (english == 0 && foreign > 0 && 2 * foreign >= known);
  }

  void phrases(bool foreign) {
    std::string key, base;
    for (std::size_t i = 0; i < out_.size();) {
      if (folded_[i].empty()) {
        ++i;
        continue;
      }
      base = std::move(bases_[i]);
      WordMeaning best = meanings_[i];
      // Arabic writes "and" as part of the next word.
      if (best.sense == 0 && !best.longer && folded_[i].size() > 4 &&
          folded_[i].compare(0, 2, "\xD9\x88") == 0) {
        folded_[i].erase(0, 2);
        base.clear();
        best = look_up(folded_[i], &base);
      }
      std::size_t length = 1;
      bool longer = best.longer;
      const WordForm form = best.form;
      for (const std::string& start : {folded_[i], base}) {
        if (start.empty() || length > 1) continue;
        key = start;
        for (std::size_t n = 1; longer && n < kLongestPhrase && i + n < out_.size(); ++n) {
          if (folded_[i + n].empty() || out_[i + n].opens || out_[i + n].quoted != out_[i].quoted) break;
          key += ' ';
          key += folded_[i + n];
          const WordMeaning next = look_up(key, nullptr);
          if (next.sense != 0 && (foreign || (next.sense & sense::kForeign) == 0)) {
            best = next;
            best.form = form;
            length = n + 1;
          }
          if (!next.longer) break;
        }
      }
      if (!foreign && (best.sense & sense::kForeign) != 0) best.sense = 0;
      out_[i].sense |= best.sense;
      out_[i].form = best.form;
      for (std::size_t n = 1; n < length; ++n) {
        out_[i].labels = out_[i].labels || out_[i + n].labels;
        out_[i].comma = out_[i].comma || out_[i + n].comma;
        out_[i].end = out_[i + n].end;
        folded_[i + n].clear();
        out_[i + n].clause = UINT16_MAX;  // taken into the phrase
      }
      i += length;
    }
    std::size_t kept = 0;
    for (const WordToken& token : out_) {
      if (token.clause != UINT16_MAX) out_[kept++] = token;
    }
    out_.resize(kept);
    for (WordToken& token : out_) token.text = text_.substr(token.begin, token.end - token.begin);
  }

  std::string_view text_;
  std::vector<WordToken>& out_;
  std::vector<std::string> folded_, bases_;
  std::vector<WordMeaning> meanings_;
  std::size_t at_ = 0, running_ = 0;
  std::uint16_t clause_ = 0;
  bool quoted_ = false, single_ = false, opens_ = true;
  bool accents_ = false, any_language_ = false;
};

}  // namespace

bool tokens_of_sentence(std::string_view sentence, std::vector<WordToken>& tokens) {
  tokens.clear();
  return Tokenizer(sentence, tokens).run();
}

}  // namespace mcpjury
