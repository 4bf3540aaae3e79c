#include "observe/package/simple_index.h"

#include <gtest/gtest.h>

#include "observe/package/pip_index.h"
#include "observe/package/wheel_metadata.h"

namespace mcpjury {
namespace {

const std::string kDigest(64, 'a');

std::vector<IndexFile> named(std::vector<IndexFile> files, std::string_view project) {
  for (IndexFile& file : files) read_file_name(project, file);
  return files;
}

TEST(SimpleIndex, ReadsHtmlAsPipDoes) {
  const auto files =
      named(read_simple_html(
                "<!DOCTYPE html><html><body><h1>Links</h1>\n"
                "<a href=\"../../files/my_tool-1.0-py3-none-any.whl#sha256=" +
                kDigest +
                "\" data-requires-python=\"&gt;=3.8\">my_tool-1.0-py3-none-any.whl</a><br/>\n"
                "<a class='x' href='https://files.example/my-tool-1.0.tar.gz' data-yanked=\"broken\" "
                ">my-tool-1.0.tar.gz</a>\n<a>no address</a><a href=\"other\">other-2.0.zip</a><a href="),
            "my-tool");
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0].url, "../../files/my_tool-1.0-py3-none-any.whl");
  EXPECT_EQ(files[0].sha256, kDigest);
  EXPECT_TRUE(files[0].is_wheel);
  EXPECT_EQ(files[0].version, "1.0");
  EXPECT_TRUE(files[1].is_sdist);
  EXPECT_TRUE(files[1].yanked);
  EXPECT_EQ(files[1].yanked_reason, "broken");
  EXPECT_EQ(files[1].version, "1.0");
  EXPECT_EQ(files[2].version, "");
}

TEST(SimpleIndex, ReadsJson) {
  auto read = read_simple_json(R"({"meta":{"api-version":"1.3"},"name":"tool","files":[
      {"filename":"tool-1.0.tar.gz","url":"https://files.example/tool-1.0.tar.gz","hashes":{"sha256":")" +
                               kDigest +
                               R"("},"yanked":false,"provenance":null,"upload-time":"2026-01-02T03:04:05Z"},
      {"filename":"tool-1.1-py3-none-any.whl","url":"x","hashes":{"sha256":"short"},"yanked":"bad"}, 7]})");
  ASSERT_TRUE(read);
  const auto files = named(*read, "tool");
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].sha256, kDigest);
  EXPECT_TRUE(files[0].shows_provenance);
  EXPECT_FALSE(files[0].yanked);
  EXPECT_EQ(files[1].sha256, "");
  EXPECT_TRUE(files[1].yanked);
  EXPECT_FALSE(read_simple_json("<html>"));
  EXPECT_FALSE(read_simple_json("[]"));
}

TEST(SimpleIndex, TheNewestReleaseIsNoPreReleaseAndNotYanked) {
  std::vector<IndexFile> files;
  for (const char* version : {"1.9", "1.10", "2.0rc1", "1.11"}) {
    IndexFile file;
    file.version = version;
    file.yanked = std::string_view(version) == "1.11";
    files.push_back(file);
  }
  EXPECT_EQ(choose_python_version(files, ""), "1.10");
  EXPECT_EQ(choose_python_version(files, "1.11"), "1.11");
  EXPECT_EQ(choose_python_version(files, "2.0rc1"), "2.0rc1");
  EXPECT_EQ(choose_python_version(files, "<1.10"), "1.9");
  EXPECT_EQ(choose_python_version(files, "3.0"), "");
  EXPECT_EQ(choose_python_version({files[2]}, ""), "2.0rc1");
  EXPECT_EQ(choose_python_version({}, ""), "");
}

TEST(PipIndex, IsReadFromTheUsersConfiguration) {
  EXPECT_EQ(index_in_pip_conf("[global]\nindex-url = https://index.example/simple\n[list]\nindex-url = no\n"),
            "https://index.example/simple");
  EXPECT_EQ(index_in_pip_conf("# index-url = x\nindex-url = outside\n"), "");
  EXPECT_EQ(index_in_pip_help("  -i, --index-url <url>       Base URL of the Python Package Index (default\n"
                              "                              https://index.example/simple). This should"),
            "https://index.example/simple");
  EXPECT_EQ(index_in_pip_help("nothing"), "");
}

TEST(CoreMetadata, GivesLicenceRepositoryAndPeople) {
  const JsonObject facts = core_metadata(
      "Metadata-Version: 2.4\r\nName: tool\r\nAuthor: Ann\r\nLicense: old\r\nLicense-Expression: MIT\r\n"
      "Project-URL: Docs, https://docs.example\r\nProject-URL: Source Code, https://code.example/tool\r\n\r\n"
      "License: of the description\r\n");
  EXPECT_EQ(find_string(facts, "licence"), "MIT");
  EXPECT_EQ(find_string(facts, "repository"), "https://code.example/tool");
  EXPECT_EQ(find_array(facts, "maintainers")->size(), 1u);
  EXPECT_TRUE(core_metadata("").empty());
  EXPECT_TRUE(core_metadata(std::string(1000, ':')).empty());
}

}  // namespace
}  // namespace mcpjury
