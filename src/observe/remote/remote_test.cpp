// What is refused before anything is looked up or dialled.
#include "observe/remote/remote.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "net/client_fixture.h"

namespace mcpjury {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ObserveRemoteTest : public ::testing::Test {
 protected:
  RemoteOutcome look(const std::string& url) {
    options.url = url;
    RemoteOutcome out;
    loop.spawn([&] { out = observe_remote(loop, resolver, trust, options); });
    loop.run();
    EXPECT_FALSE(out.anything_to_grade);
    EXPECT_THAT(out.message, HasSubstr("[" + out.ended + "]"));
    for (const Facet facet :
         {Facet::kDefinition, Facet::kProtocol, Facet::kTransport, Facet::kTls, Facet::kAuth}) {
      EXPECT_EQ(out.evidence.facet(facet).state, FacetState::kCouldNotSee);
    }
    const std::string kept = boost::json::serialize(evidence_to_json(out.evidence)) + out.message;
    EXPECT_THAT(kept, Not(HasSubstr("canary")));
    return out;
  }
  Loop loop;
  FakeResolver resolver;
  const TrustStore trust;
  RemoteOptions options;
};

TEST_F(ObserveRemoteTest, RefusedWithoutALookUp) {
  for (const auto& [url, ended] :
       {std::pair("http://127.0.0.1/mcp", "refused:address-policy"),
        std::pair("https://x.local/", "refused:address-policy"),
        std::pair("https://0x7f.1/", "refused:address-policy"),
        std::pair("https://h.example:22/", "refused:address-policy"),
        std::pair("https://user:canary@h.example/mcp", "refused:userinfo"),
        std::pair("ftp://h.example/", "refused:scheme"), std::pair("http://", "refused:url"),
        std::pair("http:/user:canary@h.example", "refused:url")}) {
    EXPECT_EQ(look(url).ended, ended) << url;
  }
  EXPECT_THAT(resolver.asked, IsEmpty());
}

TEST_F(ObserveRemoteTest, CredentialOverPlainHttp) {
  options.credential = {{"X-Api-Key", Secret("canary-key")}};
  const RemoteOutcome out = look("http://h.example/mcp");
  EXPECT_EQ(out.ended, "refused:scheme");
  EXPECT_THAT(out.message, HasSubstr("a credential is not sent over plain http"));
  EXPECT_THAT(resolver.asked, IsEmpty());
}

TEST_F(ObserveRemoteTest, NameThatDoesNotExist) {
  EXPECT_EQ(look("https://h.example/mcp").ended, "unreachable:dns");
  EXPECT_FALSE(resolver.asked.empty());
}

TEST_F(ObserveRemoteTest, NameThatLeadsInside) {
  resolver.answers["h.example"] = {{"8.8.8.8", "10.0.0.1"}};
  EXPECT_EQ(look("https://h.example/mcp").ended, "refused:address-policy");
}

}  // namespace
}  // namespace mcpjury
