#include "net/www_authenticate.h"

#include <algorithm>

#include "base/ascii.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

bool is_in_set(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_token(char c) { return ascii::is_alnum(c) || is_in_set(c, "!#$%&'*+-.^_`|~"); }
bool is_token68(char c) { return ascii::is_alnum(c) || is_in_set(c, "-._~+/"); }

class Reader {
 public:
  explicit Reader(Challenges& out) : out_(out) {}

  void line(std::string_view text) {
    text_ = text;
    at_ = 0;
    fresh_ = false;
    bool separated = true;  // a comma, or the beginning of the line, stands before the element
    while (true) {
      separated |= skip_separators();
      if (at_ >= text_.size()) return;
      const std::string_view name = token();
      if (name.empty()) {
        out_.malformed = true;
        skip_element();
      } else {
        element(name, separated);
      }
      separated = false;
    }
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }

  void skip_blanks() {
    while (!at_end() && is_blank(text_[at_])) ++at_;
  }

  bool skip_separators() {
    bool comma = false;
    for (; !at_end() && (is_blank(text_[at_]) || text_[at_] == ','); ++at_) comma |= text_[at_] == ',';
    return comma;
  }

  std::string_view token() {
    const std::size_t begin = at_;
    while (!at_end() && is_token(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // A parameter of the challenge before, or the scheme of a new one. A challenge may not follow without a
  // comma, nor a parameter, unless it is the first behind its scheme.
  void element(std::string_view name, bool separated) {
    const std::size_t name_end = at_;
    skip_blanks();
    if (!at_end() && text_[at_] == '=') {
      ++at_;
      skip_blanks();
      if (!separated && !fresh_) out_.malformed = true;
      parameter(name);
      fresh_ = false;
      return;
    }
    if (!separated) out_.malformed = true;
    const bool blank_behind = at_ > name_end;
    if (!at_end() && text_[at_] != ',' && !blank_behind) out_.malformed = true;
    open(name);
    if (blank_behind) take_token68();
  }

  void open(std::string_view scheme) {
    fresh_ = true;
    known_ = out_.list.size() < kMaxChallenges;
    if (!known_) {
      out_.cut = true;
      return;
    }
    out_.list.push_back({std::string(scheme), {}, {}});
  }

  // token68 stands alone behind its scheme; "realm=x" looks like its beginning and is none.
  void take_token68() {
    std::size_t end = at_;
    while (end < text_.size() && is_token68(text_[end])) ++end;
    if (end == at_) return;
    while (end < text_.size() && text_[end] == '=') ++end;
    std::size_t next = end;
    while (next < text_.size() && is_blank(text_[next])) ++next;
    if (next < text_.size() && text_[next] != ',') return;
    if (known_) out_.list.back().token68 = text_.substr(at_, end - at_);
    at_ = end;
    fresh_ = false;
  }

  void parameter(std::string_view name) {
    std::string value;
    if (!at_end() && text_[at_] == '"') {
      value = quoted();
    } else {
      const std::size_t begin = at_;
      while (!at_end() && !is_blank(text_[at_]) && text_[at_] != ',') ++at_;
      value = text_.substr(begin, at_ - begin);
      // Unquoted URLs are common; a client that reads them would follow them.
      if (value.empty() || !std::all_of(value.begin(), value.end(), is_token)) out_.malformed = true;
    }
    if (out_.list.empty()) {
      out_.malformed = true;
      return;
    }
    if (!known_) return;
    Challenge& challenge = out_.list.back();
    if (challenge.parameters.size() >= kMaxAuthParameters) {
      out_.cut = true;
      return;
    }
    std::string lower = ascii::lowered(name);
    if (challenge.parameter(lower) != nullptr || !challenge.token68.empty()) out_.malformed = true;
    challenge.parameters.push_back({std::move(lower), std::move(value)});
  }

  std::string quoted() {
    std::string value;
    for (++at_; !at_end(); ++at_) {
      char c = text_[at_];
      if (c == '"') {
        ++at_;
        return value;
      }
      if (c == '\\') {
        if (++at_ >= text_.size()) break;
        c = text_[at_];
      }
      value += c;
    }
    out_.malformed = true;  // no closing quote
    return value;
  }

  // To the next comma outside quotes.
  void skip_element() {
    while (!at_end() && text_[at_] != ',') {
      if (text_[at_] == '"') {
        quoted();
      } else {
        ++at_;
      }
    }
  }

  std::string_view text_;
  Challenges& out_;
  std::size_t at_ = 0;
  bool fresh_ = false;  // right behind a scheme
  bool known_ = true;   // the challenge that is being read is kept
};

}  // namespace

bool Challenge::is(std::string_view wanted_scheme) const {
  return ascii::lowered(scheme) == ascii::lowered(wanted_scheme);
}

const std::string* Challenge::parameter(std::string_view name) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const AuthParameter& each) { return each.name == name; });
  return found == parameters.end() ? nullptr : &found->value;
}

const Challenge* Challenges::first(std::string_view scheme) const {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Challenge& each) { return each.is(scheme); });
  return found == list.end() ? nullptr : &*found;
}

Challenges parse_www_authenticate(std::span<const std::string_view> lines) {
  Challenges challenges;
  Reader reader(challenges);
  std::size_t left = kMaxAuthHeaderBytes;
  for (const std::string_view line : lines) {
    if (line.size() > left) challenges.cut = true;
    // Line by line rather than joined: a quote that one line leaves open does not swallow the next.
    reader.line(line.substr(0, left));
    left -= std::min(left, line.size());
    if (left == 0) break;
  }
  return challenges;
}

}  // namespace mcpjury
