#include "observe/source/code_look.h"

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"
#include "code/project/project.h"
#include "feeds/indicators.h"
#include "observe/source/source_tree.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxIndicators = 500;
constexpr std::size_t kMaxNamedSkips = 200;
constexpr std::string_view kTools = "/facets/definition/data/tools";

ProjectCode read_code(const SourceTree& tree, const SourceOptions& options) {
  std::vector<std::string> paths;
  for (const SourceFile& file : tree.files) {
    if (!is_sample_path(file.path)) paths.push_back(file.path);
  }
  ProjectOptions wanted;
  wanted.children = options.jobs > 0 ? static_cast<unsigned>(options.jobs) : 0;
  const auto read = [&](std::string_view path) {
    return read_source(tree, path, code_bytes(path, options.source));
  };
  return analyse_project(paths, read, wanted);
}

// Files whose code was not read, and why: what stands in them is not known.
JsonArray skipped_files(const ProjectCode& code) {
  JsonArray out;
  for (const FileSummary& file : code.files) {
    if (file.skipped.empty() || out.size() >= kMaxNamedSkips) continue;
    out.push_back(JsonObject{{"path", file.path}, {"language", file.language}, {"skipped", file.skipped}});
  }
  return out;
}

// Programs that look for campaigns carry lists of their signs: a file with signs of several campaigns is one,
// and the name of a file in ordinary code is not that file.
bool only_speaks_of_it(const std::vector<IndicatorHit>& hits, const IndicatorHit& hit, FileUse use) {
  const bool list = std::any_of(hits.begin(), hits.end(),
                                [&](const IndicatorHit& other) { return other.campaign != hit.campaign; });
  return list || (use == FileUse::kCode && hit.kind == "file");
}

JsonObject indicator_json(const IndicatorHit& hit, const std::string& path, bool only_spoken_of = false) {
  return {{"indicator", hit.id},
          {"kind", hit.kind},
          {"match", hit.value},
          {"campaign", hit.campaign},
          {"confidence", only_spoken_of ? std::string_view("low") : hit.confidence},
          {"file", path},
          {"line", hit.line}};
}

// Signs of known campaigns, also in documentation, where they are of low confidence.
JsonArray look_for_indicators(const SourceTree& tree, const SourceOptions& options) {
  JsonArray out;
  for (const SourceFile& file : tree.files) {
    if (out.size() >= kMaxIndicators) break;
    if (const auto named = file_indicator(file.path)) out.push_back(indicator_json(*named, file.path));
    const FileUse use = file_use(file.path);
    if (use == FileUse::kLock) continue;  // packages are compared one by one
    const auto text = read_source(tree, file.path, options.source.file_bytes);
    if (!text) continue;
    const std::vector<IndicatorHit> hits =
        find_indicators(*text, is_sample_path(file.path) ? FileUse::kText : use);
    for (const IndicatorHit& hit : hits) {
      if (out.size() < kMaxIndicators)
        out.push_back(indicator_json(hit, file.path, only_speaks_of_it(hits, hit, use)));
    }
  }
  return out;
}

void define_tools(ProjectCode& code, Evidence& evidence) {
  JsonArray tools;
  Places& places = evidence.places;
  for (std::size_t i = 0; i < code.definitions.size(); ++i) {
    const JsonObject& entry = code.tools[i].get_object();
    const std::string pointer = std::string(kTools) + "/" + std::to_string(i);
    const Json* line = find(entry, "line");
    if (line != nullptr && line->is_number()) places.lines[pointer] = line->to_number<std::uint32_t>();
    places.files[pointer] = find_string(entry, "file");
    tools.push_back(std::move(code.definitions[i]));
  }
  evidence.facet(Facet::kDefinition) = {
      FacetState::kSeen, code.cut ? "a limit was reached; the code may register more tools" : "",
      JsonObject{{"tools", std::move(tools)}, {"origin", JsonObject{{"tools", kTools}}}}};
}

}  // namespace

JsonObject look_at_code(const SourceTree& tree, const SourceOptions& options, JsonObject& source,
                        Evidence& evidence) {
  ProjectCode code = read_code(tree, options);
  JsonObject discovery{{"tier", 0}, {"method", "none"}, {"candidates", code.tools.size()}};
  const bool listed = evidence.seen(Facet::kDefinition);
  source["tools"] = code.tools;
  if (!listed && !code.definitions.empty()) {
    define_tools(code, evidence);
    discovery["tier"] = 3;
    discovery["method"] = "registrations in the code";
    if (code.cut) evidence.limits.push_back({"code_discovery", std::string(kTools), code.tools.size()});
  } else if (!listed) {
    evidence.facet(Facet::kDefinition) = {
        FacetState::kCouldNotSee,
        code.embedded_servers.empty()
            ? "no tools were found, neither as JSON nor in the code"
            : "the code builds an MCP server whose tools could not be listed without running it",
        {}};
  }
  discovery["unresolved"] = code.unresolved;
  source["facts"] = std::move(code.facts);
  source["routes"] = std::move(code.routes);
  source["embedded_servers"] = std::move(code.embedded_servers);
  source["indicators"] = look_for_indicators(tree, options);
  source["parsed"] = code.parsed;
  source["skipped"] = code.skipped;
  if (JsonArray files = skipped_files(code); !files.empty()) source["files"] = std::move(files);
  return discovery;
}

}  // namespace mcpjury
