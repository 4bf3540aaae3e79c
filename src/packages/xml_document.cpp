#include "packages/xml_document.h"

#include <algorithm>
#include <charconv>

#include "base/utf8.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxLevels = 64;
constexpr std::size_t kMaxElements = 500'000;

class XmlReader {
 public:
  explicit XmlReader(const InventorySource& source) : source_(source), text_(source.text) {}

  Result<XmlElement> read() {
    while (at_ < text_.size() && fault_.empty()) {
      if (text_[at_] == '<') {
        markup();
      } else {
        characters();
      }
    }
    if (fault_.empty() && !open_.empty()) fail("<" + open_.back().name.substr(0, 60) + "> is not closed");
    if (fault_.empty() && !done_) fail("no element");
    if (!fault_.empty()) return inventory_error(code_, source_.path, "XML: " + fault_, line());
    return std::move(root_);
  }

 private:
  void fail(std::string reason, ErrorCode code = ErrorCode::kNotJson) {
    fault_ = std::move(reason);
    code_ = code;
  }

  // Offsets only grow, so each byte is counted once.
  std::uint32_t line() {
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                   text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
    counted_ = at_;
    return line_;
  }

  // Goes behind `end`; what stands before it.
  std::string_view until(std::string_view end, std::size_t skip) {
    const std::size_t begin = at_ + skip;
    const std::size_t found = text_.find(end, begin);
    if (found == std::string_view::npos) {
      fail("something that is not closed");
      return {};
    }
    at_ = found + end.size();
    return text_.substr(begin, found - begin);
  }

  void markup() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) {
      until("-->", 4);
    } else if (rest.starts_with("<![CDATA[")) {
      const std::string_view raw = until("]]>", 9);
      if (!open_.empty()) open_.back().text.append(raw);
    } else if (rest.starts_with("<?")) {
      until("?>", 2);
    } else if (rest.starts_with("<!")) {
      fail("a DOCTYPE is refused", ErrorCode::kLimit);
    } else if (rest.starts_with("</")) {
      const std::string_view name = local(trim(until(">", 2)));
      if (!fault_.empty()) return;
      if (open_.empty() || open_.back().name != name) {
        fail("an end tag without its start tag");
        return;
      }
      close();
    } else {
      start();
    }
  }

  void start() {
    const std::uint32_t here = line();
    std::size_t end = at_ + 1;
    char quote = 0;
    // ">" may stand inside of an attribute value.
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>' || c == '<') {
        break;
      }
    }
    if (end >= text_.size() || text_[end] != '>') {
      fail("a tag that is not closed");
      return;
    }
    std::string_view tag = text_.substr(at_ + 1, end - at_ - 1);
    const bool empty = tag.ends_with("/");
    if (empty) tag.remove_suffix(1);
    const std::string_view name = local(tag.substr(0, tag.find_first_of(" \t\r\n")));
    if (name.empty() || name.size() > 200) {
      fail("a tag without a usable name");
      return;
    }
    if (open_.empty() && done_) {
      fail("a second root element");
      return;
    }
    if (open_.size() >= kMaxLevels || ++elements_ > kMaxElements) {
      fail("too many elements or levels", ErrorCode::kLimit);
      return;
    }
    at_ = end + 1;
    XmlElement element;
    element.name = name;
    element.line = here;
    open_.push_back(std::move(element));
    if (empty) close();
  }

  void close() {
    XmlElement element = std::move(open_.back());
    open_.pop_back();
    element.text = std::string(trim(element.text));
    if (open_.empty()) {
      root_ = std::move(element);
      done_ = true;
    } else {
      open_.back().children.push_back(std::move(element));
    }
  }

  void characters() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view raw = text_.substr(at_, end - at_);
    if (open_.empty()) {
      if (!trim(raw).empty()) {
        fail("text outside of the root element");
        return;
      }
    } else {
      append(open_.back().text, raw);
    }
    at_ = end;
  }

  static void append(std::string& out, std::string_view raw) {
    while (!raw.empty()) {
      const std::size_t amp = std::min(raw.find('&'), raw.size());
      out.append(raw.substr(0, amp));
      raw.remove_prefix(amp);
      if (raw.empty()) return;
      const std::size_t end = raw.substr(0, 12).find(';');
      const std::string_view name = end == std::string_view::npos ? "" : raw.substr(1, end - 1);
      if (append_entity(out, name)) {
        raw.remove_prefix(end + 1);
      } else {
        // Unknown ones stay as they are written.
        out.push_back('&');
        raw.remove_prefix(1);
      }
    }
  }

  static bool append_entity(std::string& out, std::string_view name) {
    constexpr std::pair<std::string_view, char> kKnown[] = {
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    for (const auto& [known, c] : kKnown) {
      if (name == known) {
        out.push_back(c);
        return true;
      }
    }
    if (!name.starts_with("#")) return false;
    const bool hex = name.size() > 1 && name[1] == 'x';
    name.remove_prefix(hex ? 2 : 1);
    std::uint32_t code = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
    if (name.empty() || read.ec != std::errc() || read.ptr != name.data() + name.size()) return false;
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    append_utf8(out, static_cast<char32_t>(code));
    return true;
  }

  static std::string_view local(std::string_view name) {
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
  }

  const InventorySource& source_;
  std::string_view text_;
  std::size_t at_ = 0, counted_ = 0, elements_ = 0;
  std::uint32_t line_ = 1;
  std::vector<XmlElement> open_;
  XmlElement root_;
  bool done_ = false;
  std::string fault_;
  ErrorCode code_ = ErrorCode::kNotJson;
};

}  // namespace

const XmlElement* XmlElement::child(std::string_view child_name) const {
  for (const XmlElement& element : children) {
    if (element.name == child_name) return &element;
  }
  return nullptr;
}

std::string_view XmlElement::child_text(std::string_view child_name) const {
  const XmlElement* found = child(child_name);
  return found != nullptr ? std::string_view(found->text) : std::string_view();
}

Result<XmlElement> read_xml(const InventorySource& source) { return XmlReader(source).read(); }

}  // namespace mcpjury
