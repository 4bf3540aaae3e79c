#include "observe/remote/outcome.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "mcp/failure.h"
#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string ended(std::string_view failure, std::string_view detail = {}, int status = 200) {
  Conversation conversation;
  conversation.failure = failure;
  conversation.failure_detail = detail;
  conversation.opening.http_status = status;
  return ended_as(conversation);
}

std::string ended(HttpFailure failure, std::string_view detail = {}, int status = 200) {
  return ended(name_of(failure), detail, status);
}

// How the conversation with each server of the hostile collection fails, by the one who talks to it.
const std::map<std::string, std::string>& as_we_end() {
  static const std::map<std::string, std::string> kEnds = {
      {"dns-nxdomain", ended(HttpFailure::kDns, "no such name", 0)},
      {"dns-slow", ended(HttpFailure::kDnsTimeout, "", 0)},
      {"dns-mixed-public-private", ended(HttpFailure::kRefused, "address: 10.0.0.1 is private", 0)},
      {"dns-cname-chain-20", ended(HttpFailure::kDns, "", 0)},
      {"tcp-refused", ended(HttpFailure::kConnect, "", 0)},
      {"tcp-blackhole", ended(HttpFailure::kConnectTimeout, "", 0)},
      {"tcp-accept-then-close", ended(HttpFailure::kClosedEarly, "", 0)},
      {"tls-never-finishes", ended(HttpFailure::kTlsTimeout, "", 0)},
      {"tls-plain-http-on-443", ended(HttpFailure::kTls, "wrong version number", 0)},
      {"headers-one-byte-per-second", ended(HttpFailure::kTimeout, "headers", 0)},
      {"headers-never-end", ended(HttpFailure::kHeadersTooLarge, "bytes", 0)},
      {"headers-10k-lines", ended(HttpFailure::kHeadersTooLarge, "count", 0)},
      {"header-1MiB-value", ended(HttpFailure::kHeadersTooLarge, "bytes", 0)},
      {"status-garbage", ended(HttpFailure::kBadHttp, "", 0)},
      {"content-length-lies-short", ended(HttpFailure::kBadHttp, "length: more bytes than announced")},
      {"content-length-lies-long", ended(HttpFailure::kTimeout, "body")},
      {"content-length-and-chunked", ended(HttpFailure::kBadHttp, "framing: both")},
      {"content-length-duplicate-differs", ended(HttpFailure::kBadHttp, "framing: two lengths")},
      {"chunk-size-overflow", ended(HttpFailure::kBadHttp, "framing: chunked body")},
      {"chunk-extension-1MiB", ended(HttpFailure::kTooLarge, "chunk framing")},
      {"body-endless-fast", ended(failure::kTooLarge)},
      {"body-then-reset", ended(HttpFailure::kClosedEarly)},
      {"encoding-bomb", ended(HttpFailure::kRatio)},
      {"encoding-stack-of-8", ended(HttpFailure::kBadEncoding, "encoding layers")},
      {"redirect-loop-2", ended(HttpFailure::kRedirectLoop, "redirect loop", 302)},
      {"redirect-chain-50", ended(HttpFailure::kRedirectLimit, "", 302)},
      {"redirect-to-reserved", ended(HttpFailure::kRefused, "address: 127.0.0.1", 302)},
      {"redirect-to-other-scheme", ended(HttpFailure::kRefused, "scheme: scheme", 302)},
      {"sse-endless-comments", ended(failure::kResponseTimeout)},
      {"sse-line-no-newline", ended(failure::kSseLine)},
      {"sse-unknown-id-flood", ended(failure::kFlood)},
      {"jsonrpc-wrong-id-type", ended(failure::kWrongId)},
      {"jsonrpc-result-and-error", ended(failure::kBadFrame)},
      {"jsonrpc-not-an-object", ended(failure::kBadFrame)},
  };
  return kEnds;
}

