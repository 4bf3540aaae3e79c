#include "net/content_decoder.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "net/chunk_decoder.h"

namespace mcpjury {
namespace {

using Fault = ContentDecoder::Fault;

std::string coded(const std::string& plain, int window) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(plain.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}
constexpr int kGzip = 15 + 16, kZlib = 15, kRaw = -15;

// Byte by byte, so that every edge between two pieces is met.
Fault decode(std::string_view codings, const std::string& input, std::string& out,
             ContentDecoder::Limits limits = {}) {
  ContentDecoder decoder(codings, limits);
  for (const char byte : input) {
    if (decoder.feed(std::string_view(&byte, 1), out) != Fault::kNone) return decoder.fault();
  }
  return decoder.finish();
}

TEST(ContentDecoderTest, EveryCoding) {
  const std::string text = "hello hello hello hello";
  for (const auto& [name, bytes] : std::vector<std::pair<std::string, std::string>>{
           {"", text},
           {"identity", text},
           {"gzip", coded(text, kGzip)},
           {"X-GZip", coded(text, kGzip)},
           {"deflate", coded(text, kZlib)},
           {"deflate", coded(text, kRaw)},
           {"deflate, gzip", coded(coded(text, kZlib), kGzip)},
           {"gzip", coded("hello hello ", kGzip) + coded("hello hello", kGzip)}}) {
    std::string out;
    EXPECT_EQ(decode(name, bytes, out), Fault::kNone) << name;
    EXPECT_EQ(out, text) << name;
  }
}

TEST(ContentDecoderTest, Damage) {
  const std::string good = coded("some text that is long enough", kGzip);
  std::string out;
  EXPECT_EQ(decode("gzip", good.substr(0, good.size() - 1), out), Fault::kTruncated);
  std::string bad_sum = good;
  bad_sum[bad_sum.size() - 6] ^= 1;
  EXPECT_EQ(decode("gzip", bad_sum, out), Fault::kDamaged);
  std::string bad_size = good;
  bad_size.back() ^= 1;
  EXPECT_EQ(decode("gzip", bad_size, out), Fault::kDamaged);
  EXPECT_EQ(decode("gzip", good + "garbage", out), Fault::kDamaged);
  EXPECT_EQ(decode("gzip", "{\"not\":\"gzip\"}", out), Fault::kDamaged);
  EXPECT_EQ(decode("gzip", "", out), Fault::kNone);
  EXPECT_EQ(decode("zstd", "x", out), Fault::kUnknownCoding);
  EXPECT_EQ(decode("gzip,gzip,gzip", "x", out), Fault::kLayers);
}

TEST(ContentDecoderTest, Limits) {
  ContentDecoder::Limits small;
  small.output = 10;
  std::string out;
  EXPECT_EQ(decode("", "0123456789", out, small), Fault::kNone);
  EXPECT_EQ(decode("", "0123456789a", out = "", small), Fault::kTooLarge);
  EXPECT_EQ(out, "0123456789");
  const std::string zeros(4u << 20, '\0');
  EXPECT_EQ(decode("gzip", coded(zeros, kGzip), out = "", {}), Fault::kRatio);
  EXPECT_LT(out.size(), 128u << 10);
  EXPECT_EQ(decode("gzip,gzip", coded(coded(zeros, kGzip), kGzip), out = "", {}), Fault::kRatio);
  // Members that hold nothing: long, and never any output.
  std::string nothing;
  const std::string empty = coded("", kGzip);
  while (nothing.size() < (2u << 20)) nothing += empty;
  EXPECT_EQ(decode("gzip", nothing, out = "", {}), Fault::kTooLarge);
  EXPECT_EQ(decode("gzip,gzip", coded(nothing, kGzip), out = "", {}), Fault::kRatio);
}

TEST(ChunkDecoderTest, WholeAndBad) {
  const auto run = [](std::string_view input, std::string& out, std::size_t limit = 1000) {
    ChunkDecoder decoder(limit);
    for (const char byte : input) decoder.feed(std::string_view(&byte, 1), out);
    return decoder.state();
  };
  using State = ChunkDecoder::State;
  std::string out;
  EXPECT_EQ(run("5\r\nhello\r\n0\r\n\r\n", out), State::kEnd);
  EXPECT_EQ(out, "hello");
  EXPECT_EQ(run("A;x=\"y\"\r\n0123456789\r\n00\r\nT: v\r\nU: w\r\n\r\n", out = ""), State::kEnd);
  EXPECT_EQ(out, "0123456789");
  EXPECT_EQ(run("5\r\nhel", out), State::kMore);
  for (const char* bad : {"\r\n", "g\r\n", "5\nhello\r\n", "-5\r\n", "0x5\r\n", "5\r\nhelloX\r\n",
                          "0\r\n\r\nx", "11111111111111111\r\n"}) {
    EXPECT_EQ(run(bad, out), State::kBad) << bad;
  }
  EXPECT_EQ(run("5;" + std::string(2000, 'x'), out), State::kTooLarge);
}

}  // namespace
}  // namespace mcpjury
