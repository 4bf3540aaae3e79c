#include "base/escape.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/json.h"
#include "base/test_data.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

TEST(Escape, Terminal) {
  EXPECT_EQ(escape_terminal("plain \xC3\xA9 \xF0\x9F\x92\xA9"), "plain \xC3\xA9 \xF0\x9F\x92\xA9");
  EXPECT_EQ(escape_terminal("a\nb\tc\r\nd"), "a b c d");
  EXPECT_EQ(escape_terminal("a\rb\x1b[31m\x7f\xC2\x9B"), "a<U+000D>b<U+001B>[31m<U+007F><U+009B>");
  EXPECT_EQ(escape_terminal("\xE2\x80\xAE\xE2\x80\x8B\xF3\xA0\x81\x81\xEF\xBB\xBF\xC2\xAD\xEF\xB8\x8F"),
            "<U+202E><U+200B><U+E0041><U+FEFF><U+00AD><U+FE0F>");
  EXPECT_EQ(escape_terminal("x\xFFy\xE2\x82"), "x\xEF\xBF\xBDy\xEF\xBF\xBD");
  EXPECT_EQ(escape_terminal(std::string_view("\0", 1)), "<U+0000>");
}

TEST(Escape, Html) {
  EXPECT_EQ(escape_html("<a href=\"x\" y='z'>&\x1b"),
            "&lt;a href=&quot;x&quot; y=&#39;z&#39;&gt;&amp;&lt;U+001B&gt;");
}

TEST(Escape, Csv) {
  EXPECT_EQ(escape_csv("plain"), "plain");
  EXPECT_EQ(escape_csv("a,b"), "\"a,b\"");
  EXPECT_EQ(escape_csv("say \"hi\"\nnow"), "\"say \"\"hi\"\"\nnow\"");
  for (std::string_view formula : {"=1+1", "+1", "-1", "@SUM(A1)"})
    EXPECT_EQ(escape_csv(formula), "'" + std::string(formula));
  EXPECT_EQ(escape_csv("\t=1"), "\"'\t=1\"");
  EXPECT_EQ(escape_csv("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(escape_csv("=\"a\""), "\"'=\"\"a\"\"\"");
  EXPECT_EQ(escape_csv(""), "");
}

TEST(Escape, Markdown) {
  EXPECT_EQ(escape_markdown("Plain text, with a dot. And (this): fine - really"),
            "Plain text, with a dot. And (this): fine - really");
  EXPECT_EQ(escape_markdown("[x](javascript:alert(1))"), "\\[x\\](javascript\\:alert(1\\))");
  EXPECT_EQ(escape_markdown("![i](https://h.test/p.png)"), "\\!\\[i\\](https\\://h.test/p.png)");
  EXPECT_EQ(escape_markdown("<img src=x>&amp;"), "&lt;img src=x&gt;&amp;amp;");
  EXPECT_EQ(escape_markdown("# a\n- b"), "\\# a - b");
  EXPECT_EQ(escape_markdown("- item"), "\\- item");
  EXPECT_EQ(escape_markdown("---"), "\\-\\-\\-");
  EXPECT_EQ(escape_markdown("1. one"), "1\\. one");
  EXPECT_EQ(escape_markdown("a|b `c` *d* _e_ ~f~ @team \\"),
            "a\\|b \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\@team \\\\");
  EXPECT_EQ(escape_markdown("www.h.test"), "www\\.h.test");
}

TEST(Escape, Ci) {
  EXPECT_EQ(escape_ci_data("100%\r\n::set-env name=x::y,z"), "100%25%0D%0A::set-env name=x::y,z");
  EXPECT_EQ(escape_ci_property("a:b,c%\n"), "a%3Ab%2Cc%25%0A");
}

TEST(Escape, Clip) {
  EXPECT_EQ(clip("abc", 3), "abc");
  EXPECT_EQ(clip("abcd", 3), "ab\xE2\x80\xA6");
  EXPECT_EQ(clip("\xC3\xA9\xC3\xA9\xC3\xA9", 2), "\xC3\xA9\xE2\x80\xA6");
  EXPECT_EQ(clip("abc", 1), "\xE2\x80\xA6");
  EXPECT_EQ(clip("abc", 0), "");
  EXPECT_EQ(clip("", 0), "");
  EXPECT_EQ(clip("\xFF", 5), "\xEF\xBF\xBD");
}

