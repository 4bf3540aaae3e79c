#include "scan/compare_servers.h"

#include <gtest/gtest.h>

#include "scan/server_identity.h"

namespace mcpjury {
namespace {

Evidence with_tools(const std::string& id, const std::string& definition) {
  Evidence evidence;
  evidence.target.id = id;
  evidence.observed_at = "2026-05-01T00:00:00Z";
  auto parsed = parse_json(definition, "test", {});
  EXPECT_TRUE(parsed.ok());
  evidence.facet(Facet::kDefinition) = {FacetState::kSeen, {}, std::move(parsed->value)};
  return evidence;
}

Evidence at_host(const std::string& host, const std::string& definition) {
  Evidence evidence = with_tools("https://" + host + "/mcp", definition);
  evidence.target.kind = TargetKind::kRemote;
  evidence.facet(Facet::kTransport) = {FacetState::kSeen, {}, JsonObject{{"host", host}}};
  return evidence;
}

Evidence of_package(const std::string& name, const std::string& repository = "") {
  Evidence evidence = with_tools("npm:" + name, R"({"tools":[{"name":"one"}]})");
  evidence.target.kind = TargetKind::kPackage;
  evidence.facet(Facet::kProvenance) = {
      FacetState::kSeen,
      {},
      JsonObject{{"package", JsonObject{{"ecosystem", "npm"}, {"name", name}, {"repository", repository}}}}};
  return evidence;
}

ServerRow row_of_server(const Evidence& evidence) {
  return server_identity(evidence, make_surface(evidence.facet(Facet::kDefinition).data.get_object(), {}));
}

TEST(ServerIdentity, SaysWhoIsAnswerable) {
  const std::string none = R"({"tools":[]})";
  EXPECT_EQ(row_of_server(at_host("MCP.Acme.com", none)).publisher, "acme.com");
  EXPECT_EQ(row_of_server(at_host("mcp.acme.com", none)).host_label, "acme");
  EXPECT_EQ(row_of_server(at_host("10.0.0.1", none)).host_label, "");
  EXPECT_EQ(row_of_server(at_host("localhost", none)).host_label, "");
  EXPECT_EQ(row_of_server(of_package("@acme/mcp")).publisher, "npm:@acme");
  EXPECT_EQ(row_of_server(of_package("acme-mcp")).publisher, "npm:acme-mcp");
  EXPECT_EQ(row_of_server(of_package("x", "git+https://code.example/Acme/Mcp.git#main")).repository,
            "code.example/acme/mcp");
  EXPECT_EQ(row_of_server(of_package("x", "git@code.example:acme/mcp")).repository, "code.example/acme/mcp");
  EXPECT_EQ(row_of_server(of_package("x", "https://code.example/acme/mcp/tree/main/packages/a")).repository,
            "code.example/acme/mcp");
  EXPECT_EQ(row_of_server(of_package("x", "acme")).repository, "");
  // What a server says of itself proves nothing.
  EXPECT_EQ(row_of_server(with_tools("notes", R"({"server":{"name":"acme"},"tools":[]})")).publisher, "");
  const ServerRow spoofed = row_of_server(at_host("mcp.xn--cme-5cd.com", none));
  EXPECT_EQ(spoofed.host_key, row_of_server(at_host("mcp.acme.com", none)).host_key);
  EXPECT_NE(spoofed.host_label, "acme");
}

TEST(ServerIdentity, KnowsWhoIsOfOneHand) {
  const std::string none = R"({"tools":[]})";
  const auto related = [](const Evidence& a, const Evidence& b) {
    return std::string(related_by(row_of_server(a), row_of_server(b)));
  };
  EXPECT_EQ(related(at_host("a.acme.com", none), at_host("b.acme.com", none)), "publisher");
  EXPECT_EQ(related(at_host("mcp.acme.com", none), of_package("@acme/mcp")), "publisher");
  EXPECT_EQ(related(of_package("a", "https://code.example/acme/mcp"),
                    of_package("b", "https://code.example/acme/mcp")),
            "repository");
  EXPECT_EQ(related(of_package("a"), of_package("a")), "package");
  EXPECT_EQ(related(of_package("a"), of_package("b")), "");
  EXPECT_EQ(related(with_tools("a", none), with_tools("b", none)), "");
  EXPECT_EQ(related(at_host("mcp.acme.com", none), at_host("mcp.acne.com", none)), "");
}

const JsonObject& facet_of(const Evidence& evidence) {
  return evidence.facet(Facet::kFingerprints).data.get_object();
}

TEST(CompareServers, FindsEachOtherAndNotThemselves) {
  auto together = ServersTogether::open();
  ASSERT_TRUE(together.ok()) << together.error().message;
  const std::string text = R"("description":"Sends an invoice to the customer that was named.")";
  Evidence one =
      at_host("mcp.acme.com", R"({"server":{"name":"a"},"tools":[{"name":"send_invoice",)" + text + "}]}");
  Evidence two = at_host("mcp.acne.com", R"({"server":{"name":"b"},"tools":[{"name":"sendInvoice",)" + text +
                                             R"(},{"name":"send_invioce"}]})");
  (*together)->add(0, one);
  (*together)->add(1, two);
  recall_neighbours(nullptr, together->get(), ServersTogether::key_of(0, one), one);
  ASSERT_TRUE(one.seen(Facet::kFingerprints)) << one.facet(Facet::kFingerprints).reason;
  const JsonObject& facet = facet_of(one);
  const JsonArray& servers = facet.at("servers").get_array();
  ASSERT_EQ(servers.size(), 1u);
  EXPECT_EQ(servers[0].at("publisher"), "acne.com");
  EXPECT_EQ(servers[0].at("key"), "https://mcp.acne.com/mcp");
  EXPECT_EQ(servers[0].at("scope"), "together");
  EXPECT_EQ(servers[0].at("shared_tools").to_number<int>(), 1);
  const JsonObject& name = facet.at("names").get_array().at(0).get_object();
  EXPECT_EQ(name.at("publishers").to_number<int>(), 1);
  ASSERT_EQ(name.at("others").get_array().size(), 2u);
  EXPECT_EQ(name.at("others").at(0).at("match"), "exact");
  EXPECT_EQ(name.at("others").at(0).at("same_description"), true);
  EXPECT_EQ(name.at("others").at(1).at("match"), "near");
  EXPECT_EQ(facet.at("entries").get_array().size(), 1u);
  const JsonObject& host = facet.at("hosts").get_array().at(0).get_object();
  EXPECT_EQ(host.at("match"), "edit");
  EXPECT_EQ(host.at("edits").to_number<int>(), 1);
  // What was written can be read back.
  EXPECT_TRUE(evidence_from_json(evidence_to_json(one), "test").ok());
}

TEST(CompareServers, TheStoreGivesTheAge) {
  auto store = Store::open({.url = "sqlite::memory:"});
  ASSERT_TRUE(store.ok()) << store.error().message;
  const std::string definition = R"({"server":{"name":"a"},"tools":[{"name":"send_invoice"}]})";
  Evidence old = at_host("mcp.acme.com", definition);
  ServerRow row = row_of_server(old);
  row.target_key = old.target.id;
  row.first_seen = row.last_seen = "2026-01-01T00:00:00Z";
  const Surface surface = make_surface(old.facet(Facet::kDefinition).data.get_object(), {});
  ASSERT_TRUE((*store)->add_servers({{row, compared_tools(surface)}}).ok());
  Evidence fresh = of_package("other");
  fresh.facet(Facet::kDefinition).data = parse_json(definition, "test", {})->value;
  recall_neighbours(store->get(), nullptr, "", fresh);
  EXPECT_EQ(facet_of(fresh).at("servers").at(0).at("first_seen"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(facet_of(fresh).at("names").at(0).at("first_seen"), Json(fresh.observed_at));
  recall_neighbours(store->get(), nullptr, "", old);
  EXPECT_EQ(facet_of(old).at("first_seen"), "2026-01-01T00:00:00Z");
  EXPECT_TRUE(facet_of(old).at("servers").get_array().empty());
  // Those of one command are known to the store too, and are not told twice.
  auto together = ServersTogether::open();
  ASSERT_TRUE(together.ok());
  Evidence again = at_host("mcp.acme.com", definition), beside = of_package("beside");
  beside.facet(Facet::kDefinition).data = parse_json(definition, "test", {})->value;
  (*together)->add(0, again);
  (*together)->add(1, beside);
  recall_neighbours(store->get(), together->get(), ServersTogether::key_of(1, beside), beside);
  ASSERT_EQ(facet_of(beside).at("servers").get_array().size(), 1u);
  EXPECT_EQ(facet_of(beside).at("servers").at(0).at("scope"), "together");
  EXPECT_EQ(facet_of(beside).at("servers").at(0).at("first_seen"), "2026-01-01T00:00:00Z");
  EXPECT_EQ(facet_of(beside).at("names").at(0).at("others").at(0).at("first_seen"), "2026-01-01T00:00:00Z");
}

TEST(CompareServers, WithoutCompanyNothingWasLookedAt) {
  Evidence alone = of_package("alone");
  recall_neighbours(nullptr, nullptr, "", alone);
  EXPECT_EQ(alone.facet(Facet::kFingerprints).state, FacetState::kNotLooked);
}

TEST(CompareServers, ManyServersStayBounded) {
  auto together = ServersTogether::open();
  ASSERT_TRUE(together.ok());
  for (std::size_t i = 0; i < 300; ++i) {
    (*together)->add(i, with_tools("s" + std::to_string(i), R"({"server":{"name":"s)" + std::to_string(i) +
                                                                R"("},"tools":[{"name":"search"}]})"));
  }
  Evidence one = with_tools("s0", R"({"server":{"name":"s0"},"tools":[{"name":"search"}]})");
  recall_neighbours(nullptr, together->get(), ServersTogether::key_of(0, one), one);
  EXPECT_EQ(facet_of(one).at("servers").get_array().size(), 32u);
  EXPECT_EQ(facet_of(one).at("names").at(0).at("others").get_array().size(), 8u);
  EXPECT_GE(facet_of(one).at("names").at(0).at("publishers").to_number<int>(), 32);
}

}  // namespace
}  // namespace mcpjury
