#include "feeds/popular_names.h"

#include "catalog/catalog.h"
#include "feeds/packed_rows.h"

namespace mcpjury {
namespace {

bool is_separator(char c) { return c == '-' || c == '_' || c == '.' || c == '/' || c == '@'; }

}  // namespace

std::uint64_t letters_of(std::string_view text) {
  std::uint64_t out = 0;
  for (const char c : text) out |= std::uint64_t{1} << (static_cast<unsigned char>(c) & 63u);
  return out;
}

std::string without_separators(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_separator(c)) out += c;
  }
  return out;
}

std::vector<std::string_view> name_parts(std::string_view name) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    if (i < name.size() && !is_separator(name[i])) continue;
    if (i > begin) out.push_back(name.substr(begin, i - begin));
    begin = i + 1;
  }
  return out;
}

PopularNames::PopularNames(std::string_view names, std::string_view legitimate) {
  for_each_row<1>(names, [this](const std::array<std::string_view, 1>& row) {
    const std::string_view name = row[0];
    PopularName entry{name, {}, name, 0};
    const std::size_t slash = name.find('/');
    if (name.starts_with('@') && slash != std::string_view::npos) {
      entry.scope = name.substr(0, slash);
      entry.rest = name.substr(slash + 1);
      scopes_.insert(entry.scope);
    } else {
      flat_.emplace(without_separators(name), all_.size());
    }
    entry.letters = letters_of(name);
    known_.insert(name);
    for (const std::string_view part : name_parts(name)) {
      // A whole name is no word: "lodash" must not excuse "lodash".
      if (part != name) words_.insert(part);
    }
    all_.push_back(entry);
  });
  for_each_row<1>(legitimate, [this](const std::array<std::string_view, 1>& row) { known_.insert(row[0]); });
}

const PopularName* PopularNames::by_flat(const std::string& flat) const {
  const auto found = flat_.find(flat);
  return found == flat_.end() ? nullptr : &all_[found->second];
}

const PopularNames& PopularNames::npm() {
  static const PopularNames kNames(catalog().packages.popular_npm, catalog().packages.legitimate);
  return kNames;
}

const PopularNames& PopularNames::pypi() {
  static const PopularNames kNames(catalog().packages.popular_pypi, catalog().packages.legitimate);
  return kNames;
}

}  // namespace mcpjury
