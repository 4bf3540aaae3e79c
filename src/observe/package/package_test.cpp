// Whole looks at packages of a registry on loopback that says what the test wants.
#include "observe/package/package.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <mutex>

#include "base/base64.h"
#include "base/canonical_json.h"
#include "base/sha256.h"
#include "net/client_fixture.h"
#include "observe/package/digests.h"
#include "observe/package/manifest_check.h"
#include "observe/package/npm_registry.h"

namespace mcpjury {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

std::string packed(const Files& files, bool zip = false) {
  std::string out(1u << 20, '\0');
  std::size_t used = 0;
  archive* writer = archive_write_new();
  if (zip) {
    archive_write_set_format_zip(writer);
  } else {
    archive_write_set_format_pax_restricted(writer);
    archive_write_add_filter_gzip(writer);
  }
  archive_write_open_memory(writer, out.data(), out.size(), &used);
  for (const auto& [name, content] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(writer, entry);
    archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  out.resize(used);
  return out;
}

class PackageTest : public ClientTest {
 protected:
  // Path to answer; a path that is not there gets 404.
  std::map<std::string, std::string> answers;
  std::map<std::string, std::string> heads;
  std::vector<std::string> requests;
  std::mutex mutex;

  std::unique_ptr<ScriptedServer> serve() {
    return std::make_unique<ScriptedServer>([this](Connection& connection) {
      for (;;) {
        const std::string request = connection.request();
        if (request.empty()) return;
        const std::size_t begin = request.find(' ') + 1;
        const std::string path = request.substr(begin, request.find(' ', begin) - begin);
        std::string head = "HTTP/1.1 200 OK\r\n", body;
        {
          const std::lock_guard lock(mutex);
          requests.push_back(request);
          if (const auto found = heads.find(path); found != heads.end()) {
            connection.say(found->second);
            return;
          }
          const auto found = answers.find(path);
          if (found == answers.end()) head = "HTTP/1.1 404 Not Found\r\n";
          body = found == answers.end() ? "{}" : found->second;
        }
        connection.answer(body, head);
      }
    });
  }

  std::string document(const ScriptedServer& server, const std::string& archive,
                       const std::string& manifest = {}, const std::string& integrity = {}) {
    const std::string digest =
        integrity.empty() ? "sha512-" + base64_encode(digest_of("sha512", archive)) : integrity;
    return R"({"name":"tool","dist-tags":{"latest":"1.0.0"},"time":{"1.0.0":"2026-01-02T03:04:05.000Z"},)"
           R"("maintainers":[{"name":"alice","email":"a@example.com"}],"versions":{"1.0.0":{"name":"tool",)"
           R"("version":"1.0.0","license":"MIT","repository":{"url":"git+https://code.example/tool.git"},)" +
           manifest + R"("dist":{"integrity":")" + digest + R"(","tarball":")" +
           server.url("/tool/-/tool-1.0.0.tgz") + R"("}}}})";
  }

  Result<Evidence> look(const ScriptedServer& server, const std::string& target = "npm:tool") {
    PackageOptions options;
    options.target = target;
    options.registry = server.url("/");
    options.source.observed_at = "2026-11-15T00:00:00Z";
    options.total = Milliseconds(5'000);
    return observe_package({loop, resolver, default_trust}, options);
  }

  static const JsonObject& provenance(const Evidence& evidence, std::string_view member) {
    static const JsonObject none;
    const JsonObject* found = find_object(evidence.facet(Facet::kProvenance).data.get_object(), member);
    return found != nullptr ? *found : none;
  }

  const Files plain = {
      {"package/package.json", R"({"name":"tool","version":"1.0.0","main":"dist/index.js"})"},
      {"package/dist/index.js", "console.log(1)"},
      {"package/tools.json", R"({"tools":[{"name":"read","description":"Reads.","inputSchema":{}}]})"}};
};

