#include "grade/ampel_feeds.h"

#include <set>
#include <string>
#include <unordered_map>

#include "base/ascii.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

// What builds a server is not what it is made of.
bool is_build_only(std::string_view ecosystem) {
  const std::string name = ascii::lowered(ecosystem);
  return name == "github actions" || name == "binary" || name.empty();
}

// A version that is installed, not a range that is wished for.
bool is_exact(std::string_view version) {
  if (!version.empty() && (version.front() == 'v' || version.front() == 'V')) version.remove_prefix(1);
  return !version.empty() && version.front() >= '0' && version.front() <= '9' &&
         version.find_first_of(" ,|*<>=^~") == std::string_view::npos;
}

// Ecosystems of which a whole feed was there. Single records stand for nothing else.
std::set<std::string> covered(const Evidence& evidence) {
  std::set<std::string> out;
  const JsonObject* data = facet_data(evidence, Facet::kFeeds);
  const JsonArray* feeds = data == nullptr ? nullptr : find_array(*data, "feeds");
  for (std::size_t i = 0; feeds != nullptr && i < feeds->size(); ++i) {
    const JsonObject* feed = (*feeds)[i].if_object();
    if (feed == nullptr) continue;
    const std::string_view kind = find_string(*feed, "kind"), name = find_string(*feed, "name");
    if (!kind.starts_with("osv") || kind.ends_with("-partial")) continue;
    if (const JsonArray* ecosystems = find_array(*feed, "ecosystems")) {
      for (const Json& one : *ecosystems) {
        if (const auto* text = one.if_string()) out.insert(ascii::lowered({text->data(), text->size()}));
      }
    } else if (const std::size_t slash = name.find('/'); slash != std::string_view::npos) {
      out.insert(ascii::lowered(name.substr(slash + 1)));
    }
  }
  return out;
}

}  // namespace

std::string_view feed_gap(const Evidence& evidence) {
  const JsonObject* data = facet_data(evidence, Facet::kDependencies);
  if (data == nullptr) return "needs the list of dependencies";
  const JsonArray* packages = find_array(*data, "packages");
  const JsonArray* inventories = find_array(*data, "inventories");
  if (packages == nullptr && inventories == nullptr) return "needs the list of dependencies";
  for (std::size_t i = 0; inventories != nullptr && i < inventories->size(); ++i) {
    const JsonObject* inventory = (*inventories)[i].if_object();
    if (inventory != nullptr && !find_string(*inventory, "error").empty())
      return "a list of dependencies could not be read";
  }
  if (find_flag(*data, "truncated").value_or(false)) return "only a part of the dependencies was read";

  std::set<std::string> ecosystems;
  std::unordered_map<std::string, bool> exact;  // package -> a version of it is known
  for (std::size_t i = 0; packages != nullptr && i < packages->size(); ++i) {
    const JsonObject* package = (*packages)[i].if_object();
    if (package == nullptr || find_flag(*package, "development").value_or(false)) continue;
    const std::string_view ecosystem = find_string(*package, "ecosystem");
    if (is_build_only(ecosystem)) continue;
    ecosystems.insert(ascii::lowered(ecosystem));
    bool& known = exact[ascii::lowered(ecosystem) + '\n' + ascii::lowered(find_string(*package, "name"))];
    known = known || is_exact(find_string(*package, "version"));
  }
  const std::set<std::string> feeds = covered(evidence);
  for (const std::string& ecosystem : ecosystems) {
    if (!feeds.contains(ecosystem)) return "no advisory feed covers every ecosystem that was found";
  }
  for (const auto& [name, known] : exact) {
    if (!known) return "the version of some dependency is not known";
  }
  return {};
}

}  // namespace mcpjury
