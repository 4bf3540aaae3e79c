#include "scan/compare_servers.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "detect/name_distance.h"
#include "detect/url_parts.h"
#include "scan/server_identity.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxServers = 32;       // that one report names
constexpr std::size_t kMaxOthersOfATool = 8;  // the same
constexpr std::size_t kMaxToolsTogether = 2'000'000;
constexpr std::size_t kMaxNear = 10'000;  // near names of all tools of one server

Surface surface_of_record(const Evidence& evidence) {
  const JsonObject* definition = evidence.facet(Facet::kDefinition).data.if_object();
  return definition != nullptr ? make_surface(*definition, Limits{}) : Surface{};
}

// For counting: who does not say who he is is told apart by the name of his server.
std::string who_counts(const ServerRow& server) {
  return server.publisher.empty() ? "name:" + server.server_name : server.publisher;
}

}  // namespace

Result<std::unique_ptr<ServersTogether>> ServersTogether::open() {
  auto index = Store::open({.url = "sqlite::memory:"});
  if (!index) return index.error();
  return std::unique_ptr<ServersTogether>(new ServersTogether(std::move(*index)));
}

std::string ServersTogether::key_of(std::size_t number, const Evidence& evidence) {
  return fmt::format("{}\n{}", number, evidence.target.id);
}

std::string ServersTogether::add(std::size_t number, const Evidence& evidence) {
  const Surface surface = surface_of_record(evidence);
  const std::lock_guard lock(mutex_);
  std::string key = key_of(number, evidence);
  if (surface.tools.empty()) return key;
  if (tools_ + surface.tools.size() > kMaxToolsTogether) {
    complete_ = false;
    return key;
  }
  tools_ += surface.tools.size();
  if (!evidence.target.id.empty()) targets_.insert(evidence.target.id);
  ServerRow row = server_identity(evidence, surface);
  row.target_key = key;
  if (auto added = index_->add_servers({{std::move(row), compared_tools(surface)}});
      !added && failure_.empty())
    failure_ = added.error().message;
  return key;
}

// One look for one server; collects from both sources, then writes the facet.
class NeighbourLook {
 public:
  NeighbourLook(Store* store, ServersTogether* together, std::string_view together_key, Evidence& evidence)
      : store_(store),
        together_(together),
        together_key_(together_key),
        evidence_(evidence),
        surface_(surface_of_record(evidence)),
        self_(server_identity(evidence, surface_)),
        tools_(compared_tools(surface_)) {
    self_.target_key = evidence.target.id;
    for (const ToolRow& tool : tools_) names_.push_back(tool.name_key);
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    prints_ = name_prints(names_);
  }

  Result<Ok> run() {
    if (together_ != nullptr) {
      const std::lock_guard lock(together_->mutex_);
      if (!together_->failure_.empty()) return Error{ErrorCode::kInternal, together_->failure_};
      complete_ = together_->complete_;
      if (auto asked = ask(*together_->index_, std::string(together_key_), true); !asked) return asked;
    }
    if (store_ != nullptr) {
      if (auto own = store_->tools_of(self_.target_key)) {
        for (const ToolSeen& tool : *own) {
          auto [at, fresh] = own_since_.emplace(tool.name_key, tool.first_seen);
          if (!fresh) at->second = std::min(at->second, tool.first_seen);
          self_.first_seen = std::min(self_.first_seen, tool.first_seen);
        }
      } else {
        return own.error();
      }
      if (auto asked = ask(*store_, self_.target_key, false); !asked) return asked;
    }
    choose_servers();
    if (store_ != nullptr) {
      if (auto aged = age_of_those_together(); !aged) return aged;
    }
    complete_ = complete_ && surface_.tools.size() <= kMaxComparedTools;
    return Ok{};
  }

  std::vector<CommonName> found_common() { return std::move(found_common_); }

