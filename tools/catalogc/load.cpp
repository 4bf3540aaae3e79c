#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/sha256.h"
#include "load_parts.h"

namespace catalogc {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

std::string read_text(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<fs::path> files_under(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ending) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string member(const bj::object& object, const char* key) {
  const bj::value* value = object.if_contains(key);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

std::vector<std::string> members(const bj::object& object, const char* key) {
  std::vector<std::string> values;
  const bj::value* value = object.if_contains(key);
  if (!value || !value->is_array()) return values;
  for (const bj::value& item : value->as_array()) {
    if (item.is_string()) values.emplace_back(item.as_string());
  }
  return values;
}

void load_taxonomies(const bj::value& document, CatalogSource& source) {
  for (const bj::value& item : document.as_array()) {
    const bj::object& entry = item.as_object();
    std::string url = member(entry, "url");
    if (url.empty()) url = member(entry, "doc");
    source.taxonomies.push_back({member(entry, "taxonomy"), member(entry, "id"), member(entry, "name"), url});
  }
}

void load_advisories(const bj::value& document, CatalogSource& source) {
  for (const bj::value& item : document.as_array()) {
    const bj::object& entry = item.as_object();
    AdvisorySource advisory;
    advisory.ecosystem = member(entry, "ecosystem");
    advisory.package = member(entry, "package");
    advisory.category = member(entry, "category");
    advisory.severity = member(entry, "severity");
    advisory.severity_source = member(entry, "severity_source");
    if (advisory.severity.empty()) {
      advisory.severity = member(entry, "suggested_severity");
      advisory.severity_source = "suggested by mcpjury";
    }
    advisory.summary = member(entry, "summary");
    advisory.identity_basis = member(entry, "identity_basis");
    advisory.ids = members(entry, "advisory_ids");
    if (!advisory.ids.empty()) advisory.id = advisory.ids.front();
    advisory.cwe = members(entry, "cwe");
    advisory.server_names = members(entry, "serverinfo_names");
    const std::vector<std::string> references = members(entry, "references");
    if (!references.empty()) advisory.reference = references.front();
    if (const bj::value* cvss = entry.if_contains("cvss")) {
      const bj::value* score = cvss->is_object() ? cvss->as_object().if_contains("score") : cvss;
      if (score && score->is_number()) {
        advisory.cvss_tenths = static_cast<int>(std::lround(score->to_number<double>() * 10));
      }
    }
    if (const bj::value* affected = entry.if_contains("affected"); affected && affected->is_object()) {
      advisory.versions = members(affected->as_object(), "versions");
      if (const bj::value* ranges = affected->as_object().if_contains("ranges");
          ranges && ranges->is_array()) {
        for (const bj::value& range : ranges->as_array()) {
          if (!range.is_object()) continue;
          const bj::value* events = range.as_object().if_contains("events");
          if (!events || !events->is_array()) continue;
          // OSV events in order: each "introduced" opens a range, "fixed" or "last_affected" closes it.
          bool open = false;
          for (const bj::value& event : events->as_array()) {
            if (!event.is_object()) continue;
            const std::string introduced = member(event.as_object(), "introduced");
            if (!introduced.empty()) {
              advisory.ranges.push_back({introduced, "", ""});
              open = true;
            } else if (open) {
              advisory.ranges.back().fixed = member(event.as_object(), "fixed");
              advisory.ranges.back().last_affected = member(event.as_object(), "last_affected");
              open = false;
            }
          }
        }
      }
    }
    source.advisories.push_back(std::move(advisory));
  }
}

void load_measured(const bj::value& document, CatalogSource& source) {
  for (const auto& [id, rows] : document.as_object()) {
    for (const bj::value& item : rows.as_array()) {
      const bj::object& row = item.as_object();
      MeasuredSource measured;
      measured.corpus = member(row, "corpus");
      measured.date = member(row, "date");
      const auto count = [&](const char* key) {
        const bj::value* value = row.if_contains(key);
        return value && value->is_int64() ? static_cast<int>(value->as_int64()) : -1;
      };
      measured.true_positives = count("true_positives");
      measured.false_positives = count("false_positives");
      measured.false_negatives = count("false_negatives");
      source.measured[std::string(id)].push_back(std::move(measured));
    }
  }
}

}  // namespace

CatalogSource load_catalog(const std::string& folder, Complaints& complaints) {
  CatalogSource source;
  const fs::path root(folder);
  std::string hashed;  // path and bytes of every file that can change a finding or a score
  const auto relative = [&](const fs::path& path) {
    return "catalog/" + fs::relative(path, root).generic_string();
  };
  const auto load_yaml = [&](const fs::path& path, auto&& use) {
    const std::string text = read_text(path);
    hashed += relative(path) + '\0' + text + '\0';
    try {
      use(relative(path), YAML::Load(text));
    } catch (const std::exception& error) {
      complaints.push_back(relative(path) + ": " + error.what());
    }
  };
  const auto load_json = [&](const fs::path& path, bool hash, auto&& use) {
    if (!fs::exists(path)) return;
    const std::string text = read_text(path);
    if (hash) hashed += relative(path) + '\0' + text + '\0';
    try {
      use(bj::parse(text), source);
    } catch (const std::exception& error) {
      complaints.push_back(relative(path) + ": " + error.what());
    }
  };

  load_yaml(root / "version.yaml", [&](const std::string& file, const YAML::Node& node) {
    MapReader map(node, file, complaints);
    source.version = map.required("version");
    map.finish();
  });
  for (const fs::path& path : files_under(root / "signals", ".yaml")) {
    load_yaml(path, [&](const std::string& file, const YAML::Node& node) {
      load_signals(file, node, source, complaints);
    });
  }
  for (const fs::path& path : files_under(root / "detectors", ".yaml")) {
    load_yaml(path, [&](const std::string& file, const YAML::Node& node) {
      load_detector(file, node, source, complaints);
    });
  }
  for (const fs::path& path : files_under(root / "methodologies", ".yaml")) {
    load_yaml(path, [&](const std::string& file, const YAML::Node& node) {
      load_methodology(file, node, source, complaints);
    });
  }
  load_yaml(root / "lists" / "known-tool-names.yaml", [&](const std::string& file, const YAML::Node& node) {
    MapReader map(node, file, complaints);
    source.known_tool_names = map.list("names");
    map.finish();
  });
  load_yaml(root / "lists" / "known-servers.yaml", [&](const std::string& file, const YAML::Node& node) {
    MapReader map(node, file, complaints);
    for (const auto& item : map.get("servers")) {
      MapReader entry(item, file, complaints);
      source.known_servers.push_back({entry.required("name"), entry.required("ecosystem"),
                                      entry.required("package"), entry.required("version"),
                                      entry.text("constant"), entry.flag("allow")});
      entry.finish();
    }
    map.finish();
  });
  load_yaml(root / "lists" / "host-suffixes.yaml", [&](const std::string& file, const YAML::Node& node) {
    MapReader map(node, file, complaints);
    source.tunnel_suffixes = map.list("tunnels");
    source.shared_suffixes = map.list("shared");
    map.finish();
  });
  for (const char* name : {"malicious-packages", "indicators", "popular-packages"}) {
    load_yaml(root / "lists" / (std::string(name) + ".yaml"),
              [&](const std::string& file, const YAML::Node& node) {
                load_package_list(name, file, node, source, complaints);
              });
  }
  load_json(root / "lists" / "taxonomies.json", true, load_taxonomies);
  load_json(root / "lists" / "mcp-advisories.json", true, load_advisories);
  load_json(root / "measured.json", false, load_measured);
  source.sha256 = mcpjury::sha256_hex(hashed);
  return source;
}

}  // namespace catalogc