TEST_F(PackageTest, AnNpmPackageBecomesEvidence) {
  const auto server = serve();
  const std::string archive = packed(plain);
  answers = {{"/tool", document(*server, archive)}, {"/tool/-/tool-1.0.0.tgz", archive}};
  const auto evidence = look(*server);
  ASSERT_TRUE(evidence.ok()) << evidence.error().message;
  EXPECT_EQ(evidence->target.kind, TargetKind::kPackage);
  EXPECT_EQ(evidence->target.id, "npm:tool@1.0.0");
  EXPECT_TRUE(evidence->seen(Facet::kDefinition));
  const JsonObject& package = provenance(*evidence, "package");
  EXPECT_EQ(find_string(package, "version"), "1.0.0");
  EXPECT_EQ(find_string(package, "licence"), "MIT");
  EXPECT_EQ(find_string(package, "published_at"), "2026-01-02T03:04:05.000Z");
  EXPECT_EQ(find_string(provenance(*evidence, "archive"), "integrity"), "matches");
  // This registry shows neither signatures nor attestations: nothing is said of them.
  EXPECT_EQ(find(evidence->facet(Facet::kProvenance).data, "signatures"), nullptr);
  EXPECT_EQ(find(evidence->facet(Facet::kProvenance).data, "slsa_level"), nullptr);
  const auto json = evidence_to_json(*evidence);
  EXPECT_TRUE(evidence_from_json(json, "test").ok());
}

TEST_F(PackageTest, WrongIntegrityIsSaidAndNotCalledComplete) {
  const auto server = serve();
  const std::string archive = packed(plain);
  answers = {{"/tool", document(*server, archive, {}, "sha512-AAAA")}, {"/tool/-/tool-1.0.0.tgz", archive}};
  const auto evidence = look(*server);
  ASSERT_TRUE(evidence.ok());
  EXPECT_EQ(find_string(provenance(*evidence, "archive"), "integrity"), "differs");
  const Json* complete = find(evidence->facet(Facet::kDependencies).data, "complete");
  ASSERT_NE(complete, nullptr);
  EXPECT_FALSE(complete->get_bool());
}

TEST_F(PackageTest, AHiddenInstallScriptIsADifference) {
  const auto server = serve();
  Files files = plain;
  files[0].second =
      R"({"name":"tool","version":"1.0.0","scripts":{"postinstall":"node x.js"},"dependencies":{"evil":"1.0.0"},)"
      R"("bin":{"tool":"missing.js"}})";
  const std::string archive = packed(files);
  answers = {{"/tool", document(*server, archive)}, {"/tool/-/tool-1.0.0.tgz", archive}};
  const auto evidence = look(*server);
  ASSERT_TRUE(evidence.ok());
  const JsonObject& facts = provenance(*evidence, "archive");
  const JsonArray* differences = find_array(facts, "manifest_differences");
  ASSERT_NE(differences, nullptr);
  ASSERT_EQ(differences->size(), 2u);
  EXPECT_EQ((*differences)[0], "scripts.postinstall: only in the archive: node x.js");
  EXPECT_EQ((*find_array(facts, "missing_files"))[0], "bin: missing.js");
}

TEST_F(PackageTest, TheArchiveMayNotLieOnAnotherPrivateMachine) {
  const auto server = serve();
  const std::string archive = packed(plain);
  std::string text = document(*server, archive);
  const std::string here = "127.0.0.1:" + std::to_string(server->port());
  text.replace(text.find(here + "/tool/-"), here.size(), "inside.example:" + std::to_string(server->port()));
  resolver.answers["inside.example"] = {{"127.0.0.1"}};
  answers = {{"/tool", text}, {"/tool/-/tool-1.0.0.tgz", archive}};
  const auto evidence = look(*server);
  ASSERT_FALSE(evidence.ok());
  EXPECT_EQ(evidence.error().code, ErrorCode::kNotReached);
  EXPECT_NE(evidence.error().message.find("refused"), std::string::npos) << evidence.error().message;
}

