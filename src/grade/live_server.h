// Complete evidence of live servers for the tests: one that answers everything and has no fault, one behind
// an authorization wall, and one where everything is wrong that can be.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "model/evidence.h"

namespace mcpjury::testing {

inline Json json_of(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message);
  return parsed ? std::move(parsed->value) : Json();
}

inline void see(Evidence& evidence, Facet facet, std::string_view data) {
  evidence.facet(facet) = {FacetState::kSeen, "", json_of(data)};
}

inline Evidence remote_evidence() {
  Evidence evidence;
  evidence.target = {TargetKind::kRemote, "https://mcp.acme.example/mcp", "https://mcp.acme.example/mcp"};
  evidence.observed_at = "2026-11-15T00:00:00Z";
  see(evidence, Facet::kTransport, R"({
    "url": "https://mcp.acme.example/mcp", "url_credentials": [], "final_url": "https://mcp.acme.example/mcp",
    "scheme": "https", "host": "mcp.acme.example", "port": 443, "path": "/mcp", "host_is_ip_literal": false,
    "addresses": [{"address": "93.184.216.34", "class": "public"}], "redirects": [],
    "plain_get": {"status": 405, "content_type": "application/json", "bytes": 40, "duration_ms": 80},
    "mcp_post": {"status": 200, "content_type": "application/json", "bytes": 900, "duration_ms": 90},
    "http_version": "2", "hsts": {"present": true, "raw": "max-age=31536000", "max_age": 31536000},
    "origin_probe": {"origin": "https://probe.mcpjury.invalid", "status": 403, "outcome": "pass"},
    "session_in_url": false, "limits_met": [], "duration_ms": 700})");
  see(evidence, Facet::kTls, R"({
    "version": "TLSv1.3", "cipher": "TLS_AES_128_GCM_SHA256", "chain_valid": true, "host_matches": true,
    "self_signed": false, "common_name": "mcp.acme.example", "names": ["mcp.acme.example"],
    "not_before": "2026-10-01T00:00:00Z", "not_after": "2027-01-01T00:00:00Z"})");
  return evidence;
}

// Answers everything, nothing fails, and every rule applies that a first scan without credentials can decide.
inline Evidence open_server() {
  Evidence evidence = remote_evidence();
  see(evidence, Facet::kDefinition, R"({
    "server": {"name": "acme-notes", "version": "1.4.0"}, "handshake": true, "protocol_version": "2025-11-25",
    "instructions": "Ask for a notebook before you look for notes.",
    "tools": [
      {"name": "list_notes", "description": "Lists the notes of a notebook.",
       "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false},
       "inputSchema": {"type": "object", "additionalProperties": false, "required": ["notebook"], "properties":
         {"notebook": {"type": "string", "pattern": "^[a-z]{1,40}$", "description": "Which notebook."}}}},
      {"name": "count_notes", "description": "Says how many notes there are.",
       "annotations": {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false},
       "inputSchema": {"type": "object", "additionalProperties": false, "required": ["year"], "properties":
         {"year": {"type": "integer", "minimum": 2000, "maximum": 2100, "description": "Of which year."}}}},
      {"name": "update_note", "description": "Changes the title of a note.",
       "annotations": {"readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false},
       "inputSchema": {"type": "object", "additionalProperties": false, "required": ["note", "title"], "properties":
         {"note": {"type": "string", "pattern": "^[0-9]{1,9}$", "description": "Which note."},
          "title": {"type": "string", "maxLength": 80, "description": "The new title."}}}}],
    "prompts": [{"name": "weekly", "description": "Sums up the week."}],
    "resources": [{"uri": "https://docs.acme.example/guide", "name": "guide", "description": "How to take notes."}]})");
  see(evidence, Facet::kProtocol, R"({
    "era": "legacy", "wire": "streamable_http", "requested_version": "2025-11-25", "answered_version": "2025-11-25",
    "capabilities": {"tools": {}, "prompts": {}, "resources": {}}, "proof": ["initialize", "tool_list"],
    "lists": {"tools": {"state": "ok", "announced": true, "pages": 1, "items": 3, "cap_hit": false},
              "prompts": {"state": "ok", "announced": true, "pages": 1, "items": 1, "cap_hit": false},
              "resources": {"state": "ok", "announced": true, "pages": 1, "items": 1, "cap_hit": false}},
    "session": {"given": true, "length": 36, "alphabet": 16, "bits": 144, "distinct": true, "visible_ascii": true},
    "resource_samples": [{"uri": "https://docs.acme.example/guide", "mime_type": "text/plain", "bytes": 20,
                          "truncated": false, "text": "Notes have a title."}],
    "active_probe": {"ran": false, "reason": "not asked for"}, "duration_ms": 640})");
  see(evidence, Facet::kAuth, R"({"required": false, "credential": {"label": "none"}})");
  return evidence;
}