TEST(Outcome, EndsAsTheHostileCollectionSays) {
  std::ifstream in(MCPJURY_SOURCE_DIR "/tests/data/hostile/server_behaviours.json");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const Json data = testing::json(text);
  std::set<std::string> met;
  for (const Json& item : data.at("behaviours").as_array()) {
    const std::string id(find_string(item.as_object(), "id"));
    const auto ours = as_we_end().find(id);
    if (ours == as_we_end().end()) continue;
    EXPECT_EQ(ours->second, find_string(item.as_object(), "scan_must_end_as")) << id;
    met.insert(id);
  }
  EXPECT_EQ(met.size(), as_we_end().size());
}

TEST(Outcome, ListsThatWereCut) {
  Conversation conversation;
  EXPECT_EQ(ended_as(conversation), "ok");
  for (const auto& [what, wanted] : {std::pair("pages", "limit:pages"), std::pair("items", "limit:items"),
                                     std::pair("cursor_loop", "limit:cursor-loop")}) {
    conversation.limits = {{what, 5}};
    EXPECT_EQ(ended_as(conversation), wanted);
  }
}

TEST(Outcome, EveryFailureHasAFamily) {
  const std::set<std::string> families = {"unreachable", "timeout",        "refused",
                                          "limit",       "protocol-error", "http"};
  std::vector<std::string> ends;
  for (int i = 1; i <= static_cast<int>(HttpFailure::kStopped); ++i)
    ends.push_back(ended(static_cast<HttpFailure>(i)));
  for (const std::string_view name : {failure::kResponseTimeout,
                                      failure::kNoReply,
                                      failure::kNotJson,
                                      failure::kMediaType,
                                      failure::kBadFrame,
                                      failure::kWrongId,
                                      failure::kBadResult,
                                      failure::kJsonLimit,
                                      failure::kTooLarge,
                                      failure::kSseLine,
                                      failure::kSseEvent,
                                      failure::kFlood,
                                      failure::kNoEndpoint,
                                      failure::kCrossOrigin,
                                      failure::kRpcError,
                                      failure::kExited,
                                      failure::kNotStarted,
                                      failure::kClosed,
                                      std::string_view("http_500"),
                                      std::string_view("what nobody thought of")}) {
    ends.push_back(ended(name));
  }
  for (const std::string& end : ends) {
    EXPECT_EQ(families.count(end.substr(0, end.find(':'))), 1u) << end;
    EXPECT_THAT(end, Not(HasSubstr("_"))) << end;
    EXPECT_THAT(outcome_message(end, "", "https://h.example"), HasSubstr("[" + end + "]"));
  }
}

TEST(Outcome, Details) {
  EXPECT_EQ(ended("http_503"), "http:503");
  EXPECT_EQ(ended(failure::kNotJson), "protocol-error:not-mcp");
  EXPECT_EQ(ended(failure::kMediaType), "protocol-error:not-mcp");
  EXPECT_EQ(ended(failure::kJsonLimit), "limit:json-depth");
  EXPECT_EQ(ended(HttpFailure::kBadEncoding, "unknown content coding br"), "protocol-error:encoding");
  // A later request that got no head, after an opening that had one.
  EXPECT_EQ(ended(HttpFailure::kTimeout, "headers", 200), "timeout:headers");
  // The server's own words do not choose the family.
  EXPECT_EQ(ended(HttpFailure::kRefused, "host_name: scheme.userinfo.local"), "refused:address-policy");
  EXPECT_EQ(ended(HttpFailure::kRefused, "userinfo: in the URL"), "refused:userinfo");
  EXPECT_EQ(ended(HttpFailure::kRefused, "url: not a URL"), "refused:url");
}

TEST(Outcome, MessagesAreOneSafeLine) {
  const std::string text = outcome_message("http:500", "x\x1b[2J\r\ny\xff", "https://h.example/\n");
  for (const char c : text) EXPECT_GE(static_cast<unsigned char>(c), 0x20);
  EXPECT_THAT(outcome_message("protocol-error:not-mcp", "", "u"), HasSubstr("/mcp"));
  EXPECT_THAT(outcome_message("refused:address-policy", "", "u"), HasSubstr("--allow-private"));
  EXPECT_THAT(outcome_message("refused:userinfo", "", "u"), HasSubstr("--bearer-env"));
}

}  // namespace
}  // namespace mcpjury
