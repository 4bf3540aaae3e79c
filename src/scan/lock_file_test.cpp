#include "scan/lock_file.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Evidence seen(std::string_view definition) {
  Evidence evidence;
  evidence.target = {TargetKind::kRemote, "https://host.example/mcp", "https://host.example/mcp"};
  evidence.observed_at = "2026-11-15T00:00:00Z";
  evidence.facet(Facet::kDefinition) = {FacetState::kSeen, {}, parse_json(definition, "test", {})->value};
  return evidence;
}

constexpr std::string_view kTwo =
    R"({"server":{"name":"notes","version":"1.0"},"tools":[{"name":"b","description":"B"},{"name":"a"}]})";

TEST(LockFile, WhatIsWrittenIsReadBack) {
  LockFile lock;
  lock.servers["https://host.example/mcp"] = *approve(seen(kTwo), "ann", "read on 2026-11-15");
  const std::string text = write_lock(lock);
  const auto again = read_lock(text, "mcpjury.lock");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(write_lock(*again), text);
  EXPECT_EQ(again->servers.begin()->second.server_name, "notes");
}

TEST(LockFile, AHandEditedEntryIsRefused) {
  LockFile lock;
  lock.servers["x"] = *approve(seen(kTwo), "", "");
  std::string text = write_lock(lock);
  text.replace(text.find("\"B\""), 3, "\"C\"");
  const auto again = read_lock(text, "mcpjury.lock");
  ASSERT_FALSE(again.ok());
  EXPECT_NE(again.error().message.find("edited by hand"), std::string::npos);
}

TEST(LockFile, OtherFilesAreRefused) {
  EXPECT_FALSE(read_lock("{}", "x").ok());
  EXPECT_FALSE(read_lock("[1]", "x").ok());
  EXPECT_FALSE(read_lock(R"({"lock":"mcpjury-lock/1","servers":{"a":3}})", "x").ok());
  EXPECT_FALSE(read_lock(R"({"lock":"mcpjury-lock/1","servers":{"a":{}}})", "x").ok());
  EXPECT_FALSE(read_lock("nonsense", "x").ok());
}

TEST(LockFile, HalfASurfaceIsNotApproved) {
  EXPECT_FALSE(approve(seen(R"({"tools":[]})"), "", "").ok());
  Evidence cut = seen(kTwo);
  cut.limits.push_back({"tools", "", 5});
  EXPECT_FALSE(approve(cut, "", "").ok());
}

TEST(LockFile, SurfacesOfOtherCredentialsAreKeptApart) {
  const LockEntry entry = *approve(seen(kTwo), "", "");
  Evidence evidence = seen(kTwo);
  evidence.facet(Facet::kAuth) = {
      FacetState::kSeen, {}, JsonObject{{"credential", JsonObject{{"label", "api_key"}}}}};
  add_pins(evidence, entry, "mcpjury.lock");
  EXPECT_EQ(evidence.facet(Facet::kPins).state, FacetState::kCouldNotSee);
  EXPECT_EQ(evidence.facet(Facet::kPriorSurface).state, FacetState::kNotLooked);
}

TEST(LockFile, FillsFacetsThatTheSchemaAllows) {
  Evidence evidence = seen(kTwo);
  add_pins(evidence, *approve(evidence, "ann", "ok"), "mcpjury.lock");
  EXPECT_TRUE(evidence.seen(Facet::kPins));
  EXPECT_TRUE(evidence.seen(Facet::kPriorSurface));
  EXPECT_TRUE(evidence_from_json(evidence_to_json(evidence), "test").ok());
}

}  // namespace
}  // namespace mcpjury
