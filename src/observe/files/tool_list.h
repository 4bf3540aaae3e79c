// Reads a saved tool list: nothing is run, nothing is fetched.
//
// Accepts a tools/list result or {"tools": […]} that may also carry server, prompts, resources,
// resourceTemplates, instructions; a bare array of tools; a JSON-RPC reply around either; a saved
// initialize result beside the lists or alone; one tool as {"tool": {…}}. What it is not is said
// plainly (exit 3): a client configuration, a package manifest, a registry entry, an OpenAPI
// document, … Free functions without state: thread safe.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "base/limits.h"
#include "base/result.h"
#include "model/evidence.h"

namespace mcpjury {

struct ToolListSource {
  std::string name;  // "-" for stdin, else the path as given
  std::string id;    // history key: absolute path; empty for stdin. server.name replaces it when present
};

// The whole text of a file, or of stdin for "-"; bounded by limits.input_bytes.
Result<std::string> read_input(const std::string& name, const Limits& limits);

// Takes the document apart into the definition facet; `text` gives the places and may be empty.
Result<Evidence> observe_tool_list(ParsedJson document, std::string_view text, const ToolListSource& source,
                                   std::string_view observed_at, const Limits& limits);

// The definition facet of an already parsed document, moved out of it without a copy; shared with
// batch lines. The facet keeps the storage of the document, which must outlive the evidence. An
// error, without the name of the input in front, when nothing in it is a tool list.
Result<Ok> definition_from(Json&& document, Evidence& evidence, const Limits& limits);

// Sets every facet to not_looked with the reason a tool list gives.
void reset_facets_for_tool_list(Evidence& evidence);

}  // namespace mcpjury
