// The URL Standard's own cases. We may refuse what browsers repair; what both take must mean the same
// scheme, host and port, and nothing may pass here that fails there.
#include <gtest/gtest.h>

#include <set>

#include "base/json.h"
#include "base/test_data.h"
#include "net/address_policy.h"

namespace mcpjury {
namespace {

std::string text_of(const JsonObject& object, std::string_view name) {
  const Json* value = object.if_contains(name);
  return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

std::string unbracketed(std::string host) {
  if (host.size() > 2 && host.front() == '[') host = host.substr(1, host.size() - 2);
  const auto address = parse_ip(host);
  return address ? to_string(*address) : host;
}

TEST(UrlStandard, HostsAgree) {
  const auto text = test::read_data("robustness/url/urltestdata.json");
  if (!text) return;
  const auto cases = parse_json(*text, "urltestdata.json", {});
  ASSERT_TRUE(cases.ok());
  int both = 0;
  int stricter = 0;
  for (const Json& each : cases->value.as_array()) {
    if (!each.is_object()) continue;
    const JsonObject& object = each.as_object();
    const std::string input = text_of(object, "input");
    const std::string base_text = text_of(object, "base");
    auto ours = parse_url(input);
    if (!base_text.empty()) {
      const auto base = parse_url(base_text);
      if (!base) continue;
      ours = resolve_url(*base, input);
    }
    const bool fails_there = object.if_contains("failure") != nullptr;
    if (!ours) {
      stricter += !fails_there && text_of(object, "protocol").starts_with("http") ? 1 : 0;
      continue;
    }
    EXPECT_FALSE(fails_there) << input << " passes here, as host " << ours->host;
    if (fails_there) continue;
    ++both;
    EXPECT_EQ(ours->scheme + ":", text_of(object, "protocol")) << input;
    EXPECT_EQ(ours->host, unbracketed(text_of(object, "hostname"))) << input;
    EXPECT_EQ(ours->port_written ? std::to_string(ours->port) : "", text_of(object, "port")) << input;
  }
  EXPECT_GT(both, 100);
  std::cout << both << " URLs agree, " << stricter << " are refused that browsers take\n";
}

// The file writes lone surrogates, which are no JSON for us; any other disallowed character serves as well.
std::string without_lone_surrogates(std::string text) {
  const auto half = [&](std::size_t at, std::string_view fourth) {
    return text.compare(at, 3, "\\ud") == 0 && fourth.find(text[at + 3]) != std::string_view::npos;
  };
  for (std::size_t at = text.find("\\ud"); at != std::string::npos; at = text.find("\\ud", at + 6)) {
    if (half(at, "89ab") && half(at + 6, "cdef")) {
      at += 6;
    } else if (half(at, "89abcdef")) {
      text.replace(at, 6, "\\ufffd");
    }
  }
  return text;
}

void compare_idna(const std::string& file, int at_least) {
  const auto text = test::read_data("robustness/url/" + file);
  if (!text) return;
  const auto cases = parse_json(without_lone_surrogates(*text), file, {});
  ASSERT_TRUE(cases.ok()) << cases.error().message;
  int both = 0;
  for (const Json& each : cases->value.as_array()) {
    if (!each.is_object()) continue;
    const JsonObject& object = each.as_object();
    const std::string input = text_of(object, "input");
    const auto ours = parse_url("https://" + input + "/");
    if (!ours || input.find_first_of("/?#@:") != std::string::npos) continue;
    const Json* output = object.if_contains("output");
    ASSERT_NE(output, nullptr);
    EXPECT_TRUE(output->is_string()) << input << " passes here, as host " << ours->host;
    if (!output->is_string()) continue;
    ++both;
    EXPECT_EQ(ours->host, std::string_view(output->as_string())) << input;
  }
  EXPECT_GT(both, at_least);
}

TEST(UrlStandard, IdnaAgrees) {
  compare_idna("IdnaTestV2.json", 400);
  compare_idna("toascii.json", 20);
}

}  // namespace
}  // namespace mcpjury
