// Look-alike questions on SQLite, and on PostgreSQL where MCPJURY_TEST_POSTGRES names an empty database.
#include <gtest/gtest.h>
#include <soci/soci.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

#include "store/neighbour_keys.h"
#include "store/store.h"

namespace mcpjury {
namespace {

TEST(NeighbourKeys, OneEditSharesAPrint) {
  const auto meet = [](std::string_view a, std::string_view b, int deletions) {
    const auto left = deletion_prints(a, deletions), right = deletion_prints(b, deletions);
    std::vector<std::int64_t> both;
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
    return !both.empty();
  };
  for (const char* near :
       {"createissu", "createisssue", "createisxue", "createissue", "craeteissue", "xcreateissue"}) {
    EXPECT_TRUE(meet("createissue", near, 1)) << near;
    EXPECT_LE(edits_between("createissue", near, 2), 1u) << near;
  }
  EXPECT_FALSE(meet("createissue", "deleteissue", 1));
  EXPECT_TRUE(meet("postmark", "p0stmrk", 2));
  EXPECT_EQ(edits_between("postmark", "p0stmrk", 2), 2u);
  EXPECT_EQ(edits_between("abc", "xyz", 2), 3u);
  EXPECT_EQ(edits_between("", "ab", 2), 2u);
  EXPECT_EQ(near_key("Get_User-Name x.y"), "getusernamexy");
  EXPECT_EQ(near_key("list"), "");
  EXPECT_EQ(near_key(std::string(500, 'a')).size(), kLongestNearKey);
  EXPECT_EQ(deletion_prints("aaaa", 1).size(), 2u);
  // What is stored must mean the same for ever.
  EXPECT_EQ(deletion_prints("", 1), (std::vector<std::int64_t>{0x9ce484222325 ^ 0xcbf2}));
}

class NeighbourTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::string url = "sqlite::memory:";
    if (GetParam() == "postgresql") {
      url = std::getenv("MCPJURY_TEST_POSTGRES");
      soci::session sql("postgresql", std::getenv("MCPJURY_TEST_POSTGRES_PARAMETERS"));
      sql << "drop schema public cascade";
      sql << "create schema public";
    }
    auto opened = Store::open({.url = url});
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    store_ = std::move(*opened);
  }
  void add(const std::string& key, const std::vector<ToolRow>& tools, const std::string& label = "",
           const std::string& at = "2026-01-01T00:00:00Z") {
    ServerRow row;
    row.target_key = key;
    row.server_name = "server of " + key;
    row.publisher = key;
    row.host = label.empty() ? "" : label + ".example";
    row.host_label = row.host_key = label;
    row.first_seen = row.last_seen = at;
    row.tool_count = static_cast<std::uint32_t>(tools.size());
    const auto added = store_->add_servers({{row, tools}});
    ASSERT_TRUE(added.ok()) << added.error().message;
  }
  std::set<std::string> like(const std::string& name, const std::string& own = "me") {
    std::set<std::string> out;
    const auto seen = store_->names_like({{name, near_key(name), ""}}, own);
    EXPECT_TRUE(seen.ok()) << (seen ? "" : seen.error().message);
    if (!seen) return out;
    for (const ToolSeen& tool : *seen) out.insert(tool.target_key + "/" + tool.tool);
    return out;
  }
  std::set<std::string> hosts(const std::string& label, const std::string& looks = "-") {
    std::set<std::string> out;
    const auto seen = store_->hosts_like(label, looks, "me");
    EXPECT_TRUE(seen.ok()) << (seen ? "" : seen.error().message);
    if (!seen) return out;
    for (const ServerRow& row : *seen) out.insert(row.target_key);
    return out;
  }
  using Found = std::set<std::string>;
  std::unique_ptr<Store> store_;
};