TEST_F(PackageTest, ARedirectToAPrivateAddressIsNotFollowed) {
  const auto server = serve();
  const std::string archive = packed(plain);
  answers = {{"/tool", document(*server, archive)}};
  heads["/tool/-/tool-1.0.0.tgz"] =
      "HTTP/1.1 302 Found\r\nLocation: http://10.0.0.1/x.tgz\r\nContent-Length: 0\r\nConnection: "
      "close\r\n\r\n";
  const auto evidence = look(*server);
  ASSERT_FALSE(evidence.ok());
  EXPECT_EQ(evidence.error().code, ErrorCode::kNotReached);
}

TEST_F(PackageTest, MissingPackagesAndVersionsAreSaidPlainly) {
  const auto server = serve();
  EXPECT_EQ(look(*server).error().code, ErrorCode::kNothingToGrade);
  answers = {{"/tool", document(*server, "x")}};
  EXPECT_EQ(look(*server, "npm:tool@9.9.9").error().code, ErrorCode::kNothingToGrade);
  answers = {{"/tool", "not json"}};
  EXPECT_EQ(look(*server).error().code, ErrorCode::kNotReached);
  answers = {{"/tool", document(*server, "x")}, {"/tool/-/tool-1.0.0.tgz", "no archive"}};
  EXPECT_EQ(look(*server).error().code, ErrorCode::kUnreadable);
}

