// The popular names of one ecosystem, ready for comparing. Private to feeds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mcpjury {

struct PopularName {
  std::string_view name;      // as it is written
  std::string_view scope;     // "@types", or empty
  std::string_view rest;      // without the scope
  std::uint64_t letters = 0;  // which characters occur
};

class PopularNames {
 public:
  PopularNames(std::string_view names, std::string_view legitimate);
  static const PopularNames& npm();
  static const PopularNames& pypi();

  bool known(std::string_view name) const { return known_.contains(name); }
  bool has_scope(std::string_view scope) const { return scopes_.contains(scope); }
  const std::vector<PopularName>& all() const { return all_; }
  const std::unordered_set<std::string_view>& scopes() const { return scopes_; }
  // A part between separators of some popular name: a word that people use in names.
  bool is_word(std::string_view word) const { return words_.contains(word); }
  // The popular name without separators; null when there is none.
  const PopularName* by_flat(const std::string& flat) const;

 private:
  std::vector<PopularName> all_;
  std::unordered_set<std::string_view> known_, scopes_, words_;
  std::unordered_map<std::string, std::size_t> flat_;
};

std::uint64_t letters_of(std::string_view text);
std::string without_separators(std::string_view text);
std::vector<std::string_view> name_parts(std::string_view name);  // between - _ . / and @

}  // namespace mcpjury