// One cell as a reader of RFC 4180 sees it; fails the test when the quoting is broken.
std::string csv_cell(const std::string& text) {
  if (text.empty() || text[0] != '"') {
    EXPECT_EQ(text.find_first_of("\",\r\n"), std::string::npos) << text;
    return text;
  }
  std::string out;
  std::size_t i = 1;
  for (; i < text.size(); ++i) {
    if (text[i] == '"') {
      if (i + 1 >= text.size() || text[i + 1] != '"') break;
      ++i;
    }
    out.push_back(text[i]);
  }
  EXPECT_EQ(i + 1, text.size()) << "text after the closing quote";
  return out;
}

bool acts_on_display(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE0FFF);
}

void expect_safe(std::string_view text) {
  const std::string terminal = escape_terminal(text);
  EXPECT_TRUE(is_valid_utf8(terminal));
  for (std::size_t at = 0; at < terminal.size();) {
    const DecodedChar c = decode_utf8(terminal, at);
    EXPECT_FALSE(acts_on_display(c.code)) << terminal;
    at += c.bytes;
  }
  EXPECT_EQ(escape_terminal(terminal), terminal);

  const std::string html = escape_html(text);
  EXPECT_EQ(html.find_first_of("<>\"'"), std::string::npos) << html;
  for (std::size_t at = html.find('&'); at != std::string::npos; at = html.find('&', at + 1)) {
    const std::string_view rest = std::string_view(html).substr(at, 6);
    EXPECT_TRUE(rest.substr(0, 5) == "&amp;" || rest.substr(0, 4) == "&lt;" || rest.substr(0, 4) == "&gt;" ||
                rest == "&quot;" || rest.substr(0, 5) == "&#39;")
        << html;
  }

  const std::string cell = csv_cell(escape_csv(text));
  EXPECT_TRUE(cell.empty() || std::string_view("=+-@\t\r\n").find(cell[0]) == std::string_view::npos) << cell;
  if (is_valid_utf8(text) && escape_terminal(text) == text) {
    const bool guarded = !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos;
    EXPECT_EQ(cell, (guarded ? "'" : "") + std::string(text));
  }

  const std::string markdown = escape_markdown(text);
  EXPECT_EQ(markdown.find_first_of("<>\r\n"), std::string::npos);
  for (std::size_t i = 0; i < markdown.size(); ++i) {
    if (markdown[i] == '\\') {
      ++i;
      continue;
    }
    EXPECT_EQ(std::string_view("`*_[]|").find(markdown[i]), std::string_view::npos) << markdown;
  }

  for (const std::string& ci : {escape_ci_data(text), escape_ci_property(text)})
    EXPECT_EQ(ci.find_first_of("\r\n\x1b"), std::string::npos);
  EXPECT_EQ(escape_ci_property(text).find_first_of(":,"), std::string::npos);
  EXPECT_LE(clip(text, 7).size(), 28u);
}

TEST(Escape, AnyBytesAreSafe) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (auto n = random() % 24; n > 0; --n) {
      if (random() % 3 == 0) {
        append_utf8(text, static_cast<char32_t>(random() % 0x3000));
      } else {
        text.push_back(static_cast<char>(static_cast<unsigned char>(random() % 256)));
      }
    }
    expect_safe(text);
  }
}

TEST(Escape, NaughtyStringsAreSafe) {
  const auto file = test::read_data("robustness/strings/blns.json");
  if (!file) return;
  const auto parsed = parse_json(*file, "blns.json", {});
  ASSERT_TRUE(parsed.ok());
  ASSERT_GT(parsed->value.get_array().size(), 400u);
  for (const Json& text : parsed->value.get_array()) expect_safe(view(text.get_string()));
}

TEST(EscapeHtml, MarksWhatNobodySees) {
  EXPECT_EQ(escape_html_marked("a\u200Bb"), "a<span class=\"unseen\">U+200B</span>b");
  EXPECT_EQ(escape_html_marked("<U+200B>&\""), "&lt;U+200B&gt;&amp;&quot;");
  EXPECT_EQ(escape_html_marked("a\r\nb\tc\x01"), "a b c<span class=\"unseen\">U+0001</span>");
  EXPECT_EQ(escape_html_marked("\uFFFE"), "<span class=\"unseen\">U+FFFE</span>");
}

TEST(EscapeCsv, FullWidthFormulasToo) {
  EXPECT_EQ(escape_csv("\uFF1D1+1"), "'\uFF1D1+1");
  EXPECT_EQ(escape_csv("\uFF201"), "'\uFF201");
}

}  // namespace
}  // namespace mcpjury
