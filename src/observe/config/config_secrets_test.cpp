#include "observe/config/config_secrets.h"

#include <gtest/gtest.h>

#include "base/canonical_json.h"
#include "observe/config/configured_evidence.h"

namespace mcpjury {
namespace {

// Assembled here, so that no scanner takes this file for a leak.
const std::string kGithub = std::string("gh") + "p_" + "R7dQ2mX9vLk4TzY8wB3nH6sJ1cF5gA0pE2uV";
const std::string kRandom = "q8Zr3Lw9Xk2Vb7Nt5Mj1";

std::string kind_of(std::string_view name, std::string_view value) {
  ConfigSecrets secrets;
  const auto found = secrets.judge("environment", name, value);
  return found ? found->kind : "";
}

TEST(ConfigSecrets, Finds) {
  EXPECT_EQ(kind_of("ANYTHING", kGithub), "github-token");
  EXPECT_EQ(kind_of("Authorization", "Bearer " + kGithub), "github-token");
  EXPECT_NE(kind_of("API_KEY", kRandom), "");
  EXPECT_NE(kind_of("DB_PASSWORD", "hunter2hunter"), "");
  EXPECT_NE(kind_of("API_KEY", "${API_KEY:-" + kGithub + "}"), "");
}

TEST(ConfigSecrets, StaysQuiet) {
  for (const char* value :
       {"", "${input:key}", "${env:KEY}", "$KEY", "%KEY%", "{env:KEY}", "${{ secrets.KEY }}",
        "op://vault/item/field", "YOUR_API_KEY", "your-api-key-here", "<key>", "xxxxxxxxxxxx", "true",
        "/run/secrets/key", "~/.keys/a", "https://h.example/keys", "Bearer ${TOKEN}", "changeme",
        "API_KEY_HERE"})
    EXPECT_EQ(kind_of("API_KEY", value), "") << value;
  for (const char* name : {"KEY_PATH", "TOKEN_LIMIT", "MAX_TOKENS", "TOKEN_URL", "PUBLIC_KEY", "AUTHOR",
                           "KEYBOARD", "MONKEY", "SECRET_NAME", "AWS_REGION", "NODE_ENV"})
    EXPECT_FALSE(names_secret(name)) << name;
  for (const char* name : {"GITHUB_TOKEN", "apiKey", "--api-key", "X-Auth-Token", "OPENAI_KEY", "dbPassword",
                           "AWS_SECRET_ACCESS_KEY", "GITHUB_PERSONAL_ACCESS_TOKEN", "PGPASSWORD_SECRET"})
    EXPECT_TRUE(names_secret(name)) << name;
}

TEST(ConfigSecrets, ShowsNoneOfThem) {
  ConfigSecrets secrets;
  std::vector<ConfigSecret> found;
  const std::vector<std::string> words = {
      "--api-key",
      "hunter2hunter",
      "--token=" + kRandom,
      kGithub,
      "-e",
      "PASSWORD=opensesame1",
      "--header",
      "Authorization:Bearer " + kRandom,
      "postgres://u:opensesame1@db.example/x",
      "https://h.example/" + kRandom + kRandom + "/mcp?api_key=" + kRandom + "&v=1#" + kRandom,
      "sh -c 'TOKEN=opensesame1 run --password opensesame1'",
      kRandom,
      "--root",
      "/srv/data"};
  std::string all;
  for (const std::string& word : secrets.shown_words(words, found)) all += word + "\n";
  for (const std::string& secret : {std::string("hunter2"), kRandom, kGithub, std::string("opensesame1")})
    EXPECT_EQ(all.find(secret), std::string::npos) << all;
  EXPECT_NE(all.find("/srv/data"), std::string::npos);
  EXPECT_NE(all.find("https://h.example/"), std::string::npos);
  EXPECT_GE(found.size(), 6u);
}

TEST(ConfiguredEvidence, HoldsWhatIsSaidAndNoSecret) {
  ConfiguredServer server;
  server.clients = {"cursor", "vscode"};
  server.scope = "project";
  server.path = "/projects/p/.mcp.json";
  server.file = ".mcp.json";
  server.line = 3;
  server.name = "files";
  server.command = "npx";
  server.args = {"-y", "files-mcp@1.2.3", "--token", kRandom};
  server.environment = {{"GITHUB_TOKEN", kGithub}, {"MODE", "fast"}, {"REF", "${env:X}"}};
  ConfigSecrets secrets;
  const Evidence evidence = configured_evidence(server, secrets, "2026-01-02T03:04:05Z");
  const std::string text = canonical_json(evidence_to_json(evidence));
  EXPECT_EQ(text.find(kRandom), std::string::npos);
  EXPECT_EQ(text.find(kGithub), std::string::npos);
  EXPECT_EQ(text.find("fast"), std::string::npos);  // values of variables are never kept
  EXPECT_EQ(evidence.target.kind, TargetKind::kConfig);
  // What is written can be read again: the schema knows every member.
  auto parsed = parse_json(text, "record", {});
  ASSERT_TRUE(parsed.ok());
  const auto again = evidence_from_json(parsed->value, "record");
  EXPECT_TRUE(again.ok()) << (again.ok() ? "" : again.error().message);
  const Json* package = resolve_pointer(evidence.facet(Facet::kTransport).data, "/configured/package");
  ASSERT_NE(package, nullptr);
  EXPECT_EQ(find_string(package->get_object(), "name"), "files-mcp");
  EXPECT_EQ(find_string(package->get_object(), "version"), "1.2.3");
  EXPECT_EQ(
      resolve_pointer(evidence.facet(Facet::kTransport).data, "/configured/secrets")->get_array().size(), 2u);
}

TEST(ConfiguredEvidence, SameNameOtherServer) {
  ConfiguredServer user, project, other;
  user.clients = project.clients = {"cursor"};
  other.clients = {"codex"};
  user.name = "github";
  project.name = "GitHub";
  other.name = "github";
  user.path = "a", project.path = "b", other.path = "c";
  user.file = "a", project.file = "b", other.file = "c";
  user.command = project.command = other.command = "npx";
  user.args = {"-y", "github-mcp@1.0.0"};
  project.args = {"-y", "evil-mcp"};
  other.args = {"github-mcp@2.0.0"};
  const std::vector<ConfiguredServer> servers = {user, project, other};
  ConfigSecrets secrets;
  std::vector<Evidence> evidence;
  for (const ConfiguredServer& server : servers) evidence.push_back(configured_evidence(server, secrets, ""));
  add_same_names(servers, evidence);
  const auto others = [&](std::size_t i) {
    const Json* list = resolve_pointer(evidence[i].facet(Facet::kTransport).data, "/configured/same_name");
    return list == nullptr ? std::size_t{0} : list->get_array().size();
  };
  EXPECT_EQ(others(0), 1u);  // another version of the same package is the same server
  EXPECT_EQ(others(1), 2u);
  EXPECT_EQ(others(2), 1u);
  const Json* same =
      resolve_pointer(evidence[0].facet(Facet::kTransport).data, "/configured/same_name/0/same_client");
  ASSERT_NE(same, nullptr);
  EXPECT_TRUE(same->get_bool());
}

}  // namespace
}  // namespace mcpjury
