// The licence of a project: files with the text, what the manifests say, and whether these agree.
#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "observe/source/project_facts.h"
#include "observe/source/spdx.h"
#include "observe/source/tree_help.h"
#include "packages/toml.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxEntries = 200;
constexpr std::size_t kMaxDependencies = 20;

struct Said {
  std::string file;
  std::string text;  // as the manifest has it
};

bool in_root(std::string_view path) { return path.find('/') == std::string_view::npos; }

// A built Python package keeps what it says of itself in one folder of the root.
bool in_dist_info(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash != std::string_view::npos && path.substr(0, slash).ends_with(".dist-info");
}

bool is_licence_name(std::string_view path) {
  const std::string name = ascii::lowered(file_name(path));
  const bool folder = in_root(path) || ascii::lowered(path).starts_with("licenses/") || in_dist_info(path);
  return folder && language_of(path).empty() &&
         (name.starts_with("license") || name.starts_with("licence") || name.starts_with("copying") ||
          name.starts_with("unlicense") || name.starts_with("mit-license") ||
          ascii::lowered(path).starts_with("licenses/"));
}

std::string licence_of_json(const JsonObject& manifest) {
  if (const std::string_view text = find_string(manifest, "license"); !text.empty()) return std::string(text);
  if (const JsonObject* one = find_object(manifest, "license")) return std::string(find_string(*one, "type"));
  std::string joined;
  for (const char* member : {"licenses", "license"}) {
    const JsonArray* list = find_array(manifest, member);
    if (list == nullptr || list->size() > 20) continue;
    for (const Json& entry : *list) {
      const auto* text = entry.if_string();
      const JsonObject* object = entry.if_object();
      const std::string_view id = text != nullptr     ? view(*text)
                                  : object != nullptr ? find_string(*object, "type")
                                                      : std::string_view();
      if (!id.empty()) joined += fmt::format("{}{}", joined.empty() ? "" : " OR ", id);
    }
  }
  return joined;
}

// "License :: OSI Approved :: MIT License" says it too.
std::string licence_of_classifiers(const JsonObject& project) {
  const JsonArray* list = find_array(project, "classifiers");
  if (list == nullptr) return {};
  for (const Json& entry : *list) {
    const auto* text = entry.if_string();
    if (text == nullptr || !view(*text).starts_with("License ::")) continue;
    std::string_view name = view(*text);
    name.remove_prefix(name.rfind(":: ") + 3);
    if (const std::string_view known = known_licence(name); !known.empty()) return std::string(known);
  }
  return {};
}

std::string licence_of_toml(const JsonObject& root, bool cargo) {
  const JsonObject* project = find_object(root, cargo ? "package" : "project");
  if (project == nullptr && !cargo) {
    const JsonObject* tool = find_object(root, "tool");
    project = tool != nullptr ? find_object(*tool, "poetry") : nullptr;
  }
  if (project == nullptr) return {};
  if (const std::string_view text = find_string(*project, "license"); !text.empty()) return std::string(text);
  if (const JsonObject* one = find_object(*project, "license")) {
    const std::string_view text = find_string(*one, "text");
    if (!text.empty() && text.size() < 100) return std::string(text);
    if (!text.empty()) {
      const auto ids = licences_in_text(text);
      return ids.empty() ? std::string() : std::string(ids.front());
    }
  }
  return licence_of_classifiers(*project);
}

// METADATA of a wheel, PKG-INFO of a source archive. "License" is free text, often a whole licence: only a
// name that is known is taken from there.
std::string licence_of_metadata(std::string_view text) {
  std::string expression, named;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;  // the description follows
    const auto value = [&](std::string_view key) {
      return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
    };
    if (const std::string_view said = value("License-Expression: "); !said.empty()) expression = said;
    std::string_view name = value("License: ");
    if (const std::string_view said = value("Classifier: License :: "); !said.empty()) {
      const std::size_t last = said.rfind(":: ");
      name = last == std::string_view::npos ? said : said.substr(last + 3);
    }
    if (!name.empty() && named.empty()) named = known_licence(name);
  }
  return expression.empty() ? named : expression;
}

std::vector<Said> manifests(const SourceTree& tree, const SourceLimits& limits) {
  std::vector<Said> out;
  for (const SourceFile& file : tree.files) {
    const bool metadata =
        file.path == "PKG-INFO" || (in_dist_info(file.path) && file.path.ends_with(".dist-info/METADATA"));
    if (metadata) {
      const auto text = read_source(tree, file.path, limits.file_bytes);
      if (text) out.push_back({file.path, licence_of_metadata(*text)});
      continue;
    }
    if (!in_root(file.path)) continue;
    const bool json = file.path == "package.json" || file.path == "composer.json";
    const bool toml = file.path == "pyproject.toml" || file.path == "Cargo.toml";
    if (!json && !toml) continue;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    if (!text) continue;
    JsonReadOptions reading;
    reading.note_duplicate_keys = false;
    if (json) {
      auto parsed = parse_json(*text, file.path, reading);
      const JsonObject* manifest = parsed.ok() ? parsed->value.if_object() : nullptr;
      if (manifest != nullptr) out.push_back({file.path, licence_of_json(*manifest)});
    } else {
      auto parsed = read_toml(file.path, *text);
      const JsonObject* root = parsed.ok() ? parsed->if_object() : nullptr;
      if (root != nullptr) out.push_back({file.path, licence_of_toml(*root, file.path == "Cargo.toml")});
    }
  }
  return out;
}

