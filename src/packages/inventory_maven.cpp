// pom.xml: dependencies of the project, its profiles and its build plugins, with the properties of this
// file put in. Properties and versions of a parent are in another file: they are noted.
#include <fmt/format.h>

#include <map>
#include <set>

#include "packages/inventory_formats.h"
#include "packages/xml_document.h"

namespace mcpjury {
namespace {

constexpr int kMaxPropertyDepth = 8;
constexpr std::size_t kMaxValueBytes = 500;

class PomReader {
 public:
  PomReader(const XmlElement& project, InventoryBuilder& builder) : project_(project), builder_(builder) {}

  void read() {
    read_properties();
    read_managed(project_);
    if (const XmlElement* parent = project_.child("parent")) {
      builder_.note(fmt::format("has a parent, not followed: {}:{}:{}", parent->child_text("groupId"),
                                parent->child_text("artifactId"), parent->child_text("version")),
                    parent->line);
    }
    read_dependencies(project_, "");
    if (const XmlElement* profiles = project_.child("profiles")) {
      for (const XmlElement& profile : profiles->children) {
        read_dependencies(profile, profile.child_text("id"));
      }
    }
    const XmlElement* build = project_.child("build");
    if (build != nullptr && build->child("plugins") != nullptr) read_plugins(*build->child("plugins"));
  }

 private:
  void read_properties() {
    if (const XmlElement* properties = project_.child("properties")) {
      for (const XmlElement& property : properties->children) properties_[property.name] = property.text;
    }
    const XmlElement* parent = project_.child("parent");
    for (const std::string_view key : {"version", "groupId", "artifactId"}) {
      std::string_view value = project_.child_text(key);
      const std::string_view above = parent != nullptr ? parent->child_text(key) : std::string_view();
      if (value.empty()) value = above;
      properties_.emplace(fmt::format("project.{}", key), value);
      properties_.emplace(fmt::format("pom.{}", key), value);
      properties_.emplace(fmt::format("project.parent.{}", key), above);
    }
  }

  // A property may name another one; `depth` ends a circle.
  std::string expand(std::string_view text, int depth = 0) const {
    std::string out;
    while (!text.empty() && out.size() <= kMaxValueBytes) {
      const std::size_t begin = std::min(text.find("${"), text.size());
      const std::size_t end = begin < text.size() ? text.find('}', begin) : std::string_view::npos;
      out.append(text.substr(0, begin));
      if (end == std::string_view::npos) {
        out.append(text.substr(begin));
        break;
      }
      const auto found = properties_.find(text.substr(begin + 2, end - begin - 2));
      if (found == properties_.end() || depth >= kMaxPropertyDepth) {
        out.append(text.substr(begin, end + 1 - begin));
      } else {
        out.append(expand(found->second.substr(0, kMaxValueBytes), depth + 1));
      }
      text.remove_prefix(end + 1);
    }
    return out.substr(0, kMaxValueBytes + 1);
  }

  std::string name_of(const XmlElement& dependency) const {
    return expand(dependency.child_text("groupId")) + ":" + expand(dependency.child_text("artifactId"));
  }

  void read_managed(const XmlElement& owner) {
    const XmlElement* management = owner.child("dependencyManagement");
    const XmlElement* list = management != nullptr ? management->child("dependencies") : nullptr;
    if (list == nullptr) return;
    for (const XmlElement& dependency : list->children) {
      if (dependency.child_text("scope") == "import") {
        builder_.note(fmt::format("versions of {} are imported; not followed", name_of(dependency)),
                      dependency.line);
      }
      managed_.emplace(name_of(dependency), expand(dependency.child_text("version")));
    }
  }

  void read_dependencies(const XmlElement& owner, std::string_view profile) {
    const XmlElement* list = owner.child("dependencies");
    if (list == nullptr) return;
    for (const XmlElement& dependency : list->children) {
      if (dependency.name != "dependency") continue;
      const std::string_view scope = dependency.child_text("scope");
      PackageRow row;
      row.group = scope == "test" ? "dev" : profile;
      if (row.group.empty() && dependency.child_text("optional") == "true") row.group = "optional";
      if (row.group.empty() && scope == "provided") row.group = "provided";
      row.development = scope == "test";
      add(std::move(row), dependency, "");
    }
  }

  void read_plugins(const XmlElement& plugins) {
    for (const XmlElement& plugin : plugins.children) {
      if (plugin.name != "plugin") continue;
      PackageRow row;
      row.group = "build";
      row.development = true;
      // Maven's own group is the default.
      add(std::move(row), plugin, "org.apache.maven.plugins");
    }
  }

  void add(PackageRow row, const XmlElement& element, std::string_view default_group) {
    std::string group = expand(element.child_text("groupId"));
    if (group.empty()) group = default_group;
    const std::string artifact = expand(element.child_text("artifactId"));
    if (group.empty() || artifact.empty()) {
      builder_.note("a dependency without groupId or artifactId", element.line);
      return;
    }
    row.ecosystem = "Maven";
    row.name = group + ":" + artifact;
    row.version = expand(element.child_text("version"));
    if (row.version.empty()) {
      if (const auto found = managed_.find(row.name); found != managed_.end()) row.version = found->second;
    }
    if (row.version.find("${") != std::string::npos || row.name.find("${") != std::string::npos) {
      builder_.note(fmt::format("{} {}: a property that is not in this file", row.name, row.version),
                    element.line);
      row.version.clear();
      if (row.name.find("${") != std::string::npos) return;
    }
    row.range = row.version.find_first_of("[(,") != std::string::npos;
    row.direct = true;
    row.line = element.line;
    builder_.add(std::move(row));
  }

  const XmlElement& project_;
  InventoryBuilder& builder_;
  std::map<std::string, std::string, std::less<>> properties_;
  std::map<std::string, std::string> managed_;
};

}  // namespace

Status read_maven_pom(const InventorySource& source, InventoryBuilder& builder) {
  const auto project = read_xml(source);
  if (!project) return project.error();
  if (project->name != "project") {
    return inventory_error(ErrorCode::kNotJson, source.path, "the root element is not <project>");
  }
  PomReader(*project, builder).read();
  return Ok{};
}

}  // namespace mcpjury
