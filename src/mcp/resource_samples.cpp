#include "mcp/resource_samples.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "base/redact.h"
#include "base/utf8.h"
#include "mcp/channel_options.h"
#include "mcp/era.h"
#include "mcp/failure.h"
#include "mcp/jsonrpc.h"
#include "mcp/walk.h"

namespace mcpjury {
namespace {

constexpr std::string_view kScheme = "https://";
constexpr std::size_t kMaxUri = 2048;

// Only tells hosts apart; nothing is dialled with it.
std::string host_of(std::string_view uri) {
  const std::string_view rest = uri.substr(kScheme.size());
  return ascii::lowered(rest.substr(0, rest.find_first_of("/?#")));
}

JsonObject sample_of(Talk& talk, const std::string& uri, Reply& reply) {
  JsonObject out{{"uri", redact(uri)}};
  const JsonArray* contents = usable_result(talk, Method::kReadResource, reply)
                                  ? find_array(reply.result.get_object(), "contents")
                                  : nullptr;
  if (contents == nullptr) {
    if (reply.state == Reply::State::kResult) {
      talk.violation("missing_contents", Method::kReadResource);
      reply.state = Reply::State::kNone;
      reply.failure = failure::kBadResult;
    }
    out.emplace("error", error_to_json(reply));
    return out;
  }
  const JsonObject* first = contents->empty() ? nullptr : contents->front().if_object();
  if (first == nullptr) {
    out.emplace("bytes", 0);
    return out;
  }
  if (const std::string_view type = find_string(*first, "mimeType"); !type.empty()) {
    out.emplace("mime_type", shown_text(type, 100));
  }
  const std::string_view text = find_string(*first, "text");
  const std::string_view blob = find_string(*first, "blob");
  const std::size_t limit = talk.options().resource_bytes;
  out.emplace("bytes", text.empty() ? blob.size() / 4 * 3 : text.size());
  const bool cut = text.size() > limit;
  out.emplace("truncated", cut || contents->size() > 1);
  if (!text.empty()) out.emplace("text", text.substr(0, cut ? char_edge(text, limit) : text.size()));
  return out;
}

}  // namespace

std::vector<std::string> choose_resources(const JsonArray& resources, std::size_t count) {
  std::vector<std::string> first, later;
  std::set<std::string> hosts, uris;
  for (const Json& entry : resources) {
    const JsonObject* resource = entry.if_object();
    if (resource == nullptr) continue;
    const std::string_view uri = find_string(*resource, "uri");
    const std::string scheme = ascii::lowered(uri.substr(0, kScheme.size()));
    if (scheme != kScheme || uri.size() > kMaxUri || !uris.emplace(uri).second) continue;
    (hosts.insert(host_of(uri)).second ? first : later).emplace_back(uri);
  }
  for (std::string& uri : later) first.push_back(std::move(uri));
  if (first.size() > count) first.resize(count);
  return first;
}

JsonArray sample_resources(Talk& talk, const JsonArray& resources) {
  JsonArray out;
  const int reads = std::max(talk.options().resource_reads, 0);
  for (const std::string& uri : choose_resources(resources, static_cast<std::size_t>(reads))) {
    Reply reply = talk.ask(Method::kReadResource, {{"uri", uri}}, uri);
    out.push_back(sample_of(talk, uri, reply));
    if (is_outage(reply)) break;
  }
  return out;
}

}  // namespace mcpjury
