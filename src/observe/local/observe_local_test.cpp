// Whole looks at small servers written for the shell, in every sandbox that works here and without one.
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "observe/local/local.h"
#include "observe/local/plan.h"
#include "observe/local/test_child.h"

namespace mcpjury {
namespace {

constexpr const char* kServer = R"(
echo "a banner"; echo "starting with $API_KEY" >&2
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"method":"initialize"'*)
      echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"sh","version":"1"}}}';;
    *'"method":"tools/list"'*)
      echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"one","description":"'$API_KEY'","inputSchema":{"type":"object"}}]}}';;
    *'"id":'*) echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32601,"message":"no"}}';;
  esac
done
exit 4
)";

LocalOutcome look(const std::string& script, SandboxKind kind) {
  LocalOptions options;
  options.command = {"/bin/sh", "-c", script};
  options.environment = {{"API_KEY", "canary-value-1"}};
  options.observed_at = "2026-01-01T00:00:00Z";
  const Result<LocalPlan> plan = plan_local(options, kind);
  EXPECT_TRUE(plan.ok());
  LocalOutcome outcome;
  Loop loop;
  loop.spawn([&] { outcome = observe_local(loop, *plan, options); });
  loop.run();
  return outcome;
}

std::vector<SandboxKind> all_ways() {
  std::vector<SandboxKind> kinds = working_sandboxes();
  kinds.push_back(SandboxKind::kNone);
  return kinds;
}

TEST(ObserveLocal, AServerThatAnswers) {
  for (const SandboxKind kind : all_ways()) {
    SCOPED_TRACE(name_of(kind));
    const LocalOutcome outcome = look(kServer, kind);
    EXPECT_EQ(outcome.ended, "ok") << outcome.message;
    EXPECT_TRUE(outcome.anything_to_grade);
    const Json document = evidence_to_json(outcome.evidence);
    const std::string text = boost::json::serialize(document);
    EXPECT_EQ(text.find("canary"), std::string::npos) << text;
    const Result<Evidence> read = evidence_from_json(document, "evidence");
    ASSERT_TRUE(read.ok()) << read.error().message;
    const Json* process = resolve_pointer(document, "/facets/protocol/data/process");
    ASSERT_NE(process, nullptr);
    EXPECT_EQ(find_string(process->as_object(), "sandbox"), name_of(kind));
    EXPECT_EQ(find_string(process->as_object(), "ended"), "stdin_close");
    EXPECT_EQ(find_string(process->as_object(), "consent"), "asked");
    EXPECT_EQ(*find(*process, "exit_status"), 4);
    EXPECT_NE(resolve_pointer(document, "/facets/definition/data/tools/0/name"), nullptr);
    EXPECT_EQ(*resolve_pointer(document, "/facets/protocol/data/non_json_lines"), 1);
  }
}

TEST(ObserveLocal, AServerThatDiesAtOnce) {
  for (const SandboxKind kind : all_ways()) {
    SCOPED_TRACE(name_of(kind));
    const LocalOutcome outcome = look("echo broken >&2; exit 7", kind);
    EXPECT_EQ(outcome.ended, "protocol-error:exited");
    EXPECT_FALSE(outcome.anything_to_grade);
    EXPECT_NE(outcome.message.find("broken"), std::string::npos) << outcome.message;
    EXPECT_EQ(outcome.evidence.facet(Facet::kDefinition).state, FacetState::kCouldNotSee);
    EXPECT_TRUE(evidence_from_json(evidence_to_json(outcome.evidence), "evidence").ok());
  }
}

TEST(ObserveLocal, WhatWasSeenBeforeTheEndIsKept) {
  std::string script = kServer;
  script.replace(script.find("*'\"method\":\"tools/list\"'*)"), 27,
                 "*'\"method\":\"tools/list\"'*) exit 9;;\n    never)");
  const LocalOutcome outcome = look(script, SandboxKind::kNone);
  EXPECT_EQ(outcome.ended, "protocol-error:exited");
  EXPECT_TRUE(outcome.anything_to_grade);
  EXPECT_EQ(outcome.evidence.facet(Facet::kDefinition).state, FacetState::kSeen);
  EXPECT_EQ(outcome.evidence.facet(Facet::kDefinition).reason, "protocol-error:exited");
}

}  // namespace
}  // namespace mcpjury
