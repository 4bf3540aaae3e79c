#include "mcpserver/tool_table.h"

#include <cassert>
#include <string>
#include <utility>
#include <vector>

namespace mcpjury {
namespace {

struct Written {
  std::string_view name, title, description;
  bool open_world;
  ToolAnswer (*run)(const ToolCall&, ToolBench&);
  std::string_view input, output;  // schemas
};

// Shared by the scanning tools: one judged server.
constexpr std::string_view kSummaryMembers = R"(
    "report_id": {"type": "string", "description": "Id for get_report."},
    "target": {"type": "string", "description": "What was scanned."},
    "verdict": {"type": "string", "enum": ["stop", "caution", "allow", "unknown"], "description": "The strictest word of the five methodologies."},
    "complete": {"type": "boolean", "description": "False: part of the server could not be seen."},
    "counts": {"type": "object", "description": "Findings by severity.", "additionalProperties": {"type": "integer"}},
    "findings_total": {"type": "integer", "description": "How many findings there are."},
    "findings_shown": {"type": "integer", "description": "How many of them are listed."},
    "findings": {"type": "array", "description": "The worst findings.", "items": {"type": "object",
      "properties": {
        "rule": {"type": "string", "description": "Id for explain_rule."},
        "kind": {"type": "string", "description": "malice, weakness, capability or hygiene."},
        "severity": {"type": "string", "description": "info, low, medium, high or critical."},
        "confidence": {"type": "string", "description": "low, medium or high."},
        "title": {"type": "string", "description": "What was found."},
        "fix": {"type": "string", "description": "What the author can do."},
        "subject": {"type": "string", "description": "tool, prompt, resource, server or package."},
        "untrusted": {"type": "object", "description": "Words of the scanned server, quoted.",
          "properties": {"name": {"type": "string", "description": "Of the subject."}, "quote": {"type": "string", "description": "The passage."}},
          "required": ["name", "quote"], "additionalProperties": false}},
      "required": ["rule", "kind", "severity", "confidence", "title", "fix", "subject", "untrusted"], "additionalProperties": false}},
    "untrusted": {"type": "object", "description": "Words of the scanned server, quoted.",
      "properties": {"server_name": {"type": "string", "description": "The name it gives itself."}, "not_seen": {"type": "array", "description": "Parts that could not be seen.", "items": {"type": "string"}}},
      "required": ["server_name", "not_seen"], "additionalProperties": false})";

constexpr std::string_view kSummaryOutput = R"({"type": "object", "properties": {$summary,
    "decided_by": {"type": "string", "description": "The methodology that decided."},
    "tools": {"type": "integer", "description": "How many tools the server has."},
    "coverage": {"type": "string", "description": "How much was seen."},
    "note": {"type": "string", "description": "How to read quoted words."},
    "grades": {"type": "array", "description": "One entry for each methodology.", "items": {"type": "object",
      "properties": {
        "methodology": {"type": "string", "description": "Its id."}, "version": {"type": "string", "description": "Its version."},
        "mark": {"type": "string", "description": "The mark on its own scale."}, "score": {"type": "string", "description": "The number behind it."},
        "state": {"type": "string", "description": "complete, incomplete or not run."}, "verdict": {"type": "string", "description": "stop, caution, allow or unknown."}},
      "required": ["methodology", "version", "mark", "score", "state", "verdict"], "additionalProperties": false}}},
  "required": ["report_id", "target", "verdict", "decided_by", "complete", "tools", "coverage", "grades", "counts", "findings_total", "findings_shown", "findings", "note", "untrusted"],
  "additionalProperties": false})";

constexpr std::string_view kConfigOutput = R"({"type": "object", "properties": {
    "servers_total": {"type": "integer", "description": "How many servers are configured."},
    "servers_shown": {"type": "integer", "description": "How many of them are listed."},
    "verdict": {"type": "string", "enum": ["stop", "caution", "allow", "unknown"], "description": "The worst one."},
    "complete": {"type": "boolean", "description": "False: part of the file could not be read."},
    "note": {"type": "string", "description": "How to read quoted words."},
    "servers": {"type": "array", "description": "One entry for each server.", "items": {"type": "object", "properties": {$summary},
      "required": ["report_id", "target", "verdict", "complete", "counts", "findings_total", "findings_shown", "findings", "untrusted"], "additionalProperties": false}},
    "untrusted": {"type": "object", "description": "Words of the configuration, quoted.",
      "properties": {"messages": {"type": "array", "description": "What could not be read.", "items": {"type": "string"}}},
      "required": ["messages"], "additionalProperties": false}},
  "required": ["servers_total", "servers_shown", "verdict", "complete", "servers", "note", "untrusted"],
  "additionalProperties": false})";

constexpr std::string_view kRuleOutput = R"({"type": "object", "properties": {
    "catalog_version": {"type": "string", "description": "Version of the catalogue."},
    "rules": {"type": "array", "description": "The rules.", "items": {"type": "object",
      "properties": {
        "id": {"type": "string", "description": "The rule."}, "methodology": {"type": "string", "description": "Whose rule it is."},
        "kind": {"type": "string", "description": "malice, weakness, capability or hygiene."},
        "severity": {"type": "string", "description": "info, low, medium, high or critical."},
        "title": {"type": "string", "description": "In one line."}, "what": {"type": "string", "description": "What it finds."},
        "why": {"type": "string", "description": "Why it matters."}, "fix": {"type": "string", "description": "What the author can do."},
        "known_false_alarms": {"type": "string", "description": "What it gets wrong."},
        "fed_by": {"type": "array", "description": "Detectors behind a published rule.", "items": {"type": "string"}},
        "feeds": {"type": "array", "description": "Published rules this detector counts in.", "items": {"type": "object",
          "properties": {"methodology": {"type": "string", "description": "Its id."}, "rule": {"type": "string", "description": "Its rule."}, "title": {"type": "string", "description": "In one line."}},
          "required": ["methodology", "rule", "title"], "additionalProperties": false}}},
      "required": ["id", "severity", "title"], "additionalProperties": false}}},
  "required": ["rules"], "additionalProperties": false})";

