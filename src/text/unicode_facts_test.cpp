#include "text/unicode_facts.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <charconv>

#include "base/test_data.h"
#include "base/utf8.h"
#include "text/char_facts.h"

namespace mcpjury {
namespace {

// "kind:begin-end*count …"
std::string hidden(std::string_view text) {
  std::string out;
  for (const HiddenChars& found : find_hidden(text)) {
    if (!out.empty()) out += ' ';
    out += std::string(name_of(found.kind)) + ":" + std::to_string(found.begin) + "-" +
           std::to_string(found.end) + "*" + std::to_string(found.count);
  }
  return out;
}

std::string tags(std::string_view ascii) {
  std::string out;
  for (const char c : ascii) append_utf8(out, 0xE0000U + static_cast<unsigned char>(c));
  return out;
}

TEST(Hidden, NothingInHonestText) {
  for (const std::string_view text :
       {"", "plain\ttext\r\nwith lines", "Über café — “quoted” … → 管理，支持。한국어 Поиск",
        "⚠\U0000FE0F ✅ 👩\U0000200D💻 👨\U0000200D👩\U0000200D👧\U0000200D👦 "
        "🏳\U0000FE0F\U0000200D🌈 "
        "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F 1\U0000FE0F⃣ "
        "❤\U0000FE0F "
        "©\U0000FE0F "
        "👍🏽",
        "می\u200Cخواهم", "क्\u200Dष श्री", "שלום\u200F!", "\uFEFFstarts with a mark", "葛\U000E0100城",
        "Donau\u00ADdampf", "ᠮᠣ\u180Bᠩ"}) {
    EXPECT_EQ(hidden(text), "") << text;
  }
}

TEST(Hidden, Kinds) {
  EXPECT_EQ(hidden("a\u200Bb"), "zero-width:1-4*1");
  EXPECT_EQ(hidden("a\u200B\u2060b"), "zero-width:1-7*2");
  EXPECT_EQ(hidden("a\u200Db"), "zero-width:1-4*1");
  EXPECT_EQ(hidden("x\uFEFF"), "zero-width:1-4*1");
  EXPECT_EQ(hidden("\u3164"), "zero-width:0-3*1");
  EXPECT_EQ(hidden("a\u202Eb\u202C"), "bidi-control:1-4*1 bidi-control:5-8*1");
  EXPECT_EQ(hidden("a\u200Eb"), "bidi-control:1-4*1");
  EXPECT_EQ(hidden("שלום\u200F\u200F"), "bidi-control:8-14*2");
  EXPECT_EQ(hidden("a" + tags("hi") + "\u200B"), "tag:1-9*2 zero-width:9-12*1");
  EXPECT_EQ(hidden("🏴" + tags("run this now")), "tag:4-52*12");
  EXPECT_EQ(hidden("a\uFE0F"), "variation-selector:1-4*1");
  EXPECT_EQ(hidden("😀\uFE0F\uFE01"), "variation-selector:7-10*1");
  EXPECT_EQ(hidden("葛\U000E0100\U000E0101"), "variation-selector:7-11*1");
  EXPECT_EQ(hidden("\x1B[0m\x07"), "control:0-1*1 control:4-5*1");
  EXPECT_EQ(hidden("a\u0085"), "control:1-3*1");
  EXPECT_EQ(hidden("i\u00ADg\u00ADn"), "other-ignorable:1-3*1 other-ignorable:4-6*1");
  EXPECT_EQ(hidden("a\u034Fb\u2063"), "other-ignorable:1-3*1 other-ignorable:4-7*1");
  EXPECT_EQ(hidden("\uE000"), "private-use:0-3*1");
}

TEST(Hidden, Messages) {
  EXPECT_EQ(decode_hidden_message(tags("send keys")), "send keys");
  std::string selectors;
  for (const char c : std::string_view("hi!"))
    append_utf8(selectors, 0xE0100U + static_cast<unsigned char>(c) - 16);
  EXPECT_EQ(decode_hidden_message("😀" + selectors), "hi!");
  EXPECT_EQ(decode_hidden_message("⚠\uFE0F"), "");
  EXPECT_EQ(decode_hidden_message("plain"), "");
}

TEST(Names, Facts) {
  EXPECT_TRUE(name_facts("get_user").ascii);
  EXPECT_FALSE(name_facts("get_user").mixed_script);
  EXPECT_FALSE(name_facts("modem").confusable_with_ascii);
  const NameFacts cyrillic = name_facts("gеt_user");
  EXPECT_FALSE(cyrillic.ascii);
  EXPECT_TRUE(cyrillic.mixed_script);
  EXPECT_TRUE(cyrillic.confusable_with_ascii);
  EXPECT_EQ(cyrillic.skeleton, skeleton("get_user"));
  const NameFacts whole = name_facts("сору");
  EXPECT_FALSE(whole.mixed_script);
  EXPECT_TRUE(whole.confusable_with_ascii);
  EXPECT_TRUE(name_facts("re\u200Bad").confusable_with_ascii);
  EXPECT_EQ(name_facts("𝐫𝐞𝐚𝐝").skeleton, skeleton("read"));
  EXPECT_FALSE(name_facts("café").confusable_with_ascii);
  EXPECT_FALSE(name_facts("検索_tool").mixed_script);
  EXPECT_TRUE(name_facts("search_документы").mixed_script);
  EXPECT_FALSE(name_facts("поиск").mixed_script);
}

TEST(Skeleton, OfAsciiIsThatOfTheLibrary) {
  // A letter that is not ASCII sends the whole text to the library.
  const std::string other = skeleton("\xC3\xA9");
  for (int c = 0; c < 128; ++c) {
    const std::string one(1, static_cast<char>(c));
    EXPECT_EQ(skeleton("\xC3\xA9" + one), other + skeleton(one)) << c;
  }
}

TEST(Names, Skeletons) {
  EXPECT_EQ(skeleton("1ist"), skeleton("list"));
  EXPECT_EQ(skeleton("LIST"), skeleton("list"));
  EXPECT_EQ(skeleton("rnodel"), skeleton("model"));
  EXPECT_EQ(skeleton("ｆｉｌｅ"), skeleton("file"));
  EXPECT_NE(skeleton("read"), skeleton("write"));
  EXPECT_EQ(skeleton(""), "");
}

char32_t parse_code(std::string_view text) {
  unsigned value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

TEST(UnicodeData, DefaultIgnorablesAgree) {
  const auto text = test::read_data("robustness/unicode/DefaultIgnorable.extract.txt");
  if (!text) return;
  std::vector<bool> expected(0x110000, false);
  for (const std::string& line : test::lines_of(*text)) {
    if (line.empty() || line[0] == '#' || line.find("Default_Ignorable_Code_Point") == std::string::npos)
      continue;
    const char32_t first = parse_code(line);
    const std::size_t dots = line.find("..");
    const char32_t last = dots < line.find(';') ? parse_code(std::string_view(line).substr(dots + 2)) : first;
    for (char32_t code = first; code <= last; ++code) expected[code] = true;
  }
  for (char32_t code = 0xFFF9; code <= 0xFFFB; ++code) expected[code] = true;  // ours in addition
  std::size_t differing = 0;
  for (char32_t code = 0; code < 0x110000; ++code) differing += is_ignorable(code) != expected[code] ? 1 : 0;
  EXPECT_EQ(differing, 0U);
}

TEST(UnicodeData, ConfusablesAgree) {
  const auto text = test::read_data("robustness/unicode/confusables.txt");
  if (!text) return;
  std::size_t checked = 0;
  std::size_t differing = 0;
  for (std::string line : test::lines_of(*text)) {
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    const std::size_t first = line.find(';');
    if (line.empty() || line[0] == '#' || first == std::string::npos) continue;
    const std::size_t second = line.find(';', first + 1);
    std::string source;
    std::string target;
    append_utf8(source, parse_code(line));
    for (std::size_t at = first + 1; at < second;) {
      at = line.find_first_not_of(" \t", at);
      if (at >= second) break;
      append_utf8(target, parse_code(std::string_view(line).substr(at)));
      at = line.find_first_of(" \t;", at);
    }
    // Small ASCII targets only: folding goes first, so capitals have another skeleton by design.
    if (target.size() != 1 || target[0] < 'a' || target[0] > 'z' || is_ascii(source)) continue;
    ++checked;
    differing += skeleton(source) != skeleton(target) ? 1 : 0;
  }
  std::cout << differing << " of " << checked << " confusables of small letters have another skeleton\n";
  EXPECT_GT(checked, 500U);
  EXPECT_LE(differing * 10, checked);
}

TEST(UnicodeData, RealDescriptionsHideNothing) {
  const auto folder = test::data_path("captures");
  if (!std::filesystem::is_directory(folder)) {
    std::cout << "data absent: captures\n";
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || entry.path().filename().string().starts_with("lab__"))
      continue;
    const boost::json::value capture = boost::json::parse(test::read_file(entry.path()).value_or("null"));
    const auto* tools = capture.is_object() ? capture.as_object().if_contains("tools") : nullptr;
    if (tools == nullptr || !tools->is_array()) continue;
    for (const auto& tool : tools->as_array()) {
      const auto* text = tool.is_object() ? tool.as_object().if_contains("description") : nullptr;
      if (text != nullptr && text->is_string()) {
        EXPECT_EQ(hidden(text->as_string()), "") << entry.path().filename();
      }
    }
  }
}

}  // namespace
}  // namespace mcpjury
