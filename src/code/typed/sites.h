// What the readers of the languages share: a place to put tools and constants, and the five readers.
#pragma once

#include <string>
#include <string_view>

#include "code/parsed_file.h"
#include "code/summary.h"
#include "code/typed/values.h"

namespace mcpjury {

// Both refuse beyond kMaxSitesInFile and mark the summary as cut. A tool whose name is neither known nor a
// reference is not kept: it could not be listed. Returns the tool that was added, or null.
ToolSite* add_tool(FileSummary& summary, ToolSite site);
void add_constant(FileSummary& summary, std::string_view name, CodeValue value);

// {"type": type}, with a description when there is one.
JsonObject typed_schema(std::string_view type);
// Adds a property to an object schema.
void add_property(JsonObject& schema, std::string_view name, Json property, bool required);

// getWeather -> get_weather; HTTPServer -> http_server.
std::string snake_case(std::string_view name);

void read_go_tools(const Values& values, FileSummary& summary);
void read_rust_tools(const Values& values, FileSummary& summary);
void read_java_tools(const Values& values, FileSummary& summary);
void read_csharp_tools(const Values& values, FileSummary& summary);
void read_kotlin_tools(const Values& values, FileSummary& summary);

}  // namespace mcpjury
