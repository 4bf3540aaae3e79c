#include "feeds/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/escape.h"
#include "feeds/advisory_group.h"
#include "feeds/built_in.h"
#include "feeds/feed_facet.h"
#include "feeds/indicators.h"
#include "feeds/lookalike.h"
#include "feeds/range_match.h"

namespace mcpjury {
namespace {

// "v4" of an action is a tag that moves: what it stands for today is not known here.
bool is_floating(const PackageQuery& package) {
  return package.ecosystem == "GitHub Actions" &&
         std::count(package.version.begin(), package.version.end(), '.') < 2;
}

Affected judge(const OsvRecord& record, const PackageQuery& package, std::string* fixed) {
  if (package.version.empty()) return affects_everything(record) ? Affected::kYes : Affected::kUnknown;
  if (package.range || is_floating(package))
    return range_affected(record, package.ecosystem, package.name, package.version);
  return is_affected(record, package.ecosystem, package.name, package.version, fixed);
}

class Matcher {
 public:
  Matcher(FeedIndex& index, const MatchOptions& options, MatchResult& out)
      : index_(index), options_(options), out_(out) {}

  void match(const PackageQuery& package) {
    hits_.clear();
    unknown_.clear();
    // They own what the hits point to.
    Result<std::vector<FeedRecord>> found = index_.look_up(package.ecosystem, package.name);
    if (!found && failure_.empty()) failure_ = found.error().message;
    if (const auto* built_in = BuiltInRecords::instance().find(package.ecosystem, package.name)) {
      for (const BuiltInRecord& entry : *built_in)
        consider(entry.record, package, entry.feed, entry.action, entry.cvss_tenths);
    }
    if (found) {
      for (const FeedRecord& entry : *found) consider(entry.record, package, entry.feed->name, {}, -1);
    }
    bool covered = index_.covers(package.ecosystem);
    if (options_.online != nullptr) {
      const PackageKey key = package_key(package.ecosystem, package.name);
      const auto& asked = options_.online->asked;
      covered = covered || std::binary_search(asked.begin(), asked.end(), key);
      const auto answered = options_.online->records.find(key);
      if (answered != options_.online->records.end()) {
        for (const OsvRecord& record : answered->second)
          consider(record, package, options_.online->name, {}, -1);
      }
    }
    if (!covered) ++uncovered_[package.ecosystem];
    const std::string malicious = add_advisories(package);
    add_undecided(package);
    if (options_.lookalikes) add_lookalike(package, malicious);
    add_indicator(package);
  }

  void finish() {
    for (const auto& [ecosystem, count] : uncovered_) {
      out_.uncovered.push_back(ecosystem);
      out_.notes.push_back(fmt::format("no advisory feed for {} ({} packages not looked up)",
                                       escape_terminal(clip(ecosystem, 60)), count));
    }
    if (!failure_.empty()) out_.notes.push_back(failure_);
    if (!out_.undecided.empty()) {
      out_.notes.push_back(fmt::format(
          "{} packages have advisories that may or may not apply: their exact version is not known",
          out_.undecided.size()));
    }
    if (out_.truncated) out_.notes.push_back(fmt::format("more than {} advisories", kMaxAdvisories));
    if (options_.online != nullptr) {
      for (const std::string& text : options_.online->failures) out_.notes.push_back(text);
    }
  }

 private:
  void consider(const OsvRecord& record, const PackageQuery& package, std::string_view feed,
                std::string_view action, int cvss_tenths) {
    if (!record.withdrawn.empty()) return;
    std::string fixed;
    switch (judge(record, package, &fixed)) {
      case Affected::kYes:
        hits_.push_back({&record, std::move(fixed), feed, action, cvss_tenths});
        break;
      case Affected::kUnknown:
        unknown_.push_back(record.id);
        break;
      case Affected::kNo:
        break;
    }
  }

  // The id of a malicious-package advisory among them.
  std::string add_advisories(const PackageQuery& package) {
    std::string malicious;
    for (const auto& group : group_by_alias(std::move(hits_))) {
      JsonObject advisory = advisory_of(group);
      if (advisory["kind"] == "malicious" && malicious.empty()) malicious = group.front().record->id;
      if (out_.advisories.size() >= kMaxAdvisories) {
        out_.truncated = true;
        continue;
      }
      advisory["ecosystem"] = clip(package.ecosystem, 60);
      advisory["package"] = clip(package.name, 300);
      if (!package.version.empty()) advisory["version"] = clip(package.version, 200);
      advisory["direct"] = package.direct;
      if (package.development) advisory["development"] = true;
      out_.advisories.push_back(std::move(advisory));
    }
    hits_.clear();
    return malicious;
  }

