#include "code/parsed_file.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(ParsedFile, LanguageComesFromTheEnding) {
  EXPECT_EQ(code_language("src/a.mjs"), CodeLanguage::kJavaScript);
  EXPECT_EQ(code_language("a.cts"), CodeLanguage::kTypeScript);
  EXPECT_EQ(code_language("a.tsx"), CodeLanguage::kTsx);
  EXPECT_EQ(code_language("x/server.kts"), CodeLanguage::kKotlin);
  EXPECT_EQ(code_language("a.d.ts"), std::nullopt);
  EXPECT_EQ(code_language("lib.min.js"), std::nullopt);
  EXPECT_EQ(code_language("dir.js/readme"), std::nullopt);
}

TEST(ParsedFile, EveryGrammarParses) {
  const std::pair<CodeLanguage, const char*> samples[] = {
      {CodeLanguage::kJavaScript, "const a = 1;"},
      {CodeLanguage::kTypeScript, "const a: number = 1;"},
      {CodeLanguage::kTsx, "const a = <b>{1 as number}</b>;"},
      {CodeLanguage::kPython, "def a(b: int) -> str:\n  return f'{b}'\n"},
      {CodeLanguage::kGo, "package main\nfunc main() {}\n"},
      {CodeLanguage::kRust, "fn main() {}"},
      {CodeLanguage::kJava, "class A { void b() {} }"},
      {CodeLanguage::kCSharp, "class A { void B() {} }"},
      {CodeLanguage::kKotlin, "fun main() {}"},
  };
  for (const auto& [language, text] : samples) {
    const Result<ParsedFile> file = ParsedFile::parse("a", language, text);
    ASSERT_TRUE(file.ok()) << language_name(language);
    EXPECT_FALSE(file->has_errors()) << language_name(language);
  }
}

TEST(ParsedFile, DepthAndSizeAreRefusedBeforeParsing) {
  const Result<ParsedFile> deep =
      ParsedFile::parse("a.js", CodeLanguage::kJavaScript, std::string(100'000, '['));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(deep.error().code, ErrorCode::kLimit);
  // Closing brackets in front do not pay for depth.
  const std::string paid = std::string(5'000, ')') + std::string(2'000, '(');
  EXPECT_FALSE(ParsedFile::parse("a.js", CodeLanguage::kJavaScript, paid).ok());
  EXPECT_FALSE(
      ParsedFile::parse("a.js", CodeLanguage::kJavaScript, std::string(kMaxCodeBytes + 1, ' ')).ok());
}

TEST(ParsedFile, WalkIsIterativeAndBounded) {
  std::string sum = "a";
  for (int i = 0; i < 50'000; ++i) sum += "+a";
  const Result<ParsedFile> file = ParsedFile::parse("a.js", CodeLanguage::kJavaScript, sum);
  ASSERT_TRUE(file.ok());
  std::size_t names = 0;
  EXPECT_TRUE(walk(file->root(), [&](TSNode node) {
    names += ParsedFile::type_of(node) == "identifier";
    return true;
  }));
  EXPECT_EQ(names, 50'001u);
  EXPECT_FALSE(walk(
      file->root(), [](TSNode) { return true; }, 10));
}

TEST(ParsedFile, WalkLeavesOutWhatIsBelow) {
  const Result<ParsedFile> file =
      ParsedFile::parse("a.js", CodeLanguage::kJavaScript, "function f() { inner(); }\nouter();");
  ASSERT_TRUE(file.ok());
  std::string calls;
  walk(file->root(), [&](TSNode node) {
    if (ParsedFile::type_of(node) == "call_expression") calls += file->text_of(node);
    return ParsedFile::type_of(node) != "function_declaration";
  });
  EXPECT_EQ(calls, "outer()");
}

TEST(ParsedFile, BrokenTextIsParsedAsFarAsItGoes) {
  using namespace std::string_literals;
  for (const std::string& text : {"const a = \xff\xfe;\0 b("s, "\0\0\0"s, "class {"s, ""s}) {
    const Result<ParsedFile> file = ParsedFile::parse("a.ts", CodeLanguage::kTypeScript, text);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ(file->text().size(), text.size());
  }
}

}  // namespace
}  // namespace mcpjury
