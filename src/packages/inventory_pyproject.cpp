// pyproject.toml: PEP 621 dependencies and extras, PEP 735 groups, PEP 518 build requirements, and the
// tables of Poetry, PDM and uv.
#include <fmt/format.h>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/python_spec.h"

namespace mcpjury {
namespace {

bool want_pyproject_line(std::string_view pointer) {
  return pointer.starts_with("/project/") || pointer.starts_with("/dependency-groups/") ||
         pointer.starts_with("/build-system/requires/") ||
         pointer.find("dependencies/") != std::string_view::npos;
}

class PyprojectReader {
 public:
  PyprojectReader(const Document& document, InventoryBuilder& builder)
      : lines_(document.lines), builder_(builder) {}

  void read(const JsonObject& root) {
    const JsonObject& project = object_or_empty(find(root, "project"));
    list(find(project, "dependencies"), "/project/dependencies", "", false);
    groups(find(project, "optional-dependencies"), "/project/optional-dependencies", false);
    if (array_has_dependencies(find(project, "dynamic"))) {
      builder_.note("dependencies are dynamic: they are made when the package is built");
    }
    groups(find(root, "dependency-groups"), "/dependency-groups", true);
    list(find(object_or_empty(find(root, "build-system")), "requires"), "/build-system/requires", "build",
         true);
    const JsonObject& tool = object_or_empty(find(root, "tool"));
    poetry(object_or_empty(find(tool, "poetry")));
    groups(find(object_or_empty(find(tool, "pdm")), "dev-dependencies"), "/tool/pdm/dev-dependencies", true);
    list(find(object_or_empty(find(tool, "uv")), "dev-dependencies"), "/tool/uv/dev-dependencies", "dev",
         true);
  }

 private:
  static bool array_has_dependencies(const Json* dynamic) {
    for (const Json& word : array_or_empty(dynamic)) {
      if (string_or_empty(&word) == "dependencies") return true;
    }
    return false;
  }

  void groups(const Json* table, const std::string& pointer, bool development) {
    for (const auto& entry : object_or_empty(table)) {
      const std::string_view name(entry.key().data(), entry.key().size());
      if (name.size() > kMaxNameBytes) continue;
      list(&entry.value(), pointer + "/" + pointer_escape(name), name,
           development || is_development_group(name));
    }
  }

  void list(const Json* array, const std::string& pointer, std::string_view group, bool development) {
    if (array == nullptr) return;
    if (!array->is_array()) {
      builder_.note(fmt::format("{} is no list", pointer));
      return;
    }
    std::size_t index = 0;
    for (const Json& item : array->get_array()) {
      const std::uint32_t line = lines_.at(fmt::format("{}/{}", pointer, index++));
      // {include-group = "x"} of PEP 735: those are read where they stand.
      if (item.is_object()) continue;
      const auto read = read_python_requirement(string_or_empty(&item));
      if (!read) {
        builder_.note(fmt::format("{}: not a requirement", pointer), line);
        continue;
      }
      add(python_row(*read), group, development, line);
    }
  }

  void poetry(const JsonObject& table) {
    poetry_table(find(table, "dependencies"), "/tool/poetry/dependencies", "", false);
    poetry_table(find(table, "dev-dependencies"), "/tool/poetry/dev-dependencies", "dev", true);
    for (const auto& entry : object_or_empty(find(table, "group"))) {
      const std::string_view name(entry.key().data(), entry.key().size());
      if (name.size() > kMaxNameBytes) continue;
      const JsonObject& group = object_or_empty(&entry.value());
      poetry_table(find(group, "dependencies"),
                   fmt::format("/tool/poetry/group/{}/dependencies", pointer_escape(name)), name,
                   name != "main");
    }
  }

  void poetry_table(const Json* table, const std::string& pointer, std::string_view group, bool development) {
    for (const auto& entry : object_or_empty(table)) {
      const std::string_view name(entry.key().data(), entry.key().size());
      if (name == "python" || name.size() > kMaxNameBytes) continue;
      const std::uint32_t line = lines_.at(pointer + "/" + pointer_escape(name));
      // Several tables for one name: one for each platform or Python.
      if (const JsonArray* several = entry.value().if_array()) {
        for (const Json& one : *several) poetry_entry(name, one, group, development, line);
      } else {
        poetry_entry(name, entry.value(), group, development, line);
      }
    }
  }

  void poetry_entry(std::string_view name, const Json& value, std::string_view group, bool development,
                    std::uint32_t line) {
    PackageRow row;
    row.ecosystem = "PyPI";
    row.name = name;
    if (const JsonObject* table = value.if_object()) {
      set_python_version(row, find_string(*table, "version"));
      for (const std::string_view key : {"git", "url", "path"}) {
        if (row.resolved.empty()) row.resolved = find_string(*table, key);
      }
      if (group.empty() && is_true(find(*table, "optional"))) group = "optional";
    } else {
      set_python_version(row, string_or_empty(&value));
    }
    add(std::move(row), group, development, line);
  }

  void add(PackageRow row, std::string_view group, bool development, std::uint32_t line) {
    row.direct = true;
    row.group = group;
    row.development = development;
    row.line = line;
    builder_.add(std::move(row));
  }

  const DocumentLines& lines_;
  InventoryBuilder& builder_;
};

}  // namespace

Status read_pyproject(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_toml_document(source, want_pyproject_line, builder);
  if (!document) return document.error();
  PyprojectReader(*document, builder).read(object_or_empty(&document->root()));
  return Ok{};
}

}  // namespace mcpjury