constexpr std::string_view kReportOutput = R"({"type": "object", "properties": {
    "report_id": {"type": "string", "description": "As given."}, "format": {"type": "string", "description": "As given."},
    "truncated": {"type": "boolean", "description": "True: the end was cut off."},
    "note": {"type": "string", "description": "How to read quoted words."},
    "untrusted": {"type": "object", "description": "The report, which quotes the scanned server.",
      "properties": {"document": {"type": "string", "description": "The report."}}, "required": ["document"], "additionalProperties": false}},
  "required": ["report_id", "format", "truncated", "note", "untrusted"], "additionalProperties": false})";

const Written kTools[] = {
    {"scan_server", "Grade an MCP server",
     "Grades a published MCP server by five methodologies without using any of its tools. Takes the web "
     "address of "
     "a remote server, or the name of an npm or PyPI package, whose archive is read and never installed. "
     "Ends "
     "within 90 seconds; private addresses are refused.",
     true, scan_server_tool,
     R"({"type": "object", "properties": {
       "target": {"type": "string", "minLength": 5, "maxLength": 2048, "description": "https://host/path, npm:name[@version] or pypi:name[@version]."}},
       "required": ["target"], "additionalProperties": false})",
     kSummaryOutput},
    {"scan_tools", "Grade a tool list",
     "Grades the tool definitions given in the request by five methodologies. Nothing is contacted. Give "
     "either the "
     "array of tools or the whole tools/list result as JSON text.",
     false, scan_tools_tool,
     R"({"type": "object", "properties": {
       "tools": {"type": "array", "minItems": 1, "maxItems": 2000, "items": {"type": "object"}, "description": "The tools, as tools/list returns them."},
       "json": {"type": "string", "minLength": 2, "maxLength": 4000000, "description": "A tools/list result as JSON text."}},
       "additionalProperties": false})",
     kSummaryOutput},
    {"scan_config", "Grade a client configuration",
     "Grades every MCP server that a client configuration names, from the configuration alone: no server is "
     "started "
     "or contacted, and values of credentials are not shown. Give either the location of the configuration "
     "or its "
     "text.",
     false, scan_config_tool,
     R"({"type": "object", "properties": {
       "path": {"type": "string", "minLength": 1, "maxLength": 4096, "description": "Location of the configuration, for example mcp.json."},
       "text": {"type": "string", "minLength": 2, "maxLength": 4000000, "description": "The configuration itself."},
       "format": {"type": "string", "enum": ["json", "jsonc", "toml", "yaml"], "description": "Of the text; json when not given."}},
       "additionalProperties": false})",
     kConfigOutput},
    {"explain_rule", "Explain a rule",
     "Explains one rule of the catalogue: what it finds, why it matters, how to fix it, and what it gets "
     "wrong.",
     false, explain_rule_tool,
     R"({"type": "object", "properties": {
       "rule": {"type": "string", "minLength": 2, "maxLength": 80, "description": "A rule such as runs-code, or a published id such as AS-001."}},
       "required": ["rule"], "additionalProperties": false})",
     kRuleOutput},
    {"list_rules", "List the rules", "Lists the rules of the catalogue with kind, severity and title.", false,
     list_rules_tool,
     R"({"type": "object", "properties": {
       "kind": {"type": "string", "enum": ["malice", "weakness", "capability", "hygiene"], "description": "Only rules of this kind."}},
       "additionalProperties": false})",
     kRuleOutput},
    {"get_report", "Get a whole report",
     "Returns a whole report in a chosen format: one made in this session, or one of the history by its "
     "number.",
     false, get_report_tool,
     R"({"type": "object", "properties": {
       "report_id": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Id from a scan, for example s1."},
       "format": {"type": "string", "enum": ["text", "json", "markdown", "sarif"], "description": "text when not given."}},
       "required": ["report_id"], "additionalProperties": false})",
     kReportOutput},
};

// The table is ours: what cannot be read is a fault of this file, which the unit test finds.
Json schema_of(std::string_view written) {
  std::string text(written);
  constexpr std::string_view kMark = "$summary";
  if (const std::size_t at = text.find(kMark); at != std::string::npos)
    text.replace(at, kMark.size(), kSummaryMembers);
  auto parsed = parse_json(text, "schema of a tool", {});
  assert(parsed);
  return parsed ? std::move(parsed->value) : Json(JsonObject{});
}

std::vector<ToolEntry> make_table() {
  std::vector<ToolEntry> out;
  for (const Written& tool : kTools) {
    JsonObject annotations{{"title", tool.title},
                           {"readOnlyHint", true},
                           {"destructiveHint", false},
                           {"idempotentHint", true},
                           {"openWorldHint", tool.open_world}};
    out.push_back({tool.name, tool.run,
                   JsonObject{{"name", tool.name},
                              {"title", tool.title},
                              {"description", tool.description},
                              {"inputSchema", schema_of(tool.input)},
                              {"outputSchema", schema_of(tool.output)},
                              {"annotations", std::move(annotations)}}});
  }
  return out;
}

}  // namespace

std::span<const ToolEntry> our_tools() {
  static const std::vector<ToolEntry> kTable = make_table();
  return kTable;
}

const ToolEntry* find_tool(std::string_view name) {
  for (const ToolEntry& entry : our_tools()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace mcpjury
