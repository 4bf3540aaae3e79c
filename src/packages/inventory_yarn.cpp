// yarn.lock of Yarn 1: its own format, two blanks a level. Which packages the project itself names is not
// in it.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/npm_spec.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

struct Block {
  std::vector<std::string_view> descriptors;  // "name@^1"
  std::string_view version, resolved, integrity;
  std::vector<std::string> needs;  // descriptors
  std::uint32_t line = 0;
  std::size_t row = InventoryBuilder::kNoRow;
};

// `"a@^1", b@^2:` without the colon.
std::vector<std::string_view> split_descriptors(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    std::size_t end = 0;
    if (text[0] == '"') end = std::min(text.find('"', 1), text.size() - 1);
    end = std::min(text.find(',', end), text.size());
    out.push_back(unquoted(trim(text.substr(0, end))));
    text = trim(text.substr(std::min(end + 1, text.size())));
  }
  return out;
}

class YarnReader {
 public:
  explicit YarnReader(InventoryBuilder& builder) : builder_(builder) {}

  void read(std::string_view text) {
    TextLines lines(text);
    for (std::string_view line; lines.next(line);) {
      const std::string_view content = trim(line);
      if (content.empty() || content[0] == '#') continue;
      const std::size_t indent = line.find_first_not_of(' ');
      if (indent == 0) {
        begin(content, lines.number());
      } else if (!in_block_) {
        builder_.note("a line that belongs to no package", lines.number());
      } else if (indent < 4) {
        field(content, lines.number());
      } else if (in_needs_) {
        need(content);
      }
    }
    finish();
  }
  bool empty() const { return blocks_.empty(); }

 private:
  void begin(std::string_view content, std::uint32_t line) {
    in_needs_ = false;
    in_block_ = content.back() == ':';
    if (!in_block_) {
      builder_.note("a package line without a colon", line);
      return;
    }
    Block block;
    block.descriptors = split_descriptors(content.substr(0, content.size() - 1));
    block.line = line;
    blocks_.push_back(std::move(block));
  }

  void field(std::string_view content, std::uint32_t line) {
    const std::string_view key = take_word(content);
    in_needs_ = key == "dependencies:" || key == "optionalDependencies:";
    if (in_needs_ || key.ends_with(":")) return;
    Block& block = blocks_.back();
    if (key == "version") {
      block.version = unquoted(content);
    } else if (key == "resolved") {
      block.resolved = unquoted(content);
    } else if (key == "integrity") {
      block.integrity = unquoted(content);
    } else if (content.empty()) {
      builder_.note("a line that cannot be read", line);
    }
  }

  void need(std::string_view content) {
    const std::string_view name = unquoted(take_word(content));
    if (name.size() > kMaxNameBytes || content.size() > kMaxVersionBytes) return;
    blocks_.back().needs.push_back(fmt::format("{}@{}", name, unquoted(content)));
  }

  void finish() {
    std::map<std::string_view, std::size_t> by_descriptor;
    for (Block& block : blocks_) {
      if (block.descriptors.empty()) continue;
      if (block.version.empty()) builder_.note("a package without a version", block.line);
      const auto [name, range] = split_npm_descriptor(block.descriptors.front());
      PackageRow row;
      row.line = block.line;
      // "name@npm:real@^1": the descriptor tells which package it really is.
      set_npm_version(row, name, range.starts_with("npm:") ? range : std::string_view());
      row.version = block.version;
      row.resolved = block.resolved;
      row.integrity = block.integrity;
      block.row = builder_.add(std::move(row));
      for (const std::string_view descriptor : block.descriptors)
        by_descriptor.emplace(descriptor, block.row);
    }
    InventoryGraph graph;
    for (const Block& block : blocks_) {
      for (const std::string& need : block.needs) {
        if (const auto found = by_descriptor.find(need); found != by_descriptor.end()) {
          graph.edge(block.row, found->second);
        }
      }
    }
    graph.apply(builder_, false);
  }

  InventoryBuilder& builder_;
  std::vector<Block> blocks_;
  bool in_block_ = false;
  bool in_needs_ = false;
};

}  // namespace

Status read_yarn_lock(const InventorySource& source, InventoryBuilder& builder) {
  if (source.text.find("__metadata:") != std::string_view::npos) return read_yarn_berry(source, builder);
  builder.set_kind("yarn.lock-v1");
  YarnReader reader(builder);
  reader.read(source.text);
  if (reader.empty() && source.text.find("yarn lockfile v1") == std::string_view::npos) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no yarn lock file");
  }
  return Ok{};
}

}  // namespace mcpjury
