// Gemfile.lock: sections in capitals, "specs:" with four blanks before a gem and six before what it needs.
#include <fmt/format.h>

#include <map>

#include "packages/inventory_formats.h"
#include "packages/inventory_graph.h"
#include "packages/text_lines.h"

namespace mcpjury {
namespace {

struct Gem {
  std::string_view name, version;
};

// "name (1.2.3-x86_64-linux)", "name (>= 1)", "name!".
Gem read_gem(std::string_view text) {
  Gem out;
  out.name = take_word(text);
  if (out.name.ends_with("!")) out.name.remove_suffix(1);
  if (text.starts_with("(") && text.find(')') != std::string_view::npos) {
    out.version = text.substr(1, text.find(')') - 1);
  }
  return out;
}

class GemReader {
 public:
  explicit GemReader(InventoryBuilder& builder) : builder_(builder) {}

  void read(std::string_view text) {
    TextLines lines(text);
    for (std::string_view line; lines.next(line);) {
      const std::size_t indent = line.find_first_not_of(' ');
      if (indent == std::string_view::npos) continue;
      const std::string_view content = trim(line);
      if (indent == 0) {
        section_ = content;
        remote_ = {};
        last_ = InventoryBuilder::kNoRow;
        const bool known = content == "GEM" || content == "GIT" || content == "PATH" ||
                           content == "DEPENDENCIES" || content == "PLATFORMS" || content == "CHECKSUMS" ||
                           content == "BUNDLED WITH" || content == "RUBY VERSION" ||
                           content == "PLUGIN SOURCE";
        if (known) ++sections_;
        if (!known) builder_.note(fmt::format("unknown section {}", content.substr(0, 60)), lines.number());
      } else if (section_ == "DEPENDENCIES") {
        direct_.push_back(read_gem(content).name);
      } else if (section_ == "CHECKSUMS") {
        checksum(content);
      } else if (section_ == "GEM" || section_ == "GIT" || section_ == "PATH" ||
                 section_ == "PLUGIN SOURCE") {
        source_line(content, indent, lines.number());
      }
    }
    finish();
  }
  std::size_t sections() const { return sections_; }

 private:
  void source_line(std::string_view content, std::size_t indent, std::uint32_t line) {
    if (content.starts_with("remote:")) {
      remote_ = trim(content.substr(7));
    } else if (indent == 4) {
      add(read_gem(content), line);
    } else if (indent >= 6 && last_ != InventoryBuilder::kNoRow) {
      needs_.emplace_back(last_, read_gem(content).name);
    }
  }

  void add(const Gem& gem, std::uint32_t line) {
    PackageRow row;
    row.ecosystem = "RubyGems";
    row.name = gem.name;
    // No gem version has a dash; what follows it is the platform.
    row.version = gem.version.substr(0, gem.version.find('-'));
    row.line = line;
    if (section_ != "GEM") {
      row.resolved = remote_;
      row.group = section_ == "PATH" ? "path" : "";
    }
    last_ = builder_.add(std::move(row));
    if (last_ != InventoryBuilder::kNoRow) places_[gem.name] = last_;
  }

  void checksum(std::string_view content) {
    const Gem gem = read_gem(content);
    const std::size_t hash = content.find(") ");
    const auto found = places_.find(gem.name);
    if (found == places_.end() || hash == std::string_view::npos) return;
    std::string& kept = builder_.row(found->second).integrity;
    if (kept.empty()) kept = trim(content.substr(hash + 2)).substr(0, 200);
  }

  void finish() {
    InventoryGraph graph;
    const auto place = [&](std::string_view name) {
      const auto found = places_.find(name);
      return found != places_.end() ? found->second : InventoryBuilder::kNoRow;
    };
    for (const auto& [parent, name] : needs_) graph.edge(parent, place(name));
    for (const std::string_view name : direct_) graph.root(place(name), false);
    graph.apply(builder_, false);
  }

  InventoryBuilder& builder_;
  std::string_view section_, remote_;
  std::size_t last_ = InventoryBuilder::kNoRow, sections_ = 0;
  std::map<std::string_view, std::size_t> places_;
  std::vector<std::pair<std::size_t, std::string_view>> needs_;
  std::vector<std::string_view> direct_;
};

}  // namespace

Status read_gem_lock(const InventorySource& source, InventoryBuilder& builder) {
  GemReader reader(builder);
  reader.read(source.text);
  if (reader.sections() == 0 && !trim(source.text).empty()) {
    return inventory_error(ErrorCode::kNotJson, source.path, "no section of a Gemfile.lock");
  }
  return Ok{};
}

}  // namespace mcpjury
