#include "detect/rules/start_package.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Evidence started(std::string_view command, std::initializer_list<std::string_view> args) {
  Evidence evidence;
  JsonArray words;
  for (const std::string_view word : args) words.emplace_back(word);
  evidence.facet(Facet::kTransport) = {
      FacetState::kSeen, "",
      JsonObject{{"stdio", JsonObject{{"command", command}, {"args", std::move(words)}}}}};
  return evidence;
}

void expect(const Evidence& evidence, std::string_view ecosystem, std::string_view name,
            std::string_view version) {
  const StartPackage package = start_package(evidence);
  EXPECT_EQ(package.ecosystem, ecosystem);
  EXPECT_EQ(package.name, name);
  EXPECT_EQ(package.version, version);
}

TEST(StartPackage, Runners) {
  expect(started("npx", {"-y", "some-server"}), "npm", "some-server", "");
  expect(started("/usr/bin/npx", {"--yes", "@acme/notes@1.2.3", "--root", "."}), "npm", "@acme/notes",
         "1.2.3");
  expect(started("npx.cmd", {"notes@latest"}), "npm", "notes", "");
  expect(started("npx", {"-y", "--package=@acme/notes@2.0.0", "run-notes"}), "npm", "@acme/notes", "2.0.0");
  expect(started("npm", {"exec", "-y", "notes@1.0.0"}), "npm", "notes", "1.0.0");
  expect(started("uvx", {"notes==0.4.1"}), "PyPI", "notes", "0.4.1");
  expect(started("uvx", {"--from", "notes[all]==0.4.1", "notes-server"}), "PyPI", "notes", "0.4.1");
  expect(started("uvx", {"notes@0.4.1"}), "PyPI", "notes", "0.4.1");
  expect(started("pipx", {"run", "notes"}), "PyPI", "notes", "");
}

TEST(StartPackage, NoPackage) {
  for (const Evidence& evidence :
       {started("node", {"server.js"}), started("npx", {}), started("npx", {"./local"}),
        started("uvx", {"--from", "git+https://a.example/x", "x"}), Evidence{}}) {
    EXPECT_FALSE(start_package(evidence).known());
  }
}

TEST(StartPackage, ProvenanceComesFirst) {
  Evidence evidence = started("npx", {"-y", "some-server"});
  evidence.facet(Facet::kProvenance) = {
      FacetState::kSeen, "",
      JsonObject{
          {"package", JsonObject{{"ecosystem", "npm"}, {"name", "some-server"}, {"version", "3.1.0"}}}}};
  expect(evidence, "npm", "some-server", "3.1.0");
  EXPECT_EQ(start_package(evidence).place, "/package");
}

}  // namespace
}  // namespace mcpjury
