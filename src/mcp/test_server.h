// For the tests of mcp: servers of either era as functions, to be bent by each test.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "mcp/test_fakes.h"

namespace mcpjury::testing {

inline const std::string kTools = R"({"tools":[{"name":"a","inputSchema":{"type":"object"}}]})";

// A legacy server with a session, in the manner of SDK v1. `over` answers a method in its stead.
struct LegacyServer {
  std::string capabilities = R"({"tools":{}})";
  std::string version = "2025-11-25";
  std::map<std::string, std::function<Answer(const Sent&)>> over;

  Answer operator()(const Sent& sent) const {
    const std::string method = sent.request.body.empty() ? sent.request.method : sent.method();
    if (const auto found = over.find(method); found != over.end()) return found->second(sent);
    if (method == "initialize") {
      Answer out = result(sent, R"({"protocolVersion":")" + version + R"(","capabilities":)" + capabilities +
                                    R"(,"serverInfo":{"name":"s","version":"1"},"instructions":"hi"})");
      out.headers.push_back({"Mcp-Session-Id", "6f1b2c3d-0000-4000-8000-1234567890ab"});
      return out;
    }
    if (method == "notifications/initialized") return status(202, "", "");
    if (method == "DELETE") return status(200, "", "");
    if (method == "GET") return status(405);
    if (sent.header("Mcp-Session-Id").empty()) {
      return {
          400, "application/json", {error_text("null", -32000, "Bad Request: Server not initialized")}, {}};
    }
    if (method == "tools/list") return result(sent, kTools);
    return error(sent, 200, -32601, "Method not found");
  }
};

struct ModernServer {
  std::string capabilities = R"({"tools":{}})";
  std::map<std::string, std::function<Answer(const Sent&)>> over;

  Answer operator()(const Sent& sent) const {
    const std::string method = sent.request.body.empty() ? sent.request.method : sent.method();
    if (const auto found = over.find(method); found != over.end()) return found->second(sent);
    if (method == "server/discover") {
      return result(sent, R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":)" +
                              capabilities +
                              R"(,"ttlMs":1000,"cacheScope":"public","instructions":"hi","_meta":)" +
                              R"({"io.modelcontextprotocol/serverInfo":{"name":"m","version":"2"}}})");
    }
    if (method == "initialize") {
      return error(sent, 400, -32022, "Unsupported",
                   R"({"supported":["2026-07-28"],"requested":"2025-11-25"})");
    }
    if (method == "tools/list") {
      return result(sent, R"({"resultType":"complete","ttlMs":5,"cacheScope":"private",)" + kTools.substr(1));
    }
    return error(sent, 404, -32601, "Method not found");
  }
};

}  // namespace mcpjury::testing
