// requirements.txt in the words of pip: continuation lines, hashes, markers, addresses, options. Files that
// it names with -r and -c are noted, not read; an environment variable stays as it is written.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "packages/inventory_formats.h"
#include "packages/python_spec.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxLogicalBytes = 256u << 10;

// "#" begins a comment at the start or behind a blank; "#egg=" is part of an address.
std::size_t comment_at(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t') return at;
  }
  return line.size();
}

bool is_development_file(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of("-_."), name.size());
    if (is_development_group(name.substr(0, end))) return true;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return false;
}

class RequirementsReader {
 public:
  RequirementsReader(const InventorySource& source, InventoryBuilder& builder)
      : builder_(builder), development_(is_development_file(source.path)) {}

  void read(std::string_view text) {
    TextLines lines(text);
    for (std::string_view line; lines.next(line);) {
      const std::uint32_t first = lines.number();
      std::string logical;
      std::string_view remark;
      bool more = true, alone = false;
      while (more) {
        const std::size_t comment = comment_at(line);
        std::string_view content = trim(line.substr(0, comment));
        if (comment < line.size()) {
          remark = trim(line.substr(comment + 1));
          alone = content.empty() && logical.empty();
        }
        more = comment == line.size() && content.ends_with("\\");
        if (more) content.remove_suffix(1);
        logical.append(content).push_back(' ');
        if (logical.size() > kMaxLogicalBytes) {
          builder_.note("a line that is too long", first);
          logical.clear();
        }
        more = more && lines.next(line);
      }
      const std::string_view content = trim(logical);
      if (!content.empty()) entry(content, first);
      if (!remark.empty()) via(remark, alone);
    }
    settle();
  }
  std::size_t taken() const { return taken_; }
  std::size_t broken() const { return broken_; }

 private:
  void entry(std::string_view content, std::uint32_t line) {
    if (content[0] == '-') {
      option(content, line);
      return;
    }
    std::string_view requirement = content;
    std::string hashes;
    split_options(requirement, hashes);
    const auto read = read_python_requirement(requirement);
    // "name @ address" is one with a name.
    const bool named = read && !read->url.empty();
    if (!named && (is_fetch_address(requirement) || requirement.starts_with("/"))) {
      address(requirement, line, "");
      return;
    }
    if (!read) {
      ++broken_;
      builder_.note(fmt::format("not a requirement: {}", requirement.substr(0, 80)), line);
      return;
    }
    PackageRow row = python_row(*read);
    row.integrity = hashes;
    add(std::move(row), line);
  }

  // Takes " --hash=sha256:…" and other options away; the first hash is kept.
  static void split_options(std::string_view& text, std::string& hash) {
    const std::size_t at = text.find(" --");
    if (at == std::string_view::npos) return;
    std::string_view options = text.substr(at);
    text = trim(text.substr(0, at));
    for (const std::string_view key : {"--hash=", "--hash "}) {
      if (const std::size_t found = options.find(key); found != std::string_view::npos) {
        std::string_view rest = options.substr(found + key.size());
        hash = take_word(rest);
        return;
      }
    }
  }

  void option(std::string_view content, std::uint32_t line) {
    std::size_t end = std::min(content.find_first_of(" =\t"), content.size());
    if (!content.starts_with("--")) end = std::min<std::size_t>(end, 2);
    const std::string_view key = content.substr(0, end);
    std::string_view value = trim(content.substr(end));
    if (value.starts_with("=")) value = trim(value.substr(1));
    if (key == "-r" || key == "--requirement" || key == "-c" || key == "--constraint") {
      builder_.note(fmt::format("names another file, not followed: {}", value.substr(0, 200)), line);
      ++taken_;
    } else if (key == "-e" || key == "--editable") {
      address(unquoted(value), line, "editable");
    } else if (key == "-i" || key == "--index-url" || key == "--extra-index-url" || key == "-f" ||
               key == "--find-links" || key == "--trusted-host") {
      builder_.note(fmt::format("{} {}", key, clean_address(value)), line);
    }
  }

  void address(std::string_view text, std::uint32_t line, std::string_view group) {
    PackageRow row;
    row.ecosystem = "PyPI";
    row.resolved = text;
    row.group = group;
    const std::size_t egg = text.find("#egg=");
    if (egg != std::string_view::npos) {
      std::string_view name = text.substr(egg + 5);
      row.name = name.substr(0, name.find_first_of("&[ ;"));
    } else {
      // "name-1.2.3-py3-none-any.whl" says which package it is.
      const std::string_view file = text.substr(text.rfind('/') + 1);
      const std::size_t dash = file.find('-');
      if (file.find(".whl") != std::string_view::npos && dash != std::string_view::npos) {
        row.name = file.substr(0, dash);
        row.version = file.substr(dash + 1, file.find('-', dash + 1) - dash - 1);
      }
    }
    if (row.name.empty()) {
      ++taken_;
      builder_.note(fmt::format("an address without a name: {}", clean_address(text.substr(0, 200))), line);
      return;
    }
    add(std::move(row), line);
  }

  void add(PackageRow row, std::uint32_t line) {
    row.line = line;
    row.direct = true;
    row.development = development_;
    if (row.group.empty() && development_) row.group = "dev";
    last_ = builder_.add(std::move(row));
    ++taken_;
    in_via_ = false;
  }

  // pip-compile writes "# via name" under each package, or "# via" and then a line for each.
  void via(std::string_view comment, bool alone) {
    if (comment == "via") {
      in_via_ = alone;
      return;
    }
    std::string_view by = comment;
    if (comment.starts_with("via ")) {
      by = comment.substr(4);
    } else if (!in_via_ || !alone) {
      in_via_ = false;
      return;
    }
    if (last_ == InventoryBuilder::kNoRow) return;
    while (!by.empty()) {
      const std::size_t end = std::min(by.find(','), by.size());
      const std::string_view who = trim(by.substr(0, end));
      by.remove_prefix(std::min(end + 1, by.size()));
      by = trim(by);
      // "-r requirements.in" and "project (pyproject.toml)" are the project itself.
      const bool own = who.starts_with("-") || who.find(' ') != std::string_view::npos;
      needed_by_[last_] = needed_by_[last_] || own;
      if (!own) builder_.add_parent(last_, who);
    }
  }

  void settle() {
    for (const auto& [row, own] : needed_by_) builder_.row(row).direct = own;
  }

  InventoryBuilder& builder_;
  bool development_;
  std::size_t taken_ = 0, broken_ = 0;
  std::size_t last_ = InventoryBuilder::kNoRow;
  bool in_via_ = false;
  std::map<std::size_t, bool> needed_by_;
};

}  // namespace

Status read_requirements(const InventorySource& source, InventoryBuilder& builder) {
  RequirementsReader reader(source, builder);
  reader.read(source.text);
  if (reader.taken() == 0 && reader.broken() > 0) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no line is a requirement");
  }
  return Ok{};
}

}  // namespace mcpjury
