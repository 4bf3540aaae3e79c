#include "observe/remote/origin_probe.h"

#include <boost/json/serialize.hpp>

#include "mcp/method.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

// RFC 6761: names under .invalid never exist, so that no real site is ever named.
constexpr std::string_view kForeignOrigin = "https://mcpjury-origin-probe.invalid";
constexpr std::string_view kForeignHost = "mcpjury-host-probe.invalid";

HttpRequest opening_request(const OpeningProbe& opening) {
  if (opening.http_sse) {
    HttpRequest stream;
    stream.url = opening.url;
    stream.headers = {{"Accept", "text/event-stream"}};
    stream.label = "open stream";
    stream.follow_redirects = false;
    return stream;
  }
  const Url& url = opening.url;
  const std::string& client_version = opening.client_version;
  const bool modern = opening.era == Era::kModern;
  const std::string spoken = !opening.version.empty() ? opening.version
                             : modern                 ? "2026-07-28"
                                                      : "2025-11-25";
  const JsonObject client{{"name", "mcpjury"}, {"version", client_version.empty() ? "0" : client_version}};
  JsonObject params;
  if (modern) {
    params["_meta"] = JsonObject{{"io.modelcontextprotocol/protocolVersion", spoken},
                                 {"io.modelcontextprotocol/clientCapabilities", JsonObject()},
                                 {"io.modelcontextprotocol/clientInfo", client}};
  } else {
    params = {{"protocolVersion", spoken}, {"capabilities", JsonObject()}, {"clientInfo", client}};
  }
  const std::string_view method = name_of(modern ? Method::kDiscover : Method::kInitialize);
  HttpRequest request;
  request.method = "POST";
  request.url = url;
  request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json, text/event-stream"}};
  if (modern) {
    request.headers.push_back({"MCP-Protocol-Version", spoken});
    request.headers.push_back({"Mcp-Method", std::string(method)});
  }
  request.body = boost::json::serialize(
      JsonObject{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", std::move(params)}});
  request.label = std::string(method);
  request.follow_redirects = false;
  return request;
}

// Session ids go back into a header: anything but visible ASCII would be an injection.
bool usable_session(std::string_view id) {
  if (id.empty() || id.size() > 1024) return false;
  for (const char c : id) {
    if (c < 0x21 || c > 0x7E) return false;
  }
  return true;
}

void delete_session(HttpClient& client, const Url& url, std::string_view id, Purpose purpose) {
  HttpRequest request;
  request.method = "DELETE";
  request.url = url;
  request.headers = {{"Mcp-Session-Id", std::string(id)}};
  request.purpose = purpose;
  request.label = "session";
  request.follow_redirects = false;
  request.limits.body_bytes = 4096;
  client.open(std::move(request));
}

struct Answer {
  int status = 0;
  HttpHead head;
  std::string session;
};

// The modern era has no sessions: what a server sends under that name is ignored.
Answer ask(HttpClient& client, HttpRequest request, Era era) {
  const Url url = request.url;
  const Purpose purpose = request.purpose;
  Answer answer;
  {
    const auto stream = client.open(std::move(request));
    answer.head = stream->head();
  }
  answer.status = answer.head.status;
  const std::string_view session = answer.head.header("mcp-session-id");
  if (era != Era::kModern && usable_session(session)) {
    answer.session = std::string(session);
    delete_session(client, url, session, purpose);
  }
  return answer;
}

// 403 passes, 2xx fails; 421 is what a server says whose name check caught the Host.
JsonObject verdict(std::string_view key, std::string_view value, const Answer& answer,
                   bool misdirected_passes) {
  JsonObject out{{key, value}, {"status", answer.status}};
  if (answer.status == 403 || (misdirected_passes && answer.status == 421)) {
    out["outcome"] = "pass";
  } else if (answer.status >= 200 && answer.status < 300) {
    out["outcome"] = "fail";
  } else {
    out["outcome"] = "not_applicable";
    out["reason"] = answer.status == 0 ? std::string(name_of(answer.head.failure))
                                       : "the status says neither accepted nor refused";
  }
  return out;
}

JsonObject cors_of(const HttpHead& head) {
  JsonObject out;
  const std::string_view allowed = head.header("access-control-allow-origin");
  if (allowed.empty()) return out;
  out["allow_origin"] = kept_text(allowed, 200);
  out["reflects_origin"] = allowed == kForeignOrigin;
  out["allow_credentials"] = head.header("access-control-allow-credentials") == "true";
  JsonArray exposed;
  const std::string_view names = head.header("access-control-expose-headers");
  for (std::size_t begin = 0; begin < names.size() && exposed.size() < 50;) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    std::string_view name = names.substr(begin, end - begin);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    if (!name.empty()) exposed.push_back(Json(kept_text(name, 100)));
    begin = end + 1;
  }
  if (!exposed.empty()) out["expose_headers"] = std::move(exposed);
  return out;
}

}  // namespace

OriginProbe probe_origin(HttpClient& client, const OpeningProbe& opening, bool foreign_host_too) {
  OriginProbe probe;
  HttpRequest request = opening_request(opening);
  request.purpose = Purpose::kOriginProbe;
  request.headers.push_back({"Origin", std::string(kForeignOrigin)});
  Answer answer = ask(client, std::move(request), opening.era);
  probe.origin = verdict("origin", kForeignOrigin, answer, false);
  probe.cors = cors_of(answer.head);
  probe.second_session = std::move(answer.session);
  if (!foreign_host_too) return probe;
  request = opening_request(opening);
  request.purpose = Purpose::kHostProbe;
  request.headers.push_back({"Host", std::string(kForeignHost)});
  probe.host = verdict("host", kForeignHost, ask(client, std::move(request), opening.era), true);
  return probe;
}

}  // namespace mcpjury