class Licences {
 public:
  void file(const std::string& path, const std::vector<std::string_view>& ids, std::string_view text) {
    if (out_.size() >= kMaxEntries) return;
    if (ids.empty()) {
      const std::string words = ascii::lowered(text.substr(0, 4000));
      const bool closed = words.find("all rights reserved") != std::string::npos ||
                          words.find("proprietary") != std::string::npos;
      out_.push_back(
          JsonObject{{"file", path},
                     {"source", "file"},
                     {"problem", closed ? "a proprietary licence" : "not a licence text that is known"}});
      return;
    }
    for (const std::string_view id : ids) {
      JsonObject entry{{"id", id}, {"file", path}, {"source", "file"}};
      if (family_of(id) == LicenceFamily::kRestricted) entry["problem"] = "the licence restricts use";
      out_.push_back(std::move(entry));
      of_files_.emplace_back(id);
    }
  }

  void manifest(const Said& said) {
    if (said.text.empty()) return;
    any_ = true;
    JsonObject entry{{"file", said.file}, {"source", "manifest"}};
    const std::string shown = escape_terminal(clip(said.text, 100));
    if (ascii::lowered(said.text).starts_with("see licen")) return;  // the file speaks
    if (said.text == "UNLICENSED" || ascii::lowered(said.text) == "proprietary") {
      entry["id"] = shown;
      entry["problem"] = "nobody is given a licence";
      out_.push_back(std::move(entry));
      return;
    }
    const SpdxExpression expression = parse_spdx(said.text);
    entry["id"] = shown;
    if (!expression.valid) {
      entry["problem"] = "not an SPDX expression";
    } else if (const auto unknown = std::find_if(expression.ids.begin(), expression.ids.end(), is_unknown);
               unknown != expression.ids.end()) {
      entry["problem"] = fmt::format("{} is no licence that is known", escape_terminal(*unknown));
    } else if (!of_files_.empty() && !agrees(expression)) {
      entry["problem"] =
          fmt::format("the manifest says {}, the licence file is {}", shown, of_files_.front());
    } else if (!expression.choice && family_of(expression.ids.front()) == LicenceFamily::kRestricted) {
      entry["problem"] = "the licence restricts use";
    }
    out_.push_back(std::move(entry));
  }

  JsonArray take(bool has_manifest) {
    if (out_.empty() && !any_)
      out_.push_back(
          JsonObject{{"source", has_manifest ? "manifest" : "tree"}, {"problem", "no licence was found"}});
    return std::move(out_);
  }

 private:
  static bool is_unknown(const std::string& id) {
    return known_licence(id).empty() && !id.starts_with("LicenseRef-");
  }
  bool agrees(const SpdxExpression& expression) const {
    return std::any_of(expression.ids.begin(), expression.ids.end(), [&](const std::string& said) {
      return std::any_of(of_files_.begin(), of_files_.end(),
                         [&](const std::string& file) { return same_licence(said, file); });
    });
  }

  JsonArray out_;
  std::vector<std::string> of_files_;
  bool any_ = false;
};

}  // namespace

std::string_view licence_of(std::string_view text) {
  const auto ids = licences_in_text(text);
  return ids.empty() ? std::string_view() : ids.front();
}

JsonArray licence_facts(const SourceTree& tree, const SourceLimits& limits) {
  Licences licences;
  for (const SourceFile& file : tree.files) {
    if (!is_licence_name(file.path)) continue;
    const auto text = read_source(tree, file.path, limits.file_bytes);
    if (!text) continue;
    const auto ids = licences_in_text(*text);
    // A list of the licences of what is used is not the licence.
    const std::string name = ascii::lowered(file_name(file.path));
    if (ids.empty() && (name.starts_with("licenses") || name.starts_with("licences"))) continue;
    licences.file(file.path, ids, *text);
  }
  const std::vector<Said> said = manifests(tree, limits);
  for (const Said& one : said) licences.manifest(one);
  return licences.take(!said.empty());
}

void add_dependency_licences(JsonArray& licences, const JsonArray& packages) {
  const auto family = [](const Json& entry) {
    const JsonObject* object = entry.if_object();
    return object == nullptr ? LicenceFamily::kUnknown : family_of(find_string(*object, "id"));
  };
  const bool permissive =
      std::any_of(licences.begin(), licences.end(),
                  [&](const Json& entry) { return family(entry) == LicenceFamily::kPermissive; }) &&
      std::none_of(licences.begin(), licences.end(),
                   [&](const Json& entry) { return family(entry) >= LicenceFamily::kWeakCopyleft; });
  if (!permissive) return;
  std::size_t count = 0;
  for (const Json& package : packages) {
    const JsonObject* row = package.if_object();
    if (row == nullptr || count == kMaxDependencies) continue;
    const Json* development = find(*row, "development");
    if (development != nullptr && development->is_bool() && development->get_bool()) continue;
    const SpdxExpression expression = parse_spdx(find_string(*row, "licence"));
    if (!expression.valid || expression.choice) continue;
    const bool strong = std::any_of(expression.ids.begin(), expression.ids.end(), [](const std::string& id) {
      return family_of(id) >= LicenceFamily::kStrongCopyleft;
    });
    if (!strong) continue;
    ++count;
    licences.push_back(JsonObject{
        {"id", clip(find_string(*row, "licence"), 100)},
        {"file", find_string(*row, "file")},
        {"source", "dependency"},
        {"problem", fmt::format("{} is under a licence that asks more than this package's own (advisory)",
                                escape_terminal(clip(find_string(*row, "name"), 200)))}});
  }
}

}  // namespace mcpjury
