// GitHub Actions: `uses:` of workflows and composite actions, and images of jobs.
//
// A row of an action has the ref as its version; when the ref is a commit, the version is the one that the
// comment behind it names ("# v4.1.0"), and the commit stands in `integrity`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "packages/document.h"
#include "packages/inventory_formats.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

bool want_actions_line(std::string_view pointer) {
  const std::string_view last = pointer_token(pointer, 0);
  return last == "uses" || last == "image" || last == "container" || last == "run" || last == "version";
}

bool is_commit(std::string_view ref) {
  return (ref.size() == 40 || ref.size() == 64) &&
         std::all_of(ref.begin(), ref.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
}

class ActionsReader {
 public:
  ActionsReader(const InventorySource& source, const Document& document, InventoryBuilder& builder)
      : lines_(document.lines), builder_(builder) {
    TextLines lines(source.text);
    for (std::string_view line; lines.next(line);) text_.push_back(line);
  }

  void read(const JsonObject& root) {
    for (const auto& entry : object_or_empty(find(root, "jobs"))) {
      const std::string_view id(entry.key().data(), entry.key().size());
      if (id.size() > kMaxNameBytes) continue;
      const std::string pointer = pointer_to({"jobs", id});
      const JsonObject& job = object_or_empty(&entry.value());
      uses(find_string(job, "uses"), pointer + "/uses");
      steps(find(job, "steps"), pointer + "/steps");
      const Json* container = find(job, "container");
      image(string_or_empty(container), pointer + "/container");
      image(find_string(object_or_empty(container), "image"), pointer + "/container/image");
      for (const auto& service : object_or_empty(find(job, "services"))) {
        const std::string_view name(service.key().data(), service.key().size());
        image(find_string(object_or_empty(&service.value()), "image"),
              pointer + pointer_to({"services", name, "image"}));
      }
    }
    const JsonObject& runs = object_or_empty(find(root, "runs"));
    steps(find(runs, "steps"), "/runs/steps");
    image(find_string(runs, "image"), "/runs/image");
  }

 private:
  void steps(const Json* list, const std::string& pointer) {
    std::size_t index = 0;
    for (const Json& step : array_or_empty(list)) {
      const JsonObject& object = object_or_empty(&step);
      const std::string place = fmt::format("{}/{}", pointer, index++);
      const std::string_view action = find_string(object, "uses");
      uses(action, place + "/uses");
      read_shell_step(find_string(object, "run"), lines_.at(place + "/run"), builder_);
      program(action, find_string(object_or_empty(find(object, "with")), "version"),
              lines_.at(place + "/with/version"));
    }
  }

  void uses(std::string_view text, const std::string& pointer) {
    const std::uint32_t line = lines_.at(pointer);
    // "./" is a folder of the same repository.
    if (text.empty() || text.starts_with("./")) return;
    if (text.starts_with("docker://")) {
      image(text, pointer);
      return;
    }
    const std::size_t at = text.rfind('@');
    const std::string_view path = text.substr(0, at);
    const std::string_view ref = at == std::string_view::npos ? std::string_view() : text.substr(at + 1);
    const std::size_t owner = path.find('/');
    if (owner == std::string_view::npos || owner == 0) {
      builder_.note(fmt::format("uses: {} is no action", text.substr(0, 100)), line);
      return;
    }
    if (ref.empty()) builder_.note(fmt::format("uses: {} without a ref", text.substr(0, 100)), line);
    PackageRow row;
    row.ecosystem = "GitHub Actions";
    const std::size_t folder = path.find('/', owner + 1);
    row.name = path.substr(0, folder);
    row.version = ref;
    if (folder != std::string_view::npos) row.resolved = text;
    if (is_commit(ref)) {
      row.integrity = ref;
      if (const std::string_view named = version_comment(line); !named.empty()) row.version = named;
    }
    add(std::move(row), line);
  }

  // aquasecurity/setup-trivy with version v0.69.4 fetches that program.
  void program(std::string_view action, std::string_view version, std::uint32_t line) {
    std::string_view name = action.substr(0, action.find('@'));
    name.remove_prefix(std::min(name.find('/') + 1, name.size()));
    name = name.substr(0, name.find('/'));
    if (name.starts_with("setup-")) name.remove_prefix(6);
    if (name.ends_with("-action")) name.remove_suffix(7);
    const std::size_t digit = version.starts_with("v") ? 1 : 0;
    const bool exact = version.size() > digit && version.size() < 60 &&
                       std::isdigit(static_cast<unsigned char>(version[digit])) != 0 &&
                       version.find('.') != std::string_view::npos &&
                       version.find_first_of(" x*<>^~$") == std::string_view::npos;
    if (name.empty() || !exact) return;
    PackageRow row;
    row.ecosystem = "binary";
    row.name = name;
    row.version = version;
    add(std::move(row), line);
  }

  // What stands behind "#" on the line, when it looks like a version.
  std::string_view version_comment(std::uint32_t line) const {
    if (line == 0 || line > text_.size()) return {};
    const std::string_view text = text_[line - 1];
    const std::size_t hash = text.rfind(" #");
    if (hash == std::string_view::npos) return {};
    std::string_view rest = text.substr(hash + 2);
    std::string_view word = take_word(rest);
    if (word.starts_with("tag=")) word.remove_prefix(4);
    if (word == "pin" || word == "ratchet:") word = take_word(rest);
    if (const std::size_t at = word.rfind('@'); at != std::string_view::npos) word.remove_prefix(at + 1);
    const std::size_t digit = word.starts_with("v") ? 1 : 0;
    const bool version =
        word.size() > digit && word.size() < 40 && std::isdigit(static_cast<unsigned char>(word[digit])) != 0;
    return version ? word : std::string_view();
  }

  void image(std::string_view text, const std::string& pointer) {
    if (text.starts_with("docker://")) text.remove_prefix(9);
    // "Dockerfile" is built from the same repository.
    if (text.empty() || text.starts_with("Dockerfile") || text.starts_with("./") ||
        text.find("${{") != std::string_view::npos) {
      return;
    }
    const std::size_t digest = std::min(text.find('@'), text.size());
    const std::string_view tagged = text.substr(0, digest);
    std::size_t tag = tagged.rfind(':');
    // "host:5000/name" has a port, not a tag.
    if (tag != std::string_view::npos && tagged.find('/', tag) != std::string_view::npos)
      tag = std::string_view::npos;
    PackageRow row;
    row.ecosystem = "docker";
    row.name = tagged.substr(0, tag);
    if (tag != std::string_view::npos) row.version = tagged.substr(tag + 1);
    row.integrity = text.substr(std::min(digest + 1, text.size()));
    add(std::move(row), lines_.at(pointer));
  }

  void add(PackageRow row, std::uint32_t line) {
    row.line = line;
    row.direct = true;
    row.development = true;  // it builds the project; nobody installs it
    row.group = "build";
    builder_.add(std::move(row));
  }

  const DocumentLines& lines_;
  InventoryBuilder& builder_;
  std::vector<std::string_view> text_;
};

}  // namespace

Status read_workflow(const InventorySource& source, InventoryBuilder& builder) {
  auto document = read_yaml_document(source, want_actions_line, builder);
  if (!document) return document.error();
  const JsonObject* root = document->root().if_object();
  if (root == nullptr) return inventory_error(ErrorCode::kNotJson, source.path, "the workflow is no map");
  if (find(*root, "jobs") == nullptr && find(*root, "runs") == nullptr) {
    return inventory_error(ErrorCode::kNotJson, source.path, "neither jobs nor runs");
  }
  ActionsReader(source, *document, builder).read(*root);
  return Ok{};
}

}  // namespace mcpjury