// 401 on the first request; metadata all there; no handshake.
inline Evidence walled_server() {
  Evidence evidence = remote_evidence();
  evidence.facet(Facet::kDefinition) = {FacetState::kCouldNotSee, "401 on initialize", {}};
  see(evidence, Facet::kProtocol, R"({"era": "unknown", "wire": "streamable_http",
    "proof": ["bearer_challenge", "resource_metadata", "issuer_metadata"],
    "opening_error": {"http_status": 401}, "duration_ms": 300})");
  see(evidence, Facet::kAuth, R"({
    "required": true, "trigger": {"method": "initialize", "status": 401, "partial": false},
    "challenges": [{"scheme": "Bearer", "parameters": {"resource_metadata":
      "https://mcp.acme.example/.well-known/oauth-protected-resource/mcp", "scope": "notes.read"}}],
    "bearer": {"scope": "notes.read", "resource_metadata":
      "https://mcp.acme.example/.well-known/oauth-protected-resource/mcp"},
    "resource_metadata": {"url": "https://mcp.acme.example/.well-known/oauth-protected-resource/mcp",
      "via": "challenge", "resource_match": "equal",
      "document": {"resource": "https://mcp.acme.example/mcp", "authorization_servers": ["https://auth.acme.example"],
                   "scopes_supported": ["notes.read", "notes.write"]}},
    "issuers": [{"issuer": "https://auth.acme.example", "issuer_valid": true, "via": "oauth", "issuer_match": "equal",
      "url": "https://auth.acme.example/.well-known/oauth-authorization-server",
      "document": {"issuer": "https://auth.acme.example", "authorization_endpoint": "https://auth.acme.example/authorize",
        "token_endpoint": "https://auth.acme.example/token", "jwks_uri": "https://auth.acme.example/jwks",
        "registration_endpoint": "https://auth.acme.example/register",
        "grant_types_supported": ["authorization_code", "client_credentials"],
        "code_challenge_methods_supported": ["S256"]}}],
    "credential": {"label": "none"},
    "dcr": {"advertised": true, "client_credentials": true, "attempted": false}})");
  return evidence;
}

// Everything wrong that an https server can have wrong at once.
inline Evidence broken_server() {
  Evidence evidence = open_server();
  see(evidence, Facet::kTransport, R"({
    "url": "https://ab12.ngrok-free.app/mcp", "url_credentials": ["userinfo", "query:token"],
    "final_url": "https://acme.example.net/mcp?sessionId=7", "scheme": "https", "host": "ab12.ngrok-free.app",
    "addresses": [{"address": "10.0.0.7", "class": "private"}],
    "redirects": [{"from": "https://ab12.ngrok-free.app/mcp", "to": "http://acme.example.net/mcp", "status": 302,
                   "followed": true}],
    "plain_get": {"status": 200}, "mcp_post": {"status": 200}, "hsts": {"present": true, "max_age": 60},
    "cors": {"allow_origin": "https://probe.mcpjury.invalid", "allow_credentials": true, "reflects_origin": true},
    "origin_probe": {"origin": "https://probe.mcpjury.invalid", "status": 200, "outcome": "fail"},
    "limits_met": ["too_large", "redirect_limit", "timeout"]})");
  see(evidence, Facet::kTls,
      R"({"version": "TLSv1.1", "chain_valid": false, "chain_error": "certificate has expired",
    "host_matches": false, "common_name": "old.example", "names": ["old.example"],
    "not_before": "2020-01-01T00:00:00Z", "not_after": "2026-11-01T00:00:00Z"})");
  see(evidence, Facet::kProtocol, R"({
    "era": "legacy", "wire": "http_sse", "capabilities": {"tools": {}, "prompts": {}}, "proof": ["initialize"],
    "lists": {"tools": {"state": "partial", "pages": 5, "items": 500, "cap_hit": true, "cap_reason": "pages"},
              "prompts": {"state": "error", "error": {"code": -32603}}},
    "session": {"given": true, "length": 4, "alphabet": 10, "bits": 13, "distinct": false, "visible_ascii": true},
    "resource_samples": [{"uri": "https://a.example/x", "mime_type": "text/plain", "text": "[x](javascript:go) now."
}],
    "active_probe": {"ran": true, "calls": [{"tool": "list_notes", "outcome": "rejected_compliant_input"}]},
    "duration_ms": 20000
})");
  see(evidence, Facet::kAuth, R"({
    "required": true, "trigger": {"method": "tools/list", "status": 403, "partial": true}, "challenges": []})");
  see(evidence, Facet::kProvenance, R"({"advertised_version": {"name": "@modelcontextprotocol/server-memory",
    "package": "@modelcontextprotocol/server-memory", "allow_listed": true, "version": "1.0.0", "latest": "2.0.0"}})");
  return evidence;
}

// A wall whose every document is wrong.
inline Evidence broken_wall() {
  Evidence evidence = walled_server();
  see(evidence, Facet::kAuth, R"({
    "required": true, "trigger": {"method": "initialize", "status": 403},
    "challenges": [{"scheme": "Bearer", "parameters": {"scope": "*"}}], "bearer": {"scope": "*"},
    "resource_metadata": {"url": "https://mcp.acme.example/.well-known/oauth-protected-resource", "via": "root",
      "resource_match": "different", "document": {"resource": "http://other.example/mcp",
      "authorization_servers": ["http://auth.acme.example"]}},
    "issuers": [
      {"issuer": "https://auth.acme.example", "issuer_match": "equal", "document": {"issuer": "https://auth.acme.example",
        "authorization_endpoint": "https://auth.acme.example/a", "grant_types_supported": ["password"]}},
      {"issuer": "https://b.acme.example", "issuer_match": "different", "document": {"issuer": "https://c.example"}}],
    "guarded": [{"url": "https://10.0.0.1/token", "member": "token_endpoint", "reason": "private"}]})");
  return evidence;
}

}  // namespace mcpjury::testing
