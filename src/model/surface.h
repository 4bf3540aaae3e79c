// What a server says about itself, typed: a read-only view over the definition facet.
//
// Holds pointers into the JSON it was made from and must not outlive it. Total: members of a wrong
// type read as absent. No allocation per string.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/limits.h"

namespace mcpjury {

struct Annotations {
  bool present = false;
  std::optional<bool> read_only, destructive, idempotent, open_world;
  std::string_view title;
};

struct ToolView {
  std::uint32_t index = 0;  // in the tools array
  std::string_view name, title, description;
  Annotations annotations;
  const JsonObject* object = nullptr;
  const JsonObject* input_schema = nullptr;  // null when missing or no object
  const JsonObject* output_schema = nullptr;
  bool has_description = false;  // a string, perhaps empty
};

struct PromptView {
  std::uint32_t index = 0;
  std::string_view name, title, description;
  const JsonObject* object = nullptr;
};

struct ResourceView {
  std::uint32_t index = 0;
  std::string_view name, title, description, uri;  // uri is the uriTemplate of a template
  const JsonObject* object = nullptr;
};

struct Surface {
  std::string_view server_name, server_version, server_title, protocol_version, instructions;
  bool handshake = false;      // an initialize or discover result was seen
  bool tools_listed = false;   // a tools array was seen
  bool truncated = false;      // more tools exist than were looked at
  std::uint32_t no_tools = 0;  // entries of the tool list that are no objects
  std::vector<ToolView> tools;
  std::vector<PromptView> prompts;
  std::vector<ResourceView> resources, templates;
};

// `definition` is the data of the definition facet:
//   {server?: {name, version, title…}, handshake?: bool, protocol_version?, instructions?,
//    tools?: […], prompts?: […], resources?: […], templates?: […],
//    origin?: {tools: "/result/tools", …}  (where each list stood in the document that was read)}
Surface make_surface(const JsonObject& definition, const Limits& limits);

}  // namespace mcpjury
