#include "detect/rules/markup_scan.h"

#include <algorithm>

#include "base/ascii.h"
#include "detect/rules/subject_help.h"
#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

bool is_word(char c) { return ascii::is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }

bool starts_with(std::string_view text, std::string_view head) {
  return text.size() >= head.size() && equal_ignore_case(text.substr(0, head.size()), head);
}

bool contains(std::string_view text, std::string_view part) {
  for (std::size_t i = 0; i + part.size() <= text.size(); ++i) {
    if (equal_ignore_case(text.substr(i, part.size()), part)) return true;
  }
  return false;
}

// " onerror=", " onclick =": an attribute that holds code.
bool has_handler(std::string_view tag) {
  for (std::size_t i = 1; i + 4 < tag.size(); ++i) {
    if ((tag[i] | 0x20) != 'o' || (tag[i + 1] | 0x20) != 'n' || is_word(tag[i - 1])) continue;
    std::size_t end = i + 2;
    while (end < tag.size() && ascii::is_letter(tag[end])) ++end;
    while (end < tag.size() && tag[end] == ' ') ++end;
    if (end > i + 4 && end < tag.size() && tag[end] == '=') return true;
  }
  return false;
}

class Scan {
 public:
  Scan(std::string_view text, const MarkupOptions& options, std::vector<MarkupHit>& hits)
      : text_(text), options_(options), hits_(hits) {}

  void run() {
    const std::string_view text = text_;
    rewind();
    for (std::size_t i = text.find('<'); i != std::string_view::npos; i = text.find('<', i + 1)) tag(i);
    rewind();
    for (std::size_t i = text.find("]("); i != std::string_view::npos; i = text.find("](", i + 2))
      link(i + 2);
    if (options_.addresses) {
      rewind();
      for (std::size_t i = text.find("://"); i != std::string_view::npos; i = text.find("://", i + 3))
        address(i);
    }
  }

 private:
  void rewind() { counted_ = ticks_ = 0; }

  // Between backticks: a sample, not markup. Asked for ascending places, so that the text is counted once.
  bool in_code(std::size_t at) {
    const auto begin = text_.begin();
    if (at > counted_) {
      ticks_ += static_cast<std::size_t>(std::count(begin + static_cast<std::ptrdiff_t>(counted_),
                                                    begin + static_cast<std::ptrdiff_t>(at), '`'));
      counted_ = at;
    }
    return ticks_ % 2 == 1;
  }

  void tag(std::size_t at) {
    const std::string_view text = text_;
    std::size_t end = at + 1;
    while (end < text.size() && end < at + 12 && ascii::is_letter(text[end])) ++end;
    const std::string_view name = text.substr(at + 1, end - at - 1);
    if (name.empty()) return;
    bool loads = false, known = false;
    for (std::string_view active : {"script", "iframe", "object", "embed"})
      loads = loads || equal_ignore_case(name, active);
    known = loads || equal_ignore_case(name, "img") || equal_ignore_case(name, "svg");
    // Tags are short; what is longer than this is prose with a sign in it.
    const std::size_t close =
        std::min(text.substr(0, std::min(text.size(), at + 600)).find('>', end), text.size());
    if (close == text.size()) return;
    const std::string_view inside = text.substr(end, close - end);
    const bool handler = !inside.empty() && has_handler(inside);
    if (!known && !handler) return;
    const bool address = contains(inside, "src=") || contains(inside, "data=") || contains(inside, "href=");
    const bool filled = address && (contains(inside, "http") || contains(inside, "//") ||
                                    contains(inside, "javascript:") || contains(inside, "data:"));
    // A script with something in it runs even without an address.
    const bool body = equal_ignore_case(name, "script") && close + 1 < text.size() &&
                      contains(text.substr(close + 1, 2000), "</script") &&
                      !starts_with(text.substr(close + 1), "</script");
    Confidence confidence = Confidence::kLow;
    if (handler || (known && filled) || body) confidence = Confidence::kMedium;
    if (in_code(at) || options_.sample) confidence = Confidence::kLow;
    add(false, at, close + 1 - at, confidence, handler ? "event handler" : "html tag");
  }

  void link(std::size_t at) {
    const std::string_view text = text_;
    while (at < text.size() && (is_blank(text[at]) || text[at] == '<')) ++at;
    const std::string_view target = text.substr(at);
    if (!starts_with(target, "javascript:") && !starts_with(target, "data:") &&
        !starts_with(target, "vbscript:"))
      return;
    const std::size_t size = std::min(target.find(')'), std::size_t{120});
    add(false, at, size, in_code(at) ? Confidence::kLow : Confidence::kHigh, "dangerous link");
  }

  void address(std::size_t colon) {
    const std::string_view text = text_;
    std::size_t begin = colon;
    while (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '+' || text[begin - 1] == '-' ||
                         text[begin - 1] == '.'))
      --begin;
    while (begin < colon && !ascii::is_letter(text[begin])) ++begin;
    const std::string_view scheme = text.substr(begin, colon - begin);
    if (scheme.empty() || equal_ignore_case(scheme, "https")) return;
    std::size_t end = colon + 3;
    while (end < text.size() && !is_blank(text[end]) &&
           std::string_view("\"'`<>)]},|").find(text[end]) == std::string_view::npos)
      ++end;
    const std::string_view uri = text.substr(begin, end - begin);
    const std::string_view host = split_uri(uri).host;
    // "http://" and "http://..." name the scheme, not an address.
    if (end == colon + 3 || !is_word(text[colon + 3]))
      return add(true, begin, end - begin, Confidence::kLow, {});
    const bool transport = equal_ignore_case(scheme, "http") || equal_ignore_case(scheme, "ftp") ||
                           equal_ignore_case(scheme, "ws");
    const bool counts =
        transport && host_kind(host) == HostKind::kPublic && !sample_host(host) && !in_code(begin);
    add(true, begin, end - begin, counts ? Confidence::kMedium : Confidence::kLow, {});
  }

  // Hosts of samples and of format names: nothing is fetched from there.
  static bool sample_host(std::string_view host) {
    if (starts_with(host, "schemas.") || starts_with(host, "www.w3.org") || starts_with(host, "xmlns.") ||
        starts_with(host, "json-schema.org") || starts_with(host, "purl.org") ||
        starts_with(host, "example.") || starts_with(host, "your")) {
      return true;
    }
    for (std::string_view part :
         {"example.com", "example.org", "example.net", ".example", ".test", ".invalid", "schema.org"}) {
      if (host.size() >= part.size() && equal_ignore_case(host.substr(host.size() - part.size()), part))
        return true;
    }
    return host.find_first_of("{}<>$%*") != std::string_view::npos;
  }

  void add(bool address, std::size_t at, std::size_t size, Confidence confidence, std::string_view detail) {
    hits_.push_back({address, at, std::min(size, text_.size() - at), confidence, detail});
  }

  std::string_view text_;
  const MarkupOptions& options_;
  std::vector<MarkupHit>& hits_;
  std::size_t counted_ = 0, ticks_ = 0;
};

}  // namespace

void scan_markup(std::string_view text, const MarkupOptions& options, std::vector<MarkupHit>& hits) {
  Scan(text, options, hits).run();
}

}  // namespace mcpjury