TEST_F(PackageTest, CredentialsGoToTheRegistryAndAreNeverShown) {
  const auto server = serve();
  const std::string archive = packed(plain);
  answers = {{"/tool", document(*server, archive)}, {"/tool/-/tool-1.0.0.tgz", archive}};
  PackageOptions options;
  options.target = "npm:tool";
  options.registry = "http://user:pa%40ss@127.0.0.1:" + std::to_string(server->port());
  options.total = Milliseconds(5'000);
  const auto evidence = observe_package({loop, resolver, default_trust}, options);
  ASSERT_FALSE(requests.empty());
  // A secret does not travel over plain http to be seen by everyone: either it was refused, or it went as a
  // header.
  for (const std::string& request : requests)
    EXPECT_EQ(request.substr(0, request.find("\r\n")).find("pa"), std::string::npos);
  if (evidence.ok()) {
    const std::string text = canonical_json(evidence_to_json(*evidence));
    EXPECT_EQ(text.find("pa%40ss"), std::string::npos);
    EXPECT_EQ(text.find(base64_encode("user:pa@ss")), std::string::npos);
  } else {
    EXPECT_EQ(evidence.error().message.find("pa%40ss"), std::string::npos);
  }
}

TEST_F(PackageTest, APythonPackageIsWheelAndBuildFiles) {
  const auto server = serve();
  const std::string wheel = packed(
      {{"my_tool/server.py", "print(1)"}, {"my_tool-1.0.dist-info/METADATA", "Name: my-tool\n"}}, true);
  const std::string sdist =
      packed({{"my_tool-1.0/pyproject.toml", "[project]\nname='my-tool'\ndependencies=['mcp>=1']\n"},
              {"my_tool-1.0/src/my_tool/server.py", "print(1)"}});
  answers = {
      {"/my-tool/", "<a href=\"/f/my_tool-1.0-py3-none-any.whl#sha256=" + sha256_hex(wheel) +
                        "\">my_tool-1.0-py3-none-any.whl</a><a href=\"../f/my_tool-1.0.tar.gz#sha256=" +
                        sha256_hex(sdist) + "\">my_tool-1.0.tar.gz</a>"},
      {"/f/my_tool-1.0-py3-none-any.whl", wheel},
      {"/f/my_tool-1.0.tar.gz", sdist}};
  const auto evidence = look(*server, "pypi:My_Tool");
  ASSERT_TRUE(evidence.ok()) << evidence.error().message;
  EXPECT_EQ(evidence->target.id, "pypi:my-tool@1.0");
  EXPECT_EQ(find_string(provenance(*evidence, "archive"), "integrity"), "matches");
  const JsonObject& source = evidence->facet(Facet::kSource).data.get_object();
  EXPECT_EQ(find(source, "file_count")->to_number<int>(), 3);  // the code once
  EXPECT_TRUE(evidence->seen(Facet::kDependencies));
}

TEST(Bundle, IsReadFromAFile) {
  const std::string bytes = packed(
      {{"manifest.json",
        R"({"manifest_version":"0.3","name":"notes","version":"2.0","server":{"type":"node","entry_point":)"
        R"("server/index.js","mcp_config":{"command":"node","args":["${__dirname}/server/index.js"],"env":{"KEY":"x"}}},)"
        R"("tools":[{"name":"add_note","description":"Adds a note."}]})"},
       {"server/index.js", "1"}},
      true);
  PackageOptions options;
  options.target = "notes.mcpb";
  const auto evidence = observe_archive(bytes, options);
  ASSERT_TRUE(evidence.ok()) << evidence.error().message;
  const JsonObject& definition = evidence->facet(Facet::kDefinition).data.get_object();
  EXPECT_EQ(find_string(definition, "shape"), "mcpb");
  EXPECT_EQ(find_string(*find_object(definition, "server"), "name"), "notes");
  EXPECT_EQ(find_array(definition, "tools")->size(), 1u);
  const JsonArray* launches = find_array(evidence->facet(Facet::kSource).data.get_object(), "launches");
  ASSERT_NE(launches, nullptr);
  EXPECT_EQ((*launches)[0].at("command"), "node");
  EXPECT_TRUE(evidence_from_json(evidence_to_json(*evidence), "test").ok());
}

TEST(Bundle, WithoutItsEntryPointSaysSo) {
  const std::string bytes = packed(
      {{"manifest.json", R"({"manifest_version":"0.3","name":"n","version":"1","server":{"type":"node",)"
                         R"("entry_point":"gone.js"}})"}},
      true);
  PackageOptions options;
  options.target = "n.mcpb";
  const auto evidence = observe_archive(bytes, options);
  ASSERT_TRUE(evidence.ok());
  const Json* archive = find(evidence->facet(Facet::kProvenance).data, "archive");
  ASSERT_NE(archive, nullptr);
  EXPECT_EQ(archive->at("missing_files").at(0), "entry_point: gone.js");
}

TEST(NpmAuthorization, BelongsToItsRegistry) {
  const std::string_view text = "//packages.example/npm/:_authToken=abc\n//other.example/:_auth=ZGVm\n";
  EXPECT_EQ(authorization_in_npmrc(text, "https://packages.example/npm/"), "Bearer abc");
  EXPECT_EQ(authorization_in_npmrc(text, "https://packages.example/"), "");
  EXPECT_EQ(authorization_in_npmrc(text, "https://other.example/sub"), "Basic ZGVm");
  EXPECT_EQ(authorization_in_npmrc(text, "https://packages.example.evil/npm"), "");
}

TEST(ManifestDifferences, WhatRegistriesDoThemselvesIsNone) {
  const auto object = [](std::string_view text) { return parse_json(text, "test", {})->value.get_object(); };
  const JsonObject registry = object(
      R"({"name":"a","version":"1.0.0","dependencies":{"x":"1","opt":"2"},"optionalDependencies":{"opt":"2"}})");
  const JsonObject packed_manifest = object(
      R"({"name":"a","version":"v1.0.0+build","dependencies":{"x":"1"},"optionalDependencies":{"opt":"2"},)"
      R"("scripts":{"prepare":"tsc","test":"x"}})");
  EXPECT_EQ(manifest_differences(registry, packed_manifest, "/nonexistent").size(), 0u);
}

}  // namespace
}  // namespace mcpjury
