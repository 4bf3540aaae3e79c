#include "code/project/typed_tools.h"

#include <map>
#include <string>
#include <utility>

#include "code/relative_path.h"

namespace mcpjury {
namespace {

using Named = std::map<std::string, const CodeValue*, std::less<>>;
using Table = std::map<std::string, Named, std::less<>>;

constexpr int kMaxSteps = 4;  // of a constant that names another one

bool same(const CodeValue& a, const CodeValue& b) { return a.value == b.value && a.reference == b.reference; }

class Linker {
 public:
  explicit Linker(const std::vector<FileSummary>& files) {
    for (const FileSummary& file : files) {
      for (const Constant& constant : file.constants) {
        if (!constant.value.known() && constant.value.reference.empty()) continue;
        put(own_[file.path], constant);
        put(near_[file.language + "\n" + parent_folder(file.path)], constant);
        put(all_[file.language], constant);
      }
    }
  }

  const Json* value(const FileSummary& file, const CodeValue& wanted) const {
    const CodeValue* at = &wanted;
    for (int step = 0; at != nullptr && step < kMaxSteps; ++step) {
      if (at->known()) return &at->value;
      if (at->reference.empty()) return nullptr;
      at = find_constant(file, at->reference);
    }
    return nullptr;
  }

 private:
  // A name with two meanings means nothing.
  static void put(Named& names, const Constant& constant) {
    const auto [at, fresh] = names.emplace(constant.name, &constant.value);
    if (!fresh && at->second != nullptr && !same(*at->second, constant.value)) at->second = nullptr;
  }

  // The file itself, its folder (a package of Go or Java), then the project.
  const CodeValue* find_constant(const FileSummary& file, std::string_view name) const {
    for (;;) {
      if (const CodeValue* found = look(own_, file.path, name)) return found;
      if (const CodeValue* found = look(near_, file.language + "\n" + parent_folder(file.path), name))
        return found;
      if (const CodeValue* found = look(all_, file.language, name)) return found;
      const std::size_t dot = name.find('.');
      if (dot == std::string_view::npos) return nullptr;
      name = name.substr(dot + 1);
    }
  }

  static const CodeValue* look(const Table& table, std::string_view key, std::string_view name) {
    const auto names = table.find(key);
    if (names == table.end()) return nullptr;
    const auto found = names->second.find(name);
    return found == names->second.end() ? nullptr : found->second;
  }

  Table own_, near_, all_;
};

}  // namespace

void link_typed_tools(const std::vector<FileSummary>& files, Discovery& found) {
  const Linker linker(files);
  for (const FileSummary& file : files) {
    for (const ToolSite& site : file.tools) {
      if (site.needs_list) continue;
      const Json* name = linker.value(file, site.name);
      if (name == nullptr || !name->is_string() || name->get_string().empty()) {
        ++found.unresolved;
        continue;
      }
      FoundTool tool;
      tool.definition["name"] = *name;
      const auto put = [&](std::string_view key, const CodeValue& value, bool text) {
        const Json* known = linker.value(file, value);
        if (known != nullptr && (text ? known->is_string() : known->is_object()))
          tool.definition[key] = *known;
      };
      put("title", site.title, true);
      put("description", site.description, true);
      put("inputSchema", site.input_schema, false);
      put("outputSchema", site.output_schema, false);
      put("annotations", site.annotations, false);
      tool.form = site.form;
      tool.file = file.path;
      tool.line = site.line;
      tool.handler = site.handler;
      tool.handler_file = site.handler_line != 0 ? file.path : "";
      tool.handler_line = site.handler_line;
      found.tools.push_back(std::move(tool));
    }
  }
}

}  // namespace mcpjury
