// go.mod and go.sum. Versions stay as Go writes them, with the "v".
#include <fmt/format.h>

#include <map>
#include <set>

#include "packages/inventory_formats.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

struct Replacement {
  std::string_view path, version;  // without a version: a folder
};

class GoModReader {
 public:
  explicit GoModReader(InventoryBuilder& builder) : builder_(builder) {}

  bool read(std::string_view text) {
    TextLines lines(text);
    std::string_view block;
    for (std::string_view line; lines.next(line);) {
      const std::size_t slashes = line.find("//");
      const std::string_view comment =
          slashes == std::string_view::npos ? "" : trim(line.substr(slashes + 2));
      std::string_view content = trim(line.substr(0, slashes));
      if (content.empty()) continue;
      if (!block.empty()) {
        if (content == ")") {
          block = {};
        } else {
          directive(block, content, comment, lines.number());
        }
        continue;
      }
      const std::string_view verb = take_word(content);
      if (content == "(") {
        block = verb;
      } else {
        directive(verb, content, comment, lines.number());
      }
    }
    if (!block.empty()) builder_.note("a block that is not closed");
    finish();
    return known_;
  }

 private:
  void directive(std::string_view verb, std::string_view content, std::string_view comment,
                 std::uint32_t line) {
    if (verb == "require") {
      require(content, comment, line);
    } else if (verb == "replace") {
      replace(content, line);
    } else if (verb == "go" || verb == "toolchain") {
      known_ = true;
      // The toolchain line is the newer of both where it stands.
      if (verb == "toolchain" || standard_.version.empty()) {
        standard_.version = content.starts_with("go") ? content.substr(2) : content;
        standard_.line = line;
      }
    } else if (verb == "module") {
      known_ = true;
    } else if (verb != "exclude" && verb != "retract" && verb != "tool" && verb != "godebug" &&
               verb != "ignore") {
      builder_.note(fmt::format("unknown word {}", verb.substr(0, 60)), line);
    }
  }

  void require(std::string_view content, std::string_view comment, std::uint32_t line) {
    const std::string_view path = unquoted(take_word(content));
    const std::string_view version = unquoted(take_word(content));
    if (version.empty()) {
      builder_.note("require without a version", line);
      return;
    }
    known_ = true;
    PackageRow row;
    row.ecosystem = "Go";
    row.name = path;
    row.version = version;
    row.direct = comment != "indirect" && !comment.starts_with("indirect;");
    row.line = line;
    rows_.push_back(std::move(row));
  }

  void replace(std::string_view content, std::uint32_t line) {
    const std::string_view path = unquoted(take_word(content));
    std::string_view version = take_word(content);
    if (version == "=>") {
      version = {};
    } else if (take_word(content) != "=>") {
      builder_.note("replace without =>", line);
      return;
    }
    const std::string_view to = unquoted(take_word(content));
    replaced_[{path, version}] = {to, unquoted(take_word(content))};
  }

  void finish() {
    for (PackageRow& row : rows_) {
      auto found = replaced_.find({row.name, row.version});
      if (found == replaced_.end()) found = replaced_.find({row.name, std::string_view()});
      if (found != replaced_.end()) {
        const Replacement& by = found->second;
        builder_.note(fmt::format("{} is replaced by {} {}", row.name, by.path.substr(0, 200), by.version),
                      row.line);
        if (by.version.empty()) {
          row.version.clear();
          row.resolved = by.path;
        } else {
          row.name = by.path;
          row.version = by.version;
        }
      }
      builder_.add(std::move(row));
    }
    if (standard_.version.empty()) return;
    // The least version; what is installed may be newer.
    standard_.ecosystem = "Go";
    standard_.name = "stdlib";
    standard_.range = true;
    standard_.direct = true;
    builder_.add(std::move(standard_));
  }

  InventoryBuilder& builder_;
  std::vector<PackageRow> rows_;
  std::map<std::pair<std::string_view, std::string_view>, Replacement> replaced_;
  PackageRow standard_;
  bool known_ = false;
};

}  // namespace

Status read_go_mod(const InventorySource& source, InventoryBuilder& builder) {
  if (!GoModReader(builder).read(source.text)) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no go.mod: no module, go or require line");
  }
  return Ok{};
}

Status read_go_sum(const InventorySource& source, InventoryBuilder& builder) {
  TextLines lines(source.text);
  std::size_t read = 0, broken = 0;
  for (std::string_view line; lines.next(line);) {
    if (trim(line).empty()) continue;
    const std::string_view module = take_word(line);
    const std::string_view version = take_word(line);
    const std::string_view hash = take_word(line);
    if (hash.empty() || !line.empty() || hash.find(':') == std::string_view::npos) {
      builder.note("not a module, a version and a hash", lines.number());
      ++broken;
      continue;
    }
    ++read;
    // Only the go.mod of this version was looked at; its code is not built.
    if (version.ends_with("/go.mod")) continue;
    PackageRow row;
    row.ecosystem = "Go";
    row.name = module;
    row.version = version;
    row.integrity = hash;
    row.line = lines.number();
    builder.add(std::move(row));
  }
  if (read == 0 && broken > 0) return inventory_error(ErrorCode::kNotJson, source.path, "no go.sum");
  return Ok{};
}

}  // namespace mcpjury
