// Private to report: text for a terminal of 80 columns.
//
// Everything passes through shown(), which leaves nothing that could steer the terminal. Wide characters
// count two columns. Colours are added after wrapping, so that they do not count.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mcpjury {

inline constexpr std::size_t kColumns = 80;

enum class Ink { kNone, kRed, kYellow, kGreen, kBold, kDim };

class Page {
 public:
  Page(bool utf8, bool color) : utf8_(utf8), color_(color) {}

  // Escaped for a terminal; in plain ASCII when the terminal cannot show more.
  std::string shown(std::string_view text) const;
  // At most `columns` wide; a mark at the end tells that something was cut.
  std::string fit(std::string_view text, std::size_t columns) const;
  // fit() and then blanks up to `columns`.
  std::string cell(std::string_view text, std::size_t columns) const;
  std::string inked(std::string_view text, Ink ink) const;

  // A paragraph: `lead` stands on the first line, the lines after it are indented by `indent` blanks.
  // Words longer than a line are broken. `text` is escaped here, `lead` by the caller.
  void paragraph(std::string_view lead, std::string_view text, std::size_t indent, Ink lead_ink = Ink::kNone);
  void line(std::string_view ready) { (out_ += ready) += '\n'; }  // as it is, already escaped
  void blank() { out_ += '\n'; }

  std::string_view dash() const { return utf8_ ? "\u2014" : "-"; }
  std::string take() { return std::move(out_); }

 private:
  bool utf8_, color_;
  std::string out_;
};

std::size_t columns_of(std::string_view text);

}  // namespace mcpjury
