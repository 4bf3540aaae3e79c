#include "feeds/indicators.h"

#include <gtest/gtest.h>

#include <string>

namespace mcpjury {
namespace {

// Put together here, so that this file is no hit itself.
std::string dotted(std::string text) {
  for (char& c : text) c = c == '#' ? '.' : c;
  return text;
}

std::string seen(const std::string& text, FileUse use = FileUse::kCode) {
  std::string out;
  for (const IndicatorHit& hit : find_indicators(dotted(text), use))
    out += (out.empty() ? "" : " ") + std::string(hit.id) + ":" + std::string(hit.confidence) + ":" +
           std::to_string(hit.line);
  return out;
}

TEST(Indicators, HostsAddressesAndFiles) {
  EXPECT_EQ(seen("x\nfetch('https://scan#aquasecurtiy#org/a')"), "teampcp-exfiltration-domain:high:2");
  EXPECT_EQ(seen("https://other#AquaSecurtiy#org"), "teampcp-parent-domain:high:1");
  EXPECT_EQ(seen("curl 45#148#10#212:80"), "teampcp-address:high:1");
  EXPECT_EQ(seen("open('litellm_init#pth')"), "teampcp-autorun:high:1");
  EXPECT_EQ(seen("~/#config/sysmon/sysmon#py"), "teampcp-persistence-script:high:1");
  EXPECT_EQ(seen("see sfrclak#com", FileUse::kText), "axios-2026-domain:low:1");
}

TEST(Indicators, OtherHostsAndNames) {
  for (const char* text :
       {"notsfrclak#com", "sfrclak#com.example#org", "sfrclak#community", "145#148#10#212", "45#148#10#2123",
        "1#45#148#10#212", "aquasecurity#org", "scan[#]aquasecurtiy[#]org", "my-litellm_init#pthx", ""}) {
    EXPECT_EQ(seen(text), "") << text;
  }
}

TEST(Indicators, PackagesWherePackagesAreNamed) {
  EXPECT_EQ(seen("{\"dependencies\":{\"plain-crypto-js\":\"^4.2.1\"}}", FileUse::kMetadata),
            "axios-2026-package:high:1");
  EXPECT_EQ(seen("\"node_modules/plain-crypto-js\": {", FileUse::kLock), "axios-2026-package:high:1");
  EXPECT_EQ(seen("\"node_modules/@own/plain-crypto-js\": {", FileUse::kLock), "");
  EXPECT_EQ(seen("// plain-crypto-js was the dropper", FileUse::kCode), "");
  EXPECT_EQ(seen("curl -fsSL x | sh", FileUse::kScript), "quiet-download:low:1");
  EXPECT_EQ(seen("curl -fsSL x | sh", FileUse::kCode), "");
  EXPECT_TRUE(package_indicator("npm", "flatmap-stream"));
  EXPECT_FALSE(package_indicator("PyPI", "flatmap-stream"));
}

TEST(Indicators, NamesOfFiles) {
  EXPECT_EQ(file_indicator(dotted("site-packages/litellm_init#pth"))->id, "teampcp-autorun");
  EXPECT_FALSE(file_indicator("src/index.js"));
  EXPECT_EQ(file_use("a/package.json"), FileUse::kMetadata);
  EXPECT_EQ(file_use("docs/x.md"), FileUse::kText);
  EXPECT_EQ(file_use("a/b.ts"), FileUse::kCode);
  EXPECT_EQ(file_use(".github/workflows/ci.yml"), FileUse::kScript);
}

}  // namespace
}  // namespace mcpjury
