#include "code/project/project.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "code/flows/follow.h"
#include "code/parsed_file.h"
#include "code/project/discovery_child.h"
#include "code/project/entries.h"
#include "code/project/parse_pool.h"
#include "code/project/typed_tools.h"
#include "code/scripts/scripts.h"

namespace mcpjury {
namespace {

bool is_interpreted(std::string_view path) {
  const std::optional<CodeLanguage> language = code_language(path);
  return language && (is_script(*language) || *language == CodeLanguage::kPython);
}

// The files that speak of MCP, the entries, and everything they import.
PathSet files_to_run(const std::vector<FileSummary>& files, const PathSet& mentioning,
                     const std::vector<std::string>& entries, const PathSet& code,
                     const ProjectOptions& options) {
  std::vector<std::string> todo(mentioning.begin(), mentioning.end());
  todo.insert(todo.end(), entries.begin(), entries.end());
  PathSet wanted;
  for (std::size_t i = 0; i < todo.size() && wanted.size() < options.discovery_files; ++i) {
    const std::string path = todo[i];
    if (!wanted.insert(path).second) continue;
    const auto summary =
        std::lower_bound(files.begin(), files.end(), path,
                         [](const FileSummary& file, const std::string& name) { return file.path < name; });
    if (summary == files.end() || summary->path != path) continue;
    for (const Import& import : summary->imports) {
      std::optional<std::string> target = resolve_import(code, path, import.module, import.imported);
      if (target && !wanted.contains(*target)) todo.push_back(std::move(*target));
      // A package's __init__ runs when one of its files is imported.
    }
  }
  return wanted;
}

void put_tools(Discovery found, ProjectCode& project) {
  std::set<std::string, std::less<>> names;
  std::stable_sort(found.tools.begin(), found.tools.end(), [](const FoundTool& a, const FoundTool& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  for (FoundTool& tool : found.tools) {
    if (!names.emplace(find_string(tool.definition, "name")).second) continue;
    JsonObject entry;
    entry["name"] = find_string(tool.definition, "name");
    if (!tool.file.empty()) entry["file"] = tool.file;
    if (tool.line != 0) entry["line"] = tool.line;
    if (const std::optional<CodeLanguage> language = code_language(tool.file)) {
      entry["language"] = language_name(*language);
    }
    if (!tool.handler.empty()) entry["handler"] = tool.handler;
    if (!tool.handler_file.empty()) entry["handler_file"] = tool.handler_file;
    if (tool.handler_line != 0) entry["handler_line"] = tool.handler_line;
    project.tools.push_back(std::move(entry));
    project.definitions.push_back(std::move(tool.definition));
  }
}

void put_facts(ProjectCode& project) {
  for (const FileSummary& file : project.files) {
    for (const CodeFact& fact : file.facts) {
      JsonObject entry;
      const auto put = [&](std::string_view key, const std::string& text) {
        if (!text.empty()) entry[key] = text;
      };
      put("fact", fact.fact);
      put("file", file.path);
      if (fact.line != 0) entry["line"] = fact.line;
      if (fact.column != 0) entry["column"] = fact.column;
      put("language", file.language);
      put("tool", fact.tool);
      put("symbol", fact.symbol);
      put("snippet", fact.snippet);
      if (!fact.source_to_sink.empty()) {
        entry["source_to_sink"] = JsonArray(fact.source_to_sink.begin(), fact.source_to_sink.end());
      }
      put("cwe", fact.cwe);
      put("severity", fact.severity);
      put("confidence", fact.confidence);
      project.facts.push_back(std::move(entry));
    }
    for (const Route& route : file.routes) {
      project.routes.push_back(JsonObject{{"method", route.method},
                                          {"path", route.path},
                                          {"handler", route.handler},
                                          {"authenticated", route.authenticated},
                                          {"file", file.path},
                                          {"line", route.line},
                                          {"language", file.language}});
    }
    for (const EmbeddedServer& server : file.servers) {
      project.embedded_servers.push_back(JsonObject{
          {"sdk", server.sdk}, {"language", file.language}, {"file", file.path}, {"line", server.line}});
    }
  }
}

}  // namespace

ProjectCode analyse_project(const std::vector<std::string>& paths, const ReadText& read,
                            const ProjectOptions& options) {
  ProjectCode project;
  PathSet code;
  for (const std::string& path : paths) {
    if (code_language(path)) code.insert(path);
  }
  const std::vector<std::string> ordered(code.begin(), code.end());
  PathSet mentioning;
  project.files = summarise_files(ordered, read, options, [&](std::size_t index, const std::string& text) {
    if (is_interpreted(ordered[index]) && mentions_mcp(text)) mentioning.insert(ordered[index]);
  });
  Discovery found;
  if (!mentioning.empty()) {
    const std::vector<std::string> entries = find_entries(paths, code, read);
    const PathSet wanted = files_to_run(project.files, mentioning, entries, code, options);
    std::vector<NamedText> texts;
    std::size_t bytes = 0;
    for (const std::string& path : wanted) {
      std::optional<std::string> text = is_interpreted(path) ? read(path) : std::nullopt;
      if (!text) continue;
      bytes += text->size();
      if (bytes > options.discovery_bytes) {
        project.cut = true;
        break;
      }
      texts.push_back({path, std::move(*text)});
    }
    found = discover_in_child(std::move(texts), entries, options);
    project.cut = project.cut || found.spent;
  }
  link_typed_tools(project.files, found);
  project.unresolved = found.unresolved;
  put_tools(std::move(found), project);
  follow_flows(project.files);
  put_facts(project);
  for (FileSummary& file : project.files) {
    ++(file.skipped.empty() ? project.parsed : project.skipped);
    project.cut = project.cut || file.cut;
    file.constants = {};
    file.imports = {};
    file.functions = {};
  }
  return project;
}

}  // namespace mcpjury
