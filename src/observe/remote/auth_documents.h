// Fetching and reading one metadata document, with the count of fetches and the record of each.
#pragma once

#include <optional>
#include <string>

#include "base/json.h"
#include "net/address_policy.h"
#include "net/http.h"

namespace mcpjury {

class MetadataReader {
 public:
  MetadataReader(HttpClient& client, const AddressPolicy& policy, int budget)
      : client_(client), policy_(policy), budget_(budget) {}

  // A JSON object with status 200, or nothing; either way the fetch is recorded. `member` names where the URL
  // came from, for the record of guarded ones.
  std::optional<JsonObject> fetch(const std::string& url, const std::string& label, std::string_view member);
  // A URL inside a document that is not fetched: judged by the guard alone.
  void judge(std::string_view url, const std::string& member);

  JsonArray take_fetches() { return std::move(fetches_); }
  JsonArray take_guarded() { return std::move(guarded_); }
  // The last fetch failed in a way that ends the search: a server error other than 502.
  bool broken() const { return broken_; }

 private:
  void guard(std::string_view url, std::string_view member, std::string reason);

  HttpClient& client_;
  const AddressPolicy& policy_;
  int budget_;
  bool broken_ = false;
  JsonArray fetches_, guarded_;
};

// Every member of the document whose value is a URL by name (…_endpoint, …_uri, issuer, resource,
// authorization_servers) goes to judge().
void judge_urls_in(const JsonObject& document, const std::string& where, MetadataReader& reader);

}  // namespace mcpjury
