#include "fleet/targets.h"

#include <gtest/gtest.h>

#include "fleet/fleet_report.h"
#include "fleet/status.h"
#include "fleet/submit.h"
#include "scan/configured.h"

namespace mcpjury {
namespace {

Listed listed(std::string_view word) {
  Listed out;
  list_target(word, "n", out);
  return out;
}

std::string only_target(std::string_view word) {
  const Listed out = listed(word);
  return out.targets.size() == 1 && out.skipped.empty() ? out.targets[0].target : "";
}

TEST(FleetTargets, OneSpellingOfAServer) {
  EXPECT_EQ(only_target("HTTPS://Host.Example:443/Mcp"), "https://host.example/Mcp");
  EXPECT_EQ(only_target("https://host.example"), "https://host.example/");
  EXPECT_EQ(listed("https://Host.Example/a").targets[0].host, "host.example");
  EXPECT_EQ(listed("https://host.example/a").targets[0].kind, "remote");
}

TEST(FleetTargets, PackagesWithAndWithoutVersion) {
  const Listed out = listed("npm:@scope/name@1.2.3");
  ASSERT_EQ(out.targets.size(), 1u);
  EXPECT_EQ(out.targets[0].target, "npm:@scope/name");
  EXPECT_EQ(word_of(out.targets[0]), "npm:@scope/name@1.2.3");
  EXPECT_EQ(out.targets[0].host, "npm");
  EXPECT_EQ(only_target("pypi:name"), "pypi:name");
  EXPECT_EQ(word_of(listed("npm:@scope/name").targets[0]), "npm:@scope/name");
}

TEST(FleetTargets, WhatCannotBeScannedIsSaid) {
  for (const std::string_view word : {"", "x", "/etc/passwd", "ftp://x.example/", "npm:", "npm:a b",
                                      "file:///etc/passwd", "https://u:p@x.example/", "https://"}) {
    const Listed out = listed(word);
    EXPECT_TRUE(out.targets.empty()) << word;
    ASSERT_EQ(out.skipped.size(), 1u) << word;
    EXPECT_FALSE(out.skipped[0].reason.empty());
    EXPECT_EQ(out.skipped[0].what.find("u:p"), std::string::npos);
  }
}

TEST(FleetTargets, ConfiguredServersWithoutTheirSecrets) {
  Listed out;
  ConfiguredServer server;
  server.name = "a";
  server.command = "/usr/bin/npx";
  server.args = {"-y", "@a/b@2.0.0", "--token", "secret"};
  list_configured(server, out);
  server.command = "uvx";
  server.args = {"notes==1.0"};
  list_configured(server, out);
  server.command = "./run.sh";
  list_configured(server, out);
  ASSERT_EQ(out.targets.size(), 2u);
  EXPECT_EQ(word_of(out.targets[0]), "npm:@a/b@2.0.0");
  EXPECT_EQ(word_of(out.targets[1]), "pypi:notes@1.0");
  EXPECT_EQ(out.skipped.size(), 1u);
}

TEST(FleetTargets, TheNameOfAScanIsMadeOfRoundAndTarget) {
  EXPECT_EQ(fleet_uid("a", "b"), fleet_uid("a", "b"));
  EXPECT_NE(fleet_uid("a", "b"), fleet_uid("b", "a"));
  EXPECT_EQ(fleet_uid("a", "b").size(), 32u);
}

TEST(FleetShown, ProgressAndDurations) {
  JobCounts counts;
  counts.waiting = 1000;
  counts.done = 999;
  counts.dead = 1;
  EXPECT_EQ(progress_line(counts, 100, 80),
            "[##########..........] 1,000 of 2,000, 50 %, 100.0/s, 10 s left, 1 dead");
  EXPECT_EQ(progress_line({}, 0, 80), "[####################] 0 of 0, 100 %");
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(3600), "60 min");
  EXPECT_EQ(duration_text(36000), "10.0 h");
}

TEST(FleetShown, ThirdsOfAScale) {
  EXPECT_EQ(third_of("tooltrust", "a"), 0);
  EXPECT_EQ(third_of("tooltrust", "f"), 2);
  EXPECT_EQ(third_of("ampel", "amber"), 1);
  EXPECT_EQ(third_of("ampel", "not_run"), -1);
  EXPECT_EQ(grade_in(JsonObject{{"ampel", JsonObject{{"light", "Green"}}}}, "ampel"), "green");
  EXPECT_EQ(grade_in(Json(), "ampel"), "");
}

TEST(FleetShown, MetricsAreWhole) {
  WorkerFigures figures;
  figures.failures["not_reached"] = 3;
  const std::string text = metrics_text(figures);
  EXPECT_NE(text.find("mcpjury_fleet_failures_total{class=\"not_reached\"} 3\n"), std::string::npos);
  EXPECT_EQ(text.back(), '\n');
}

}  // namespace
}  // namespace mcpjury
