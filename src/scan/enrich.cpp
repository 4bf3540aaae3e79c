#include "scan/enrich.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "detect/rules/start_package.h"
#include "feeds/match.h"
#include "home/data_folder.h"

namespace mcpjury {
namespace {

// The package the server is started from stands for itself even where its dependencies cannot be seen.
void add_own_package(Evidence& evidence, JsonObject& dependencies) {
  const StartPackage own = start_package(evidence);
  if (!own.known() || own.ecosystem.empty()) return;
  if (find_array(dependencies, "packages") == nullptr) dependencies["packages"] = JsonArray{};
  JsonArray& packages = dependencies["packages"].get_array();
  for (const Json& item : packages) {
    const JsonObject* row = item.if_object();
    if (row != nullptr && find_string(*row, "name") == own.name &&
        find_string(*row, "ecosystem") == own.ecosystem && find_string(*row, "version") == own.version) {
      return;
    }
  }
  JsonObject row{
      {"ecosystem", own.ecosystem}, {"name", own.name}, {"direct", true}, {"source", "start command"}};
  if (!own.version.empty()) row["version"] = own.version;
  packages.push_back(std::move(row));
}

}  // namespace

FeedIndex* AdvisoryLookup::index() {
  if (index_) return &*index_;
  if (!failure_.empty()) return nullptr;
  auto folder = data_folder(data_dir_);
  // Without a folder there are no feeds, but the built-in lists still speak.
  auto opened = FeedIndex::open(folder ? feed_database(*folder) : std::string());
  if (!opened) {
    failure_ = opened.error().message;
    return nullptr;
  }
  index_ = std::move(*opened);
  return &*index_;
}

void AdvisoryLookup::add_to(Evidence& evidence) {
  FacetRecord& facet = evidence.facet(Facet::kDependencies);
  const bool seen = facet.state == FacetState::kSeen;
  JsonObject dependencies =
      seen && facet.data.is_object() ? std::move(facet.data.get_object()) : JsonObject{};
  add_own_package(evidence, dependencies);
  const JsonArray* packages = find_array(dependencies, "packages");
  const bool any = packages != nullptr && !packages->empty();
  if (any) {
    if (FeedIndex* feeds = index()) {
      MatchOptions options;
      options.now = evidence.observed_at;
      OnlineAnswers online;
      if (!service_.address.empty()) {
        online = ask_advisory_service(service_, package_queries(*packages), evidence.observed_at,
                                      evidence.request_log);
        options.online = &online;
      }
      MatchResult match = match_packages(*packages, *feeds, options);
      dependencies["advisories"] = std::move(match.advisories);
      dependencies["lookalikes"] = std::move(match.lookalikes);
      dependencies["indicators"] = std::move(match.indicators);
      if (!match.undecided.empty()) dependencies["undecided"] = std::move(match.undecided);
      evidence.facet(Facet::kFeeds) = {FacetState::kSeen, fmt::format("{}", fmt::join(match.notes, "; ")),
                                       JsonObject{{"feeds", std::move(match.feeds)}}};
      if (match.truncated) evidence.limits.push_back({"advisories", "/facets/dependencies", kMaxAdvisories});
    } else {
      evidence.facet(Facet::kFeeds) = {FacetState::kCouldNotSee, failure_, {}};
    }
  }
  if (seen) {
    facet.data = std::move(dependencies);
  } else if (any) {
    dependencies["complete"] = false;
    facet = {FacetState::kSeen, "only the package that is started is known, not what it depends on",
             std::move(dependencies)};
  }
}

}  // namespace mcpjury
