#include "observe/local/local_outcome.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "base/json.h"
#include "mcp/failure.h"
#include "model/evidence.h"
#include "observe/local/plan.h"

namespace mcpjury {
namespace {

LocalOptions options_for(std::vector<std::string> command) {
  LocalOptions options;
  options.command = std::move(command);
  options.environment = {{"API_KEY", "canary-value-1"}, {"DEBUG", "1"}};
  options.observed_at = "2026-01-01T00:00:00Z";
  options.yes = true;
  return options;
}

TEST(LocalOutcome, Families) {
  Conversation fine;
  ChildFacts child;
  child.end = ChildEnd::kStdinClose;
  EXPECT_EQ(ended_as(fine, child), "ok");
  child.helpers = 1;
  EXPECT_EQ(ended_as(fine, child), "whole-process-group-reaped");
  child.end = ChildEnd::kSigkill;
  EXPECT_EQ(ended_as(fine, child), "killed-after-grace");
  Conversation silent;
  silent.failure = failure::kResponseTimeout;
  EXPECT_EQ(ended_as(silent, child), "timeout:mcp-response-and-child-reaped");
  child.timed_out = true;
  EXPECT_EQ(ended_as(silent, child), "timeout:total-and-child-reaped");
  child.limit = "stderr_bytes";
  EXPECT_EQ(ended_as(silent, child), "limit:stderr-bytes");
  fine.limits = {{"pages", 5}};
  EXPECT_EQ(ended_as(fine, {}), "limit:pages");
  silent.failure = failure::kExited;
  EXPECT_EQ(ended_as(silent, {}), "protocol-error:exited");
}

TEST(LocalOutcome, EvidenceHoldsNoSecretAndFitsTheSchema) {
  const LocalOptions options = options_for({"npx", "-y", "server@1", "--token=canary-value-1"});
  LocalPlan plan;
  plan.sandbox = "bubblewrap+seccomp";
  plan.install = {"npm", "install", "<scratch>/package"};
  plan.environment = {"API_KEY"};
  RunRecord record;
  record.scratch = "/tmp/mcpjury-abcdef";
  record.run = {"node", "/tmp/mcpjury-abcdef/package/x.js", "canary-value-1"};
  record.readable = {"/tmp/mcpjury-abcdef/package"};
  record.package = "npm:server@1.0.0";
  record.child.stderr_tail = "key canary-value-1\n\x1b[31mred in /tmp/mcpjury-abcdef\xff";
  record.child.stderr_bytes = 1000;
  record.child.exit_status = 0;
  record.child.end = ChildEnd::kStdinClose;
  record.child.watched = true;
  record.child.attempts = {{"connect", "inet", "192.0.2.1", 443, ""}, {"dns", "", "", 0, "example.com"}};
  Conversation conversation;
  conversation.handshake = conversation.tools_listed = true;
  conversation.protocol["wire"] = "stdio";
  conversation.definition["tools"] =
      JsonArray{JsonObject{{"name", "a"}, {"description", "uses canary-value-1"}}};
  const LocalOutcome outcome = local_outcome(std::move(conversation), record, plan, options);
  const Json document = evidence_to_json(outcome.evidence);
  const std::string text = boost::json::serialize(document);
  EXPECT_EQ(text.find("canary"), std::string::npos) << text;
  EXPECT_EQ(text.find("mcpjury-abcdef"), std::string::npos) << text;
  EXPECT_EQ(text.find("\\u001b"), std::string::npos) << text;
  const Result<Evidence> read = evidence_from_json(document, "evidence");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->target.id, "npm:server");
  EXPECT_EQ(read->target.kind, TargetKind::kLocal);
  EXPECT_TRUE(outcome.anything_to_grade);
  // Tools were listed, but not to the end.
  EXPECT_NE(text.find("\"truncated\":true"), std::string::npos);
}

TEST(LocalOutcome, FailedFetch) {
  const LocalOptions options = options_for({"uvx", "server"});
  LocalPlan plan;
  plan.sandbox = "none";
  const LocalOutcome outcome = failed_outcome("unreachable:install", "no: canary-value-1", {}, plan, options);
  EXPECT_FALSE(outcome.anything_to_grade);
  EXPECT_EQ(outcome.message, "no: [env:API_KEY]");
  EXPECT_EQ(outcome.evidence.facet(Facet::kDefinition).state, FacetState::kCouldNotSee);
  EXPECT_TRUE(evidence_from_json(evidence_to_json(outcome.evidence), "evidence").ok());
}

TEST(LocalPlanText, SaysWhatHappens) {
  const LocalOptions options = options_for({"/bin/sh", "-c", "echo canary-value-1", "/etc"});
  const Result<LocalPlan> plan = plan_local(options, SandboxKind::kBubblewrap);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(plan->text.find("canary"), std::string::npos);
  EXPECT_NE(plan->text.find("No network"), std::string::npos);
  EXPECT_NE(plan->text.find("not shown to it, because too much is there: /etc"), std::string::npos)
      << plan->text;
  EXPECT_NE(plan->text.find("API_KEY"), std::string::npos);
  const Result<LocalPlan> open = plan_local(options, SandboxKind::kNone);
  ASSERT_TRUE(open.ok());
  EXPECT_NE(open->text.find("NONE"), std::string::npos);
  EXPECT_EQ(plan_local(options_for({"docker", "run", "x"})).error().code, ErrorCode::kRefused);
  EXPECT_EQ(plan_local(options_for({"/no/such/program"}), SandboxKind::kNone).error().code,
            ErrorCode::kNotReached);
}

}  // namespace
}  // namespace mcpjury
