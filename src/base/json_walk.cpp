#include "base/json_walk.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/utf8.h"

namespace mcpjury {
namespace {

struct Frame {
  std::size_t pointer_size;
  std::size_t next_index;
  bool object;
};

// Offset of the closing quote of the string whose inside begins at `at`.
std::size_t string_end(std::string_view text, std::size_t at) {
  for (;;) {
    at = text.find_first_of("\"\\", at);
    if (at == std::string_view::npos) return text.size();
    if (text[at] == '"') return at;
    at += 2;
    if (at > text.size()) return text.size();
  }
}

class Walker {
 public:
  Walker(std::string_view text, JsonSink& sink) : text_(text), sink_(sink) {}

  void run() {
    std::size_t at = text_.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    while (at < text_.size()) at = step(at);
  }

 private:
  std::size_t step(std::size_t at) {
    switch (text_[at]) {
      case ' ':
      case '\n':
      case '\r':
      case '\t':
      case ':':
        return at + 1;
      case ',':
        key_next_ = !frames_.empty() && frames_.back().object;
        return at + 1;
      case '{':
        begin_value();
        sink_.on_object_begin(pointer_, at);
        frames_.push_back({pointer_.size(), 0, true});
        key_next_ = true;
        return at + 1;
      case '[':
        begin_value();
        frames_.push_back({pointer_.size(), 0, false});
        key_next_ = false;
        return at + 1;
      case '}':
      case ']':
        close();
        return at + 1;
      case '"':
        return string(at);
      default:
        begin_value();
        at = text_.find_first_of(",]} \n\r\t", at + 1);
        return at == std::string_view::npos ? text_.size() : at;
    }
  }

  void begin_value() {
    if (frames_.empty() || frames_.back().object) return;
    pointer_.resize(frames_.back().pointer_size);
    fmt::format_to(std::back_inserter(pointer_), "/{}", frames_.back().next_index++);
  }

  void close() {
    if (frames_.empty()) return;
    pointer_.resize(frames_.back().pointer_size);
    const bool object = frames_.back().object;
    frames_.pop_back();
    key_next_ = false;
    if (object) sink_.on_object_end(pointer_);
  }

  std::size_t string(std::size_t at) {
    const std::size_t end = string_end(text_, at + 1);
    const std::string_view raw = text_.substr(at + 1, end - at - 1);
    if (key_next_) {
      key_next_ = false;
      key_.clear();
      append_unescaped(key_, raw);
      pointer_.resize(frames_.back().pointer_size);
      pointer_.push_back('/');
      append_pointer_token(pointer_, key_);
      sink_.on_key(raw, at);
    } else {
      begin_value();
      sink_.on_string(pointer_, at);
    }
    return end + 1;
  }

  std::string_view text_;
  JsonSink& sink_;
  std::vector<Frame> frames_;
  std::string pointer_;
  std::string key_;
  bool key_next_ = false;
};

char32_t hex4(std::string_view raw, std::size_t at) {
  std::uint32_t code = 0xFFFD;
  if (at + 4 <= raw.size()) std::from_chars(raw.data() + at, raw.data() + at + 4, code, 16);
  return code;
}

}  // namespace

void append_unescaped(std::string& out, std::string_view raw) {
  for (std::size_t at = 0; at < raw.size();) {
    const std::size_t slash = raw.find('\\', at);
    if (slash == std::string_view::npos || slash + 1 >= raw.size()) {
      out.append(raw.substr(at));
      return;
    }
    out.append(raw.substr(at, slash - at));
    at = slash + 2;
    static constexpr std::string_view kNames = "bfnrt";
    static constexpr std::string_view kMeant = "\b\f\n\r\t";
    const char name = raw[slash + 1];
    const std::size_t known = kNames.find(name);
    if (known != std::string_view::npos) {
      out.push_back(kMeant[known]);
    } else if (name != 'u') {
      out.push_back(name);
    } else {
      char32_t code = hex4(raw, at);
      at += 4;
      if (code >= 0xD800 && code <= 0xDBFF) {
        const char32_t low = hex4(raw, at + 2);
        at += 6;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      }
      append_utf8(out, code);
    }
  }
}

void append_pointer_token(std::string& out, std::string_view token) {
  for (char c : token) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out.push_back(c);
    }
  }
}

void walk_json(std::string_view text, JsonSink& sink) { Walker(text, sink).run(); }

}  // namespace mcpjury