TEST_P(NeighbourTest, FindsEqualAndNearNames) {
  add("a", {{"create_issue", "createissue", ""}, {"wipe", "wipe", ""}});
  add("b", {{"createIssue", "createissue", ""}, {"create_issues", "createissues", ""}});
  add("c", {{"delete_issue", "deleteissue", ""}});
  EXPECT_EQ(like("create_issue"), (Found{"a/create_issue", "b/createIssue", "b/create_issues"}));
  EXPECT_EQ(like("create_isue"), (Found{"a/create_issue", "b/createIssue"}));
  EXPECT_EQ(like("craete_issue"), (Found{"a/create_issue", "b/createIssue"}));
  EXPECT_EQ(like("create_issue", "a"), (Found{"b/createIssue", "b/create_issues"}));
  EXPECT_EQ(like("wipee"), Found{}) << "four letters are near by chance";
  EXPECT_EQ(like("nothing_like_it"), Found{});
  EXPECT_EQ(like("'; drop table tools; --"), Found{});
  EXPECT_EQ(like(std::string("create\0issue", 12)), (Found{"a/create_issue", "b/createIssue"}));
}

TEST_P(NeighbourTest, ANameThatAllUseIsBounded) {
  for (int i = 0; i < 260; ++i) add("s" + std::to_string(i), {{"search", "search", ""}});
  EXPECT_EQ(like("search").size(), 32u);
}

TEST_P(NeighbourTest, FindsDescriptionsAndCountsWhatIsShared) {
  add("a", {{"one", "one", "d1"}, {"two", "two", "d2"}, {"three", "three", ""}});
  add("a", {{"one", "one", "d1"}, {"two", "two", "d2"}}, "", "2026-02-01T00:00:00Z");
  const auto seen = store_->descriptions_like({{"x", "x", "d2"}, {"y", "y", ""}}, "me");
  ASSERT_TRUE(seen.ok()) << seen.error().message;
  ASSERT_EQ(seen->size(), 1u);
  EXPECT_EQ((*seen)[0].tool, "two");
  EXPECT_EQ((*seen)[0].first_seen, "2026-01-01T00:00:00Z");
  // Tools that are gone since are not shared.
  const auto rows = store_->servers({"a"});
  ASSERT_TRUE(rows.ok()) << rows.error().message;
  ASSERT_EQ(rows->size(), 1u);
  EXPECT_EQ((*rows)[0].first_seen, "2026-01-01T00:00:00Z");
  EXPECT_EQ((*rows)[0].last_seen, "2026-02-01T00:00:00Z");
  EXPECT_EQ((*rows)[0].tool_count, 2u);
  EXPECT_EQ(shared_names((*rows)[0].name_prints, name_prints({"other", "three", "one", "one"})), 1u);
  EXPECT_EQ(store_->tools_of("a")->size(), 3u);
}

TEST_P(NeighbourTest, FindsHosts) {
  add("a", {{"one", "one", ""}}, "postmark");
  add("b", {{"one", "one", ""}}, "billing");
  add("me", {{"one", "one", ""}}, "postmarkk");
  EXPECT_EQ(hosts("postmark"), Found{"a"});
  EXPECT_EQ(hosts("p0stmark"), Found{"a"});
  EXPECT_EQ(hosts("postmrak"), Found{"a"});
  EXPECT_EQ(hosts("posmarc"), Found{"a"});
  EXPECT_EQ(hosts("somewhere"), Found{});
  EXPECT_EQ(hosts("somewhere", "billing"), Found{"b"}) << "looks the same";
  EXPECT_EQ(hosts(""), Found{});
}

std::vector<std::string> neighbour_engines() {
  std::vector<std::string> out{"sqlite"};
  if (std::getenv("MCPJURY_TEST_POSTGRES") != nullptr) out.emplace_back("postgresql");
  return out;
}
INSTANTIATE_TEST_SUITE_P(Engines, NeighbourTest, testing::ValuesIn(neighbour_engines()),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace mcpjury
