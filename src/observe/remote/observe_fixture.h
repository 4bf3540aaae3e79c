// For the tests of whole looks: servers of each kind as scripts, and a look whose record is checked against
// the schema every time.
#pragma once

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <fstream>
#include <iterator>

#include "base/schema_check.h"
#include "observe/remote/observe_with.h"
#include "observe/remote/scripted_client.h"

namespace mcpjury::testing {

inline const std::string kUrl = "https://h.example/mcp";
inline const std::string kSession = "6f1b2c3d-0000-4000-8000-1234567890ab";

inline const Json& evidence_schema() {
  static const Json kSchema = [] {
    std::ifstream in(MCPJURY_SOURCE_DIR "/docs/schema/evidence.schema.json");
    return json(std::string{std::istreambuf_iterator<char>(in), {}});
  }();
  return kSchema;
}

class ObserveWithTest : public ::testing::Test {
 protected:
  ObserveWithTest() {
    options.observed_at = "2026-01-01T00:00:00Z";
    options.client_version = "1.0";
  }

  RemoteOutcome look(const std::string& text = kUrl) {
    const Url url = *parse_url(text);
    options.url = text;
    RemoteOutcome out;
    client.run([&] { out = observe_with(client, policy, client.log, url, options); });
    const Json record = evidence_to_json(out.evidence);
    for (const SchemaComplaint& complaint : check_schema(evidence_schema(), record))
      ADD_FAILURE() << complaint.pointer << ": " << complaint.message;
    return out;
  }

  void legacy(const std::string& url = kUrl, const std::string& session = kSession) {
    const std::string post = "POST " + url;
    client.on("GET " + url, status(405));
    client.on("DELETE " + url, status(200));
    client.on(post, [](const Sent& sent) { return rpc_error(sent, 400, -32000, "Server not initialized"); });
    client.on(post + " initialize", [session](const Sent& sent) {
      Scripted out = rpc_result(sent, R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                                      R"("serverInfo":{"name":"s","version":"1"}})");
      if (!session.empty())
        out.headers.push_back({"Mcp-Session-Id", session + (sent.header("Origin").empty() ? "" : "x")});
      return out;
    });
    client.on(post + " notifications/initialized", answer(202, "", ""));
    client.on(post + " tools/list", [](const Sent& sent) {
      return rpc_result(sent, R"({"tools":[{"name":"list_a","inputSchema":{"type":"object"}}]})");
    });
  }

  void modern() {
    const std::string post = "POST " + kUrl;
    client.on(post + " server/discover", [](const Sent& sent) {
      return rpc_result(sent, R"({"resultType":"complete","supportedVersions":["2025-11-25","2026-07-28"],)"
                              R"("capabilities":{"tools":{}},"ttlMs":1,"cacheScope":"public"})");
    });
    client.on(post + " tools/list", [](const Sent& sent) {
      return rpc_result(sent, R"({"resultType":"complete","ttlMs":1,"cacheScope":"public","tools":[]})");
    });
  }

  // 401 everywhere, and metadata that leads to a registration.
  void guarded_by_oauth() {
    const std::string challenge = R"(Bearer resource_metadata="https://h.example/prm")";
    for (const char* verb : {"GET ", "POST "})
      client.on(verb + kUrl, answer(401, "application/json", "{}", {{"WWW-Authenticate", challenge}}));
    client.on(
        "GET https://h.example/prm",
        document(R"({"resource":"https://h.example/mcp","authorization_servers":["https://as.example"]})"));
    client.on(
        "GET https://as.example/.well-known/oauth-authorization-server",
        document(
            R"({"issuer":"https://as.example","registration_endpoint":"https://as.example/register",)"
            R"("token_endpoint":"https://as.example/token","grant_types_supported":["client_credentials"]})"));
    client.on(
        "POST https://as.example/register",
        answer(
            201, "application/json",
            R"({"client_id":"c1","client_secret":"canary-secret","registration_access_token":"canary-removal",)"
            R"("registration_client_uri":"https://as.example/register/c1"})"));
    client.on("POST https://as.example/token",
              document(R"({"access_token":"canary-token","token_type":"bearer"})"));
    client.on("DELETE https://as.example/register/c1", status(204));
  }

  static FacetState state(const RemoteOutcome& out, Facet facet) { return out.evidence.facet(facet).state; }
  static const JsonObject& data(const RemoteOutcome& out, Facet facet) {
    static const JsonObject kNone;
    const JsonObject* object = out.evidence.facet(facet).data.if_object();
    return object != nullptr ? *object : kNone;
  }
  static std::vector<std::string> proof(const RemoteOutcome& out) {
    std::vector<std::string> names;
    if (const JsonArray* list = find_array(data(out, Facet::kProtocol), "proof")) {
      for (const Json& name : *list) names.emplace_back(view(name.get_string()));
    }
    return names;
  }
  static std::string everything(const RemoteOutcome& out) {
    return boost::json::serialize(evidence_to_json(out.evidence)) + out.message + out.ended;
  }

  ScriptedClient client;
  AddressPolicy policy;
  RemoteOptions options;
};

}  // namespace mcpjury::testing
