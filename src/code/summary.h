// What one source file says of an MCP server, before the files of a project are put together.
//
// Plain values, made in the parsing child and sent to the parent as JSON (summary_json.h): everything in it
// is bounded and was written by a stranger. References are names that linking resolves over the project's
// files; what stays unresolved is left out and counted, never guessed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.h"

namespace mcpjury {

// A value as far as it can be known without running anything: `value` when it is literal or simply computed
// (concatenation, template without holes, constant of the same file), else `reference` to a constant
// ("TOOL_NAMES.search", "searchSchema"), else neither.
struct CodeValue {
  Json value;             // null: not known
  std::string reference;  // empty: none
  bool known() const { return !value.is_null(); }
};

// A place where the code registers or lists a tool.
struct ToolSite {
  CodeValue name, title, description;
  CodeValue input_schema;   // JSON Schema
  CodeValue output_schema;  // JSON Schema
  CodeValue annotations;
  std::string form;  // "server.tool", "registerTool", "tools/list", "@mcp.tool", "mcp.AddTool" …
  std::uint32_t line = 0;
  std::string handler;  // name of the function that answers; empty: inline
  std::uint32_t handler_line = 0;
  bool needs_list = false;  // an object that is a tool only when a list that is sent refers to it
};

// A name bound to a value at the top of a file, or exported from it.
struct Constant {
  std::string name;
  CodeValue value;
  std::vector<ToolSite> tools;       // when it is a tool object or a list of them
  std::vector<std::string> members;  // names of other constants in a list ("[searchTool, fetchTool]")
  bool exported = false;
};

struct Import {
  std::string local, imported, module;  // import {imported as local} from "module"; imported "*": the whole
};

// A fact about code: docs/schema/evidence.schema.json, source.facts. `fact` is one of a closed list in
// docs/source.md: "shell-from-parameter", "listens-on-all-interfaces", "tls-check-off" …
struct CodeFact {
  std::string fact, symbol, tool, snippet, cwe, severity, confidence;
  std::uint32_t line = 0, column = 0;
  std::vector<std::string> source_to_sink;  // "src/git.ts:40 args.path", …, at most 12 steps
};

struct Route {
  std::string method, path, handler;
  bool authenticated = false;
  std::uint32_t line = 0;
};

// An SDK that is set up to serve.
struct EmbeddedServer {
  std::string sdk;
  std::uint32_t line = 0;
};

// How values travel through one function: for following a tool's parameter over functions and files.
struct FunctionFlow {
  std::string name;  // "" for an inline handler; "Class.method" for a method
  std::uint32_t line = 0;
  bool exported = false;
  bool handler = false;                 // registered as the handler of `tool`
  std::vector<std::string> parameters;  // names, for keyword arguments; only where the language has them
  std::string tool;  // also of the `case "tool":` its steps stand in; one entry a tool then
  struct Step {
    std::uint32_t parameter = 0;  // whose value (0: first, or "self" not counted)
    std::string member;           // ".path" of a destructured or object parameter; empty: all of it
    std::string kind;             // "sink" or "call"
    std::string target;           // sink: its fact; call: the name of the function called
    std::string module;           // call: the import the name comes from ("./git.js"); empty: this file
    std::string shape;            // how the value stands there: "whole", "start", "host", "part" …
    std::uint32_t argument = 0;   // call: position there
    std::string argument_member;  // call: member of an object argument
    std::string symbol, snippet;  // what stands in the code
    std::string cwe, severity, confidence;
    std::uint32_t line = 0;
    std::vector<std::string> through;  // intermediate steps in this function, "line symbol"
  };
  std::vector<Step> steps;
};

struct FileSummary {
  std::string path, language;
  std::vector<ToolSite> tools;  // certain registrations
  std::vector<Constant> constants;
  std::vector<std::string> listed;  // constants that a tools/list handler sends
  std::vector<Import> imports;
  std::vector<CodeFact> facts;
  std::vector<Route> routes;
  std::vector<EmbeddedServer> servers;
  std::vector<FunctionFlow> functions;
  std::string skipped;  // why the file was not read; empty: it was
  bool syntax_errors = false;
  bool cut = false;  // more in it than is kept
};

// Bounds of one file's summary.
inline constexpr std::size_t kMaxSitesInFile = 2'000;
inline constexpr std::size_t kMaxFactsInFile = 500;
inline constexpr std::size_t kMaxFunctionsInFile = 2'000;
inline constexpr std::size_t kMaxCodeText = 20'000;  // of one string

}  // namespace mcpjury
