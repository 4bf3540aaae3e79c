#include "feeds/update/osv_api.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <map>
#include <set>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr std::size_t kBatch = 1'000;  // the documented maximum

struct Question {
  PackageQuery package;
  std::string page;  // token of the next page
};

bool is_plain_id(std::string_view id) {
  return !id.empty() && id.size() <= 200 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == ':';
  });
}

class Asking {
 public:
  Asking(HttpClient& client, std::string base, const OsvApiLimits& limits, OnlineAnswers& out)
      : client_(client), base_(std::move(base)), limits_(limits), out_(out) {}

  void batch(std::vector<Question> questions) {
    std::vector<PackageKey> answered;
    for (const Question& question : questions)
      answered.push_back(package_key(question.package.ecosystem, question.package.name));
    for (std::size_t page = 0; !questions.empty(); ++page) {
      if (page == limits_.pages) return fail("the service gives more pages than the limit");
      auto answer = post(questions);
      if (!answer) return;
      const JsonArray* results = find_array(*answer, "results");
      if (results == nullptr || results->size() != questions.size())
        return fail("the service answered with another number of results");
      std::vector<Question> next;
      for (std::size_t i = 0; i < questions.size(); ++i) {
        const JsonObject* result = (*results)[i].if_object();
        if (result == nullptr) continue;
        take_ids(questions[i].package, *result);
        if (const auto token = find_string(*result, "next_page_token"); !token.empty())
          next.push_back({questions[i].package, std::string(token)});
      }
      questions = std::move(next);
    }
    out_.asked.insert(out_.asked.end(), answered.begin(), answered.end());
  }

  void fetch_records() {
    std::set<PackageKey> missed;
    for (const auto& [id, keys] : wanted_) {
      auto record = fetched_ < limits_.records ? get(id) : std::nullopt;
      if (!record) missed.insert(keys.begin(), keys.end());
      for (const PackageKey& key : keys) {
        if (record) out_.records[key].push_back(*record);
      }
    }
    if (fetched_ >= limits_.records) fail("more advisories than the limit");
    std::erase_if(out_.asked, [&](const PackageKey& key) { return missed.contains(key); });
    std::sort(out_.asked.begin(), out_.asked.end());
    out_.asked.erase(std::unique(out_.asked.begin(), out_.asked.end()), out_.asked.end());
  }

 private:
  void take_ids(const PackageQuery& package, const JsonObject& result) {
    const JsonArray* list = find_array(result, "vulns");
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const JsonObject* entry = (*list)[i].if_object();
      const std::string id(entry != nullptr ? find_string(*entry, "id") : std::string_view());
      if (is_plain_id(id)) wanted_[id].insert(package_key(package.ecosystem, package.name));
    }
  }

  std::optional<JsonObject> send(HttpRequest request) {
    request.purpose = Purpose::kPackage;
    request.label = "advisories";
    request.limits.total = limits_.request_time;
    request.limits.body_bytes = limits_.body_bytes;
    request.carries_secret = request.url.scheme == "https";
    const HttpResponse response = client_.send(std::move(request));
    if (response.failure != HttpFailure::kNone) {
      fail(fmt::format("the advisory service was not reached: {}", name_of(response.failure)));
      return std::nullopt;
    }
    auto json = parse_json(response.body, "advisory service", {});
    if (response.status != 200 || !json || !json->value.is_object()) {
      fail(fmt::format("the advisory service answered {} without a JSON object", response.status));
      return std::nullopt;
    }
    return std::move(json->value.get_object());
  }

  std::optional<JsonObject> post(const std::vector<Question>& questions) {
    auto url = parse_url(base_ + "/v1/querybatch");
    if (!url) {
      fail("the address of the advisory service is no URL");
      return std::nullopt;
    }
    JsonArray queries;
    for (const Question& question : questions) {
      JsonObject query{{"package", JsonObject{{"name", question.package.name},
                                              {"ecosystem", question.package.ecosystem}}}};
      if (!question.package.range && !question.package.version.empty())
        query["version"] = question.package.version;
      if (!question.page.empty()) query["page_token"] = question.page;
      queries.push_back(std::move(query));
    }
    HttpRequest request;
    request.method = "POST";
    request.url = *url;
    request.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
    request.body = boost::json::serialize(JsonObject{{"queries", std::move(queries)}});
    return send(std::move(request));
  }

  std::optional<OsvRecord> get(const std::string& id) {
    ++fetched_;
    auto url = parse_url(base_ + "/v1/vulns/" + id);
    if (!url) return std::nullopt;
    HttpRequest request;
    request.url = *url;
    request.headers = {{"Accept", "application/json"}};
    auto object = send(std::move(request));
    if (!object) return std::nullopt;
    auto record = read_osv(Json(std::move(*object)));
    // Another record than the one asked for proves nothing.
    if (!record || record->id != id) {
      fail(fmt::format("advisory {} could not be read", escape_terminal(id)));
      return std::nullopt;
    }
    return std::move(*record);
  }

  void fail(std::string why) {
    if (out_.failures.size() < 10 &&
        std::find(out_.failures.begin(), out_.failures.end(), why) == out_.failures.end()) {
      out_.failures.push_back(std::move(why));
    }
  }

  HttpClient& client_;
  std::string base_;
  const OsvApiLimits& limits_;
  OnlineAnswers& out_;
  std::map<std::string, std::set<PackageKey>> wanted_;
  std::size_t fetched_ = 0;
};

}  // namespace

OnlineAnswers ask_osv(HttpClient& client, const std::string& base, const std::vector<PackageQuery>& packages,
                      const std::string& now, const OsvApiLimits& limits) {
  OnlineAnswers out;
  out.name = "osv-api";
  out.as_of = now;
  std::string trimmed = base;
  while (trimmed.ends_with('/')) trimmed.pop_back();
  out.source = shown_url(trimmed);
  Asking asking(client, trimmed, limits, out);
  std::set<std::string> seen;
  std::vector<Question> batch;
  std::size_t asked = 0;
  for (const PackageQuery& package : packages) {
    const std::string version = package.range ? "" : package.version;
    if (!seen.insert(package.ecosystem + '\n' + package.name + '\n' + version).second) continue;
    if (asked++ == limits.queries) {
      out.failures.push_back("more packages than the advisory service may be asked for");
      break;
    }
    batch.push_back({package, {}});
    if (batch.size() == kBatch) asking.batch(std::exchange(batch, {}));
  }
  if (!batch.empty()) asking.batch(std::move(batch));
  asking.fetch_records();
  return out;
}

}  // namespace mcpjury
