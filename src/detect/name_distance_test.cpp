#include "detect/name_distance.h"

#include <gtest/gtest.h>

#include <utility>

namespace mcpjury {
namespace {

TEST(NameDistance, KnowsSlips) {
  constexpr std::pair<const char*, const char*> kSlips[] = {
      {"raed_file", "read_file"},
      {"create_pull_requst", "create_pull_request"},
      {"search_repositorries", "search_repositories"},
      {"playwright_navigatte", "playwright_navigate"},
      {"get_file_contentz", "get_file_contents"},
  };
  for (const auto& [name, known] : kSlips) EXPECT_TRUE(looks_misspelt(name, known)) << name;
}

TEST(NameDistance, LetsOtherNamesPass) {
  constexpr std::pair<const char*, const char*> kOthers[] = {
      {"read_file", "read_file"},
      {"readFile", "read_file"},
      {"read_files", "read_file"},
      {"list_file", "list_files"},
      {"get_issues", "get_issue"},
      {"set_pull_request", "get_pull_request"},
      {"get_files_info", "get_file_info"},
      {"edit_file", "read_file"},
      {"jquery", "query"},
      {"fetch_url2", "fetch_url"},
      {"get_comment", "get_commit"},
      {"list_comments", "list_commits"},
      {"move_files", "move_file"},
      {"query_v2", "query"},
      {"list_tasks", "list_tags"},
      {"search_notes", "search_nodes"},
      {"load_file", "read_file"},
  };
  for (const auto& [name, known] : kOthers) EXPECT_FALSE(looks_misspelt(name, known)) << name;
}

TEST(NameDistance, TellsNearFromOrdinary) {
  EXPECT_TRUE(one_edit_apart("send_mail", "send_maill").near);
  EXPECT_FALSE(one_edit_apart("send_mail", "send_maill").ordinary);
  EXPECT_TRUE(one_edit_apart("get_value", "set_value").ordinary);
  EXPECT_TRUE(one_edit_apart("list_note", "list_notes").ordinary);
  EXPECT_TRUE(one_edit_apart("send_mail", "send_mail2").ordinary);
  EXPECT_FALSE(one_edit_apart("ping", "pong").near);
  EXPECT_FALSE(one_edit_apart("send_mail", "sendMail").near);
  EXPECT_FALSE(one_edit_apart("send_mail", "read_mail").near);
}

TEST(NameDistance, MaskNeverRejectsANearPair) {
  const FoldedName a = fold("search_repositories");
  for (const char* other :
       {"serch_repositories", "search_repositoriez", "saerch_repositories", "search_repositoriess"}) {
    EXPECT_TRUE(may_be_near(a, fold(other), 1)) << other;
  }
  EXPECT_FALSE(may_be_near(a, fold("list_tables"), 2));
}

}  // namespace
}  // namespace mcpjury
