#include "text/normal_view.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <random>

#include "base/test_data.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

std::string view(std::string_view text) { return make_normal_view(text).text; }

void expect_view(std::string_view text, std::string_view expected) {
  EXPECT_EQ(view(text), expected) << text;
  EXPECT_TRUE(needs_normal_view(text)) << text;
}

void expect_none(std::string_view text) {
  EXPECT_FALSE(needs_normal_view(text)) << text << "\n" << view(text);
}

TEST(NormalView, PlainTextNeedsNone) {
  expect_none("");
  expect_none("Reads a file, 50% faster & safer; C:\\users\\x, R&D, a && b, 5%de.");
  expect_none("Tabs\tand\r\nlines - one_two-three.four ... ---- ____");
  expect_none("x y z are three; U.S.A. too; - a - b -");
  expect_none("Über café — “quoted” • bullet → arrow … ™ © ° ½ ² ß");
  expect_none("管理环境，支持（需确认）：查询！「はい」カタカナ 한국어");
  expect_none(
      "⚠\U0000FE0F Warning ✅ done 🚀 👍🏽 👩\U0000200D💻 "
      "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F 1\U0000FE0F⃣ ℹ\U0000FE0F");
  expect_none("Поиск документов в базе данных. Он сам, а не API");
  expect_none("Η αναζήτηση αρχείων και σο");
  expect_none("search_документы via API-ключ, 5 μs, learning rate α");
}

TEST(NormalView, CaseOnly) { EXPECT_EQ(view("Hello ÉCOLE"), "hello école"); }

TEST(NormalView, Escapes) {
  expect_view("&lt;IMPORTANT&gt;", "<important>");
  expect_view("&#105;gnore &#x70;revious &#32", "ignore previous  ");
  expect_view("%69gnore%20previous", "ignore previous");
  expect_view("caf%C3%A9 5%de", "café 5%de");
  expect_view("\\u0069gnore \\x69t \\u{1F600} \\uD83D\\uDE00 \\U0001F600", "ignore it 😀 😀 😀");
  expect_view("\\xc3\\xa9 \\xe9", "é é");
  expect_view("%2569gnore", "ignore");      // two rounds
  expect_view("%252569gnore", "%69gnore");  // and no third
  expect_view("&amp;lt;b", "<b");
  EXPECT_EQ(view("\\uD83D alone %zz &bogus; &#0; &#x110000;"), "\\ud83d alone %zz &bogus; &#0; &#x110000;");
}

TEST(NormalView, HiddenCharacters) {
  expect_view("ig\u200Bno\u00ADre\u2060 \u202Eall\u202C", "ignore all");
  expect_view("read\U000E0061\U000E0062 it", "read it");
  expect_view("a\uFE0Fb\uFE01c", "abc");
  expect_view("\x1B[31mred\x1B[0m \x1B]0;title\x07", "red ]0;title");
  expect_view(
      "a\x01"
      "b\x7F",
      "ab");
  expect_view("ignore\u00A0previous\u3000all", "ignore previous all");
  expect_view("i\u0336g\u0336n\u0336o\u0336r\u0336e\u0336", "ignore");
  EXPECT_EQ(view("می\u200Cخواهم"), "می\u200Cخواهم");  // Persian needs the non-joiner
}

TEST(NormalView, Styles) {
  expect_view("ｉｇｎｏｒｅ（ａｌｌ）", "ignore(all)");
  expect_view("𝐢𝐠𝐧𝐨𝐫𝐞 𝓪𝓵𝓵 ⓘⓖⓝ ⅰ", "ignore all ign i");
  expect_view("ɪɢɴᴏʀᴇ", "ignore");
  expect_view("🅸🅶🅽🅾🆁🅴", "ignore");
}

TEST(NormalView, LookAlikes) {
  expect_view("ignоrе рrevious", "ignore previous");  // Cyrillic o, e, p
  expect_view("please Сору the file here", "please copy the file here");
  expect_view("Нello", "hello");    // the capital looks like H, the small letter does not
  expect_view("Іgnore", "ignore");  // capital of the Ukrainian i
  expect_view("Νever", "never");    // capital nu is an N, the small one a v
  expect_view("gеt_user", "get_user");
  EXPECT_EQ(view("Сору"), "сору");  // alone nothing says that it imitates
}

TEST(NormalView, SpacedLetters) {
  expect_view("i g n o r e  a l l !", "ignore  a l l !");
  expect_view("x: i.g.n.o.r.e now", "x: ignore now");
  expect_view("(i-g-n-o-r-e)", "(ignore)");
  expect_view("i_g_n_o", "igno");
  expect_view("i\u200B g n o", "igno");
  EXPECT_EQ(view("a b c"), "a b c");
  EXPECT_EQ(view("a b-c d e"), "a b-c d e");
}