  JsonObject facet() {
    JsonArray compared;
    if (store_ != nullptr) compared.emplace_back("store");
    if (together_ != nullptr) compared.emplace_back("together");
    JsonObject out{
        {"server_key", self_.target_key}, {"complete", complete_},     {"compared_with", std::move(compared)},
        {"first_seen", self_.first_seen}, {"servers", servers_json()}, {"names", names_json()},
        {"entries", descriptions_json()}, {"hosts", hosts_json()}};
    if (!self_.publisher.empty()) out["publisher"] = self_.publisher;
    return out;
  }

 private:
  struct Neighbour {
    ServerRow row;
    bool together = false;
    std::uint32_t shared = 0;
    std::size_t matches = 0, index = kMaxServers;
    std::string_view related;
  };
  // A key of the store and one of the command may be the same text.
  using Key = std::pair<bool, std::string>;
  struct Match {
    Key server;
    ToolSeen tool;
  };

  Result<Ok> ask(Store& index, const std::string& own, bool together) {
    auto common = index.common_names(names_);
    if (!common) return common.error();
    for (const CommonName& name : *common) {
      std::uint32_t& most = common_[name.name_key];
      most = std::max(most, name.publishers);
    }
    std::vector<ToolRow> told_apart;
    for (const ToolRow& tool : tools_) {
      if (!common_.contains(tool.name_key)) told_apart.push_back(tool);
    }
    auto names = index.names_like(told_apart, own);
    if (!names) return names.error();
    auto descriptions = index.descriptions_like(tools_, own);
    if (!descriptions) return descriptions.error();
    auto hosts = index.hosts_like(self_.host_label, self_.host_key, own);
    if (!hosts) return hosts.error();
    std::vector<std::string> keys;
    for (const auto* list : {&*names, &*descriptions}) {
      for (const ToolSeen& tool : *list) keys.push_back(tool.target_key);
    }
    for (const ServerRow& row : *hosts) keys.push_back(row.target_key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    auto rows = index.servers(keys);
    if (!rows) return rows.error();
    for (ServerRow& row : *rows) {
      if (!together && together_ != nullptr && together_->targets_.contains(row.target_key)) continue;
      Neighbour& neighbour = neighbours_[Key(together, row.target_key)];
      neighbour.together = together;
      neighbour.shared = shared_names(row.name_prints, prints_);
      neighbour.related = related_by(self_, row);
      neighbour.row = std::move(row);
    }
    take(*names, together, names_seen_);
    take(*descriptions, together, descriptions_seen_);
    for (const ServerRow& row : *hosts) {
      const auto found = neighbours_.find(Key(together, row.target_key));
      if (found != neighbours_.end()) ++found->second.matches;
    }
    return Ok{};
  }

  void take(std::vector<ToolSeen>& seen, bool together, std::vector<Match>& into) {
    for (ToolSeen& tool : seen) {
      Key key(together, tool.target_key);
      const auto found = neighbours_.find(key);
      if (found == neighbours_.end()) continue;
      ++found->second.matches;
      into.push_back({std::move(key), std::move(tool)});
    }
  }

  // What the store knows of the servers of this command: since when it has each tool.
  Result<Ok> age_of_those_together() {
    for (auto& [key, neighbour] : neighbours_) {
      if (!key.first || neighbour.index >= kMaxServers) continue;
      auto kept = store_->tools_of(key.second.substr(key.second.find('\n') + 1));
      if (!kept) return kept.error();
      std::map<std::string, std::string> since;
      for (const ToolSeen& tool : *kept) {
        auto [at, fresh] = since.emplace(tool.tool, tool.first_seen);
        if (!fresh) at->second = std::min(at->second, tool.first_seen);
        neighbour.row.first_seen = std::min(neighbour.row.first_seen, tool.first_seen);
      }
      for (auto* list : {&names_seen_, &descriptions_seen_}) {
        for (Match& match : *list) {
          if (match.server != key) continue;
          if (const auto found = since.find(match.tool.tool); found != since.end())
            match.tool.first_seen = std::min(match.tool.first_seen, found->second);
        }
      }
    }
    return Ok{};
  }

  // The ones with most in common, then the oldest.
  void choose_servers() {
    for (auto& [key, neighbour] : neighbours_) chosen_.push_back(&neighbour);
    std::sort(chosen_.begin(), chosen_.end(), [](const Neighbour* a, const Neighbour* b) {
      return std::tuple(!a->together, b->matches, a->row.first_seen, a->row.target_key) <
             std::tuple(!b->together, a->matches, b->row.first_seen, b->row.target_key);
    });
    if (chosen_.size() > kMaxServers) chosen_.resize(kMaxServers);
    for (std::size_t i = 0; i < chosen_.size(); ++i) chosen_[i]->index = i;
  }

  JsonArray servers_json() const {
    JsonArray out;
    for (const Neighbour* neighbour : chosen_) {
      const ServerRow& row = neighbour->row;
      const std::size_t line = neighbour->together ? row.target_key.find('\n') + 1 : 0;
      JsonObject entry{{"key", row.target_key.substr(line)},
                       {"name", row.server_name},
                       {"scope", neighbour->together ? "together" : "store"},
                       {"first_seen", row.first_seen},
                       {"tools", row.tool_count},
                       {"shared_tools", neighbour->shared}};
      if (!row.publisher.empty()) entry["publisher"] = row.publisher;
      if (!row.host.empty()) entry["host"] = row.host;
      if (!neighbour->related.empty()) entry["related"] = neighbour->related;
      out.push_back(std::move(entry));
    }
    return out;
  }

  // Others that have it, oldest first, one entry a server; `publishers` counts all of them, named or not.
  JsonObject others_json(std::string_view tool, std::vector<const Match*> matches, const ToolRow& own,
                         bool by_name) const {
    std::sort(matches.begin(), matches.end(), [&](const Match* a, const Match* b) {
      const auto rank = [&](const Match& match) {
        return std::tuple(match.tool.name_key != own.name_key,
                          match.tool.description_sha256 != own.description_sha256,
                          std::string_view(match.tool.first_seen), std::string_view(match.tool.target_key),
                          std::string_view(match.tool.tool));
      };
      return rank(*a) < rank(*b);
    });
    std::set<std::string> publishers;
    std::set<std::pair<std::size_t, bool>> listed;
    JsonArray others;
    for (const Match* match : matches) {
      const Neighbour& neighbour = neighbours_.at(match->server);
      const bool exact = match->tool.name_key == own.name_key;
      if ((exact || !by_name) && neighbour.related.empty()) publishers.insert(who_counts(neighbour.row));
      if (neighbour.index >= kMaxServers || others.size() >= kMaxOthersOfATool) continue;
      if (!listed.emplace(neighbour.index, exact).second) continue;
      JsonObject entry{
          {"server", neighbour.index}, {"tool", match->tool.tool}, {"first_seen", match->tool.first_seen}};
      if (by_name) {
        entry["match"] = exact ? "exact" : "near";
        entry["same_description"] =
            !own.description_sha256.empty() && match->tool.description_sha256 == own.description_sha256;
      }
      others.push_back(std::move(entry));
    }
    return {{"tool", tool}, {"publishers", publishers.size()}, {"others", std::move(others)}};
  }

  // Names that are everybody's were not asked for; those that turn out to be need not be, next time.
  void count_publishers(const std::string& name_key, Json& counted) {
    const auto known = common_.find(name_key);
    const auto publishers = counted.to_number<std::uint32_t>();
    if (known != common_.end()) {
      counted = std::max(publishers, known->second);
    } else if (together_ == nullptr && publishers >= kEverybodysName) {
      found_common_.push_back({name_key, publishers});
    }
  }

  JsonArray names_json() {
    std::unordered_map<std::string_view, std::vector<const Match*>> by_key;
    std::vector<std::pair<FoldedName, const Match*>> near;
    for (const Match& match : names_seen_) {
      if (std::binary_search(names_.begin(), names_.end(), match.tool.name_key)) {
        by_key[match.tool.name_key].push_back(&match);
      } else if (near.size() < kMaxNear) {
        near.emplace_back(fold(match.tool.tool), &match);
      }
    }
    JsonArray out;
    for (const ToolRow& tool : tools_) {
      std::vector<const Match*> matches = by_key[tool.name_key];
      const FoldedName folded = fold(tool.name);
      for (const auto& [other, match] : near) {
        if (may_be_near(folded, other, 1) && one_edit_apart(tool.name, match->tool.tool).near)
          matches.push_back(match);
      }
      if (matches.empty()) continue;
      JsonObject entry = others_json(tool.name, std::move(matches), tool, true);
      count_publishers(tool.name_key, entry["publishers"]);
      if (entry["others"].get_array().empty()) continue;
      const auto since = own_since_.find(tool.name_key);
      entry["first_seen"] = since != own_since_.end() ? since->second : evidence_.observed_at;
      out.push_back(std::move(entry));
    }
    return out;
  }

  JsonArray descriptions_json() const {
    std::unordered_map<std::string_view, std::vector<const Match*>> by_print;
    for (const Match& match : descriptions_seen_) by_print[match.tool.description_sha256].push_back(&match);
    JsonArray out;
    for (const ToolRow& tool : tools_) {
      if (tool.description_sha256.empty()) continue;
      const auto found = by_print.find(tool.description_sha256);
      if (found == by_print.end()) continue;
      JsonObject entry = others_json(tool.name, found->second, tool, false);
      if (entry["others"].get_array().empty()) continue;
      entry["sha256"] = tool.description_sha256;
      out.push_back(std::move(entry));
    }
    return out;
  }

  JsonArray hosts_json() const {
    JsonArray out;
    if (self_.host_label.empty()) return out;
    const auto platform = [](const ServerRow& row) {
      // The site of a platform's customer has more labels than a registered name and its ending.
      const std::string_view site = site_of(row.host);
      return std::count(site.begin(), site.end(), '.') >= 2;
    };
    for (const Neighbour* neighbour : chosen_) {
      const ServerRow& row = neighbour->row;
      if (row.host_label.empty() || site_of(row.host) == site_of(self_.host)) continue;
      const std::size_t edits = edit_distance(self_.host_label, row.host_label, 2);
      const bool same = edits == 0;
      const bool looks = !same && row.host_key == self_.host_key;
      if (!same && !looks && edits > 2) continue;
      out.push_back(JsonObject{{"server", neighbour->index},
                               {"match", looks  ? "confusable"
                                         : same ? "ending"
                                                : "edit"},
                               {"edits", edits > 2 ? 0 : edits},
                               {"label", self_.host_label},
                               {"other_label", row.host_label},
                               {"platform", platform(self_) && platform(row)}});
    }
    return out;
  }

  Store* store_;
  ServersTogether* together_;
  std::string_view together_key_;
  Evidence& evidence_;
  Surface surface_;
  ServerRow self_;
  std::vector<ToolRow> tools_;
  std::vector<std::string> names_;
  std::string prints_;
  std::map<std::string, std::uint32_t, std::less<>> common_;  // publishers of names that are everybody's
  std::vector<CommonName> found_common_;
  std::map<Key, Neighbour> neighbours_;
  std::vector<Neighbour*> chosen_;
  std::vector<Match> names_seen_, descriptions_seen_;
  std::map<std::string, std::string> own_since_;
  bool complete_ = true;
};

std::vector<CommonName> recall_neighbours(Store* store, ServersTogether* together,
                                          std::string_view together_key, Evidence& evidence) {
  FacetRecord& facet = evidence.facet(Facet::kFingerprints);
  if (!evidence.seen(Facet::kDefinition) || facet.state == FacetState::kSeen) return {};
  if (evidence.target.id.empty()) store = nullptr;  // nothing of it is kept, so nothing says which is its own
  if (store == nullptr && together == nullptr) return {};
  NeighbourLook look(store, together, together_key, evidence);
  if (auto done = look.run(); !done) {
    facet = {FacetState::kCouldNotSee, done.error().message, {}};
    return {};
  }
  JsonObject data = look.facet();
  facet = {FacetState::kSeen, {}, std::move(data)};
  return look.found_common();
}

}  // namespace mcpjury