  void add_undecided(const PackageQuery& package) {
    if (unknown_.empty() || out_.undecided.size() >= kMaxAdvisories) return;
    std::sort(unknown_.begin(), unknown_.end());
    unknown_.erase(std::unique(unknown_.begin(), unknown_.end()), unknown_.end());
    JsonArray ids;
    for (const std::string& id : unknown_) ids.push_back(Json(clip(id, 200)));
    out_.undecided.push_back(
        JsonObject{{"ecosystem", clip(package.ecosystem, 60)},
                   {"package", clip(package.name, 300)},
                   {"version", clip(package.version, 200)},
                   {"ids", std::move(ids)},
                   {"reason", package.range || package.version.empty() ? "range" : "version"}});
  }

  void add_lookalike(const PackageQuery& package, const std::string& malicious) {
    const auto similar = find_lookalike(package.ecosystem, package.name, !malicious.empty());
    if (!similar) return;
    JsonObject entry{{"ecosystem", clip(package.ecosystem, 60)},
                     {"package", clip(package.name, 300)},
                     {"similar_to", similar->similar_to},
                     {"distance", similar->distance},
                     {"kind", similar->kind},
                     // By the name alone nobody knows how old or how much used it is.
                     {"confidence", malicious.empty() ? "medium" : "high"}};
    if (!malicious.empty()) entry["confirmed_by"] = clip(malicious, 200);
    // One name in several versions is one look-alike.
    if (std::find(out_.lookalikes.begin(), out_.lookalikes.end(), Json(entry)) == out_.lookalikes.end())
      out_.lookalikes.push_back(std::move(entry));
  }

  void add_indicator(const PackageQuery& package) {
    const auto hit = package_indicator(package.ecosystem, package.name);
    if (!hit) return;
    out_.indicators.push_back(JsonObject{{"ecosystem", clip(package.ecosystem, 60)},
                                         {"package", clip(package.name, 300)},
                                         {"version", clip(package.version, 200)},
                                         {"indicator", hit->id},
                                         {"kind", hit->kind}});
  }

  FeedIndex& index_;
  const MatchOptions& options_;
  MatchResult& out_;
  std::vector<AdvisoryHit> hits_;
  std::vector<std::string> unknown_;
  std::map<std::string, std::size_t> uncovered_;
  std::string failure_;
};

auto order_of(const PackageQuery& package) {
  return std::tie(package.ecosystem, package.name, package.version, package.range);
}

}  // namespace

std::vector<PackageQuery> package_queries(const JsonArray& packages) {
  std::vector<PackageQuery> out;
  const auto flag = [](const JsonObject& row, std::string_view key) {
    const Json* value = find(row, key);
    return value != nullptr && value->is_bool() && value->get_bool();
  };
  for (const Json& item : packages) {
    const JsonObject* row = item.if_object();
    if (row == nullptr) continue;
    PackageQuery package;
    package.ecosystem = find_string(*row, "ecosystem");
    package.name = find_string(*row, "name");
    package.version = find_string(*row, "version");
    if (package.ecosystem.empty() || package.name.empty()) continue;
    package.range = flag(*row, "range") ||
                    (!package.version.empty() && !is_exact_version(package.ecosystem, package.version));
    package.direct = flag(*row, "direct");
    package.development = flag(*row, "development");
    out.push_back(std::move(package));
  }
  return out;
}

std::vector<PackageQuery> package_queries(const std::vector<PackageRow>& rows) {
  std::vector<PackageQuery> out;
  for (const PackageRow& row : rows)
    out.push_back({row.ecosystem, row.name, row.version, row.range, row.direct, row.development});
  return out;
}

MatchResult match_packages(const std::vector<PackageQuery>& packages, FeedIndex& index,
                           const MatchOptions& options) {
  MatchResult out;
  std::vector<PackageQuery> sorted = packages;
  std::sort(sorted.begin(), sorted.end(),
            [](const PackageQuery& a, const PackageQuery& b) { return order_of(a) < order_of(b); });
  Matcher matcher(index, options, out);
  for (std::size_t i = 0; i < sorted.size();) {
    // The same package in several files: used if one of them uses it.
    PackageQuery package = sorted[i];
    std::size_t next = i + 1;
    for (; next < sorted.size() && order_of(sorted[next]) == order_of(package); ++next) {
      package.direct = package.direct || sorted[next].direct;
      package.development = package.development && sorted[next].development;
    }
    matcher.match(package);
    i = next;
  }
  matcher.finish();
  out.feeds = feeds_facet(index, options);
  return out;
}

MatchResult match_packages(const JsonArray& packages, FeedIndex& index, const MatchOptions& options) {
  return match_packages(package_queries(packages), index, options);
}

}  // namespace mcpjury
