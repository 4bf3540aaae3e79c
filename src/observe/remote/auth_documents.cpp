#include "observe/remote/auth_documents.h"

#include <algorithm>

#include "base/escape.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxGuarded = 50;
constexpr std::size_t kMetadataDepth = 64;

}  // namespace

void MetadataReader::guard(std::string_view url, std::string_view member, std::string reason) {
  if (guarded_.size() >= kMaxGuarded) return;
  JsonObject entry{{"url", clip(shown_url(url), 300)}, {"reason", std::move(reason)}};
  if (!member.empty()) entry["member"] = member;
  guarded_.push_back(std::move(entry));
}

void MetadataReader::judge(std::string_view url, const std::string& member) {
  auto parsed = parse_url(url);
  if (!parsed) {
    guard(url, member, std::string(name_of(refused_url(parsed.error()).why)));
    return;
  }
  if (auto refused = policy_.check(*parsed)) {
    guard(url, member, std::string(name_of(refused->why)));
  } else if (parsed->scheme != "https" && !policy_.lifted_for(parsed->host)) {
    guard(url, member, "not_https");
  }
}

std::optional<JsonObject> MetadataReader::fetch(const std::string& url, const std::string& label,
                                                std::string_view member) {
  broken_ = false;
  // An endpoint's query stands on the URLs made from it, and may hold a credential.
  JsonObject record{{"url", shown_url(url)}, {"parsed", false}};
  const auto note = [&](std::string_view error) {
    record["error"] = error;
    fetches_.push_back(std::move(record));
  };
  if (budget_-- <= 0) {
    note("fetch limit of the scan reached");
    return std::nullopt;
  }
  auto parsed = parse_url(url);
  if (!parsed) {
    guard(url, member, std::string(name_of(refused_url(parsed.error()).why)));
    note("not a URL");
    return std::nullopt;
  }
  if (const auto refused = policy_.check(*parsed)) {
    guard(url, member, std::string(name_of(refused->why)));
    record["reason"] = refused->detail;
    note(name_of(HttpFailure::kRefused));
    return std::nullopt;
  }
  if (parsed->scheme != "https" && !policy_.lifted_for(parsed->host)) {
    guard(url, member, "not_https");
    note("plain http is not followed for metadata");
    return std::nullopt;
  }
  HttpRequest request;
  request.url = std::move(*parsed);
  request.headers = {{"Accept", "application/json"}, {"MCP-Protocol-Version", "2025-11-25"}};
  request.purpose = Purpose::kDiscovery;
  request.label = label;
  const HttpResponse response = client_.send(std::move(request));
  record["status"] = response.status;
  record["content_type"] = kept_text(response.header("content-type"), 100);
  record["bytes"] = response.body.size();
  record["duration_ms"] = response.duration.count();
  if (response.failure == HttpFailure::kRefused) guard(url, member, kept_text(response.failure_detail, 200));
  if (response.failure != HttpFailure::kNone) {
    record["reason"] = kept_text(response.failure_detail, 200);
    note(name_of(response.failure));
    return std::nullopt;
  }
  if (response.status != 200) {
    broken_ = response.status >= 500 && response.status != 502;
    note("status is not 200");
    return std::nullopt;
  }
  JsonReadOptions reading;
  reading.max_depth = kMetadataDepth;
  auto json = parse_json(response.body, "metadata", reading);
  if (!json || !json->value.is_object()) {
    note(json ? "not a JSON object" : "not JSON");
    return std::nullopt;
  }
  record["parsed"] = true;
  fetches_.push_back(std::move(record));
  return std::move(json->value.get_object());
}

void judge_urls_in(const JsonObject& document, const std::string& where, MetadataReader& reader) {
  const auto is_url_name = [](std::string_view name) {
    return name.ends_with("_endpoint") || name.ends_with("_uri") || name == "issuer" || name == "resource";
  };
  for (const auto& member : document) {
    const std::string_view name(member.key().data(), member.key().size());
    if (const auto* text = member.value().if_string(); text != nullptr && is_url_name(name)) {
      reader.judge(view(*text), where + "/" + pointer_escape(name));
    } else if (name == "authorization_servers" && member.value().is_array()) {
      for (const Json& item : member.value().get_array()) {
        if (const auto* issuer = item.if_string())
          reader.judge(view(*issuer), where + "/authorization_servers");
      }
    }
  }
}

}  // namespace mcpjury
