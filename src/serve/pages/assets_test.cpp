#include "serve/pages/assets.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "base/sha256.h"

namespace mcpjury {
namespace {

std::string unpacked(std::string_view gz) {
  std::string out(4 * 1024 * 1024, '\0');
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 16 + MAX_WBITS), Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(gz.data()));
  stream.avail_in = static_cast<uInt>(gz.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(Assets, SumAndPackedFormAreThoseOfTheBytes) {
  ASSERT_GE(page_assets().size(), 5u);
  for (const PageAsset& asset : page_assets()) {
    EXPECT_EQ(sha256_hex(asset.bytes), asset.sha256) << asset.name;
    EXPECT_EQ(unpacked(asset.gz), asset.bytes) << asset.name;
    EXPECT_EQ(find_page_asset(asset.name), &asset);
  }
}

TEST(Assets, NothingElseIsFound) {
  EXPECT_EQ(find_page_asset(""), nullptr);
  EXPECT_EQ(find_page_asset("../app.js"), nullptr);
  EXPECT_EQ(find_page_asset("app.js.gz"), nullptr);
}

// A style sheet or a script that names another host would be a request that leaves the server's own origin.
TEST(Assets, NothingIsFetchedFromElsewhere) {
  for (const char* name : {"app.css", "theme.js"}) {
    const PageAsset* asset = find_page_asset(name);
    ASSERT_NE(asset, nullptr);
    EXPECT_EQ(asset->bytes.find("//"), std::string_view::npos) << name;
    EXPECT_EQ(asset->bytes.find("url("), std::string_view::npos) << name;
  }
}

}  // namespace
}  // namespace mcpjury