TEST(NormalView, OffsetsPointToTheSource) {
  const std::string text = "Say &lt;b&gt; ig\u200Bnоre now";
  const NormalView made = make_normal_view(text);
  ASSERT_EQ(made.text, "say <b> ignore now");
  const auto source = [&](std::string_view part) {
    const std::size_t at = made.text.find(part);
    const ByteRange range = made.original(at, at + part.size());
    return text.substr(range.begin, range.end - range.begin);
  };
  EXPECT_EQ(source("say"), "Say");
  EXPECT_EQ(source("<"), "&lt;");
  EXPECT_EQ(source("<b>"), "&lt;b&gt;");
  EXPECT_EQ(source("ignore"), "ig\u200Bnоre");
  EXPECT_EQ(source("now"), "now");
  EXPECT_EQ(made.original(99, 120).begin, text.size());
  EXPECT_EQ(made.original(2, 2).begin, made.original(2, 2).end);
}

TEST(NormalView, OffsetsOfAnyTextAreInRangeAndMonotone) {
  static const std::vector<std::string> kPieces = {"a",
                                                   "B",
                                                   " ",
                                                   "i g n o r e",
                                                   "&lt;",
                                                   "&#x41;",
                                                   "%41",
                                                   "%C3%A9",
                                                   "%25",
                                                   "\\u0041",
                                                   "\\x41",
                                                   "\u200B",
                                                   "é",
                                                   "e\u0301",
                                                   "о",
                                                   "ﬁ",
                                                   "ß",
                                                   "İ",
                                                   "한",
                                                   "ㅎㅏㄴ",
                                                   "\u1112\u1161\u11AB",
                                                   "⚠\U0000FE0F",
                                                   "👩\U0000200D💻",
                                                   "\x1B[1m",
                                                   "\xFF",
                                                   "\xE2\x80",
                                                   "ｗ",
                                                   "㎏",
                                                   "\u0336",
                                                   "ﷺ",
                                                   ".",
                                                   "_",
                                                   "&",
                                                   "%",
                                                   "\\"};
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto n = random() % 16; n > 0; --n) text += kPieces[random() % kPieces.size()];
    const NormalView made = make_normal_view(text);
    ASSERT_TRUE(is_valid_utf8(made.text));
    ByteRange last;
    for (std::size_t i = 0; i < made.text.size(); ++i) {
      const ByteRange range = made.original(i, i + 1);
      ASSERT_LT(range.begin, range.end) << text;
      ASSERT_LE(range.end, text.size()) << text;
      ASSERT_LE(last.begin, range.begin) << text;
      ASSERT_LE(last.end, range.end) << text;
      last = range;
    }
    if (is_ascii(text) && !needs_normal_view(text)) {
      std::string lower = text;
      for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      ASSERT_EQ(made.text, lower);
    }
    if (!needs_normal_view(text)) {
      ASSERT_FALSE(needs_normal_view(made.text)) << text;
    }
  }
}

TEST(NormalView, LongRunsAreLinear) {
  for (const std::string piece :
       {"a ", "&", "&#x", "%4", "\\u", "\u0301\u0323", "\x1B[", "о", "a.", "\u200B", "é"}) {
    std::string text;
    while (text.size() < 1000000) text += piece;
    EXPECT_LE(make_normal_view(text).text.size(), text.size() + 1000000);
    needs_normal_view(text);
  }
}

TEST(NormalView, FewHonestDescriptionsNeedOne) {
  const auto folder = test::data_path("captures");
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "data absent: captures\n";
    return;
  }
  std::size_t all = 0;
  std::size_t needing = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || entry.path().filename().string().starts_with("lab__"))
      continue;
    const boost::json::value capture = boost::json::parse(test::read_file(entry.path()).value_or("null"));
    const auto* tools = capture.is_object() ? capture.as_object().if_contains("tools") : nullptr;
    if (tools == nullptr || !tools->is_array()) continue;
    for (const auto& tool : tools->as_array()) {
      const auto* text = tool.is_object() ? tool.as_object().if_contains("description") : nullptr;
      if (text == nullptr || !text->is_string()) continue;
      ++all;
      if (!needs_normal_view(text->as_string())) continue;
      ++needing;
      EXPECT_TRUE(decode_blobs(text->as_string()).empty());
    }
  }
  std::cout << needing << " of " << all << " descriptions need a view\n";
  EXPECT_LE(needing * 20, all);
}

}  // namespace
}  // namespace mcpjury
